"""The club evening in tests/cases/evening-1: thirty entries, five tables of six, three rounds, ten hands."""

import csv
from pathlib import Path

from tournaments.standings import (
    EntryLedger,
    HandScore,
    Ledger,
    Policy,
    RoundAsked,
    Section,
    Standings,
    State,
    TableAsked,
    after,
    rank,
)

CASE = Path(__file__).parents[2] / "cases" / "evening-1"
HANDS = {1: 4, 2: 3, 3: 3}

# Place, name, total, zeros, lowest other hand, hands; tables 2 and 4 without round 3. Added up by another program.
TWO_TABLES_OUT = [
    (1, "Teal Drake", 95, 2, 2, 10),
    (2, "Finch, Amber", 132, 0, 3, 10),
    (3, "Sora Rail", 147, 0, 1, 10),
    (4, "मोर चिमणी", 151, 1, 2, 10),
    (5, "Robin Swift", 154, 4, 15, 10),
    (6, "Kite Renard", 159, 2, 2, 10),
    (7, "Đặng Chim", 166, 1, 10, 10),
    (8, "Ruff D’Argent", 169, 0, 2, 10),
    (9, "Robin O’Coop", 174, 1, 4, 10),
    (10, "Coot Bean", 178, 0, 2, 10),
    (11, "Ólöf Spói", 185, 0, 1, 10),
    (12, "Pip Featherstonehaugh-Cholmondeley", 187, 1, 3, 10),
    (13, "Lark Ñandú", 192, 0, 4, 10),
    (14, "Gale Petrel", 193, 1, 6, 10),
    (15, "Ibis N’Diaye", 206, 1, 2, 10),
    (16, "Corvin Råk", 207, 0, 5, 10),
    (17, "Jay Müller-Huhn", 225, 1, 6, 10),
    (18, "Dot Plume", 233, 1, 14, 10),
    (None, "મોર ચકલી", 69, 1, 4, 7),
    (None, "Magpie Lane", 77, 1, 3, 7),
    (None, "Wren Hatcher", 91, 0, 2, 7),
    (None, "ময়ূৰ ঘৰচিৰিকা", 110, 2, 4, 7),
    (None, "மயில் குருவி", 118, 0, 1, 7),
    (None, "Łucja Kawka", 131, 1, 12, 7),
    (None, "Merle Noir", 132, 1, 14, 7),
    (None, "Zoë Partridge", 136, 1, 8, 7),
    (None, "మయూర పిచ్చుక", 138, 0, 3, 7),
    (None, "Peregrine Vogel", 142, 2, 5, 7),
    (None, "Martin Swift", 142, 1, 11, 7),
    (None, "Rhea Emú", 148, 1, 6, 7),
]


def rows_of(name: str) -> list[dict[str, str]]:
    with (CASE / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=";" if name == "roster.csv" else ","))


NUMBERS = {row["Name"]: int(row["Nr"]) for row in rows_of("roster.csv")}
NAMES = {number: name for name, number in NUMBERS.items()}


def evening(out: frozenset[int] = frozenset(), *, closed: bool = True) -> Ledger:
    """The ledger of the evening; tables of `out` have not handed in round 3."""
    points = {(row["round"], row["table"], row["hand"]): row for row in rows_of("hands.csv")}
    lines: dict[int, list[HandScore]] = {number: [] for number in NAMES}
    for seat in rows_of("seating.csv"):
        number, table = int(seat["round"]), int(seat["table"])
        for hand in range(1, HANDS[number] + 1):
            row = points[seat["round"], seat["table"], str(hand)]
            # A table that is out has sent in its first hand: it must not count yet.
            waits = number == 3 and table in out and hand > 1
            state = State.NOT_YET if waits else State.PLAYED
            score = None if waits else int(row[f"seat_{seat['seat']}"])
            lines[NUMBERS[seat["name"]]].append(HandScore(number, hand, table, state, score))
    tables = tuple(TableAsked(table, table not in out) for table in range(1, 6))
    rounds = tuple(RoundAsked(number, hands, closed or number < 3, tables) for number, hands in HANDS.items())
    return Ledger(rounds, tuple(EntryLedger(number, hands=tuple(own)) for number, own in lines.items()))


def as_table(standings: Standings) -> list[dict[str, str]]:
    return [
        {
            "rank": str(row.place),
            "name": NAMES[row.entry],
            "total": str(row.total),
            "zeros": str(row.zeros),
            "lowest_other": str(row.lowest_other),
            "hands": str(row.hands),
        }
        for row in standings.rows
    ]


def test_the_evening_ends_with_exactly_its_standings() -> None:
    standings = rank(evening(), Policy())
    assert as_table(standings) == rows_of("standings.csv")
    assert (standings.provisional, standings.open_round, standings.last_closed) == (False, None, 3)


def test_all_tables_in_but_not_closed_is_the_same_list_marked_provisional() -> None:
    standings = rank(evening(closed=False), Policy())
    assert as_table(standings) == rows_of("standings.csv")
    assert (standings.provisional, standings.open_round, standings.tables_in, standings.tables) == (True, 3, 5, 5)


def test_the_whole_list_while_two_of_five_tables_are_out_in_round_3() -> None:
    standings = rank(evening(out=frozenset({2, 4}), closed=False), Policy())
    assert (standings.provisional, standings.open_round, standings.tables_in, standings.tables) == (True, 3, 3, 5)
    assert [
        (row.place, NAMES[row.entry], row.total, row.zeros, row.lowest_other, row.hands) for row in standings.rows
    ] == TWO_TABLES_OUT


def test_those_still_playing_keep_the_order_and_the_totals_of_round_2() -> None:
    ledger = evening(out=frozenset({2, 4}), closed=False)
    before = rank(after(ledger, 2), Policy())
    playing = rank(ledger, Policy()).still_playing
    waiting = {row.entry for row in playing}
    assert [(row.entry, row.total, row.hands) for row in playing] == [
        (row.entry, row.total, row.hands) for row in before.rows if row.entry in waiting
    ]
    assert {row.rounds[2].points for row in playing} == {None}
    assert {row.section for row in before.rows} == {Section.RANKED}
