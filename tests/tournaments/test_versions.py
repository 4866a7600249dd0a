"""Every command that changes something visible raises the version, so that pages move; the others leave it alone.

A new command (a public function that takes `by` and `at`) without a row in COMMANDS fails this test.
"""

import inspect
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from types import ModuleType
from typing import Any

import pytest

from tests.factories import NOW, a_member, a_player, a_round, a_tournament, an_entry, some_entries
from tests.played import hand_in, hand_of, table_of
from tests.screen_tables import a_screen_table, deal
from tests.staged import a_knockout, stage
from tournaments import (
    bot_hands,
    bot_seats,
    bot_tables,
    bots,
    clubs,
    cuts,
    draft_bots,
    draft_changes,
    drafts,
    entries,
    knockouts,
    ledger,
    links,
    members,
    players,
    programme,
    rehearsals,
    results,
    rounds,
    screen_tables,
    seat_keys,
    seats,
    settling,
    stages,
    uploads,
    wishes,
)
from tournaments.models import (
    BotTables,
    Change,
    Club,
    Entry,
    LedgerLine,
    Membership,
    Player,
    Rehearsal,
    Role,
    Round,
    Settled,
    Shown,
    Stage,
    Table,
    Tournament,
    Wish,
)
from tournaments.programme import programme_of
from tournaments.seating.knockout import KnockoutPlan
from tournaments.seating.sizes import Split

pytestmark = pytest.mark.django_db
WHO: dict[str, Any] = {"by": "Orla", "at": NOW}
MODULES = (
    bot_hands,
    bot_seats,
    bot_tables,
    bots,
    clubs,
    cuts,
    draft_bots,
    draft_changes,
    drafts,
    entries,
    knockouts,
    ledger,
    links,
    members,
    players,
    programme,
    rehearsals,
    results,
    rounds,
    screen_tables,
    seat_keys,
    seats,
    settling,
    stages,
    uploads,
    wishes,
)
Act = Callable[[Tournament], object]


def commands(module: ModuleType) -> list[str]:
    """The commands of a module by name: public functions of its own that take `by` and `at`."""
    return [
        f"{module.__name__.rpartition('.')[2]}.{name}"
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_")
        and function.__module__ == module.__name__
        and {"by", "at"} <= inspect.signature(function).parameters.keys()
    ]


def entry(tournament: Tournament, number: int = 1) -> Entry:
    return tournament.entries.select_related("player").get(number=number)


def player(tournament: Tournament, number: int = 1) -> Player:
    return entry(tournament, number).player


def open_round(tournament: Tournament) -> Round:
    return tournament.rounds.get(state="open")


def draft(tournament: Tournament) -> Round:
    Round.objects.filter(state="open").update(state="closed", closed_at=NOW)
    return drafts.draft_round(tournament=tournament, split=Split((4, 4)), seed=1, **WHO)


def closed(tournament: Tournament) -> Tournament:
    Round.objects.filter(state="open").update(state="closed", closed_at=NOW)
    return tournament


def finished(tournament: Tournament) -> Tournament:
    return programme.finish(tournament=closed(tournament), **WHO)


def line(tournament: Tournament) -> LedgerLine:
    return LedgerLine.objects.create(
        entry=entry(tournament), kind="penalty", points=5, reason="late", by="Orla", at=NOW
    )


def merged(tournament: Tournament) -> Player:
    return players.merge(keep=a_player(tournament.club), gone=player(tournament), **WHO)


def held(tournament: Tournament) -> object:
    return uploads.hold_text(tournament=tournament, text="Greta Goose\nHelge Heron", **WHO)


def report(tournament: Tournament) -> object:
    table = table_of(open_round(tournament), 2)
    return results.report_table(table=table, handed=[hand_of(table, 1, [0, 1, 2, 3])], key=uuid.uuid4(), **WHO)


def last_change(verb: str) -> Change:
    return Change.objects.filter(verb=verb).order_by("-pk")[0]


def bot_table(tournament: Tournament) -> Table:
    """A table of bots in the round after the one that is being played."""
    closed(tournament)
    bots.enter_bots(tournament=tournament, bot="random", count=4, **WHO)
    made = drafts.draft_round(tournament=tournament, split=Split((4, 4)), seed=1, **WHO)
    return table_of(drafts.publish_round(draft=made, **WHO), 3)


