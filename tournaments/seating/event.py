"""A whole event planned ahead: people leave and join between rounds, and the rest is planned anew each time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from tournaments.seating.board import shuffled
from tournaments.seating.draw import Past, Round, Seating, Wishes, draw_rounds
from tournaments.seating.quality import Quality, quality
from tournaments.seating.sizes import Split


@dataclass(frozen=True, slots=True)
class Event:
    """What is known before the plan: people 1 to n, rounds, rounds already played, and how many come and go.

    `leave[r]` people leave and `join[r]` come after round r (counted from 1, played rounds included); who leaves is
    drawn, who joins gets the next numbers. `split` chooses the tables for a number of people.
    """

    people: int
    rounds: int
    split: Callable[[int], Split]
    past: Past = field(default_factory=Past)
    leave: Mapping[int, int] = field(default_factory=dict)
    join: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """All rounds drawn, who is there at the end, and how good it is."""

    drawn: tuple[Seating, ...]
    here: tuple[int, ...]
    quality: Quality


def plan(event: Event, *, seed: int, wishes: Wishes | None = None, moves: int | None = None) -> Plan:
    """Plan the event: all rounds at once, and after each change all the rounds that are left. Raises CannotSeat."""
    here = list(range(1, event.people + 1))
    chance = Random(seed).random
    drawn: list[Seating] = []
    newest = event.people
    played = len(event.past.rounds)
    ahead: Sequence[Seating] = ()
    for number in range(played, event.rounds):
        leaving, joining = event.leave.get(number, 0), event.join.get(number, 0)
        if leaving or joining:
            gone = shuffled(here, chance)[:leaving]
            here = [entry for entry in here if entry not in gone] + list(range(newest + 1, newest + joining + 1))
            newest += joining
            ahead = ()
        if not ahead:
            past = _after(event.past, drawn)
            left = event.rounds - number
            ahead = draw_rounds(here, event.split(len(here)), past, rounds=left, seed=seed, wishes=wishes, moves=moves)
        drawn.append(ahead[0])
        ahead = ahead[1:]
    return Plan(tuple(drawn), tuple(here), quality(here, event.past, drawn, wishes))


def _after(past: Past, drawn: Sequence[Seating]) -> Past:
    rounds: tuple[Round, ...] = tuple(seating.tables for seating in drawn)
    return Past(past.rounds + rounds, past.sat_out + tuple(seating.sit_outs for seating in drawn))
