"""Two organisers press at the same moment, with real threads: cut, tie, plan, draft; whoever is second is told so."""

import uuid
from collections.abc import Callable

import pytest

from games.models import Game
from tests.factories import a_club, some_entries
from tests.played import hand_in, hand_of, table_of
from tests.staged import WHO, a_knockout, again, now, planned, played, qualifying, stage, staged, tables_of
from tests.tournaments.test_concurrency import assert_whole, at_once
from tournaments import draft_changes, drafts, entries, results, rounds, wishes
from tournaments.cuts import make_cut, replace_qualifier, undo_cut
from tournaments.knockouts import choose_plan, plans_for
from tournaments.models import Change, Entry, Qualifier, Round, Settled, Tournament, Wish
from tournaments.queries.coming_round import coming_round
from tournaments.queries.knockouts import plan_of
from tournaments.queries.stage_lists import stage_list
from tournaments.queries.stages import Coming, course_of
from tournaments.refusals import Refused
from tournaments.results import NotPlausible
from tournaments.seating.sizes import Split
from tournaments.settling import draw_lot, pick_by_hand, ties_of
from tournaments.stages import StagePlan
from tournaments.ways import knockout_split

pytestmark = [pytest.mark.threads, pytest.mark.django_db(transaction=True)]
OPEN = StagePlan(plan=((9,),))


def often(test: Callable[[int], None]) -> Callable[[int], None]:
    """Chance decides who is first, so a test is pressed several times in the long check."""
    several: Callable[[int], None] = pytest.mark.parametrize("press", range(8))(test)
    return pytest.mark.long(sample=1)(several)


def pressed(*acts: Callable[[], object]) -> list[str]:
    """Press everything at once; what came of each: "done", or the sentence."""

    def one(number: int) -> str:
        try:
            acts[number]()
        except (Refused, NotPlausible) as refused:
            return refused.sentence
        return "done"

    return [str(said) for said in at_once(one, threads=len(acts))]


def eight(points: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7)) -> Tournament:
    """Eight people who have played the only round before a cut of four."""
    tournament, people = staged(a_club(), OPEN, a_knockout(), tie_breaks=[])
    played(tournament, [points[:4], points[4:]], people)
    return again(tournament)


def level() -> Tournament:
    """Of eight people 4 and 5 are level for the last place."""
    return eight((0, 1, 2, 7, 7, 8, 9, 10))


def qualified(tournament: Tournament) -> list[int]:
    rows = Qualifier.objects.filter(stage__tournament=tournament, replaced_by=None).order_by("seed")
    return list(rows.values_list("entry__number", flat=True))


@often
def test_a_cut_is_of_the_results_before_or_after_a_correction(press: int) -> None:
    """A correction that comes after the cut is asked about; one that came before it is in it."""
    tournament = eight()
    table = table_of(tournament.rounds.get(), 2)

    def correct() -> object:
        handed = [hand_of(table, 1, [0, 5, 6, 7], based_on=1)]
        return results.report_table(table=table, handed=handed, key=uuid.uuid4(), why="misread", **WHO)

    cut, correction = pressed(lambda: make_cut(stage=stage(tournament, 2), **WHO), correct)
    assert cut == "done"
    if correction == "done":
        assert qualified(tournament) == [1, 5, 2, 3]
    else:
        assert "through to Stage 2, knockout would be" in correction
        assert qualified(tournament) == [1, 2, 3, 4]
    assert_whole()


@often
def test_a_tie_is_settled_one_way(press: int) -> None:
    tournament = level()
    said = pressed(
        lambda: draw_lot(stage=stage(tournament, 2), tied=[4, 5], seed=1, **WHO),
        lambda: pick_by_hand(stage=stage(tournament, 2), tied=[4, 5], picked=[5], why="older", **WHO),
        lambda: draw_lot(stage=stage(tournament, 2), tied=[4, 5], seed=2, **WHO),
    )
    assert sorted(said) == ["Nobody is level there any more. Look at it again."] * 2 + ["done"]
    assert Settled.objects.count() == 1
    assert ties_of(*now(tournament)) == []
    assert_whole()


