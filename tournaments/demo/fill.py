"""Filling the demo club: an evening of last week, tonight's as far as it is asked for, next week's, and a cup."""

import datetime as dt
import random
import zoneinfo
from collections.abc import Sequence
from datetime import datetime
from enum import Enum

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

import engine
from tournaments import clubs, entries, ledger, players, programme, seats
from tournaments.demo.cast import (
    CLUB,
    DESK,
    EVENING,
    FINED,
    KEEPER,
    LATE,
    NAMES,
    NEVER_CAME,
    PLACE,
    SHOWN,
    WENT_HOME,
)
from tournaments.demo.cup import fill_cup
from tournaments.demo.play import Clock, Evening
from tournaments.models import Club, Entry, LedgerLine, Player, Round, Tournament
from tournaments.programme import Programme
from tournaments.queries.tables import table_states
from tournaments.refusals import Refused


class Stage(Enum):
    """How far tonight's evening is."""

    ENTRIES = "entries"
    SEATED = "seated"
    PLAYING = "playing"
    FINISHED = "finished"


MINUTES = {Stage.ENTRIES: 3, Stage.SEATED: 7, Stage.PLAYING: 60, Stage.FINISHED: 96}
"""How long ago tonight's doors opened, so that the last thing done is done just now."""
WEEK = dt.timedelta(days=7)
HERE_EARLY = 17
LAST_WEEK = 19
NEXT_WEEK = 12


def fill_demo(*, stage: Stage, seed: int, at: datetime) -> Tournament:
    """Make the demo club with everything in it, and return tonight's tournament. The same seed makes the same evening.

    It belongs to whoever may see the support pages, or to the first account. Refused where the demo club is here
    already; two who fill it at once make one.
    """
    if Club.objects.filter(is_demo=True).exists():
        raise _here_already()
    try:
        with transaction.atomic():
            club = clubs.make_club(
                name=CLUB, place=PLACE, time_zone=settings.TIME_ZONE, owner=None, by=DESK, at=at, is_demo=True
            )
            people = _people(club, at)
            _last_week(club, people, seed, at - WEEK)
            _next_week(club, people, at)
            fill_cup(club, people, seed, at)
            return _tonight(club, people, stage, seed, at)
    except IntegrityError as error:
        if Club.objects.filter(is_demo=True).exists():
            raise _here_already() from error
        raise


def _here_already() -> Refused:
    return Refused(_("The demo club is here already. Remove it first: one button among the settings of the club."))


def _people(club: Club, at: datetime) -> dict[str, Player]:
    people = {player.name: player for player in players.add_many(club=club, new_names=NAMES, by=DESK, at=at)}
    for name, shown in SHOWN.items():
        players.edit(player=people[name], name=name, sort_name=name, note="", shown=shown, by=DESK, at=at)
    return people


def _tournament(club: Club, day: datetime, at: datetime) -> Tournament:
    """A published tournament on the day of a moment, made at another."""
    date = day.astimezone(zoneinfo.ZoneInfo(club.time_zone)).date()
    plan = Programme(name=EVENING, date=date, place=PLACE, time_zone=club.time_zone)
    made = programme.make_tournament(club=club, programme=plan, by=DESK, at=at)
    return programme.publish(tournament=made, by=DESK, at=at)


def _evening(tournament: Tournament, seed: int, start: datetime) -> Evening:
    rules = engine.Rules.read(tournament.rules)
    return Evening(tournament, rules, random.Random(f"{seed} {tournament.plan}"), Clock(start))


def _enter(evening: Evening, people: Sequence[Player], status: Entry.Status) -> None:
    entries.enter(tournament=evening.tournament, players=people, status=status, by=DESK, at=evening.clock.later(1))


def _set(evening: Evening, names: Sequence[str], status: Entry.Status) -> None:
    numbers = list(evening.tournament.entries.filter(player__name__in=names).values_list("number", flat=True))
    entries.set_status(
        tournament=evening.tournament, entries=numbers, status=status, by=KEEPER, at=evening.clock.later(1)
    )


def _last_week(club: Club, people: dict[str, Player], seed: int, at: datetime) -> None:
    """An evening that was played to its end."""
    start = at - dt.timedelta(minutes=MINUTES[Stage.FINISHED])
    evening = _evening(_tournament(club, at, start), seed + 1, start)
    _enter(evening, list(people.values())[:LAST_WEEK], Entry.Status.HERE)
    evening.play_to_the_end()


def _next_week(club: Club, people: dict[str, Player], at: datetime) -> None:
    """An evening to come, with the first names on its list."""
    tournament = _tournament(club, at + WEEK, at)
    coming = list(people.values())[:NEXT_WEEK]
    entries.enter(tournament=tournament, players=coming, status=Entry.Status.EXPECTED, by=DESK, at=at)


def _tonight(club: Club, people: dict[str, Player], stage: Stage, seed: int, at: datetime) -> Tournament:
    start = at - dt.timedelta(minutes=MINUTES[stage])
    tournament = _tournament(club, at, start)
    evening = _evening(tournament, seed, start)
    _enter(evening, list(people.values()), Entry.Status.EXPECTED)
    _set(evening, NAMES[:HERE_EARLY], Entry.Status.HERE)
    if stage is Stage.ENTRIES:
        return tournament
    _set(evening, [name for name in NAMES if name not in {LATE, NEVER_CAME}], Entry.Status.HERE)
    first = evening.seat()
    if stage is Stage.SEATED:
        return tournament
    _first_round(evening, first)
    second = evening.seat()
    if stage is Stage.PLAYING:
        _half_a_round(evening, second)
    else:
        evening.play_round(second, table_states(second))
        evening.play_to_the_end()
    tournament.refresh_from_db()
    return tournament


def _first_round(evening: Evening, first: Round) -> None:
    """A round with what happens in a round: a late comer, a number that was misread, a penalty, somebody who leaves."""
    states = table_states(first)
    smallest = min(states, key=lambda state: (len(state.seats), state.number))
    misread, *others = [state for state in states if state.number != smallest.number]
    evening.play(smallest, (1, 2))
    late = evening.tournament.entries.get(player__name=LATE)
    seats.add_to_table(table=smallest.table, entry=late, by=DESK, at=evening.clock.later(1))
    evening.play_with_a_misread_number(misread)
    ledger.add_line(
        entry=evening.tournament.entries.get(player__name=FINED),
        kind=LedgerLine.Kind.PENALTY,
        points=10,
        reason=_("Looked at a neighbour’s tiles"),
        round_number=first.number,
        by=DESK,
        at=evening.clock.later(1),
    )
    joined = next(state for state in table_states(first) if state.number == smallest.number)
    evening.play_round(first, [joined, *others])
    _set(evening, [WENT_HOME], Entry.Status.WITHDRAWN)


def _half_a_round(evening: Evening, played: Round) -> None:
    """Some tables are in, one is typed and not accepted, one has its first hand in, the last has nothing."""
    *done, typed, begun, _nothing = table_states(played)
    for state in done:
        evening.play(state, state.missing)
    evening.play(typed, typed.missing, accepted=False)
    evening.play(begun, (1,))
