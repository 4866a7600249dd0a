"""Every kind of tournament is rehearsed to its end, and its correction moves somebody."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest

from games.models import BotPlay, Report, Score
from games.reports import Handed, Line
from tests.bot_rounds import a_bot_tournament
from tests.factories import a_tournament, some_entries
from tests.rehearsed import a_rehearsal, steps, to_the_end
from tests.staged import OPEN, WHO, a_knockout, again, staged
from tournaments import bots, results, wishes
from tournaments.models import Club, Entry, Rehearsal, Tournament, Wish
from tournaments.queries.tables import table_state
from tournaments.rehearsal_course import Mishap
from tournaments.rehearsing import is_stuck
from tournaments.stages import Preset, define_stages, preset

pytestmark = pytest.mark.django_db
PLAN = ((9, 8), (7, 6), (5,))


def plain(club: Club, people: int, **more: Any) -> Tournament:
    tournament = a_tournament(club, **{"plan": [list(round) for round in PLAN], **more})
    some_entries(tournament, people, status=Entry.Status.EXPECTED)
    return tournament


def by_preset(club: Club, which: Preset, people: int) -> Tournament:
    tournament = plain(club, people)
    define_stages(tournament=tournament, plans=preset(which, PLAN), **WHO)
    return again(tournament)


def cup(club: Club, people: int, **more: Any) -> Tournament:
    return staged(club, OPEN, a_knockout(**more), people=people)[0]


def state_of(rehearsal: Rehearsal) -> str:
    return Tournament.with_rehearsals.get(pk=rehearsal.pk).state


KINDS: dict[str, Callable[[Club], Tournament]] = {
    "three people": lambda club: plain(club, 3),
    "five people": lambda club: plain(club, 5),
    "twenty-two people": lambda club: plain(club, 22),
    "sit-outs": lambda club: plain(club, 11, sizes=[4]),
    "points alone": lambda club: plain(club, 11, rules="free", plan=[[None] * 3, [None] * 2]),
    "adjusted": lambda club: plain(club, 11, comparison=Tournament.Comparison.ADJUSTED),
    "placing": lambda club: plain(club, 11, comparison=Tournament.Comparison.PLACING),
    "average": lambda club: plain(club, 7, measure=Tournament.Measure.AVERAGE),
    "other rules": lambda club: plain(club, 11, rules="chickie6", plan=[[6, 5], [4, 3]], sizes=[3, 4]),
    "final table": lambda club: by_preset(club, Preset.FINAL_TABLE, 13),
    "knockout": lambda club: by_preset(club, Preset.KNOCKOUT, 22),
    "progressive": lambda club: by_preset(club, Preset.PROGRESSIVE, 22),
    "power": lambda club: by_preset(club, Preset.POWER, 13),
    "wild cards": lambda club: cup(club, 22, how_many="10", wild_cards=True, byes=False),
    "byes": lambda club: cup(club, 22, how_many="10", wild_cards=False, byes=True),
    "repechage": lambda club: cup(club, 22, how_many="12", repechage=True),
    "third place": lambda club: cup(club, 16, how_many="8", third_place=True, draw="fixed"),
    "half of each table": lambda club: cup(club, 16, takes="per_table", how_many="half"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_played_to_its_end_and_the_correction_moves_somebody(club: Club, kind: str) -> None:
    rehearsal = a_rehearsal(KINDS[kind](club))
    taken = to_the_end(rehearsal)
    assert state_of(rehearsal) == Tournament.State.FINISHED
    assert {one.act for one in taken if one.was_refused} <= {"slip", "missing"}
    (corrected,) = (one for one in taken if one.act == "correct")
    assert any(words in corrected.said for words in ("another place", "By the list as it is now", "would play round"))
    assert "Nobody has another place" not in corrected.said


def test_too_few_people_for_a_table_stop_it_with_what_to_do(club: Club) -> None:
    rehearsal = a_rehearsal(plain(club, 2))
    assert steps(rehearsal)[-1].said == "2 people do not fill a table of 3. Allow tables of 2, or wait for 1 more."
    assert is_stuck(rehearsal)


def test_a_knockout_that_has_no_plan_stops_it_with_the_reason(club: Club) -> None:
    rehearsal = a_rehearsal(cup(club, 4, how_many="2"), mishaps=())
    last = steps(rehearsal)[-1]
    assert (last.act, last.was_refused, is_stuck(rehearsal)) == ("plan", True, True)
    assert last.said.startswith("2 people do not fit a knockout with these tables and this final.")


def test_bots_alone_are_played_by_workers(club: Club) -> None:
    tournament = a_bot_tournament(8)
    first, second = a_rehearsal(tournament), a_rehearsal(tournament)
    acts = [one.act for one in to_the_end(first)]
    assert acts == ["seat", "publish", "close", "seat", "publish", "close", "finish"]
    to_the_end(second)
    assert [list(tables_of(one)) for one in (first, second)] == [list(tables_of(first))] * 2


def test_bots_beside_people_have_their_own_tables(club: Club) -> None:
    tournament = plain(club, 9)
    bots.enter_bots(tournament=tournament, bot="random", count=3, **WHO)
    rehearsal = a_rehearsal(tournament)
    to_the_end(rehearsal)
    assert state_of(rehearsal) == Tournament.State.FINISHED
    played = BotPlay.objects.filter(game__table__round__tournament=rehearsal.pk)
    assert set(played.values_list("state", flat=True)) == {BotPlay.State.FINISHED}
    assert played.count() == 3


def tables_of(rehearsal: Rehearsal) -> list[str]:
    """The records of the tables of bots."""
    plays = BotPlay.objects.filter(game__table__round__tournament=rehearsal.pk)
    order = ("game__table__round__number", "game__table__number", "game__reports__hand__number")
    return list(plays.order_by(*order).values_list("game__reports__record", flat=True))


def test_of_wishes_that_clash_one_is_left_out_and_told(club: Club) -> None:
    tournament = plain(club, 4)
    for kind in (Wish.Kind.TOGETHER, Wish.Kind.APART):
        wishes.add(tournament=tournament, kind=kind, entries=[1, 2], **WHO)
    rehearsal = a_rehearsal(tournament)
    said = next(one.said for one in to_the_end(rehearsal) if one.act == "seat")
    names = ", ".join(tournament.entries.filter(number__lt=3).order_by("number").values_list("player__name", flat=True))
    assert said == (
        f"These wishes cannot all be kept: Together: {names}. Kept apart: {names}. Drawn without: Together: {names}."
    )
    assert state_of(rehearsal) == Tournament.State.FINISHED


def test_a_round_that_somebody_typed_as_totals_is_corrected_in_its_totals(club: Club) -> None:
    rehearsal = a_rehearsal(plain(club, 7), mishaps=[Mishap.CORRECTION])
    steps(rehearsal, most=5)
    round = Tournament.with_rehearsals.get(pk=rehearsal.pk).rounds.get()
    for table in round.tables.order_by("number"):
        state = table_state(table)
        lines = tuple(
            Line(seat.place or 0, Score.State.PLAYED, points, hands=2)
            for points, seat in enumerate(state.seats, 30 + 10 * table.number)
        )
        totals = Handed(None, Report.Ended.NOT_SAID, lines)
        results.report_table(table=table, handed=[totals], key=uuid.uuid4(), confirmed=True, **WHO)
    taken = to_the_end(rehearsal)
    assert state_of(rehearsal) == Tournament.State.FINISHED
    (corrected,) = (one for one in taken if one.act == "correct")
    assert re.match(r"Round 1, table \d, the totals, [\w ]+: \d+ was typed, and \d+ is right\. \d", corrected.said)


def test_what_is_played_already_is_rehearsed_from_the_arrivals(club: Club) -> None:
    tournament = by_preset(club, Preset.KNOCKOUT, 13)
    played = a_rehearsal(tournament)
    to_the_end(played)
    Tournament.with_rehearsals.filter(pk=played.pk).update(rehearsal_of=None)
    finished = Tournament.objects.get(pk=played.pk)
    assert finished.state == Tournament.State.FINISHED
    rehearsal = a_rehearsal(finished, mishaps=())
    copied = Tournament.with_rehearsals.get(pk=rehearsal.pk)
    assert (copied.state, copied.rounds.count()) == (Tournament.State.PUBLISHED, 0)
    assert [span.rounds for span in copied.stages.all()] == [3, 1]
    to_the_end(rehearsal)
    assert state_of(rehearsal) == Tournament.State.FINISHED
