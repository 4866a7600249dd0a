"""The standings as a list to take away: the same rows for every file, download and terminal, by public names."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.public_names import public_name
from tournaments.queries.facts import Facts
from tournaments.queries.going_on import going_on_now
from tournaments.queries.overall import overall
from tournaments.queries.standings import policy_of
from tournaments.standings import RoundResult, Section, decimals, value_text

COLUMNS = ("rank", "name", "total", "zeros", "lowest_other", "hands")


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row. What is not known or not there is None, never a number: `rank` outside the ranked section (bots beside
    people have one of their own), all figures of an entry without a counted hand. `average` is exact, in words; `entry`
    is the entry's number. `compared` are the adjusted or placing points that the list is ranked by, an exact fraction;
    None where it is ranked by points. `chance` is "through", "out" or "may_still" until the running stage is cut."""

    section: Section
    rank: int | None
    entry: int
    name: str
    compared: str | None
    total: int | None
    average: str | None
    zeros: int | None
    lowest_other: int | None
    hands: int
    rounds: tuple[RoundResult, ...]
    why: str | None
    chance: str | None

    @property
    def cells(self) -> tuple[str | int, ...]:
        """What stands under COLUMNS; an empty cell where there is nothing."""
        rank = f"bot {self.rank}" if self.section is Section.BOTS and self.rank else filled(self.rank)
        return (rank, self.name, *map(filled, (self.total, self.zeros, self.lowest_other)), self.hands)

    def round_cells(self, numbers: tuple[int, ...]) -> tuple[str | int, ...]:
        """The points of these rounds; an empty cell where there are none."""
        points = {result.round: result.points for result in self.rounds}
        return tuple(filled(points.get(number)) for number in numbers)


@dataclass(frozen=True, slots=True)
class StandingsList:
    """The list in order, the numbers of its rounds, and how far the round is."""

    rows: tuple[ListRow, ...]
    round_numbers: tuple[int, ...]
    provisional: bool
    open_round: int | None
    tables_in: int
    tables: int

    @property
    def more_columns(self) -> tuple[str, ...]:
        """What stands in a file after all other columns, where this list has it."""
        has = {"compared": any(row.compared for row in self.rows), "chance": any(row.chance for row in self.rows)}
        return tuple(name for name, is_there in has.items() if is_there)

    def more_cells(self, row: ListRow) -> tuple[str, ...]:
        """What stands under `more_columns`: compared points with two decimals, the chance as its one word."""
        compared = "" if row.compared is None else decimals(Fraction(row.compared)).replace("−", "-")
        cells = {"compared": compared, "chance": row.chance or ""}
        return tuple(cells[name] for name in self.more_columns)


def standings_list(facts: Facts, after_round: int | None = None) -> StandingsList:
    """The list now, or as it stood after a round, of everybody who took part. One query, three with stages."""
    shown = overall(facts, after_round)
    ranked = shown.standings
    going = going_on_now(shown.found) if after_round is None else None
    took_part = facts.took_part(after_round)
    rows = []
    for row in (one for one in ranked.rows if one.entry in took_part):
        entry = facts.entries[row.entry]
        player = entry.player
        chance = going.chances.get(row.entry) if going and row.section is not Section.BOTS else None
        rows.append(
            ListRow(
                section=row.section,
                rank=row.place,
                entry=entry.number,
                name=public_name(name=player.name, shown=player.shown, number=entry.number),
                compared=None if row.compared is None else str(row.compared.value),
                total=row.total,
                average=None if row.average is None else value_text(row.average),
                zeros=row.zeros if row.hands else None,
                lowest_other=row.lowest_other,
                hands=row.hands,
                rounds=row.rounds,
                why=None if row.order_reason is None else str(row.order_reason),
                chance=None if chance is None else chance.value,
            )
        )
    numbers = tuple(one.number for one in facts.rounds if after_round is None or one.number <= after_round)
    return StandingsList(tuple(rows), numbers, ranked.provisional, ranked.open_round, ranked.tables_in, ranked.tables)


def as_content(facts: Facts, after_round: int | None = None) -> dict[str, Any]:
    """The list as JSON content: for a machine, so its sentences are English. `facts` with the club loaded."""
    tournament = facts.tournament
    found = standings_list(facts, after_round)
    return {
        "tournament": tournament.name,
        "club": tournament.club.name,
        "date": tournament.date.isoformat(),
        "state": tournament.state,
        "version": tournament.version,
        "changed_at": tournament.changed_at.isoformat(),
        "provisional": found.provisional,
        "open_round": found.open_round,
        "tables_in": found.tables_in,
        "tables": found.tables,
        "comparison": policy_of(tournament).comparison.value,
        "standings": [
            {
                "section": row.section.value,
                "rank": row.rank,
                "entry": row.entry,
                "name": row.name,
                "compared": row.compared,
                "total": row.total,
                "average": row.average,
                "zeros": row.zeros,
                "lowest_other": row.lowest_other,
                "hands": row.hands,
                "rounds": [
                    {"round": one.round, "points": one.points, "imputed_hands": one.imputed_hands} for one in row.rounds
                ],
                "why": row.why,
                "chance": row.chance,
            }
            for row in found.rows
        ],
    }


def filled(value: str | int | None) -> str | int:
    """A cell: what there is, or nothing."""
    return "" if value is None else value
