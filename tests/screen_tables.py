"""Tables on screen for tests: people and bots at one table, laid by the real command, played by anybody's choice."""

import random
from collections.abc import Sequence
from datetime import datetime

from games.models import ScreenPlay
from games.screen import Step
from games.screens import OnScreen
from tests.factories import NOW, a_club, a_game, a_round, a_tournament, some_entries
from tournaments import bots, screen_moves, screen_tables
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.queries.screens import screen_of

SECRET = bytes(range(32))


def a_screen_table(round: Round, people: int = 2, bot_count: int = 2, bot: str = "heaviest") -> Table:
    """One more table of a round, on screen: people at the first places, bots behind them. Nothing is dealt yet."""
    tournament = round.tournament
    entered = some_entries(tournament, people)
    if bot_count:
        entered += bots.enter_bots(tournament=tournament, bot=bot, count=bot_count, by="Orla", at=NOW)
    plan = bots.plan_of(tournament)
    plan.secret = SECRET
    plan.save()
    game = a_game(round.centres, rules=tournament.rules)
    table = Table.objects.create(round=round, number=round.tables.count() + 1, game=game, on_screen=True)
    for place, entry in enumerate(entered, 1):
        Seat.objects.create(round=round, table=table, place=place, entry=entry, player=entry.player)
    screen_tables.lay_screen_tables(round=round, tables=[table])
    return table


def a_screen_round(people: int = 2, bot_count: int = 2, *, plan: Sequence[Sequence[int]] = ((9, 8),)) -> Table:
    """The only table of the first round of a tournament, on screen, not begun."""
    tournament = a_tournament(a_club(), plan=[list(centres) for centres in plan])
    return a_screen_table(a_round(tournament, []), people, bot_count)


def play_of(table: Table) -> ScreenPlay:
    return ScreenPlay.objects.get(game__table=table.pk)


def now_at(table: Table) -> OnScreen:
    """The table as it is stored."""
    now = screen_of(table)
    assert now is not None
    return now


def deal(table: Table, at: datetime = NOW) -> OnScreen:
    """Let somebody at the table have the next hand dealt."""
    play = play_of(table)
    return screen_moves.deal_next(play_id=play.pk, counter=play.counter, at=at)


def tap(table: Table, step: Step | None = None, at: datetime = NOW) -> screen_moves.Moved:
    """A move of whoever is in turn: this one, or the first that the rules allow."""
    now = now_at(table)
    assert now.sitting is not None
    assert now.in_turn is not None
    step = step or Step(now.sitting.hand.legal_moves()[0])
    return screen_moves.move(
        play_id=now.play.pk, place=now.in_turn, counter=now.play.counter, sent=step.text(), step=step, at=at
    )


def play_hand(table: Table, seed: int = 5, at: datetime = NOW) -> OnScreen:
    """Deal a hand and play it to its end, people moving as chance has it."""
    chance, now = random.Random(seed), deal(table, at)
    while now.in_turn is not None:
        assert now.sitting is not None
        now = tap(table, Step(chance.choice(now.sitting.hand.legal_moves())), at).now
    return now


def play_table(table: Table) -> OnScreen:
    """Play every hand of a table."""
    for _hand in table.round.centres:
        now = play_hand(table)
    return now


def open_tournament(table: Table) -> Tournament:
    return Tournament.objects.get(pk=table.round.tournament_id)
