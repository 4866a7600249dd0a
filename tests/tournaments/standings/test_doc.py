"""docs/standings.md: its tables are computed from its own score table, its words are those of the code."""

from pathlib import Path

import pytest

from tests.tournaments.standings.typed import typed
from tournaments.standings import (
    DEFAULT_TIE_BREAKS,
    Comparison,
    Imputation,
    ImputationKind,
    Ledger,
    Measure,
    Policy,
    Section,
    TieBreak,
    Wins,
    rank,
    value_text,
)
from tournaments.standings.placing import PLACING_POINTS

DOC = Path(__file__).parents[3] / "docs" / "standings.md"
DASH = "–"


def table_under(heading: str) -> list[dict[str, str]]:
    """The first table under a heading, a dictionary for each row."""
    lines = DOC.read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.lstrip("# ") == heading and line.startswith("#"))
    rows: list[list[str]] = []
    for line in lines[start + 1 :]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows or line.startswith("#"):
            break
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


EVENING = table_under("A small evening")
NAMES = {entry: row["player"] for entry, row in enumerate(EVENING, start=1)}


def evening(*, table_2_plays: bool = False) -> Ledger:
    lines = {}
    for entry, row in enumerate(EVENING, start=1):
        seats = row["table in round 1"], row["table in round 2"]
        second = "not_yet not_yet" if table_2_plays and seats[1] == "2" else f"{row['2.1']} {row['2.2']}"
        lines[entry] = f"@{seats[0]} {row['1.1']} {row['1.2']} {row['1.3']} | @{seats[1]} {second}"
    return typed(lines, open_tables={1: True, 2: False} if table_2_plays else None)


def test_the_list() -> None:
    assert [
        {
            "place": str(row.place or DASH),
            "player": NAMES[row.entry],
            "total": str(row.total),
            "zeros": str(row.zeros),
            "lowest other": str(row.lowest_other),
            "hands": str(row.hands),
            "why above the next": str(row.order_reason or DASH),
        }
        for row in rank(evening(), Policy()).rows
    ] == table_under("The list")


def test_with_one_more_tie_break() -> None:
    rows = []
    for tie_break in (TieBreak.COUNTBACK, TieBreak.HEAD_TO_HEAD, TieBreak.LOT):
        standings = rank(evening(), Policy(tie_breaks=(*DEFAULT_TIE_BREAKS, tie_break)))
        by_name = {NAMES[row.entry]: row for row in standings.rows}
        why = standings.skipped[0].sentence if standings.skipped else by_name["Robin Stile"].order_reason
        rows.append(
            {
                "added at the end": str(tie_break.label()),
                "Robin Stile": str(by_name["Robin Stile"].place),
                "Teal Ford": str(by_name["Teal Ford"].place),
                "why": str(why),
            }
        )
    assert rows == table_under("With one more tie-break")


def test_with_points_for_the_missed_hand() -> None:
    rows = []
    for kind in ImputationKind:
        fixed = kind is ImputationKind.FIXED
        standings = rank(evening(), Policy(imputation=Imputation(kind, 30 if fixed else None)))
        late = next(row for row in standings.rows if NAMES[row.entry] == "Coot Marsh")
        rows.append(
            {
                "missed hands are given": f"{kind.label()}{': 30' if fixed else ''}",
                "total of Coot Marsh": str(late.total),
                "place": str(late.place or DASH),
            }
        )
    assert rows == table_under("With points for the missed hand")


def test_by_average() -> None:
    standings = rank(evening(), Policy(measure=Measure.AVERAGE, hands_asked=4))
    assert [
        {"place": str(row.place), "player": NAMES[row.entry], "average per hand": value_text(row.average)}
        for row in standings.rows
        if row.average is not None
    ] == table_under("By average, any four hands asked")


def test_while_table_2_still_plays() -> None:
    standings = rank(evening(table_2_plays=True), Policy())
    assert [
        {
            "place": "still playing" if row.section is Section.STILL_PLAYING else str(row.place),
            "player": NAMES[row.entry],
            "total": str(row.total),
        }
        for row in standings.rows
    ] == table_under("While table 2 still plays round 2")


def test_the_words_are_those_of_the_code() -> None:
    assert table_under("Tie-breaks") == [
        {"tie-break": str(one.label()), "what it does": str(one.explanation())} for one in TieBreak
    ]
    assert table_under("Missed hands") == [
        {"choice": str(kind.label()), "what a missed hand is given": str(kind.explanation())} for kind in ImputationKind
    ]
    assert table_under("Tables of different size") == [
        {"choice": str(one.label()), "what is added up": str(one.explanation())} for one in Comparison
    ]
    assert table_under("What a place brings") == [
        {"people at the table": str(size), "points for the places": ", ".join(map(str, points))}
        for size, points in PLACING_POINTS.items()
        if size > 1
    ]
    assert [row["choice"] for row in table_under("What is compared first")] == [str(one.label()) for one in Measure]


@pytest.mark.parametrize("tie_break", [TieBreak.MOST_ZEROS, TieBreak.LOWEST_OTHER])
def test_the_names_where_the_highest_wins_are_there(tie_break: TieBreak) -> None:
    assert f"*{tie_break.label(Wins.HIGHEST)}*" in " ".join(DOC.read_text(encoding="utf-8").split())
