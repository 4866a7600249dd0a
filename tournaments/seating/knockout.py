"""Knockouts of tables: rounds in which the best of each table go on, down to one final table.

A plan says how many tables of which size, how many go on from each, and how the next round is filled. It knows nobody's
name: seeding is in `knockout_seeding`, who meets whom later in `knockout_draw`, who goes on in `knockout_results`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from engine import N_, Sentence, say
from tournaments.seating.knockout_level import (
    Level,
    NoPlan,
    Repechage,
    Row,
    check_levels,
    letter,
    level_from,
    level_row,
    level_text,
    level_words,
    number_from,
)
from tournaments.seating.sizes import LARGEST, SMALLEST

__all__ = ["Kind", "KnockoutPlan", "Level", "NoPlan", "Repechage", "Step", "check_plan", "from_rows", "letter"]


class Kind(Enum):
    """What a round of a knockout is."""

    ROUND = "round"
    REPECHAGE = "repechage"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Step:
    """One round to be played: its tables (A, B, C …) and how many go on from each.

    `level` is the number of its level (0 is the first). The final is table A of its step; nobody goes on from there. A
    table for the places after the final is played at the same time, as table B.
    """

    kind: Kind
    level: int
    sizes: tuple[int, ...]
    advance: tuple[int, ...]

    def advance_from(self, table: int) -> int:
        """How many go on from a table; nobody from one that the plan does not have."""
        return self.advance[table] if table < len(self.advance) else 0


@dataclass(frozen=True, slots=True)
class KnockoutPlan:
    """A whole knockout: the rounds before the final, and the final of so many people.

    `third_place`: those who went out in the last round before the final (the best of them, where they are more than one
    table) play for the places after the final.
    """

    people: int
    levels: tuple[Level, ...]
    final: int
    third_place: bool = False

    @property
    def steps(self) -> tuple[Step, ...]:
        """The rounds to be played, one after the other."""
        steps: list[Step] = []
        for number, level in enumerate(self.levels):
            steps.append(Step(Kind.ROUND, number, level.sizes, level.advance))
            if level.repechage.sizes:
                steps.append(Step(Kind.REPECHAGE, number, level.repechage.sizes, level.repechage.advance))
        sizes = (self.final, self.third_place_people) if self.third_place_people else (self.final,)
        return (*steps, Step(Kind.FINAL, len(self.levels), sizes, (0,) * len(sizes)))

    @property
    def rounds(self) -> int:
        """Rounds to be played one after the other, repechages and the final included."""
        return len(self.steps)

    @property
    def text(self) -> str:
        """The plan in short: "4x4 + 2x3 -> 3x4 -> final 6"."""
        return " -> ".join([*map(level_text, self.levels), f"final {self.final}"])

    @property
    def third_place_people(self) -> int:
        """How many play for the places after the final; 0 when nobody does."""
        if not self.third_place or not self.levels:
            return 0
        last = self.levels[-1]
        out = last.people - last.through
        return min(out, max(self.final, *last.sizes)) if out >= SMALLEST else 0

    @property
    def words(self) -> tuple[Sentence, ...]:
        """What the plan costs: rounds and final, byes, wild cards, repechage, tables of different sizes."""
        return tuple(_cost_words(self))

    def rows(self) -> list[Row]:
        """The plan as plain lists, to be stored; `from_rows` reads it back."""
        head: Row = [self.people, self.final, int(self.third_place)]
        return [head, *map(level_row, self.levels)]


def from_rows(rows: Sequence[Sequence[int | Sequence[int]]]) -> KnockoutPlan:
    """Read a plan from plain lists. Raises NoPlan when it is damaged or does not add up."""
    try:
        (people, final, third_place), *levels = rows
        plan = KnockoutPlan(
            number_from(people), tuple(map(level_from, levels)), number_from(final), number_from(third_place) == 1
        )
    except (TypeError, ValueError) as wrong:
        raise NoPlan(say("knockout.damaged", N_("This plan of a knockout is damaged. Choose one again."))) from wrong
    check_plan(plan)
    return plan


def check_plan(plan: KnockoutPlan) -> None:
    """Raise NoPlan when the numbers of a plan (say, one changed by hand) do not add up; names the round."""
    check_levels(plan.people, plan.levels)
    left = plan.levels[-1].through if plan.levels else plan.people
    if plan.final != left or not SMALLEST <= plan.final <= LARGEST:
        raise NoPlan(
            say(
                "knockout.other_final",
                N_("{left} people reach the final, but it is a table of {final}. A final has 2 to 8 people."),
                left=left,
                final=plan.final,
            )
        )


def _cost_words(plan: KnockoutPlan) -> Iterator[Sentence]:
    yield say(
        "knockout.rounds",
        N_("{count} round: one table of {final}."),
        N_("{count} rounds, the last of them the final of {final}."),
        count=plan.rounds,
        final=plan.final,
    )
    if not any(level.byes or level.wild_cards or level.repechage.sizes for level in plan.levels):
        yield say("knockout.plain", N_("No byes and no wild cards."))
    for number, level in enumerate(plan.levels, 1):
        yield from level_words(level, number)
    if plan.third_place_people:
        yield say(
            "knockout.third_place",
            N_("{count} person who goes out before the final plays for the places after it."),
            N_("{count} people who go out before the final play for the places after it."),
            count=plan.third_place_people,
        )