def at_bot_table(command: Callable[..., object], **more: Any) -> Callable[[Tournament], Act]:
    def after(tournament: Tournament) -> Act:
        table = bot_table(tournament)
        return lambda _t: command(table=table, **more, **WHO)

    return after


def at_paused_bot_table(command: Callable[..., object], **more: Any) -> Callable[[Tournament], Act]:
    def after(tournament: Tournament) -> Act:
        table = bot_table(tournament)
        bot_tables.pause_table(table=table, why="a break", **WHO)
        return lambda _t: command(table=table, **more, **WHO)

    return after


def at_screen_table(command: Callable[..., object], **more: Any) -> Callable[[Tournament], Act]:
    """At a table on screen at which a hand is being played."""

    def after(tournament: Tournament) -> Act:
        table = a_screen_table(open_round(tournament))
        deal(table)
        return lambda _t: command(table=table, **more, **WHO)

    return after


VISIBLE: dict[str, Act] = {
    "bots.enter_bots": lambda t: bots.enter_bots(tournament=t, bot="random", count=2, **WHO),
    "clubs.change_club": lambda t: clubs.change_club(
        club=t.club, name="Other Barnyard", place="", time_zone="UTC", **WHO
    ),
    "entries.enter": lambda t: entries.enter(
        tournament=t, players=[a_player(t.club)], status=Entry.Status.EXPECTED, **WHO
    ),
    "entries.enter_new": lambda t: entries.enter_new(tournament=t, names=["Greta"], status=Entry.Status.HERE, **WHO),
    "entries.walk_in": lambda t: entries.walk_in(tournament=t, name="Greta", is_new=True, **WHO),
    "entries.set_status": lambda t: entries.set_status(tournament=t, entries=[1], status=Entry.Status.WITHDRAWN, **WHO),
    "ledger.add_line": lambda t: ledger.add_line(
        entry=entry(t), kind=LedgerLine.Kind.PENALTY, points=5, reason="late", **WHO
    ),
    "ledger.draw_lots": lambda t: ledger.draw_lots(tournament=t, **WHO),
    "players.edit": lambda t: players.edit(
        player=player(t), name="Greta", sort_name="Greta", note="", shown=Shown.HIDDEN, **WHO
    ),
    "players.merge": merged,
    "players.forget": lambda t: players.forget(player=player(t), **WHO),
    "programme.change_tournament": lambda t: programme.change_tournament(
        tournament=t, programme=replace(programme_of(t), name="Saturday"), **WHO
    ),
    "programme.replace_frozen": lambda t: programme.replace_frozen(
        tournament=t, programme=replace(programme_of(t), tie_breaks=()), seen=t.version, why="by the book", **WHO
    ),
    "programme.hide": lambda t: programme.hide(tournament=t, **WHO),
    "programme.remove": lambda t: programme.remove(tournament=t, typed_name=t.name, **WHO),
    "results.report_table": report,
    "stages.define_stages": lambda t: stages.define_stages(
        tournament=t, plans=(stages.StagePlan(plan=((9, 8), (7, 6), (5,))), a_knockout()), **WHO
    ),
    "seats.add_to_table": lambda t: seats.add_to_table(table=table_of(open_round(t), 1), entry=an_entry(t), **WHO),
    "seats.fill_in": lambda t: seats.fill_in(table=table_of(open_round(t), 2), player=player(t), **WHO),
    "rounds.cut_centres": lambda t: rounds.cut_centres(round=second_round(t), hands=1, **WHO),
    "rounds.take_back_round": lambda t: rounds.take_back_round(round=second_round(t), **WHO),
}
"""Commands that raise the version, from the world of the fixture on."""


def second_round(tournament: Tournament) -> Round:
    seated = list(closed(tournament).entries.filter(number__lte=8).order_by("number"))
    return a_round(tournament, [seated[:4], seated[4:]])


def accept_upload(tournament: Tournament) -> Act:
    upload = uploads.hold_text(tournament=tournament, text="Greta Goose\nHelge Heron", **WHO)
    return lambda _t: uploads.accept(upload=upload, **WHO)


