"""The bank of plans found beforehand: base rounds for small and tight events, in `bank.txt` beside this module.

One line an entry: table sizes (1 = sits out); shift, orbits, fixed people; the added rounds, or "q=" and the repeats
that are left; the base rounds as labels in table order. Lines that begin with # say where the entries come from.
"""

from functools import cache
from importlib.resources import files
from itertools import groupby

from tournaments.seating.starter import Starter


@cache
def bank() -> dict[tuple[int, ...], tuple[Starter, ...]]:
    """All entries by their table sizes (largest first), perfect ones before others."""
    text = files("tournaments.seating").joinpath("bank.txt").read_text(encoding="ascii")
    starters = [read(line) for line in text.splitlines() if line and not line.startswith("#")]
    starters.sort(key=lambda starter: (starter.sizes, starter.weighted > 0))
    return {sizes: tuple(group) for sizes, group in groupby(starters, key=lambda starter: starter.sizes)}


def read(line: str) -> Starter:
    """One line of the bank as a value. Raises ValueError for a line that is not one."""
    sizes, moves, added, *bases = (part.strip() for part in line.split("|"))
    shift, orbits, fixed = map(int, moves.split())
    return Starter(
        tuple(size for part in sizes.split() for size in _repeated(part)),
        shift,
        orbits,
        fixed,
        tuple(tuple(map(int, base.split())) for base in bases),
        "columns" in added,
        "rows" in added,
        int(added.removeprefix("q=")) if added.startswith("q=") else 0,
    )


def write(starter: Starter) -> str:
    """The line of an entry; read() gives the entry back."""
    sizes = " ".join(f"{len(list(group))}x{size}" for size, group in groupby(starter.sizes))
    added = " ".join(word for word in ("columns", "rows") if getattr(starter, word))
    added = f"q={starter.weighted}" if starter.weighted else added
    bases = [" ".join(map(str, base)) for base in starter.bases]
    return " | ".join([sizes, f"{starter.shift} {starter.orbits} {starter.fixed}", added, *bases])


def _repeated(part: str) -> tuple[int, ...]:
    times, size = part.split("x")
    return (int(size),) * int(times)
