"""The bank of plans found beforehand: base rounds for small and tight events, in `bank.txt` beside this module.

One line an entry: table sizes (1 = sits out); shift, orbits, fixed people; the added rounds; the base rounds as labels
in table order. Lines that begin with # say where the entries come from.
"""

from functools import cache
from importlib.resources import files
from itertools import groupby

from tournaments.seating.starter import Starter


@cache
def bank() -> dict[tuple[int, ...], Starter]:
    """Every entry by its table sizes, largest first."""
    text = files("tournaments.seating").joinpath("bank.txt").read_text(encoding="ascii")
    starters = [read(line) for line in text.splitlines() if line and not line.startswith("#")]
    return {starter.sizes: starter for starter in starters}


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
    )


def write(starter: Starter) -> str:
    """The line of an entry; read() gives the entry back."""
    sizes = " ".join(f"{len(list(group))}x{size}" for size, group in groupby(starter.sizes))
    added = " ".join(word for word in ("columns", "rows") if getattr(starter, word))
    bases = [" ".join(map(str, base)) for base in starter.bases]
    return " | ".join([sizes, f"{starter.shift} {starter.orbits} {starter.fixed}", added, *bases])


def _repeated(part: str) -> tuple[int, ...]:
    times, size = part.split("x")
    return (int(size),) * int(times)
