"""Rounds of bots for tests, made by the real commands."""

from datetime import datetime

import engine
from games.models import BotPlay
from tests.factories import NOW, a_club, a_game, a_tournament
from tournaments import bot_hands, bot_tables, bots, drafts
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.queries.coming_round import drawn_for
from tournaments.rounds import allowed_sizes
from tournaments.seating.sizes import splits

SECRET = bytes(range(32))


def a_bot_tournament(
    count: int = 4, bot: str = "heaviest", *, plan: list[list[int]] | None = None, pace: int = 0, secret: bytes = SECRET
) -> Tournament:
    """A published tournament of bots, whose secret is known, so that every game of it is too."""
    tournament = a_tournament(a_club(), plan=plan or [[9, 8, 7], [6, 5]])
    bots.enter_bots(tournament=tournament, bot=bot, count=count, by="Orla", at=NOW)
    found = bots.plan_of(tournament)
    found.secret, found.pace = secret, pace
    found.save()
    return tournament


def publish_next(tournament: Tournament, *, at: datetime = NOW) -> Round:
    """Draw and publish the next round."""
    people = drawn_for(tournament).filter(status="here").count()
    split = splits(people, allowed_sizes(tournament), 4)[0]
    draft = drafts.draft_round(tournament=tournament, split=split, seed=1, by="Orla", at=at)
    return drafts.publish_round(draft=draft, by="Orla", at=at)


def a_bot_round(count: int = 4, bot: str = "heaviest", *, pace: int = 0, plan: list[list[int]] | None = None) -> Round:
    """The first round of a tournament of bots."""
    return publish_next(a_bot_tournament(count, bot, plan=plan, pace=pace))


def play_of(table: Table) -> BotPlay:
    """The bot play of a table as it is stored now."""
    return BotPlay.objects.get(game__table=table.pk)


def only_table(round: Round) -> Table:
    return round.tables.select_related("round__tournament").get(number=1)


def a_bot_table(round: Round, count: int = 3, bot: str = "heaviest") -> Table:
    """One more table of a round, of bots that wait to begin."""
    entered = bots.enter_bots(tournament=round.tournament, bot=bot, count=count, by="Orla", at=NOW)
    table = Table.objects.create(round=round, number=round.tables.count() + 1, game=a_game(round.centres))
    for place, entry in enumerate(entered, 1):
        Seat.objects.create(round=round, table=table, place=place, entry=entry, player=entry.player)
    bot_tables.lay_bot_tables(round=round, tables=[table], at=NOW)
    return table


def play_now(table: Table, at: datetime = NOW) -> None:
    """Let a worker play a table to its end."""
    bot_hands.play_tables(plays=[play_of(table).pk], now=lambda: at)


def undisturbed(play: BotPlay) -> list[str]:
    """The records of a table as its secret and the engine give them, whatever happens around it."""
    records, before = [], None
    rules = engine.Rules.read(play.game.rules)
    for hand in play.game.hands.order_by("number"):
        played = engine.play_bots(
            rules, play.bots, centre=hand.centre or 0, hand=hand.number, before=before, secret=bytes(play.secret)
        )
        before = played.first
        records.append(played.record.text())
    return records