@often
def test_a_tie_is_settled_before_a_correction_or_not_at_all(press: int) -> None:
    tournament = level()
    table = table_of(tournament.rounds.get(), 2)

    def correct() -> object:
        handed = [hand_of(table, 1, [8, 7, 9, 10], based_on=1)]
        return results.report_table(table=table, handed=handed, key=uuid.uuid4(), why="misread", confirmed=True, **WHO)

    lot, correction = pressed(lambda: draw_lot(stage=stage(tournament, 2), tied=[4, 5], seed=1, **WHO), correct)
    assert correction == "done"
    assert lot == "done" or lot.startswith("They are not level any more. Level now: ")
    found, span = now(tournament)
    assert [[found.facts.entries[one].number for one in tie.entries] for tie in ties_of(found, span)] == [[4, 6]]
    assert_whole()


@often
def test_a_knockout_has_one_plan_and_the_rounds_of_it(press: int) -> None:
    tournament = qualifying(a_club(), 12)
    first, second, *_others = plans_for(*now(tournament))
    row = stage(tournament, 2)

    def choose(plan: int) -> object:
        return choose_plan(stage=row, plan=(first, second)[plan], seed=1, **WHO)

    said = pressed(lambda: choose(0), lambda: choose(1), lambda: undo_cut(stage=row, **WHO))
    then = stage(tournament, 2)
    assert said[2] == "done"
    assert (then.knockout_plan, then.rounds, len(again(tournament).plan)) == ("", 1, 2)
    assert all(one == "done" or one.startswith("Make the cut into") for one in said[:2])
    make_cut(stage=row, **WHO)
    assert pressed(lambda: choose(0), lambda: choose(1)) == ["done", "done"]
    chosen = plan_of(stage(tournament, 2))
    assert (chosen in (first, second), len(again(tournament).plan)) == (True, 1 + chosen.rounds)
    assert_whole()


def a_drafted_knockout() -> tuple[Tournament, Callable[[], Round]]:
    """A knockout of which the first round can be drawn, and how."""
    tournament = qualifying(a_club(), 8)
    planned(tournament)
    tournament = again(tournament)
    way = coming_round(tournament, 2).way
    return tournament, lambda: drafts.draft_round(tournament=tournament, split=knockout_split(way), seed=1, **WHO)  # type: ignore[arg-type]


@often
def test_a_round_is_drawn_for_the_plan_and_the_people_that_there_are(press: int) -> None:
    """The cut is taken back, somebody replaced, another plan chosen, while the first round is drawn."""
    tournament, draw = a_drafted_knockout()
    row, gone = stage(tournament, 2), tournament.entries.select_related("player").get(number=3)
    plans = plans_for(*now(tournament))
    said = pressed(
        draw,
        lambda: undo_cut(stage=row, **WHO),
        lambda: replace_qualifier(stage=row, entry=gone, why="went home", **WHO),
        lambda: choose_plan(stage=row, plan=plans[-1], seed=2, **WHO),
    )
    drawn = again(tournament).rounds.filter(number=2).first()
    inside = sorted(qualified(tournament))
    if drawn is None:
        assert course_of(again(tournament)).coming in (Coming.CUT, Coming.PLAN, Coming.SEAT)
    else:
        assert sorted(number for table in tables_of(drawn) for number in table) == inside
        assert [len(table) for table in tables_of(drawn)] == list(plan_of(stage(tournament, 2)).steps[0].sizes)
    assert inside == [] or said[1] != "done"
    assert_whole()


def a_draft(people: int = 8) -> tuple[Tournament, Round]:
    tournament, _people = staged(a_club(), StagePlan(plan=((9,), (8,))), people=people)
    return tournament, drafts.draft_round(tournament=tournament, split=fours(people), seed=1, **WHO)


