"""A tournament in every state goes out and comes in again, and every page of it is the same to the last byte."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.models import Game
from tests.factories import NOW
from tests.played import hand_in
from tests.staged import (
    WHO,
    a_knockout,
    again,
    drawn,
    planned,
    play,
    played,
    qualifying,
    seated,
    stage,
    staged,
    tables_of,
)
from tournaments import backups, drafts, programme, wishes
from tournaments.cuts import make_cut, replace_qualifier
from tournaments.exchange.tournament_file import export, load, read
from tournaments.models import Club, Tournament, Wish
from tournaments.seating.sizes import Split
from tournaments.settling import draw_lot
from tournaments.stages import StagePlan

pytestmark = pytest.mark.django_db

OPEN = StagePlan(plan=((9,),))
SLUG = "friday-evening"
Make = Callable[[Club], Tournament]


def of_stages(club: Club, **more: Any) -> Tournament:
    """Eight people, one open round played, four into a final; the tie-breaks say nothing."""
    tournament, people = staged(club, OPEN, a_knockout(name="Final"), tie_breaks=[], slug=SLUG, **more)
    played(tournament, [[0, 1, 2, 9], [9, 10, 11, 12]], people)
    return again(tournament)


def with_a_lot(club: Club) -> Tournament:
    tournament = of_stages(club)
    draw_lot(stage=stage(tournament, 2), tied=[4, 5], seed=3, **WHO)
    return tournament


def cut(club: Club) -> Tournament:
    tournament = with_a_lot(club)
    make_cut(stage=stage(tournament, 2), **WHO)
    gone = tournament.entries.get(number=1)
    replace_qualifier(stage=stage(tournament, 2), entry=gone, why="went home", **WHO)
    return tournament


def drawn_final(club: Club) -> Tournament:
    tournament = cut(club)
    planned(tournament)
    drawn(tournament)
    return tournament


def begun(club: Club, **more: Any) -> Tournament:
    """A knockout with other numbers for table A: the first round is over, of the second one table is in."""
    tournament = qualifying(club, 16, advance_by_table="3,2", advance_by_size="5:3", **more)
    Tournament.objects.filter(pk=tournament.pk).update(slug=SLUG)
    planned(tournament)
    play(seated(tournament))
    second = seated(tournament)
    hand_in(second, 1, {1: [3 * place for place, _one in enumerate(tables_of(second)[0])]})
    return again(tournament)


def finished(club: Club) -> Tournament:
    tournament = cut(club)
    planned(tournament)
    play(seated(tournament))
    programme.finish(tournament=again(tournament), **WHO)
    return again(tournament)


def adjusted(club: Club) -> Tournament:
    """Tables of three and five, compared by adjusted points, which was chosen before the first seating."""
    tournament, people = staged(club, StagePlan(plan=((9,), (8,))), people=8, comparison="adjusted", slug=SLUG)
    played(tournament, [[0, 12, 30], [5, 0, 7, 40, 41]], people)
    played(tournament, [[0, 12, 30], [5, 0, 7, 40, 41]], people[::-1])
    return again(tournament)


def wished(club: Club) -> Tournament:
    """A draft of a round with wishes, beside a stage that has not begun."""
    tournament, _people = staged(club, OPEN, a_knockout(name="Final"), slug=SLUG)
    wishes.add(tournament=tournament, kind=Wish.Kind.APART, entries=[1, 2], table=None, note="", **WHO)
    wishes.add(tournament=tournament, kind=Wish.Kind.PLACE, entries=[3], table=2, note="", **WHO)
    drafts.draft_round(tournament=tournament, split=Split((4, 4)), seed=1, **WHO)
    return again(tournament)


STATES: list[Make] = [of_stages, with_a_lot, cut, drawn_final, begun, finished, adjusted, wished]


WITHOUT_HISTORY = ("stages", "desk-results", "programme", "points")
"""Pages of the desk that show neither the history, which is no part of the file, nor ids."""
WITH_HISTORY = (*WITHOUT_HISTORY, "console", "seat", "history", "wishes")


def pages_of(
    desk: Client, tournament: Tournament, of_desk: Sequence[str] = WITHOUT_HISTORY
) -> dict[str, tuple[int, bytes]]:
    """Every public page and file of a tournament, and the pages of the desk that show its rounds and stages."""
    rounds = [round.number for round in tournament.rounds.order_by("number")]
    numbers = tournament.entries.order_by("number").values_list("number", flat=True)
    stages = tournament.stages.order_by("number").values_list("number", flat=True)
    named = ["tournament", "seating", "results", "bracket", "bracket-list", "rules", "standings-csv", "standings-json"]
    addresses = [reverse(name, args=[SLUG]) for name in named]
    addresses += [reverse("entry", args=[SLUG, number]) for number in numbers]
    addresses += [reverse(name, args=[SLUG, number]) for number in stages for name in ("stage-list", "stage")]
    for name in ("after-round", "seating-round", "results-round", "results-hands", "bracket-round", "draw-file"):
        addresses += [reverse(name, args=[SLUG, number]) for number in rounds]
    for round in tournament.rounds.exclude(state="draft"):
        addresses += [reverse("table-result", args=[SLUG, round.number, table.number]) for table in round.tables.all()]
    addresses += [reverse(name, args=[SLUG]) for name in of_desk]
    cache.clear()
    answers = {address: desk.get(address, follow=True) for address in addresses}
    return {address: (answer.status_code, lasting(answer.content)) for address, answer in answers.items()}


PASSING = (
    rb'(?:\?v=|"version": )\d+',
    rb'name="csrfmiddlewaretoken" value="[^"]+"',
    rb'name="key" value="[^"]+"',
    rb'(?:value|action|hx-post|href|name|hx-get)="[^"]*settled/\d+/[^"]*"',
)
"""What is another in each answer or database: the version counts changes, keys are drawn, ids are given."""


def lasting(content: bytes) -> bytes:
    for one in PASSING:
        content = re.sub(one, b"", content)
    return content


@pytest.mark.parametrize("make", STATES, ids=lambda make: make.__name__)
def test_every_page_is_the_same_after_the_file_came_in(make: Make, club: Club, as_organiser: Client) -> None:
    tournament = make(club)
    before, text = pages_of(as_organiser, tournament), export(tournament)
    Tournament.objects.filter(pk=tournament.pk).delete()
    Game.objects.all().delete()
    loaded = again(load(read(text.encode()), by="Orla", at=NOW))
    assert export(loaded) == text
    after = pages_of(as_organiser, loaded)
    assert {one: answer for one, answer in after.items() if answer != before[one]} == {}
    assert len([status for status, _content in after.values() if status == 200]) > 15


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("make", [cut, drawn_final, begun, finished], ids=lambda make: make.__name__)
def test_every_page_is_the_same_after_a_backup_came_back(
    make: Make, club: Club, as_organiser: Client, tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_DIR = tmp_path
    tournament = make(club)
    before, text = pages_of(as_organiser, tournament, WITH_HISTORY), export(tournament)
    backups.backup(tmp_path / "evening", at=NOW)
    undo_everything(tournament)
    backups.restore(tmp_path / "evening", at=NOW)
    assert export(again(tournament)) == text
    after = pages_of(as_organiser, again(tournament), WITH_HISTORY)
    assert {one: answer for one, answer in after.items() if answer != before[one]} == {}


def undo_everything(tournament: Tournament) -> None:
    """As if the evening had never been."""
    Tournament.objects.filter(pk=tournament.pk).delete()
    Game.objects.all().delete()
