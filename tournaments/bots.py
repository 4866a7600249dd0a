"""Bots as entries of a tournament, and how its bot tables are played."""

import re
import secrets
from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from tournaments import history
from tournaments.entries import enter
from tournaments.models import BotTables, Club, Entry, Player, Tournament
from tournaments.programme import Programme, make_tournament
from tournaments.refusals import Refused

MOST_AT_ONCE = 400
"""Bots that are entered in one go; more is a typing error."""
SLOWEST_PACE = 600
"""Seconds a turn that a watched table takes at most."""


@transaction.atomic
def enter_bots(*, tournament: Tournament, bot: str, count: int, by: str, at: datetime) -> list[Entry]:
    """Enter so many bots of one kind, here at once. Bots of the club that are not entered yet come first.

    Refused where the tournament's rules are not played with tiles, for an unknown kind, or for none or too many.
    """
    history.hold_club(tournament.club)
    tournament = history.lock_unfinished(tournament)
    if bot not in engine.BOTS:
        raise Refused(_("Choose a kind of bot: {kinds}.").format(kinds=", ".join(engine.BOTS)))
    if not 1 <= count <= MOST_AT_ONCE:
        raise Refused(_("Enter 1 to {most} bots at once.").format(most=MOST_AT_ONCE))
    check_rules(tournament)
    players = _bot_players(tournament, bot, count)
    plan_of(tournament)
    return enter(tournament=tournament, players=players, status=Entry.Status.HERE, by=by, at=at)


@transaction.atomic
def make_bot_tournament(
    *, club: Club, name: str, on: date, rules: str, bots: Sequence[tuple[str, int]], by: str, at: datetime
) -> Tournament:
    """A tournament of bots only, as a draft: so many of each kind. Refused as `make_tournament` and `enter_bots` do."""
    history.hold_club(club)
    read = engine.Rules.read(rules)
    plan = (tuple(read.centres()),)
    dealable = tuple(read.player_counts())
    sizes = tuple(size for size in dealable if 3 <= size <= 5) or dealable
    programme = Programme(
        name=name, date=on, time_zone=club.time_zone, rules=rules, plan=plan, sizes=sizes, preferred_size=sizes[0]
    )
    tournament = make_tournament(club=club, programme=programme, by=by, at=at)
    for bot, count in bots:
        enter_bots(tournament=tournament, bot=bot, count=count, by=by, at=at)
    return tournament


@transaction.atomic
def plan_bot_tables(*, tournament: Tournament, starts: BotTables.Starts, pace: int, by: str, at: datetime) -> BotTables:
    """Say when the bot tables of the rounds to come begin, and how many seconds a turn is shown; 0 is full speed."""
    tournament = history.lock_unfinished(tournament)
    check_pace(pace)
    plan = plan_of(tournament)
    if (plan.starts, plan.pace) != (starts, pace):
        plan.starts, plan.pace = starts, pace
        plan.save(update_fields=["starts", "pace"])
        facts = {"starts": starts.value, "pace": pace}
        history.write_down(tournament, "bots.plan", by=by, at=at, facts=facts, visible=False)
    return plan


def plan_of(tournament: Tournament) -> BotTables:
    """The plan of the bot tables; made here with a fresh secret if there is none. The caller holds the tournament."""
    defaults = {"secret": secrets.token_bytes(engine.KEY_BYTES)}
    return BotTables.objects.get_or_create(tournament=tournament, defaults=defaults)[0]


def plan_for_laying(tournament: Tournament) -> BotTables:
    """The plan of the bot tables for tables that are laid now: counted, so that their secrets are not those of before.

    Refused where the rules have no tiles. The caller holds the tournament.
    """
    check_rules(tournament)
    plan = plan_of(tournament)
    plan.laid += 1
    plan.save(update_fields=["laid"])
    return plan


def check_pace(pace: int) -> None:
    """Refuse a pace that nobody would watch."""
    if not 0 <= pace <= SLOWEST_PACE:
        raise Refused(_("A turn takes 0 to {most} seconds; 0 is full speed, shown at once.").format(most=SLOWEST_PACE))


def bot_name(bot: str, number: int) -> str:
    """What a bot is called wherever a name stands, so that nobody takes it for a person."""
    return f"Bot {number} ({bot})"


def check_rules(tournament: Tournament) -> None:
    """Refuse bots under rules that are played without tiles."""
    if not engine.read_rules(tournament.rules).has_tiles:
        raise Refused(_("These rules only count points: there are no tiles that a bot could play."))


def _bot_players(tournament: Tournament, bot: str, count: int) -> list[Player]:
    """So many bots of this kind that are not in the tournament: those of the club first, then new ones."""
    known = list(
        Player.objects.filter(club=tournament.club_id, only_in=history.rehearsal_in(tournament))
        .exclude(bot="")
        .order_by("pk")
    )
    entered = set(tournament.entries.exclude(player__bot="").values_list("player", flat=True))
    free = [player for player in known if player.bot == bot and player.pk not in entered][:count]
    last = max((int(found[1]) for player in known if (found := re.match(r"Bot (\d+) ", player.name))), default=0)
    names = [bot_name(bot, number) for number in range(last + 1, last + 1 + count - len(free))]
    fresh = Player.objects.bulk_create(
        Player(club_id=tournament.club_id, name=name, sort_name=name, bot=bot, only_in=history.rehearsal_in(tournament))
        for name in names
    )
    return [*free, *fresh]
