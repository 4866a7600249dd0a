"""A list of names comes in: read it, show what it seems to mean, match it with the people the club knows. No database.

    grid = read_file(data)                      # or read_pasted(text); raises UnreadableFile
    layout = guess(grid)                        # shown, and changed by a person
    people = preview(rows(grid, layout), players)
    settled = settle(people, decisions, players)

Grid, Layout and decisions have a text form each, for the time between upload and acceptance.
"""

from tournaments.files.roster.columns import Layout, RosterRow, SkippedRow, guess, rows, skipped
from tournaments.files.roster.grid import LARGEST_FILE, MOST_ROWS, Grid, GridRow
from tournaments.files.roster.match import (
    Choice,
    Decision,
    Kind,
    KnownPlayer,
    OpenQuestion,
    PreviewRow,
    Settled,
    decisions_from_json,
    decisions_to_json,
    preview,
    proposal,
    settle,
)
from tournaments.files.roster.read import read_file, read_pasted
from tournaments.files.text import UnreadableFile

__all__ = [
    "LARGEST_FILE",
    "MOST_ROWS",
    "Choice",
    "Decision",
    "Grid",
    "GridRow",
    "Kind",
    "KnownPlayer",
    "Layout",
    "OpenQuestion",
    "PreviewRow",
    "RosterRow",
    "Settled",
    "SkippedRow",
    "UnreadableFile",
    "decisions_from_json",
    "decisions_to_json",
    "guess",
    "preview",
    "proposal",
    "read_file",
    "read_pasted",
    "rows",
    "settle",
    "skipped",
]