def after_status(tournament: Tournament) -> Act:
    change = entries.set_status(tournament=tournament, entries=[1], status=Entry.Status.WITHDRAWN, **WHO)
    assert change is not None
    return lambda _t: entries.undo_status(change=change, **WHO)


def after_enter(tournament: Tournament) -> Act:
    entries.enter_new(tournament=tournament, names=["Greta"], status=Entry.Status.HERE, **WHO)
    change = last_change("entry.enter")
    return lambda _t: entries.undo_enter(change=change, **WHO)


def after_line(tournament: Tournament) -> Act:
    made = line(tournament)
    return lambda _t: ledger.take_back_line(line=made, **WHO)


def after_merge(tournament: Tournament) -> Act:
    gone = player(tournament)
    merged(tournament)
    return lambda _t: players.unmerge(player=Player.objects.get(pk=gone.pk), **WHO)


def after_report(tournament: Tournament) -> Act:
    hand_in(open_round(tournament), 2, {1: [0, 1, 2, 3]}, accepted=False)
    return lambda t: results.accept_tables(round=open_round(t), tables=[2], **WHO)


def all_in(tournament: Tournament) -> None:
    hand_in(open_round(tournament), 1, {2: [0, 1, 2, 3]})
    hand_in(open_round(tournament), 2, {1: [0, 1, 2, 3], 2: [0, 1, 2, 3]})


def after_all(tournament: Tournament) -> Act:
    all_in(tournament)
    return lambda t: rounds.close_round(round=open_round(t), **WHO)


def after_all_typed(tournament: Tournament) -> Act:
    all_in(tournament)
    return lambda t: results.accept_and_close(round=open_round(t), tables=[1, 2], **WHO)


def after_closing(tournament: Tournament) -> Act:
    closed(tournament)
    return lambda t: rounds.reopen_round(round=t.rounds.get(number=1), why="a slip", **WHO)


def after_draft(tournament: Tournament) -> Act:
    made = draft(tournament)
    return lambda _t: drafts.publish_round(draft=made, **WHO)


def after_hiding(tournament: Tournament) -> Act:
    programme.hide(tournament=tournament, **WHO)
    return lambda t: programme.publish(tournament=t, **WHO)


def after_rounds(tournament: Tournament) -> Act:
    closed(tournament)
    return lambda t: programme.finish(tournament=t, **WHO)


def after_finishing(tournament: Tournament) -> Act:
    finished(tournament)
    return lambda t: programme.reopen(tournament=t, why="a slip", **WHO)


def after_removing(tournament: Tournament) -> Act:
    programme.remove(tournament=tournament, typed_name=tournament.name, **WHO)
    return lambda t: programme.put_back(tournament=t, **WHO)


def after_seating(tournament: Tournament) -> Act:
    seat = second_round(tournament).seats.get(entry__number=1)
    return lambda _t: seats.leave(seat=seat, from_hand=2, **WHO)


def after_seating_two(tournament: Tournament) -> Act:
    round = second_round(tournament)
    seat = round.seats.get(entry__number=1)
    return lambda _t: seats.move(seat=seat, table=table_of(round, 2), **WHO)


def after_nothing(tournament: Tournament) -> Act:
    return lambda t: results.void_missing(table=table_of(open_round(t), 2), why="lost", key=uuid.uuid4(), **WHO)


def after_late(tournament: Tournament) -> Act:
    an_entry(tournament, status=Entry.Status.EXPECTED)
    return lambda t: entries.everybody_is_here(tournament=t, **WHO)


def with_final(tournament: Tournament) -> Tournament:
    """Round 1 is the whole first stage, closed; the best four go on, 3 and 8 are level for the last place."""
    hand_in(open_round(tournament), 1, {2: [0, 1, 2, 3]})
    hand_in(open_round(tournament), 2, {1: [0, 70, 80, 6], 2: [0, 1, 2, 2]})
    Tournament.objects.filter(pk=tournament.pk).update(tie_breaks=[])
    plans = (stages.StagePlan(plan=((9, 8),)), a_knockout())
    return stages.define_stages(tournament=closed(tournament), plans=plans, **WHO)


def with_tie(act: Act) -> Callable[[Tournament], Act]:
    def prepare(tournament: Tournament) -> Act:
        with_final(tournament)
        return act

    return prepare


