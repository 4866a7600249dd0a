"""Rehearsing an evening: one step after another, each by the command that people use. No step is planned ahead.

Whoever has a rehearsal (`busy_until`) takes its next step: a worker, or a page that is open. A step, the note of it and
the end of that are stored together, so that one who is killed in it leaves it undone, and the next one takes it.
"""

import datetime as dt
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import Max, Q, QuerySet

from tournaments.models import Change, Rehearsal, RehearsalStep
from tournaments.queries.rehearsals import MEANT
from tournaments.refusals import Refused, in_words
from tournaments.rehearsal_acts import DO
from tournaments.rehearsal_course import Act, Step, next_step
from tournaments.rehearsal_scene import scene_of
from tournaments.seating.knockout_level import NoPlan
from tournaments.seating.sizes import NoSplit

LEASE = dt.timedelta(seconds=30)
"""How long whoever takes a step has a rehearsal to themselves: much longer than any step takes."""
DRAWS = frozenset({Act.SEAT, Act.REDRAW})
"""A draw takes its time and holds nothing meanwhile. Killed between it and its note, it is not told of."""


def go_on(*, rehearsals: Sequence[Rehearsal], now: Callable[[], datetime], until: datetime) -> int:
    """Take the steps of these rehearsals that are due by their speed, in turn, and begin none after `until`.

    At once: one after another. By itself: one, if the last was long enough ago. By presses: none. Returns how many.
    """
    waiting, count = deque(rehearsals), 0
    while waiting and (at := now()) <= until:
        rehearsal = waiting.popleft()
        if take_step(rehearsal=rehearsal, at=at, is_asked=False) is not None:
            waiting.append(rehearsal)
            count += 1
    return count


def take_step(*, rehearsal: Rehearsal, at: datetime, is_asked: bool) -> RehearsalStep | None:
    """Take the next step of a rehearsal; None where there is none, or somebody else takes it, or it is thrown away.

    Where nobody asked for this step it waits until it is due, and after one that was refused until something changes.
    """
    if not _claim(rehearsal, at, is_asked=is_asked):
        return None
    ours = Rehearsal.objects.filter(pk=rehearsal.pk, busy_until=at + LEASE)
    try:
        now = Rehearsal.objects.select_related("tournament__club").get(pk=rehearsal.pk)
        if not is_asked and is_stuck(now):
            return None
        step = next_step(scene_of(now))
        return None if step is None else _take(now, step, at, ours)
    except _NotOurs:
        return None
    except ObjectDoesNotExist:
        if ours.exists():
            raise
        return None
    finally:
        ours.update(busy_until=None)


def is_stuck(rehearsal: Rehearsal) -> bool:
    """Whether the last step was refused, and nothing has changed since: the desk has to do something by hand."""
    last = rehearsal.steps.order_by("-number").first()
    if last is None or not last.was_refused or last.act in MEANT:
        return False
    return not Change.objects.filter(tournament=rehearsal.pk, at__gt=last.at).exists()


def _claim(rehearsal: Rehearsal, at: datetime, *, is_asked: bool) -> bool:
    """Whether the next step is ours. One statement decides.

    Whoever looks for one is noted, so that a rehearsal that cannot go on is not the first to be looked at again.
    """
    free = Rehearsal.objects.filter(Q(busy_until=None) | Q(busy_until__lt=at), pk=rehearsal.pk)
    if not is_asked:
        seconds = Rehearsal.objects.filter(pk=rehearsal.pk).values_list("seconds", flat=True).first() or 0
        due = Q(last_step_at=None) | Q(last_step_at__lte=at - dt.timedelta(seconds=seconds))
        free = free.filter(Q(speed=Rehearsal.Speed.AT_ONCE) | (Q(speed=Rehearsal.Speed.PACED) & due))
    return bool(free.update(busy_until=at + LEASE, last_step_at=at))


class _NotOurs(Exception):
    """We took so long that somebody else has the rehearsal by now."""


def _take(rehearsal: Rehearsal, step: Step, at: datetime, ours: QuerySet[Rehearsal]) -> RehearsalStep:
    """Do it as the desk would, and note what was said: both or neither, and only while the rehearsal is ours."""
    done = _tried(rehearsal, step, at) if step.act in DRAWS else None
    with transaction.atomic():
        said, was_refused = done or _tried(rehearsal, step, at)
        if not ours.update(busy_until=None):
            raise _NotOurs
        return RehearsalStep.objects.create(
            rehearsal=rehearsal,
            number=(rehearsal.steps.aggregate(last=Max("number"))["last"] or 0) + 1,
            act=step.act.value,
            round_number=step.round or None,
            table_number=step.table or None,
            said=said,
            was_refused=was_refused,
            at=at,
        )


def _tried(rehearsal: Rehearsal, step: Step, at: datetime) -> tuple[str, bool]:
    """What was said when the step was done, and whether it was refused."""
    try:
        return DO[step.act](rehearsal, step, at), False
    except Refused as refused:
        return refused.sentence, True
    except (NoSplit, NoPlan) as none:
        return in_words(none.sentence), True
