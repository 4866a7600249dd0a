"""Knockouts of tables: rounds in which the best of each table go on, down to one final table.

A plan says how many tables of which size, how many go on from each, and how the next round is filled. It knows nobody's
name: seeding is in `knockout_seeding`, who meets whom later in `knockout_draw`, who goes on in `knockout_results`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from engine import N_, Sentence, say
from tournaments.seating.sizes import LARGEST, SMALLEST, tables_in_words

Row = list[int | list[int]]


class NoPlan(Exception):
    """No knockout fits; `sentence` says why, and what would."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Repechage:
    """One more round among all who did not go on, whose best fill the next round; without tables there is none."""

    sizes: tuple[int, ...] = ()
    advance: tuple[int, ...] = ()

    @property
    def through(self) -> int:
        """How many come back."""
        return sum(self.advance)


@dataclass(frozen=True, slots=True)
class Level:
    """One round of a knockout, its tables in the order A, B, C … (the best seed sits at A).

    `sizes[t]` people sit at table t and `advance[t]` of them go on; `wild_cards` of the best others go on as well.
    `byes` of the best seeds wait for the next round (first round only).
    """

    sizes: tuple[int, ...]
    advance: tuple[int, ...]
    wild_cards: int = 0
    byes: int = 0
    repechage: Repechage = Repechage()

    @property
    def people(self) -> int:
        """Everybody in this round, those with a bye included."""
        return sum(self.sizes) + self.byes

    @property
    def by_place(self) -> int:
        """How many go on by their place at a table."""
        return sum(self.advance)

    @property
    def through(self) -> int:
        """How many people the next round has."""
        return self.by_place + self.wild_cards + self.byes + self.repechage.through

    @property
    def words(self) -> Sentence:
        """The round in one sentence: its tables, and how many go on."""
        return say(
            "knockout.round",
            N_("{tables}; {count} person goes on."),
            N_("{tables}; {count} people go on."),
            tables=tables_in_words(self.sizes),
            count=self.through,
        )


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
    def rounds(self) -> int:
        """Rounds to be played one after the other, repechages and the final included."""
        return len(self.levels) + sum(1 for level in self.levels if level.repechage.sizes) + 1

    @property
    def text(self) -> str:
        """The plan in short: "4x4 + 2x3 -> 3x4 -> final 6"."""
        return " -> ".join([*map(_level_text, self.levels), f"final {self.final}"])

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
        return [head, *map(_level_row, self.levels)]


def from_rows(rows: Sequence[Sequence[int | Sequence[int]]]) -> KnockoutPlan:
    """Read a plan from plain lists. Raises NoPlan when it is damaged or does not add up."""
    try:
        (people, final, third_place), *levels = rows
        plan = KnockoutPlan(_number(people), tuple(map(_level, levels)), _number(final), _number(third_place) == 1)
    except (TypeError, ValueError) as wrong:
        raise NoPlan(say("knockout.damaged", N_("This plan of a knockout is damaged. Choose one again."))) from wrong
    check_plan(plan)
    return plan


def _level(row: Sequence[int | Sequence[int]]) -> Level:
    sizes, advance, wild_cards, byes, again, again_advance = row
    repechage = Repechage(_numbers(again), _numbers(again_advance))
    return Level(_numbers(sizes), _numbers(advance), _number(wild_cards), _number(byes), repechage)


def _number(value: int | Sequence[int]) -> int:
    if not isinstance(value, int):
        raise TypeError
    return value


def _numbers(value: int | Sequence[int]) -> tuple[int, ...]:
    if isinstance(value, int):
        raise TypeError
    return tuple(map(_number, value))


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