def settled(tournament: Tournament) -> Settled:
    final = stage(with_final(tournament), 2)
    return settling.play_extra_hand(stage=final, points={3: 0, 8: 5}, **WHO)


def before_cut(tournament: Tournament) -> Act:
    settled(tournament)
    return lambda t: cuts.make_cut(stage=stage(t, 2), **WHO)


def after_cut(act: Act) -> Callable[[Tournament], Act]:
    def prepare(tournament: Tournament) -> Act:
        settled(tournament)
        cuts.make_cut(stage=stage(tournament, 2), **WHO)
        return act

    return prepare


def plan_of_four(tournament: Tournament) -> Stage:
    return knockouts.choose_plan(stage=stage(tournament, 2), plan=KnockoutPlan(4, (), 4), seed=1, **WHO)


def after_settling(tournament: Tournament) -> Act:
    row = settled(tournament)
    return lambda _t: settling.take_back_settled(settled=row, **WHO)


VISIBLE_AFTER: dict[str, Callable[[Tournament], Act]] = {
    "cuts.make_cut": before_cut,
    "cuts.replace_qualifier": after_cut(
        lambda t: cuts.replace_qualifier(stage=stage(t, 2), entry=entry(t, 1), why="ill", **WHO)
    ),
    "knockouts.choose_plan": after_cut(plan_of_four),
    "knockouts.set_going_on": after_cut(lambda t: knockouts.set_going_on(stage=stage(t, 2), advance="1", **WHO)),
    "cuts.undo_cut": after_cut(lambda t: cuts.undo_cut(stage=stage(t, 2), **WHO)),
    "settling.draw_lot": with_tie(lambda t: settling.draw_lot(stage=stage(t, 2), tied=[3, 8], seed=1, **WHO)),
    "settling.play_extra_hand": with_tie(
        lambda t: settling.play_extra_hand(stage=stage(t, 2), points={3: 0, 8: 5}, **WHO)
    ),
    "settling.pick_by_hand": with_tie(
        lambda t: settling.pick_by_hand(stage=stage(t, 2), tied=[3, 8], picked=[8], why="first there", **WHO)
    ),
    "settling.take_back_settled": after_settling,
    "bot_tables.start_table": at_bot_table(bot_tables.start_table, start_at=NOW, pace=0),
    "bot_tables.pause_table": at_bot_table(bot_tables.pause_table, why="a break"),
    "bot_tables.cancel_table": at_bot_table(bot_tables.cancel_table, why="no time"),
    "bot_tables.resume_table": at_paused_bot_table(bot_tables.resume_table),
    "bot_tables.play_again": at_paused_bot_table(bot_tables.play_again, why="a slip"),
    "entries.everybody_is_here": after_late,
    "entries.undo_status": after_status,
    "entries.undo_enter": after_enter,
    "ledger.take_back_line": after_line,
    "players.unmerge": after_merge,
    "programme.publish": after_hiding,
    "programme.finish": after_rounds,
    "programme.reopen": after_finishing,
    "programme.put_back": after_removing,
    "results.accept_tables": after_report,
    "results.accept_and_close": after_all_typed,
    "results.void_missing": after_nothing,
    "rounds.close_round": after_all,
    "rounds.reopen_round": after_closing,
    "screen_tables.deal_again": at_screen_table(screen_tables.deal_again, why="a tile was seen"),
    "screen_tables.stop_table": at_screen_table(screen_tables.stop_table, why="no network"),
    "drafts.publish_round": after_draft,
    "seats.leave": after_seating,
    "seats.move": after_seating_two,
    "uploads.accept": accept_upload,
}
"""Commands that raise the version and need something to have happened before."""


def redraw(tournament: Tournament) -> Act:
    made = draft(tournament)
    return lambda _t: drafts.redraw_round(draft=made, split=Split((4, 4)), seed=2, **WHO)


def swap(tournament: Tournament) -> Act:
    made = draft(tournament)
    return lambda t: draft_changes.swap(draft=made, first=entry(t, 1), second=entry(t, 2), **WHO)


def lock(tournament: Tournament) -> Act:
    made = draft(tournament)
    return lambda _t: draft_changes.lock_table(draft=made, table=1, locked=True, **WHO)


