"""A list of names that waits to be accepted: its columns, and what each of its rows turned out to be."""

from dataclasses import dataclass

from tournaments.files.roster import (
    Choice,
    Decision,
    Grid,
    Kind,
    Layout,
    PreviewRow,
    Settled,
    SkippedRow,
    decisions_from_json,
    preview,
    proposal,
    rows,
    settle,
    skipped,
)
from tournaments.models import Upload
from tournaments.queries.players import known_players

__all__ = ["Choice", "Decision", "Kind", "Looked", "PreviewRow", "SkippedRow", "answer_of", "look"]


@dataclass(frozen=True, slots=True)
class Looked:
    """An upload under its layout. `decided` holds what is done with each row, by row number; open rows are missing."""

    grid: Grid
    layout: Layout
    rows: tuple[PreviewRow, ...]
    skipped: tuple[SkippedRow, ...]
    decided: dict[int, Decision]
    settled: Settled

    def open_rows(self) -> frozenset[int]:
        """The rows that have to be decided."""
        return frozenset(question.row.row_number for question in self.settled.questions)


def look(upload: Upload) -> Looked:
    """What a list would do if it were accepted now. Two queries."""
    grid, layout = Grid.from_json(upload.grid), Layout.from_json(upload.layout)
    players = known_players(upload.tournament)
    found = preview(rows(grid, layout), players)
    chosen = {decision.row_number: decision for decision in decisions_from_json(upload.decisions)}
    decided = {row.row_number: one for row in found if (one := chosen.get(row.row_number) or proposal(row))}
    return Looked(grid, layout, found, skipped(grid, layout), decided, settle(found, chosen.values(), players))


def answer_of(decision: Decision | None) -> str:
    """A decision as a form sends it: "add", "leave_out", "take:12"; empty for none."""
    if decision is None:
        return ""
    return decision.choice.value if decision.player_id is None else f"{decision.choice.value}:{decision.player_id}"