def fours(people: int) -> Split:
    return Split((4,) * (people // 4))


@often
def test_what_is_published_is_what_was_seen(press: int) -> None:
    """One swaps, one draws again, one locks, one publishes, all from the same page: one of them is first."""
    tournament, draft = a_draft()
    seen = tables_of(draft)
    one, other = (tournament.entries.select_related("player").get(number=seen[at][0]) for at in (0, 1))
    said = pressed(
        lambda: drafts.publish_round(draft=draft, **WHO),
        lambda: draft_changes.swap(draft=draft, first=one, second=other, **WHO),
        lambda: drafts.redraw_round(draft=draft, split=fours(8), seed=2, **WHO),
        lambda: draft_changes.lock_table(draft=draft, table=1, locked=True, **WHO),
    )
    assert said.count("done") == 1
    round = Round.objects.get()
    told = ("Somebody changed the draft of round 1 meanwhile.", "Round 1 is not a draft any more.")
    assert [one for one in said if one != "done" and not one.startswith(told)] == []
    if said[0] == "done":
        assert (tables_of(round), round.state, Game.objects.count()) == (seen, "open", 2)
    else:
        assert (round.state, Game.objects.count(), round.steps.count()) == ("draft", 0, 1)
    assert sorted(number for table in tables_of(round) for number in table) == [*range(1, 9)]
    assert_whole()


@often
def test_whoever_goes_while_a_round_is_published_is_seen_or_is_in_it(press: int) -> None:
    tournament, draft = a_draft()
    publish, goes = pressed(
        lambda: drafts.publish_round(draft=draft, **WHO),
        lambda: entries.set_status(tournament=tournament, entries=[3], status=Entry.Status.WITHDRAWN, **WHO),
    )
    assert goes == "done"
    assert publish == "done" or publish.startswith("The draft is out of date.")
    round = Round.objects.get()
    assert (round.state == "open", Game.objects.count()) == (publish == "done", 2 * (publish == "done"))
    assert_whole()


@often
def test_a_round_is_taken_back_or_played_never_both(press: int) -> None:
    tournament, draft = a_draft()
    round = drafts.publish_round(draft=draft, **WHO)

    taken, handed = pressed(
        lambda: rounds.take_back_round(round=round, **WHO),
        lambda: hand_in(round, 1, {1: [0, 5, 6, 7]}),
    )
    state = Round.objects.get().state
    assert [taken == "done", handed == "done"].count(True) == 1
    assert state == ("draft" if taken == "done" else "open")
    assert (Change.objects.filter(verb="result.report").count(), Game.objects.count()) == (
        (0, 0) if taken == "done" else (1, 2)
    )
    assert again(tournament).rounds.count() == 1
    assert_whole()


@often
def test_the_cut_and_the_round_before_it_are_not_open_together(press: int) -> None:
    tournament = eight()
    round = tournament.rounds.get()
    cut, opened = pressed(
        lambda: make_cut(stage=stage(tournament, 2), **WHO),
        lambda: rounds.reopen_round(round=round, why="a sheet was lost", **WHO),
    )
    assert [cut, opened].count("done") == 1
    assert (bool(qualified(tournament)), Round.objects.get().state) == (
        (True, "closed") if cut == "done" else (False, "open")
    )
    assert_whole()


@often
def test_somebody_leaves_before_the_cut_or_after_it(press: int) -> None:
    """Whoever is cut by a list that somebody changes in the same moment is cut by one list, not by two."""
    tournament = eight()
    said = pressed(
        lambda: make_cut(stage=stage(tournament, 2), **WHO),
        lambda: entries.set_status(tournament=tournament, entries=[2], status=Entry.Status.WITHDRAWN, **WHO),
        lambda: wishes.add(tournament=tournament, kind=Wish.Kind.APART, entries=[1, 2], **WHO),
    )
    assert said == ["done"] * 3
    assert qualified(tournament) in ([1, 2, 3, 4], [1, 3, 4, 5])
    found, span = now(tournament)
    assert len(stage_list(found, found.before(span)).rows) == 8
    assert_whole()


def test_many_who_draw_at_once_while_people_come() -> None:
    """Whoever comes while it is drawn is in the draft, or the draft says that it is out of date."""
    tournament, _people = staged(a_club(), StagePlan(plan=((9,), (8,))), people=8)
    late = some_entries(tournament, 4, status=Entry.Status.EXPECTED)
    come = [one.number for one in late]
    said = pressed(
        *(
            lambda seed=seed: drafts.draft_round(tournament=tournament, split=fours(8), seed=seed, **WHO)
            for seed in range(4)
        ),
        lambda: entries.set_status(tournament=tournament, entries=come, status=Entry.Status.HERE, **WHO),
    )
    assert said[-1] == "done"
    assert Round.objects.count() <= 1
    for sentence in {*said[:-1]} - {"done"}:
        assert sentence.startswith(("Somebody came or went while", "The tables are for 8 people, and 12 are here."))
    assert_whole()
