"""Rows for tests, made straight in the database: plain functions, every argument with a plain default.

They go round the commands on purpose: a test of one command does not have to run ten others first. Whatever the
database refuses, they refuse too.
"""

import datetime as dt
import itertools
from collections.abc import Sequence
from typing import Any

from games.models import Game, Hand
from tournaments.models import (
    Club,
    Entry,
    Membership,
    Player,
    Role,
    Round,
    Seat,
    Table,
    Tournament,
    User,
)

NOW = dt.datetime(2026, 3, 6, 19, 30, tzinfo=dt.UTC)
PLAN = [[9, 8, 7, 6], [5, 4, 3], [2, 1, 0]]
BIRDS = (
    "Wren",
    "Robin",
    "Heron",
    "Plover",
    "Dunlin",
    "Siskin",
    "Curlew",
    "Avocet",
    "Merlin",
    "Osprey",
    "Pipit",
    "Teal",
)
_numbers = itertools.count(1)


def a_user(name: str = "", *, password: str | None = None, **more: Any) -> User:
    """Somebody who can sign in; without a password only by `client.force_login`."""
    number = next(_numbers)
    return User.objects.create_user(f"user-{number}", name=name or f"User {number}", password=password, **more)


def a_club(name: str = "", **more: Any) -> Club:
    """A club; its address is made from a running number unless given."""
    number = next(_numbers)
    return Club.objects.create(**{"name": name or f"Club {number}", "slug": f"club-{number}", **more})


def a_member(club: Club, role: Role, name: str = "", **more: Any) -> User:
    """A user who is a member of the club."""
    user = a_user(name, **more)
    Membership.objects.create(club=club, user=user, role=role)
    return user


def a_player(club: Club, name: str = "", **more: Any) -> Player:
    """A player of the club: a bird with a number unless named."""
    number = next(_numbers)
    name = name or f"{BIRDS[number % len(BIRDS)]} {number}"
    return Player.objects.create(**{"club": club, "name": name, "sort_name": name, **more})


def a_tournament(club: Club, name: str = "", **more: Any) -> Tournament:
    """A published tournament with the usual settings: double nine, ten centres in three rounds, tables of 3 to 5."""
    number = next(_numbers)
    settings: dict[str, Any] = {
        "name": name or f"Evening {number}",
        "slug": f"evening-{number}",
        "date": NOW.date(),
        "state": Tournament.State.PUBLISHED,
        "rules": "gamerules",
        "plan": PLAN,
        "sizes": [3, 4, 5],
        "tie_breaks": ["most_zeros", "lowest_other"],
    }
    return Tournament.objects.create(club=club, **{**settings, **more})


def an_entry(tournament: Tournament, player: Player | None = None, **more: Any) -> Entry:
    """The next entry of the tournament, here unless said otherwise; with a new player unless one is given."""
    last = tournament.entries.order_by("number").last()
    settings: dict[str, Any] = {
        "player": player or a_player(tournament.club),
        "number": 1 if last is None else last.number + 1,
        "status": Entry.Status.HERE,
        "made_at": NOW,
    }
    return Entry.objects.create(tournament=tournament, **{**settings, **more})


def some_entries(tournament: Tournament, count: int, **more: Any) -> list[Entry]:
    """Several entries, in the order of their numbers."""
    return [an_entry(tournament, **more) for _ in range(count)]


def a_round(
    tournament: Tournament,
    tables: Sequence[Sequence[Entry]],
    *,
    sits_out: Sequence[Entry] = (),
    state: Round.State = Round.State.OPEN,
    **more: Any,
) -> Round:
    """The next round with its tables, seats and (unless a draft) games; `tables` lists the entries seat by seat."""
    number = tournament.rounds.count() + 1
    settings: dict[str, Any] = {
        "number": number,
        "state": state,
        "centres": tournament.plan[number - 1] if number <= len(tournament.plan) else [None],
        "made_at": NOW,
        "published_at": None if state == Round.State.DRAFT else NOW,
        "closed_at": NOW if state == Round.State.CLOSED else None,
    }
    round = Round.objects.create(tournament=tournament, **{**settings, **more})
    for table_number, entries in enumerate(tables, start=1):
        game = None if state == Round.State.DRAFT else a_game(round.centres, rules=tournament.rules)
        table = Table.objects.create(round=round, number=table_number, game=game)
        for place, entry in enumerate(entries, start=1):
            Seat.objects.create(round=round, table=table, place=place, entry=entry, player=entry.player)
    for entry in sits_out:
        Seat.objects.create(round=round, role=Seat.Role.SITS_OUT, entry=entry, player=entry.player)
    return round


def a_game(centres: Sequence[int | None], *, rules: str = "gamerules") -> Game:
    """A game with one hand for each centre and no reports."""
    game = Game.objects.create(rules=rules)
    for number, centre in enumerate(centres, start=1):
        Hand.objects.create(game=game, number=number, centre=centre)
    return game