def put_on_screen(tournament: Tournament) -> Act:
    made = draft(tournament)
    return lambda _t: draft_bots.set_on_screen(draft=made, tables=(1,), on=True, **WHO)


def short_on_screen(tournament: Tournament) -> Round:
    """A draft whose second table is on screen and lacks a player, and a bot that is free."""
    entries.set_status(tournament=tournament, entries=[8], status=Entry.Status.WITHDRAWN, **WHO)
    bots.enter_bots(tournament=tournament, bot="random", count=1, **WHO)
    closed(tournament)
    made = drafts.draft_round(tournament=tournament, split=Split((4, 3)), seed=1, **WHO)
    return draft_bots.set_on_screen(draft=made, tables=(2,), on=True, **WHO)


def fill_with_bots(tournament: Tournament) -> Act:
    made = short_on_screen(tournament)
    return lambda _t: draft_bots.fill_with_bots(draft=made, tables=(2,), **WHO)


def take_bots_off(tournament: Tournament) -> Act:
    made = short_on_screen(tournament)
    draft_bots.fill_with_bots(draft=made, tables=(2,), **WHO)
    now = Round.objects.get(pk=made.pk)
    return lambda _t: draft_bots.take_bots_off(draft=now, tables=(2,), **WHO)


def step_back(tournament: Tournament) -> Act:
    made = draft_changes.lock_table(draft=draft(tournament), table=1, locked=True, **WHO)
    return lambda _t: draft_changes.step_back(draft=made, **WHO)


def a_wish(tournament: Tournament) -> Wish:
    return wishes.add(tournament=tournament, kind=Wish.Kind.APART, entries=[1, 2], **WHO)


def removed_wish(tournament: Tournament) -> Act:
    wish = wishes.remove(wish=a_wish(tournament), **WHO)
    return lambda _t: wishes.put_back(wish=wish, **WHO)


def remove_wish(tournament: Tournament) -> Act:
    wish = a_wish(tournament)
    return lambda _t: wishes.remove(wish=wish, **WHO)


def drop(tournament: Tournament) -> Act:
    made = draft(tournament)
    return lambda _t: drafts.drop_draft(draft=made, **WHO)


def on_paper(tournament: Tournament) -> Act:
    closed(tournament)
    seated = list(tournament.entries.order_by("number"))
    return lambda t: drafts.seat_from_paper(tournament=t, tables=[seated[:4], seated[4:]], **WHO)


def seat_next(tournament: Tournament) -> Act:
    closed(tournament)
    return lambda t: drafts.draft_round(tournament=t, split=Split((4, 4)), seed=1, **WHO)


def upload_of(tournament: Tournament) -> Act:
    upload = uploads.hold_text(tournament=tournament, text="Greta Goose", **WHO)
    return lambda _t: uploads.drop(upload=upload, **WHO)


def a_membership(tournament: Tournament) -> Membership:
    a_member(tournament.club, Role.OWNER)
    return Membership.objects.get(user=a_member(tournament.club, Role.SCOREKEEPER))


def at_once(act: Act) -> Callable[[Tournament], Act]:
    """For a command that needs nothing to have happened before."""
    return lambda _tournament: act


def revoke_of(tournament: Tournament) -> Act:
    links.invite(club=tournament.club, role=Role.SCOREKEEPER, **WHO)
    return lambda t: links.revoke(link=t.club.links.get(), **WHO)


def revoke_key_of(tournament: Tournament) -> Act:
    seat_keys.make_keys(tournament=tournament, entries=[entry(tournament)], **WHO)
    return lambda t: seat_keys.revoke(entry=entry(t), **WHO)


def change_role_of(tournament: Tournament) -> Act:
    member = a_membership(tournament)
    return lambda _t: members.change_role(member=member, role=Role.ORGANISER, **WHO)


def remove_of(tournament: Tournament) -> Act:
    member = a_membership(tournament)
    return lambda _t: members.remove(member=member, **WHO)


