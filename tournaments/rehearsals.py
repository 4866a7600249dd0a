"""Rehearsals: a marked copy of a tournament made with its entry list, its speed, and how it is thrown away."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games.models import Game
from tournaments import history
from tournaments.models import BotTables, Entry, Player, Rehearsal, Round, Seat, Stage, Tournament, Wish
from tournaments.programme import LONGEST_SLUG, Programme
from tournaments.refusals import Refused
from tournaments.rehearsal_course import Mishap
from tournaments.stages import copy_stages

SECRET_BYTES = 16
SLOWEST = 600
"""The most seconds between two steps."""
LONGEST_NAME = 100
HIGHEST_SEED = 2**31 - 1


@transaction.atomic
def rehearse(
    *,
    tournament: Tournament,
    speed: Rehearsal.Speed,
    seconds: int,
    mishaps: Sequence[Mishap],
    seed: int,
    by: str,
    at: datetime,
) -> Rehearsal:
    """Make a rehearsal: a copy with the same settings, stages, wishes and people, and with nothing played.

    Whoever withdrew stays at home; everybody else is expected, standbys stand by, and bots are here. The same `seed`
    plays the same evening. Refused for a rehearsal, and where fewer than two are entered.
    """
    tournament = history.lock(tournament)
    if tournament.is_rehearsal:
        raise Refused(_("This is a rehearsal already. Rehearse the tournament itself once more."))
    if tournament.removed_at is not None:
        raise Refused(_("{tournament} was removed, so it is not rehearsed.").format(tournament=tournament))
    people = list(tournament.entries.exclude(status=Entry.Status.WITHDRAWN).select_related("player").order_by("number"))
    if sum(1 for entry in people if entry.status != Entry.Status.STANDBY) < 2:
        raise Refused(_("There is nobody to rehearse with yet: enter the names first."))
    _check(seconds, seed)
    copied = _copy(tournament, people, at)
    _plan_bot_tables(copied, seed)
    return Rehearsal.objects.create(
        tournament=copied,
        seed=seed,
        speed=speed,
        seconds=seconds,
        mishaps=[one.value for one in Mishap if one in mishaps],
        by=by,
        made_at=at,
    )


def set_speed(*, rehearsal: Rehearsal, speed: Rehearsal.Speed, seconds: int) -> None:
    """Let a rehearsal go on at another speed from its next step on. Refused for a pace that nobody would watch."""
    _check(seconds, rehearsal.seed)
    Rehearsal.objects.filter(pk=rehearsal.pk).update(speed=speed, seconds=seconds)


@transaction.atomic
def throw_away(*, rehearsal: Rehearsal, typed_name: str) -> None:
    """Delete a rehearsal for good, with its rounds, games, history, and the people who came to it alone.

    Asks for its name to be typed. Nothing of it stays anywhere. A step that is being taken is waited for.
    """
    tournament = history.lock(rehearsal.tournament)
    if not tournament.is_rehearsal:
        raise Refused(_("{tournament} is no rehearsal, so it stays.").format(tournament=tournament))
    if typed_name.strip() != tournament.name:
        raise Refused(_("Type the name of the rehearsal, {name}, to throw it away.").format(name=tournament.name))
    games = list(Game.objects.filter(table__round__tournament=tournament).values_list("pk", flat=True))
    # In this order, because facts protect what they stand on.
    Seat.objects.filter(round__tournament=tournament).delete()
    Round.objects.filter(tournament=tournament).delete()
    Game.objects.filter(pk__in=games).delete()
    Stage.objects.filter(tournament=tournament).delete()
    Entry.objects.filter(tournament=tournament).delete()
    Player.objects.filter(only_in=tournament).delete()
    tournament.delete()


def _check(seconds: int, seed: int) -> None:
    if not 1 <= seconds <= SLOWEST:
        raise Refused(_("Between two steps there are 1 to {most} seconds.").format(most=SLOWEST))
    if not 0 <= seed <= HIGHEST_SEED:
        raise Refused(_("A seed is a whole number from 0 to {most}.").format(most=HIGHEST_SEED))


def _copy(tournament: Tournament, people: Sequence[Entry], at: datetime) -> Tournament:
    """The copy with its people, stages and wishes. Its address holds a secret, and nobody finds it without."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    copied = Tournament(
        club_id=tournament.club_id,
        rehearsal_of=tournament,
        name=_("Rehearsal: {name}").format(name=tournament.name)[:LONGEST_NAME],
        slug=f"rehearsal-{secret}-{tournament.slug}"[:LONGEST_SLUG].rstrip("-_"),
        state=Tournament.State.PUBLISHED,
        changed_at=at,
    )
    for name in Programme.__dataclass_fields__:
        if name != "name":
            setattr(copied, name, getattr(tournament, name))
    copied.save()
    copy_stages(tournament, copied)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=copied,
            player_id=entry.player_id,
            number=entry.number,
            status=_status(entry),
            made_at=at,
        )
        for entry in people
    )
    _copy_wishes(tournament, copied, {entry.number: entry for entry in entries}, at)
    return copied


def _status(entry: Entry) -> Entry.Status:
    """How somebody stands in the copy: nobody has come through the door, and bots need none."""
    if entry.status == Entry.Status.STANDBY:
        return Entry.Status.STANDBY
    return Entry.Status.HERE if entry.player.bot else Entry.Status.EXPECTED


def _plan_bot_tables(copied: Tournament, seed: int) -> None:
    """Bots play at full speed when a round is published; they and people on screen get the same hands by a seed."""
    secret = engine.table_secret(hashlib.sha256(str(seed).encode()).digest(), "bots of a rehearsal")
    BotTables.objects.create(tournament=copied, starts=BotTables.Starts.ROUND, pace=0, secret=secret)


def _copy_wishes(tournament: Tournament, copied: Tournament, of: Mapping[int, Entry], at: datetime) -> None:
    """The wishes about people who are in the copy; one that is about too few of them then is left out."""
    for wish in tournament.wishes.filter(removed_at=None).order_by("pk"):
        about = [
            of[number] for number in wish.entries.order_by("number").values_list("number", flat=True) if number in of
        ]
        if len(about) < (1 if wish.kind == Wish.Kind.PLACE else 2):
            continue
        made = Wish.objects.create(
            tournament=copied,
            kind=wish.kind,
            label=wish.label,
            table=wish.table,
            place=wish.place,
            note=wish.note,
            made_at=at,
        )
        made.entries.set(about)
