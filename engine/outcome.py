"""How a hand ended and what everybody scored."""

from dataclasses import dataclass
from enum import Enum


class Ended(Enum):
    """How a hand ended: somebody played their last tile, nobody could play on, or time ran out (A26, A46)."""

    OUT = "out"
    BLOCKED = "blocked"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended, which seat went out (None: nobody), and everybody's points by seat."""

    ended: Ended
    out: int | None
    points: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """Who went out, or in a blocked hand the seats with the fewest points; they share it (A35)."""
        if self.out is not None:
            return (self.out,)
        return tuple(seat for seat, points in enumerate(self.points) if points == min(self.points))