def check_levels(people: int, levels: Sequence[Level]) -> None:
    """Raise NoPlan when the first rounds of a plan do not add up; names the round."""
    for number, level in enumerate(levels, 1):
        if level.people != people:
            raise NoPlan(
                say(
                    "knockout.other_people",
                    N_("Round {round} has {people} people, but its tables and byes are for {seats}."),
                    round=number,
                    people=people,
                    seats=level.people,
                )
            )
        if not _is_sound(level, first=number == 1):
            raise NoPlan(
                say(
                    "knockout.unsound",
                    N_(
                        "Round {round} does not work. At each table of 2 to 8 somebody goes on and somebody goes out; "
                        "byes are for the first round; all others play in a repechage, or the best are wild cards."
                    ),
                    round=number,
                )
            )
        people = level.through


def _is_sound(level: Level, *, first: bool) -> bool:
    again = level.repechage
    left = level.people - level.byes - level.by_place
    counts = level.byes >= 0 and level.wild_cards >= 0 and (first or level.byes == 0)
    if not again.sizes:
        return counts and _go_on(level.sizes, level.advance) and level.wild_cards < left
    whole = sum(again.sizes) == left and level.wild_cards == 0
    return counts and whole and _go_on(level.sizes, level.advance) and _go_on(again.sizes, again.advance)


def _go_on(sizes: Sequence[int], advance: Sequence[int]) -> bool:
    """Whether at each table somebody goes on and somebody does not."""
    return (
        len(sizes) == len(advance) > 0
        and all(SMALLEST <= size <= LARGEST for size in sizes)
        and all(0 < number < size for size, number in zip(sizes, advance, strict=True))
    )


def letter(table: int) -> str:
    """The letter of a table (0 is A); after Z comes AA."""
    first, last = divmod(table, len(ascii_uppercase))
    return (letter(first - 1) if first else "") + ascii_uppercase[last]


def sizes_text(sizes: Sequence[int]) -> str:
    """Table sizes in short, the largest first: "4x4 + 2x3"."""
    return " + ".join(f"{sizes.count(size)}x{size}" for size in sorted(set(sizes), reverse=True))


def _level_text(level: Level) -> str:
    parts = [sizes_text(level.sizes)]
    for number, word in ((level.byes, "bye"), (level.wild_cards, "wild card")):
        if number:
            parts.append(f"{number} {word}" if number == 1 else f"{number} {word}s")
    if level.repechage.sizes:
        parts.append(f"repechage {sizes_text(level.repechage.sizes)} for {level.repechage.through}")
    return ", ".join(parts)


def _level_row(level: Level) -> Row:
    again = level.repechage
    return [
        list(level.sizes),
        list(level.advance),
        level.wild_cards,
        level.byes,
        list(again.sizes),
        list(again.advance),
    ]


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
        yield from _level_words(level, number)
    if plan.third_place_people:
        yield say(
            "knockout.third_place",
            N_("{count} person who goes out before the final plays for the places after it."),
            N_("{count} people who go out before the final play for the places after it."),
            count=plan.third_place_people,
        )


def _level_words(level: Level, number: int) -> Iterator[Sentence]:
    if level.byes:
        yield say(
            "knockout.byes",
            N_("{count} top seed waits for the second round (a bye)."),
            N_("{count} top seeds wait for the second round (byes)."),
            count=level.byes,
        )
    if level.wild_cards:
        yield say(
            "knockout.wild_cards",
            N_("{count} of the others goes on from round {round} as the best of them (a wild card)."),
            N_("{count} of the others go on from round {round} as the best of them (wild cards)."),
            count=level.wild_cards,
            round=number,
        )
    if level.repechage.sizes:
        yield say(
            "knockout.repechage",
            N_("After round {round} all others play again ({tables}); {count} comes back."),
            N_("After round {round} all others play again ({tables}); {count} come back."),
            count=level.repechage.through,
            round=number,
            tables=tables_in_words(level.repechage.sizes),
        )
    if len(set(level.sizes)) > 1:
        yield say(
            "knockout.uneven",
            N_("Round {round}: {tables}; the smaller tables go to the top seeds."),
            round=number,
            tables=tables_in_words(level.sizes),
        )
