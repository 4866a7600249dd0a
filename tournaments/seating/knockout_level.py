"""One round of a knockout: tables, how many go on from each, and what fills the next round."""

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
        """The round in one sentence: its tables, and how many go on; from which table, where the numbers differ."""
        if len(set(self.advance)) > 1:
            return say(
                "knockout.round_by_table",
                N_("{tables}; {count} person goes on: {numbers}."),
                N_("{tables}; {count} people go on: {numbers}."),
                tables=tables_in_words(self.sizes),
                count=self.through,
                numbers=numbers_in_words(self.sizes, self.advance),
            )
        return say(
            "knockout.round",
            N_("{tables}; {count} person goes on."),
            N_("{tables}; {count} people go on."),
            tables=tables_in_words(self.sizes),
            count=self.through,
        )


def letter(table: int) -> str:
    """The letter of a table (0 is A); after Z comes AA."""
    first, last = divmod(table, len(ascii_uppercase))
    return (letter(first - 1) if first else "") + ascii_uppercase[last]


def sizes_text(sizes: Sequence[int]) -> str:
    """Table sizes in short, the largest first: "4x4 + 2x3"."""
    return " + ".join(f"{sizes.count(size)}x{size}" for size in sorted(set(sizes), reverse=True))


def numbers_by_size(sizes: Sequence[int], advance: Sequence[int]) -> dict[int, int]:
    """How many go on from a table by its size, the largest first; empty where tables of one size differ."""
    by_size = dict(sorted(zip(sizes, advance, strict=True), reverse=True))
    return by_size if list(advance) == [by_size[size] for size in sizes] else {}


def numbers_in_words(sizes: Sequence[int], advance: Sequence[int]) -> Sentence:
    """How many go on from which table: "2 from each table of 5", "6 from table A, 3 from table B"."""
    by_size = numbers_by_size(sizes, advance)
    parts = [
        say("knockout.from_size", N_("{number} from each table of {size}"), number=number, size=size)
        for size, number in by_size.items()
    ] or [_from_tables(number, first, last) for number, first, last in _runs(advance)]
    sentence = parts[-1]
    for earlier in reversed(parts[:-1]):
        sentence = say("knockout.numbers", N_("{first}, {rest}"), first=earlier, rest=sentence)
    return sentence


def _runs(advance: Sequence[int]) -> list[tuple[int, int, int]]:
    """Neighbouring tables with one number: the number, the first and the last table."""
    runs: list[tuple[int, int, int]] = []
    for table, number in enumerate(advance):
        if runs and runs[-1][0] == number:
            runs[-1] = (number, runs[-1][1], table)
        else:
            runs.append((number, table, table))
    return runs


def _from_tables(number: int, first: int, last: int) -> Sentence:
    if first == last:
        return say("knockout.from_table", N_("{number} from table {table}"), number=number, table=letter(first))
    return say(
        "knockout.from_tables",
        N_("{number} from each of the tables {first} to {last}"),
        number=number,
        first=letter(first),
        last=letter(last),
    )


def numbers_text(sizes: Sequence[int], advance: Sequence[int]) -> str:
    """How many go on from which table in short: "2 of 5, 1 of 3", or "A 6, B-C 3"."""
    by_size = numbers_by_size(sizes, advance)
    if by_size:
        return ", ".join(f"{number} of {size}" for size, number in by_size.items())
    runs = [(letter(first) + (f"-{letter(last)}" if last > first else ""), n) for n, first, last in _runs(advance)]
    return ", ".join(f"{tables} {number}" for tables, number in runs)


def level_text(level: Level) -> str:
    parts = [sizes_text(level.sizes)]
    if len(set(level.advance)) > 1:
        parts[0] += f" ({numbers_text(level.sizes, level.advance)})"
    for number, word in ((level.byes, "bye"), (level.wild_cards, "wild card")):
        if number:
            parts.append(f"{number} {word}" if number == 1 else f"{number} {word}s")
    if level.repechage.sizes:
        parts.append(f"repechage {sizes_text(level.repechage.sizes)} for {level.repechage.through}")
    return ", ".join(parts)


def level_row(level: Level) -> Row:
    again = level.repechage
    return [
        list(level.sizes),
        list(level.advance),
        level.wild_cards,
        level.byes,
        list(again.sizes),
        list(again.advance),
    ]


def level_from(row: Sequence[int | Sequence[int]]) -> Level:
    sizes, advance, wild_cards, byes, again, again_advance = row
    repechage = Repechage(_numbers(again), _numbers(again_advance))
    return Level(_numbers(sizes), _numbers(advance), number_from(wild_cards), number_from(byes), repechage)


def number_from(value: int | Sequence[int]) -> int:
    if not isinstance(value, int):
        raise TypeError
    return value


def _numbers(value: int | Sequence[int]) -> tuple[int, ...]:
    if isinstance(value, int):
        raise TypeError
    return tuple(map(number_from, value))


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


def level_words(level: Level, number: int) -> Iterator[Sentence]:
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
