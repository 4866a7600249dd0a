"""Rows written without models are what models would have written, and the database holds them to the same rules."""

import datetime as dt
import uuid

import pytest
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict

from games import rows
from games.models import BotPlay, Game, Report, Score
from games.reports import open_games

pytestmark = pytest.mark.django_db
AT = dt.datetime(2026, 3, 1, 20, 15, 30, 123456, tzinfo=dt.UTC)
REPORT = tuple(field.name for field in Report._meta.concrete_fields if not field.primary_key)
SCORE = tuple(field.name for field in Score._meta.concrete_fields if not field.primary_key)
WORDS = "Ω 'quoted' \"twice\" \\n\n[Deal 97 64; 00] 100 % {}"


def a_game() -> Game:
    (game,) = open_games(rules="gamerules", centres=[9, 8], count=1)
    return game


def a_report(game: Game, number: int) -> Report:
    """A report that says something in most fields, not stored."""
    return Report(
        game=game,
        hand=game.hands.get(number=number),
        revision=1,
        ended="out",
        out_place=2,
        by="Orla",
        at=AT,
        although=WORDS,
        key=uuid.uuid4(),
        checked="record",
        record=WORDS,
        accepted_by="Henhouse",
        accepted_at=AT,
    )


def as_row(report: Report) -> tuple[object, ...]:
    return tuple(field.value_from_object(report) for field in Report._meta.concrete_fields if not field.primary_key)


def said(report: Report) -> dict[str, object]:
    return {name: value for name, value in model_to_dict(report).items() if name not in {"id", "key"}}


def test_a_row_is_what_the_model_would_have_written() -> None:
    game, other = a_game(), a_game()
    a_report(other, 1).save()
    made = rows.insert(Report, REPORT, [as_row(a_report(game, 1))], by="hand")
    assert made == {one.hand_id: one.pk for one in Report.objects.filter(game=game)}
    stored, by_model = Report.objects.get(game=game), Report.objects.get(game=other)
    theirs = said(by_model) | {"game": game.pk, "hand": game.hands.get(number=1).pk}
    assert said(stored) == theirs
    assert Report.objects.get(key=stored.key, at=AT, accepted_at=AT) == stored


def test_keys_come_back_by_what_they_belong_to() -> None:
    game = a_game()
    made = rows.insert(Report, REPORT, [as_row(a_report(game, number)) for number in (2, 1)], by="hand")
    assert made == {hand.pk: Report.objects.get(hand=hand).pk for hand in game.hands.all()}


def test_nothing_said_is_nothing_and_not_a_word() -> None:
    game = a_game()
    (report,) = rows.insert(Report, REPORT, [as_row(a_report(game, 1))], by="hand").values()
    lines = [(report, 1, "played", 0, None, None, None, ""), (report, 2, "absent", None, None, None, None, None)]
    rows.insert(Score, SCORE, lines, by="report")
    assert list(Score.objects.order_by("place").values_list(*SCORE)) == lines


def test_what_the_database_forbids_is_forbidden_here_too() -> None:
    game = a_game()
    (report,) = rows.insert(Report, REPORT, [as_row(a_report(game, 1))], by="hand").values()
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.insert(Report, REPORT, [as_row(a_report(game, 1))], by="hand")
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.insert(Score, SCORE, [(report, 1, "absent", 0, None, None, None, None)], by="report")
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.insert(Score, SCORE[:3], [(report, 1, "played")], by="report")
    assert (Report.objects.count(), Score.objects.count()) == (1, 0)


def test_no_rows_are_no_rows() -> None:
    assert rows.insert(Report, REPORT, [], by="hand") == {}


def a_play(game: Game) -> BotPlay:
    return BotPlay.objects.create(game=game, bots=["random"] * 4, secret=b"s" * 32, engine="1")


def test_rows_are_changed_each_by_its_key_and_no_other() -> None:
    first, second, third = a_play(a_game()), a_play(a_game()), a_play(a_game())
    claim = uuid.uuid4()
    fields = ("state", "begun_at", "hands_done", "last_first", "claim", "claimed_until")
    to = {
        first.pk: ("playing", AT, 2, 3, claim, AT + dt.timedelta(microseconds=1)),
        third.pk: ("finished", AT, 10, None, None, None),
    }
    rows.update(BotPlay, fields, [(key, *values) for key, values in to.items()])
    kept = {play.pk: tuple(getattr(play, name) for name in fields) for play in BotPlay.objects.all()}
    assert kept == to | {second.pk: ("waiting", None, 0, None, None, None)}
    assert list(BotPlay.objects.filter(claim=claim, claimed_until__gt=AT)) == [first]
    assert {bytes(play.secret) for play in BotPlay.objects.all()} == {b"s" * 32}
