"""The best knockout plans for a number of people: as few rounds, wild cards and odd tables as can be."""

from collections.abc import Collection, Mapping

from tournaments.seating.knockout import KnockoutPlan, Level


def the_best(number: int) -> Mapping[int, int]:
    """So many go on from every table that is larger; by table size."""
    return dict.fromkeys(range(number + 1, 9), number)


def half_the_table() -> Mapping[int, int]:
    """The better half goes on (of five people two); by table size."""
    return {size: size // 2 for size in range(2, 9)}


def knockout_plans(
    people: int,
    *,
    sizes: Collection[int] = (3, 4, 5),
    preferred: int = 4,
    advance: Mapping[int, int] | int = 2,
    final_sizes: Collection[int] = (),
    wild_cards: bool = True,
    byes: bool = True,
    repechage: bool = False,
    third_place: bool = False,
    begun: tuple[Level, ...] = (),
) -> tuple[KnockoutPlan, ...]:
    """The best three plans that differ in their trade-offs, the best first.

    `sizes` are the allowed table sizes (2 to 8), `advance` says how many go on from a table, for all sizes or by size
    (a size without an entry, or all of whose people would go on, is not used). `final_sizes` are the allowed sizes of
    the final; without any, what suits the tables. `wild_cards`, `byes`, `repechage` say what may be used at all; plans
    without them come first. `begun` are first rounds laid by hand (other numbers for some tables, say), to be kept.
    Raises NoPlan with what would work.
    """
    raise NotImplementedError
