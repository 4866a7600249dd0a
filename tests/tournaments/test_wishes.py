"""Wishes about seats: noted, removed, put back, minded by the draw, and never seen by the world."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.factories import NOW, a_player, an_entry
from tournaments import draft_changes, drafts, drawing, players, wishes
from tournaments.models import Change, Club, Entry, Round, Tournament, Wish
from tournaments.queries.draws import file_of
from tournaments.queries.wishes import asked_in, removed_in
from tournaments.refusals import Refused
from tournaments.seating.record import from_text, verdict
from tournaments.seating.sizes import Split

pytestmark = pytest.mark.django_db
BY: dict[str, Any] = {"by": "Orla", "at": NOW}
NAMES = ("Wren", "Robin", "Heron", "Plover", "Dunlin", "Siskin", "Curlew", "Avocet")
APART, TOGETHER, PLACE = Wish.Kind.APART, Wish.Kind.TOGETHER, Wish.Kind.PLACE


@pytest.fixture
def evening(tournament: Tournament) -> Tournament:
    """Eight people, by name, all of them here."""
    for name in NAMES:
        an_entry(tournament, a_player(tournament.club, name))
    return tournament


def wish(tournament: Tournament, kind: Wish.Kind, *numbers: int, **more: Any) -> Wish:
    return wishes.add(tournament=tournament, kind=kind, entries=numbers, **more, **BY)


def draw(tournament: Tournament, sizes: Sequence[int] = (4, 4), seed: int = 1, **more: Any) -> Round:
    return drafts.draft_round(tournament=tournament, split=Split(tuple(sizes)), seed=seed, **more, **BY)


def redraw(draft: Round, sizes: Sequence[int] = (4, 4), seed: int = 2, **more: Any) -> Round:
    return drafts.redraw_round(draft=draft, split=Split(tuple(sizes)), seed=seed, **more, **BY)


def seated(round: Round) -> list[list[int]]:
    return [
        [seat.entry.number for seat in table.seats.order_by("place") if seat.entry]
        for table in round.tables.order_by("number")
    ]


def table_of(round: Round, number: int) -> int:
    return next(at for at, table in enumerate(seated(round), 1) if number in table)


# --- the list


def test_wishes_in_words(evening: Tournament) -> None:
    wish(evening, APART, 1, 2)
    wish(evening, APART, 3, 4, 5, label="The Duckpond club")
    wish(evening, TOGETHER, 6, 7)
    wish(evening, TOGETHER, 6, 7, 8, label="The Marsh family")
    wish(evening, PLACE, 8, table=2, place=1)
    wish(evening, PLACE, 7, table=2)
    assert [wishes.in_one_sentence(one) for one in asked_in(evening)] == [
        "Kept apart: Wren, Robin.",
        "The Duckpond club are kept apart: Heron, Plover, Dunlin.",
        "Together: Siskin, Curlew.",
        "The Marsh family sit together: Siskin, Curlew, Avocet.",
        "Avocet keeps seat 1 of table 2.",
        "Curlew keeps table 2.",
    ]


@pytest.mark.parametrize(
    ("kind", "numbers", "more", "sentence"),
    [
        (APART, [1], {}, "Choose two people or more."),
        (TOGETHER, [1, 1], {}, "Choose two people or more."),
        (APART, [1, 77], {}, "Nobody has the number 77 here."),
        (PLACE, [1, 2], {"table": 1}, "Choose one person who keeps a place."),
        (PLACE, [], {"table": 1}, "Choose one person who keeps a place."),
        (PLACE, [1], {}, "Say which table Wren keeps."),
        (PLACE, [1], {"table": 0}, "Say which table Wren keeps."),
        (PLACE, [1], {"table": 1, "place": 9}, "A table has seats from 1 to 8."),
        (APART, [4, 3], {}, "This is on the list already: Kept apart: Heron, Plover. Remove it first."),
        (PLACE, [5], {"table": 2}, "This is on the list already: Dunlin keeps table 1. Remove it first."),
    ],
)
def test_what_is_no_wish(
    evening: Tournament, kind: Wish.Kind, numbers: list[int], more: dict[str, int], sentence: str
) -> None:
    wish(evening, APART, 3, 4)
    wish(evening, PLACE, 5, table=1)
    with pytest.raises(Refused) as refused:
        wish(evening, kind, *numbers, **more)
    assert (refused.value.sentence, Wish.objects.count()) == (sentence, 2)


def test_a_wish_is_removed_and_put_back(evening: Tournament) -> None:
    made = wish(evening, APART, 1, 2)
    wishes.remove(wish=made, **BY)
    assert ([one.pk for one in asked_in(evening)], [one.pk for one in removed_in(evening)]) == ([], [made.pk])
    with pytest.raises(Refused, match="This wish is removed already"):
        wishes.remove(wish=made, **BY)
    wishes.put_back(wish=made, **BY)
    assert [one.pk for one in asked_in(evening)] == [made.pk]
    with pytest.raises(Refused, match="This wish is on the list already"):
        wishes.put_back(wish=made, **BY)


def test_what_is_wished_anew_is_not_put_back_beside_it(evening: Tournament) -> None:
    made = wish(evening, APART, 1, 2)
    wishes.remove(wish=made, **BY)
    wish(evening, APART, 1, 2)
    with pytest.raises(Refused) as refused:
        wishes.put_back(wish=made, **BY)
    assert refused.value.sentence == "This is on the list already: Kept apart: Wren, Robin. Remove it first."


def test_the_history_says_whom_a_wish_is_about_and_no_more(evening: Tournament) -> None:
    made = wish(evening, APART, 1, 2, note="a feud over a goose")
    wishes.remove(wish=made, **BY)
    facts = list(Change.objects.order_by("pk").values_list("verb", "facts"))
    about = {"wish": made.pk, "players": [entry.player_id for entry in evening.entries.order_by("number")[:2]]}
    assert facts == [("wish.add", about), ("wish.remove", about)]


def test_whoever_is_forgotten_goes_from_labels_and_notes(evening: Tournament) -> None:
    made = wish(evening, APART, 1, 2, label="Friends of Heron", note="Heron minds")
    players.forget(player=evening.entries.get(number=3).player, **BY)
    made.refresh_from_db()
    assert (made.label, made.note) == ("Friends of Forgotten player", "Forgotten player minds")


# --- the draw minds them


def test_the_draw_minds_every_kind_of_wish(evening: Tournament) -> None:
    wish(evening, APART, 1, 2)
    wish(evening, TOGETHER, 3, 4)
    wish(evening, PLACE, 5, table=2, place=3)
    for seed in range(5):
        draft = draw(evening, seed=seed)
        assert table_of(draft, 1) != table_of(draft, 2)
        assert table_of(draft, 3) == table_of(draft, 4)
        assert seated(draft)[1][2] == 5
        drafts.drop_draft(draft=draft, **BY)


def test_a_wish_about_somebody_who_is_not_here_plays_no_part(evening: Tournament) -> None:
    wish(evening, APART, 7, 8)
    wish(evening, APART, 1, 2, 8)
    evening.entries.filter(number=8).update(status=Entry.Status.EXPECTED)
    assert from_text(file_of(draw(evening, (4, 3)))).wishes.apart == frozenset({frozenset({1, 2})})


def test_wishes_that_cannot_be_kept_make_no_half_made_round(evening: Tournament) -> None:
    """The clashing ones are named, the others are not; each of them alone would be enough to leave out."""
    wish(evening, APART, 7, 8)
    needed = [wish(evening, TOGETHER, 1, 2), wish(evening, TOGETHER, 2, 3), wish(evening, APART, 3, 1)]
    with pytest.raises(drawing.Clash) as clash:
        draw(evening)
    assert clash.value.sentence == (
        "Nothing is drawn, because this cannot be had at these tables: "
        "Together: Wren, Robin. Together: Robin, Heron. Kept apart: Wren, Heron."
    )
    assert [one.pk for one in clash.value.wishes] == [one.pk for one in needed]
    assert (Round.objects.count(), Change.objects.filter(verb="round.draft").count()) == (0, 0)
    for one in needed:
        draft = draw(evening, terms=drawing.Terms(ignored=frozenset({one.pk})))
        assert (draft.ignored, from_text(file_of(draft)).ignored_wishes) == ([one.pk], 1)
        drafts.drop_draft(draft=draft, **BY)


@pytest.mark.parametrize(
    ("kind", "numbers", "more", "told"),
    [
        (TOGETHER, [1, 2, 3, 4, 5], {}, "Together: Wren, Robin, Heron, Plover, Dunlin."),
        (PLACE, [1], {"table": 3}, "Wren keeps table 3."),
        (PLACE, [1], {"table": 1, "place": 5}, "Wren keeps seat 5 of table 1."),
    ],
)
def test_one_wish_alone_may_not_fit_the_tables(
    evening: Tournament, kind: Wish.Kind, numbers: list[int], more: dict[str, int], told: str
) -> None:
    wish(evening, kind, *numbers, **more)
    with pytest.raises(drawing.Clash) as clash:
        draw(evening)
    assert clash.value.sentence == f"Nothing is drawn, because this cannot be had at these tables: {told}"


def test_two_who_keep_one_seat_are_named(evening: Tournament) -> None:
    wish(evening, PLACE, 1, table=1, place=1)
    wish(evening, PLACE, 2, table=1, place=1)
    with pytest.raises(drawing.Clash) as clash:
        draw(evening)
    assert clash.value.sentence.endswith("Wren keeps seat 1 of table 1. Robin keeps seat 1 of table 1.")


def test_a_redraw_that_cannot_be_leaves_the_draft_as_it_was(evening: Tournament) -> None:
    draft = draw(evening)
    before = seated(draft)
    wish(evening, APART, 1, 2)
    wish(evening, TOGETHER, 1, 2)
    with pytest.raises(drawing.Clash):
        redraw(draft)
    assert (seated(draft), Round.objects.get().redraws) == (before, 0)


def test_more_people_of_a_club_than_tables_are_drawn_all_the_same(evening: Tournament) -> None:
    """What cannot be kept wholly is kept as far as it can be; the page names who meets."""
    wish(evening, APART, 1, 2, 3, label="Club")
    draft = draw(evening)
    assert len({table_of(draft, number) for number in (1, 2, 3)}) == 2


def test_turns_at_the_smaller_tables_may_give_way(club: Club, evening: Tournament) -> None:
    draft = draw(evening, (3, 3, 2), terms=drawing.Terms(turns_first=False))
    assert from_text(file_of(draft)).wishes.turns_first is False


# --- locked tables


def test_a_locked_table_stays_and_the_rest_is_drawn_again(evening: Tournament) -> None:
    draft = draft_changes.lock_table(draft=draw(evening, (3, 3, 2)), table=2, locked=True, **BY)
    kept = seated(draft)[1]
    others = set()
    for seed in range(6):
        draft = redraw(draft, (3, 3, 2), seed=seed)
        assert seated(draft)[1] == kept
        others.add(str(seated(draft)[0]))
    assert len(others) > 1
    assert [table.locked for table in draft.tables.order_by("number")] == [False, True, False]
    assert str(verdict(from_text(file_of(draft)))[1]) == (
        "Drawn again, the same seating. Kept from the draft before: table 2."
    )


def test_a_locked_table_that_the_new_tables_do_not_have(evening: Tournament) -> None:
    draft = draft_changes.lock_table(draft=draw(evening, (3, 3, 2)), table=3, locked=True, **BY)
    with pytest.raises(Refused) as refused:
        redraw(draft, (4, 4))
    assert refused.value.sentence == (
        "Table 3 is locked with 2 people, and these tables have no such table 3. Unlock it, or choose other tables."
    )


def test_who_has_gone_from_a_locked_table_makes_room(evening: Tournament) -> None:
    draft = draft_changes.lock_table(draft=draw(evening), table=1, locked=True, **BY)
    gone, *stay = seated(draft)[0]
    evening.entries.filter(number=gone).update(status=Entry.Status.WITHDRAWN)
    assert seated(redraw(draft, (4, 3)))[0][:3] == stay


def test_a_locked_table_may_clash_with_a_wish(evening: Tournament) -> None:
    draft = draft_changes.lock_table(draft=draw(evening), table=1, locked=True, **BY)
    first, second = seated(draft)[0][:2]
    wish(evening, APART, first, second)
    with pytest.raises(drawing.Clash) as clash:
        redraw(draft)
    assert clash.value.sentence.endswith("Locked: table 1.")


def test_nobody_is_moved_from_a_locked_table_by_hand(evening: Tournament) -> None:
    draft = draft_changes.lock_table(draft=draw(evening), table=1, locked=True, **BY)
    one, other = (evening.entries.get(number=table[0]) for table in seated(draft))
    with pytest.raises(Refused) as refused:
        draft_changes.swap(draft=draft, first=other, second=one, **BY)
    assert refused.value.sentence == f"Table 1 is locked, and {one.player} sits there. Unlock it first."


# --- the way back


def test_every_change_of_a_draft_is_taken_back_in_order(evening: Tournament) -> None:
    made = draw(evening)
    seen = [seated(made)]
    one, other = (evening.entries.get(number=table[0]) for table in seated(made))
    made = draft_changes.swap(draft=made, first=one, second=other, **BY)
    seen.append(seated(made))
    made = draft_changes.lock_table(draft=made, table=1, locked=True, **BY)
    made = redraw(made, seed=9)
    seen.append(seated(made))
    made = draft_changes.lock_table(draft=made, table=1, locked=False, **BY)
    took = []
    states = []
    for _step in range(4):
        took.append(draft_changes.step_back(draft=made, **BY).verb)
        made = Round.objects.get()
        locked = [table.locked for table in made.tables.order_by("number")]
        states.append((seated(made), locked, made.hand_changes, made.seed))
    assert took == ["round.unlock", "round.redraw", "round.lock", "round.swap"]
    assert states == [
        (seen[2], [True, False], 0, 9),
        (seen[1], [True, False], 1, 1),
        (seen[1], [False, False], 1, 1),
        (seen[0], [False, False], 0, 1),
    ]
    assert made.redraws == 1
    with pytest.raises(Refused, match="Nothing has been changed in this draft yet"):
        draft_changes.step_back(draft=made, **BY)
    assert Change.objects.exclude(undone_at=None).count() == 4


def test_a_seating_from_paper_is_taken_back_too(evening: Tournament) -> None:
    made = draw(evening)
    before = (seated(made), file_of(made))
    people = list(evening.entries.order_by("number"))
    made = drafts.seat_from_paper(tournament=evening, tables=[people[:4], people[4:]], **BY)
    assert (made.algorithm, file_of(made)) == ("", "")
    draft_changes.step_back(draft=made, **BY)
    assert (seated(made), file_of(made)) == before


def test_a_published_round_has_no_way_back_and_its_file_says_what_was_changed(evening: Tournament) -> None:
    wish(evening, APART, 1, 2)
    made = redraw(draw(evening))
    one, other = (evening.entries.get(number=table[0]) for table in seated(made))
    made = draft_changes.swap(draft=made, first=one, second=other, **BY)
    made = drafts.publish_round(draft=made, **BY)
    draw_file = from_text(file_of(made))
    assert (made.steps.count(), draw_file.redraws, draw_file.hand_changes) == (0, 1, 1)
    assert [list(table) for table in draw_file.tables] == seated(made)
    assert str(verdict(draw_file)[1]) == (
        "Drawn again, the same seating; then 1 change was made by hand before publishing."
    )
