"""Rehearsals in tests: of the entry list of the club evening in tests/cases/evening-1, played to where it is wanted."""

import datetime as dt
from collections.abc import Iterable

from games.models import BotPlay
from tests.factories import NOW, a_player, a_tournament, an_entry
from tests.tournaments.standings.test_evening import rows_of
from tournaments import bot_hands
from tournaments.models import Club, Entry, Rehearsal, RehearsalStep, Tournament
from tournaments.rehearsal_course import Mishap
from tournaments.rehearsals import rehearse
from tournaments.rehearsing import is_stuck, take_step

EVERYTHING = tuple(Mishap)


def evening_1(club: Club) -> Tournament:
    """Its thirty people are expected, and nobody is seated."""
    tournament = a_tournament(club, "Barn evening", slug="barn-evening", preferred_size=6, sizes=[4, 5, 6])
    for row in rows_of("roster.csv"):
        an_entry(tournament, a_player(club, row["Name"]), status=Entry.Status.EXPECTED)
    return tournament


def a_rehearsal(
    tournament: Tournament,
    *,
    mishaps: Iterable[Mishap] = EVERYTHING,
    speed: Rehearsal.Speed = Rehearsal.Speed.PRESSED,
    seed: int = 5,
) -> Rehearsal:
    return rehearse(tournament=tournament, speed=speed, seconds=5, mishaps=tuple(mishaps), seed=seed, by="Orla", at=NOW)


def steps(rehearsal: Rehearsal, most: int = 300) -> list[RehearsalStep]:
    """Take steps until there is none, or one is refused, a second after one another."""
    taken: list[RehearsalStep] = []
    while len(taken) < most:
        at = NOW + dt.timedelta(seconds=rehearsal.steps.count() + 1)
        step = take_step(rehearsal=rehearsal, at=at, is_asked=True)
        if step is None:
            break
        taken.append(step)
        if is_stuck(rehearsal):
            break
    return taken


def to_the_end(rehearsal: Rehearsal) -> list[RehearsalStep]:
    """All steps; workers play the tables of bots in between."""
    taken = steps(rehearsal)
    while waiting := list(BotPlay.objects.exclude(state=BotPlay.State.FINISHED).values_list("pk", flat=True)):
        bot_hands.play_tables(plays=waiting, now=lambda: NOW + dt.timedelta(hours=1))
        taken += steps(rehearsal)
    return taken
