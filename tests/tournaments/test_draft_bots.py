"""Tables of a draft on screen, and bots that fill their seats: each change a step, never a bot at a paper table."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories import NOW, a_club, a_tournament, some_entries
from tests.played import table_of
from tournaments import bots, draft_bots, draft_changes, drafts, entries, rounds
from tournaments.draft_steps import layout_of
from tournaments.models import Entry, Round, Tournament
from tournaments.queries.draft_bots import room_for_bots
from tournaments.queries.drafts import draft_of
from tournaments.queries.draws import draw_of
from tournaments.queries.seating import presence_changed
from tournaments.refusals import Refused
from tournaments.seating.sizes import Split

pytestmark = pytest.mark.django_db
WHO: dict[str, Any] = {"by": "Orla", "at": NOW}


def ten_and_two(*, count: int = 2, rules: str = "gamerules") -> Tournament:
    """Ten people with tables of four, and bots that are here."""
    tournament = a_tournament(a_club(), rules=rules, plan=[[9, 8], [7, 6]], sizes=[3, 4])
    some_entries(tournament, 10)
    if count:
        bots.enter_bots(tournament=tournament, bot="heaviest", count=count, **WHO)
    return tournament


def drawn(tournament: Tournament, sizes: tuple[int, ...] = (4, 3, 3)) -> Round:
    return drafts.draft_round(tournament=tournament, split=Split(sizes), seed=1, **WHO)


def on_screen(draft: Round, *tables: int) -> Round:
    return again(draft_bots.set_on_screen(draft=draft, tables=tables or (1, 2, 3), on=True, **WHO))


def again(draft: Round) -> Round:
    """The draft as it is stored now."""
    return Round.objects.select_related("tournament").get(pk=draft.pk)


def fill(draft: Round, *tables: int) -> Round:
    draft_bots.fill_with_bots(draft=draft, tables=tables or (1, 2, 3), **WHO)
    return again(draft)


def sizes(draft: Round) -> list[int]:
    return [len(table) for table in layout_of(draft).tables]


def bots_at(draft: Round) -> dict[int, tuple[int, ...]]:
    """The numbers of the bots by table."""
    bots = set(draft.tournament.entries.exclude(player__bot="").values_list("number", flat=True))
    tables = enumerate(layout_of(draft).tables, 1)
    return {number: found for number, people in tables if (found := tuple(one for one in people if one in bots))}


def test_bots_fill_short_tables_on_screen_so_that_they_come_out_even() -> None:
    draft = on_screen(drawn(ten_and_two()))
    room = room_for_bots(draft)
    assert (room.may, room.missing, [bot.number for bot in room.free]) == (True, {2: 1, 3: 1}, [11, 12])
    draft = fill(draft)
    assert (sizes(draft), bots_at(draft)) == ([4, 4, 4], {2: (11,), 3: (12,)})
    assert draft.hand_changes == 0
    assert room_for_bots(draft).missing == {}


def test_a_table_is_full_like_the_largest_where_that_is_larger_than_the_preferred_size() -> None:
    tournament = a_tournament(a_club(), sizes=[3, 4, 5])
    some_entries(tournament, 9)
    draft = drawn(tournament, (5, 4))
    assert room_for_bots(draft).missing == {2: 1}


def test_each_change_is_one_step_back() -> None:
    draft = drawn(ten_and_two())
    states = [layout_of(draft)]
    draft = on_screen(draft, 2, 3)
    states.append(layout_of(draft))
    draft = fill(draft, 2)
    states.append(layout_of(draft))
    draft_bots.take_bots_off(draft=draft, tables=(2, 3), **WHO)
    draft = again(draft)
    assert layout_of(draft) == states[1]
    draft = fill(draft, 2, 3)
    draft = again(draft_bots.set_on_screen(draft=draft, tables=(3,), on=False, **WHO))
    assert (bots_at(draft), layout_of(draft).on_screen) == ({2: (11,)}, (2,))
    undone = []
    for _ in range(5):
        undone.append(draft_changes.step_back(draft=draft, **WHO).verb)
        draft = again(draft)
        states.append(layout_of(draft))
    assert undone == [
        "round.real_tiles",
        "round.fill_with_bots",
        "round.take_bots_off",
        "round.fill_with_bots",
        "round.on_screen",
    ]
    assert states[4:] == [states[1], states[2], states[1], states[0]]
    assert bots_at(draft) == {}


def test_what_changes_nothing_is_no_step() -> None:
    draft = on_screen(drawn(ten_and_two()))
    draft_bots.set_on_screen(draft=draft, tables=(1, 2), on=True, **WHO)
    assert draft.steps.count() == 1


def with_real_tiles(draft: Round) -> None:
    fill(on_screen(draft, 1), 1, 2)


def too_many(draft: Round) -> None:
    fill(on_screen(draft))


def twice(draft: Round) -> None:
    bots.enter_bots(tournament=draft.tournament, bot="random", count=2, **WHO)
    fill(fill(on_screen(draft)))


def nobody_to_take_off(draft: Round) -> None:
    draft_bots.take_bots_off(draft=draft, tables=(1,), **WHO)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (with_real_tiles, "Table 2 is played with real tiles, which a bot cannot hold"),
        (too_many, "2 bots are needed; free now: 1. Add 1 more under Bots."),
        (twice, "they are full already"),
        (nobody_to_take_off, "No bot sits at these tables"),
        (lambda draft: on_screen(draft, 4), "There is no table 4 in this draft"),
        (lambda draft: draft_bots.set_on_screen(draft=draft, tables=(), on=True, **WHO), "Choose a table"),
    ],
)
def test_what_cannot_be_done_is_refused(act: Callable[[Round], None], words: str) -> None:
    draft = drawn(ten_and_two(count=1))
    with pytest.raises(Refused, match=words):
        act(draft)
    assert bots_at(draft) in ({}, {2: (11,), 3: (12,)})


def test_tables_without_tiles_are_not_played_on_screen() -> None:
    draft = drawn(ten_and_two(count=0, rules="free"))
    with pytest.raises(Refused, match="no tiles that could be played on screen"):
        on_screen(draft)


def test_tables_on_screen_are_not_published_under_rules_without_tiles() -> None:
    draft = on_screen(drawn(ten_and_two(count=0)))
    Tournament.objects.update(rules="free")
    with pytest.raises(Refused, match="no tiles that could be played on screen"):
        drafts.publish_round(draft=draft, **WHO)


def test_a_draft_of_bots_only_is_not_filled() -> None:
    tournament = a_tournament(a_club(), sizes=[3, 4])
    bots.enter_bots(tournament=tournament, bot="random", count=7, **WHO)
    draft = on_screen(drawn(tournament, (4, 3)), 1, 2)
    with pytest.raises(Refused, match="Bots fill no seats in this round"):
        fill(draft, 2)
    published = drafts.publish_round(draft=draft, **WHO)
    assert list(published.tables.values_list("on_screen", "game__bot_play__state")) == [(False, "waiting")] * 2


def test_publishing_leaves_seated_bots_out_of_the_tables_of_bots() -> None:
    draft = fill(on_screen(drawn(ten_and_two(count=6))))
    published = drafts.publish_round(draft=draft, **WHO)
    assert (sizes(published), sorted(bots_at(published)[4])) == ([4, 4, 4, 4], [13, 14, 15, 16])
    assert list(published.tables.order_by("number").values_list("on_screen", flat=True)) == [True, True, True, False]
    assert [hasattr(table_of(published, number).game, "bot_play") for number in (2, 4)] == [False, True]
    assert published.seats.count() == 16


def test_a_round_taken_back_keeps_bots_beside_people_and_loses_the_others() -> None:
    draft = fill(on_screen(drawn(ten_and_two(count=6))))
    before = layout_of(draft)
    published = drafts.publish_round(draft=draft, **WHO)
    back = rounds.take_back_round(round=published, **WHO)
    assert (layout_of(back).tables, layout_of(back).on_screen) == (before.tables, (1, 2, 3))
    assert sizes(drafts.publish_round(draft=back, **WHO)) == [4, 4, 4, 4]


def test_the_file_of_the_draw_is_of_people_and_still_holds() -> None:
    draft = drawn(ten_and_two())
    tables = layout_of(draft).tables
    published = drafts.publish_round(draft=fill(on_screen(draft)), **WHO)
    found = draw_of(published)
    assert found is not None
    assert (found.tables, found.drawn.tables, published.hand_changes) == (tables, tables, 0)


def test_a_draft_drawn_again_keeps_its_tables_on_screen_and_its_bots() -> None:
    tournament = ten_and_two()
    draft = fill(on_screen(drawn(tournament)))
    draft = drafts.redraw_round(draft=draft, split=Split((4, 3, 3)), seed=2, **WHO)
    assert (sizes(draft), bots_at(draft), layout_of(draft).on_screen) == ([4, 4, 4], {2: (11,), 3: (12,)}, (1, 2, 3))
    some_entries(tournament, 1)
    draft = drafts.redraw_round(draft=again(draft), split=Split((4, 4, 3)), seed=2, **WHO)
    assert (sizes(draft), bots_at(draft)) == ([4, 4, 4], {3: (12,)})


def test_where_all_tables_were_on_screen_new_ones_are_too() -> None:
    tournament = ten_and_two(count=0)
    draft = on_screen(drawn(tournament))
    some_entries(tournament, 3)
    draft = drafts.redraw_round(draft=draft, split=Split((4, 3, 3, 3)), seed=2, **WHO)
    assert layout_of(draft).on_screen == (1, 2, 3, 4)


def test_where_one_table_was_on_screen_it_stays_the_only_one_and_keeps_its_bot_when_locked() -> None:
    draft = fill(on_screen(drawn(ten_and_two()), 3), 3)
    locked = again(draft_changes.lock_table(draft=draft, table=3, locked=True, **WHO))
    people = layout_of(locked).tables[2]
    draft = drafts.redraw_round(draft=locked, split=Split((4, 3, 3)), seed=5, **WHO)
    assert (layout_of(draft).tables[2], layout_of(draft).on_screen, sizes(draft)) == (people, (3,), [4, 3, 4])


def test_bots_change_places_at_tables_on_screen_alone() -> None:
    tournament = ten_and_two()
    draft = fill(on_screen(drawn(tournament), 2, 3), 2, 3)
    layout = layout_of(draft)

    def entry(number: int) -> Entry:
        return tournament.entries.select_related("player").get(number=number)

    with pytest.raises(Refused, match=r"Bot 1 \(heaviest\) cannot sit at table 1: it is played with real tiles"):
        draft_changes.swap(draft=draft, first=entry(layout.tables[0][0]), second=entry(11), **WHO)
    draft_changes.swap(draft=draft, first=entry(layout.tables[2][0]), second=entry(11), **WHO)
    assert bots_at(draft) == {3: (11, 12)}


def test_a_bot_that_sits_in_the_draft_and_goes_makes_it_out_of_date() -> None:
    tournament = ten_and_two(count=4)
    draft = fill(on_screen(drawn(tournament)))
    entries.set_status(tournament=tournament, entries=[12, 13], status=Entry.Status.WITHDRAWN, **WHO)
    came, went = presence_changed(draft)
    assert (came, [one.number for one in went]) == ([], [12])
    with pytest.raises(Refused, match=r"Gone since: Bot 2 \(heaviest\)"):
        drafts.publish_round(draft=draft, **WHO)
    draft = drafts.redraw_round(draft=again(draft), split=Split((4, 3, 3)), seed=2, **WHO)
    assert (bots_at(draft), presence_changed(draft)) == ({2: (11,)}, ([], []))


def test_bots_are_not_put_back_where_the_tables_come_out_even_without_them() -> None:
    tournament = a_tournament(a_club(), sizes=[3, 4, 5])
    some_entries(tournament, 9)
    bots.enter_bots(tournament=tournament, bot="heaviest", count=1, **WHO)
    draft = fill(on_screen(drawn(tournament, (5, 4)), 1, 2), 2)
    entries.set_status(tournament=tournament, entries=[1], status=Entry.Status.WITHDRAWN, **WHO)
    draft = drafts.redraw_round(draft=again(draft), split=Split((4, 4)), seed=2, **WHO)
    assert (sizes(draft), bots_at(draft)) == ([4, 4], {})


def test_a_seating_from_paper_keeps_bots_where_the_draft_had_tables_on_screen() -> None:
    tournament = ten_and_two()
    draft = fill(on_screen(drawn(tournament), 3), 3)
    by_number = {entry.number: entry for entry in tournament.entries.select_related("player")}
    tables = [[by_number[number] for number in table] for table in layout_of(draft).tables]
    taken = drafts.seat_from_paper(tournament=tournament, tables=tables, **WHO)
    assert (bots_at(taken), layout_of(taken).on_screen) == ({3: (11,)}, (3,))
    moved = [[*tables[0][:3], tables[2][3]], tables[1], tables[2][:3]]
    with pytest.raises(Refused, match=r"Bot 1 \(heaviest\) cannot sit there"):
        drafts.seat_from_paper(tournament=tournament, tables=moved, sit_outs=tables[0][3:], **WHO)


def test_the_report_of_a_draft_is_about_people() -> None:
    tournament = ten_and_two()
    published = drafts.publish_round(draft=fill(on_screen(drawn(tournament))), **WHO)
    Round.objects.filter(pk=published.pk).update(state=Round.State.CLOSED, closed_at=NOW)
    draft = drafts.draft_round(tournament=tournament, split=Split((4, 3, 3)), seed=1, **WHO)
    plain = draft_of(draft)
    filled = draft_of(fill(on_screen(draft)))
    assert (filled.repeats, filled.again, filled.sizes) == (plain.repeats, plain.again, "4-3-3")
    assert (plain.report.short.most, filled.report.short.most) == (1, 0)
    met = [sitter for table in filled.laid.tables for sitter in table.sitters if sitter.is_bot and sitter.met]
    assert met == []