UNSEEN: dict[str, Callable[[Tournament], Act]] = {
    "bots.make_bot_tournament": at_once(
        lambda t: bots.make_bot_tournament(
            club=t.club, name="Machines", on=date(2026, 4, 3), rules="gamerules", bots=[("random", 4)], **WHO
        )
    ),
    "bots.plan_bot_tables": at_once(
        lambda t: bots.plan_bot_tables(tournament=t, starts=BotTables.Starts.ASKED, pace=2, **WHO)
    ),
    "entries.enter twice": at_once(
        lambda t: entries.enter(tournament=t, players=[player(t)], status=Entry.Status.HERE, **WHO)
    ),
    "clubs.make_club": at_once(lambda _t: clubs.make_club(name="Other", place="", time_zone="UTC", owner=None, **WHO)),
    "links.invite": at_once(lambda t: links.invite(club=t.club, role=Role.SCOREKEEPER, **WHO)),
    "links.revoke": revoke_of,
    "members.change_role": change_role_of,
    "members.remove": remove_of,
    "players.add": at_once(
        lambda t: players.add(club=t.club, name="Greta", sort_name="", note="", shown=Shown.NAME, **WHO)
    ),
    "players.add_many": at_once(lambda t: players.add_many(club=t.club, new_names=["Greta"], **WHO)),
    "programme.copy_tournament": at_once(
        lambda t: programme.copy_tournament(tournament=t, name="Next", on=date(2026, 4, 3), **WHO)
    ),
    "programme.make_tournament": at_once(
        lambda t: programme.make_tournament(club=t.club, programme=replace(programme_of(t), name="Another"), **WHO)
    ),
    "screen_tables.set_clock": at_screen_table(screen_tables.set_clock, seconds=60),
    "seat_keys.make_keys": at_once(lambda t: seat_keys.make_keys(tournament=t, entries=[entry(t)], **WHO)),
    "seat_keys.revoke": revoke_key_of,
    "rehearsals.rehearse": at_once(
        lambda t: rehearsals.rehearse(tournament=t, speed=Rehearsal.Speed.PRESSED, seconds=5, mishaps=(), seed=1, **WHO)
    ),
    "draft_bots.fill_with_bots": fill_with_bots,
    "draft_bots.set_on_screen": put_on_screen,
    "draft_bots.take_bots_off": take_bots_off,
    "draft_changes.swap": swap,
    "draft_changes.lock_table": lock,
    "draft_changes.step_back": step_back,
    "drafts.draft_round": seat_next,
    "drafts.redraw_round": redraw,
    "drafts.seat_from_paper": on_paper,
    "drafts.drop_draft": drop,
    "uploads.hold_file": at_once(lambda t: uploads.hold_file(tournament=t, source="a.csv", data=b"Greta\n", **WHO)),
    "uploads.hold_text": at_once(held),
    "uploads.drop": upload_of,
    "wishes.add": at_once(a_wish),
    "wishes.remove": remove_wish,
    "wishes.put_back": removed_wish,
}
"""Commands that nobody outside the club can see anything of."""


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Eight people at two tables in round 1 (two hands), one hand of table 1 in."""
    tournament = a_tournament(club, plan=[[9, 8], [7, 6], [5]])
    seated = some_entries(tournament, 8)
    round = a_round(tournament, [seated[:4], seated[4:]])
    hand_in(round, 1, {1: [0, 5, 6, 7]})
    return tournament


def version(tournament: Tournament) -> int:
    return Tournament.with_removed.get(pk=tournament.pk).version


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.with_removed.select_related("club").get(pk=tournament.pk)


def test_every_command_has_a_row() -> None:
    known = VISIBLE.keys() | VISIBLE_AFTER.keys() | UNSEEN.keys()
    assert sorted(set().union(*map(commands, MODULES)) - known) == []


@pytest.mark.parametrize("name", VISIBLE)
def test_it_raises_the_version(evening: Tournament, name: str) -> None:
    before = version(evening)
    VISIBLE[name](fresh(evening))
    assert version(evening) > before


@pytest.mark.parametrize("name", VISIBLE_AFTER)
def test_it_raises_the_version_later_on(evening: Tournament, name: str) -> None:
    act = VISIBLE_AFTER[name](fresh(evening))
    before = version(evening)
    act(fresh(evening))
    assert version(evening) > before


@pytest.mark.parametrize("name", UNSEEN)
def test_it_leaves_the_version_alone(evening: Tournament, name: str) -> None:
    act = UNSEEN[name](fresh(evening))
    before = version(evening)
    act(fresh(evening))
    assert version(evening) == before
