"""What the organiser does to a draft, through the pages: wishes, clashes, swaps, locks, the way back, the report."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import NOW, a_player, a_round, a_tournament, an_entry, some_entries
from tournaments import draft_changes, drafts, wishes
from tournaments.models import Club, Entry, Round, Tournament, Wish
from tournaments.queries.draws import file_of
from tournaments.seating.record import from_text
from tournaments.seating.sizes import Split

DESK = "/en/desk/t/friday-evening/"
SEAT = f"{DESK}seat/"
HTMX = {"HX-Request": "true"}
BY: dict[str, Any] = {"by": "Orla", "at": NOW}
NAMES = ("Wren", "Robin", "Heron", "Plover", "Dunlin", "Siskin", "Curlew", "Avocet")


@pytest.fixture
def evening(tournament: Tournament) -> Tournament:
    """Eight people, by name, all of them here."""
    for name in NAMES:
        an_entry(tournament, a_player(tournament.club, name))
    return tournament


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def a_draft(tournament: Tournament, *sizes: int) -> Round:
    return drafts.draft_round(tournament=tournament, split=Split(sizes), seed=1, **BY)


def seated(round: Round) -> list[list[int]]:
    return [
        [seat.entry.number for seat in table.seats.order_by("place") if seat.entry]
        for table in round.tables.order_by("number")
    ]


def wish(tournament: Tournament, kind: str, *numbers: int, **more: Any) -> Wish:
    return wishes.add(tournament=tournament, kind=Wish.Kind(kind), entries=numbers, **more, **BY)


# --- the list of wishes


def test_a_wish_is_noted_removed_and_put_back(as_organiser: Client, evening: Tournament) -> None:
    given = {"kind": "apart", "entries": [1, 2], "label": "The Adairs", "note": "of one house"}
    page = as_organiser.post(f"{DESK}wishes/", given, follow=True)
    noted = Wish.objects.get()
    assert "The Adairs are kept apart: Wren, Robin." in text_of(page)
    assert (noted.note, "of one house" in text_of(page)) == ("of one house", True)
    page = as_organiser.post(f"{DESK}wishes/{noted.pk}/remove/", follow=True)
    assert "The wish is removed. It can be put back below." in text_of(page)
    page = as_organiser.post(f"{DESK}wishes/{noted.pk}/put-back/", follow=True)
    assert ("The wish is on the list again." in text_of(page), page.context["removed"]) == (True, [])
    again = as_organiser.post(f"{DESK}wishes/{noted.pk}/put-back/")
    assert (again.status_code, again.context["refused"]) == (200, "This wish is on the list already.")


def test_a_wish_that_cannot_be_noted_keeps_what_was_typed(as_organiser: Client, evening: Tournament) -> None:
    given = {"kind": "together", "entries": [3], "label": "The Marshes", "note": "", "table": "x"}
    page = as_organiser.post(f"{DESK}wishes/", given)
    assert (page.status_code, Wish.objects.count()) == (200, 0)
    assert "Enter a whole number." in text_of(page)
    page = as_organiser.post(f"{DESK}wishes/", {**given, "table": ""})
    assert "Choose two people or more." in text_of(page)
    assert 'name="entries" value="3" checked' in text_of(page)
    assert 'value="The Marshes"' in text_of(page)


def test_the_world_sees_nothing_of_a_wish(as_organiser: Client, evening: Tournament) -> None:
    wish(evening, "apart", 1, 2, label="Feud of the goose", note="Feud of the goose")
    wish(evening, "together", 3, 4, label="Feud of the goose")
    drafts.publish_round(draft=a_draft(evening, 4, 4), **BY)
    world = Client()
    for page in ("", "seating/", "seating/1/", "seating/1/draw.json", "standings.json", "rules/", "entry/1/"):
        answer = world.get(f"/en/t/friday-evening/{page}")
        text = answer.content.decode()
        assert (page, answer.status_code, "Feud" in text, "apart from" in text) == (page, 200, False, False)


# --- wishes that clash


def test_wishes_that_clash_are_named_and_each_may_be_ignored(as_organiser: Client, evening: Tournament) -> None:
    first, second = wish(evening, "apart", 1, 2), wish(evening, "together", 1, 2)
    page = as_organiser.post(f"{SEAT}draw/", {"tables": "4-4"})
    assert (page.status_code, Round.objects.count()) == (200, 0)
    assert page.context["ask"].wishes == ((first.pk, "Kept apart: Wren, Robin."), (second.pk, "Together: Wren, Robin."))
    assert text_of(page).count("Ignore this one and draw") == 2
    page = as_organiser.post(f"{SEAT}draw/", {"tables": "4-4", "ignore": [first.pk]}, follow=True)
    draft = Round.objects.get()
    assert (draft.ignored, page.context["broken"]) == ([first.pk], [])
    assert "all 1 kept" not in text_of(page)
    assert "1 wish, kept; 1 ignored" in text_of(page)
    assert f'name="ignore" value="{first.pk}" checked' in text_of(page)


def test_one_clash_after_another_keeps_what_is_ignored_already(as_organiser: Client, evening: Tournament) -> None:
    pairs = [(wish(evening, "apart", one, two), wish(evening, "together", one, two)) for one, two in ((1, 2), (3, 4))]
    first, second = (apart.pk for apart, _together in pairs)
    page = as_organiser.post(f"{SEAT}draw/", {"tables": "4-4", "ignore": [first]}, headers=HTMX)
    assert f'<input type="hidden" name="ignore" value="{first}">' in text_of(page)
    as_organiser.post(f"{SEAT}draw/", {"tables": "4-4", "ignore": [first, second]})
    assert Round.objects.get().ignored == [first, second]


def test_a_draft_that_cannot_be_drawn_again_asks_as_well(as_organiser: Client, evening: Tournament) -> None:
    draft = a_draft(evening, 4, 4)
    asked = wish(evening, "place", 1, table=7)
    page = as_organiser.post(f"{SEAT}redraw/", {"tables": "4-4", "drawing": draft.drawing})
    assert page.context["ask"].wishes == ((asked.pk, "Wren keeps table 7."),)
    as_organiser.post(f"{SEAT}redraw/", {"tables": "4-4", "drawing": draft.drawing, "ignore": asked.pk})
    draft = Round.objects.get()
    assert (draft.redraws, draft.ignored) == (1, [asked.pk])


# --- swaps, locks, the way back


def test_the_first_of_two_names_is_asked_for_the_second(as_organiser: Client, evening: Tournament) -> None:
    draft = a_draft(evening, 4, 4)
    one, other = seated(draft)
    page = as_organiser.post(f"{SEAT}swap/", {"drawing": draft.drawing, "first": "", "second": one[0]})
    assert "Now press the name of who changes places with them." in text_of(page)
    assert f'name="first" value="{one[0]}"' in text_of(page)
    assert text_of(page).count('aria-pressed="true"') == 1
    as_organiser.post(f"{SEAT}swap/", {"drawing": draft.drawing, "first": one[0], "second": other[0]})
    assert seated(draft) == [[other[0], *one[1:]], [one[0], *other[1:]]]


def test_a_swap_marks_what_it_breaks(as_organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="marks", sizes=[2, 3], plan=[[9], [8]])
    people = [an_entry(tournament, a_player(club, name)) for name in NAMES[:5]]
    a_round(tournament, [people[:3], people[3:]], state=Round.State.CLOSED)
    wish(tournament, "apart", 4, 1)
    wish(tournament, "together", 2, 3)
    wish(tournament, "place", 5, table=2)
    drafts.seat_from_paper(tournament=tournament, tables=[[people[0], people[3], people[4]], people[1:3]], **BY)
    draft = Round.objects.get(state="draft")
    page = as_organiser.post(
        "/en/desk/t/marks/seat/swap/", {"drawing": draft.drawing, "first": 3, "second": 4}, headers=HTMX
    )
    text = text_of(page)
    assert "met Wren in round 1" in text
    assert "wants to sit with Robin" in text
    assert "wants to sit with Heron" in text
    assert "keeps table 2" in text
    assert "smaller table again, 1 before" in text
    assert "to be kept apart from" not in text
    assert page.context["broken"] == [
        "Robin and Heron were to sit together and do not.",
        "Dunlin was to keep table 2 and sits at table 1.",
    ]
    page = as_organiser.post(
        "/en/desk/t/marks/seat/back/", {"drawing": Round.objects.get(state="draft").drawing}, headers=HTMX
    )
    assert text_of(page).count("to be kept apart from") == 2
    assert page.context["broken"][0] == "Wren and Plover were to be kept apart and are not."


def test_a_locked_table_and_the_rest_drawn_again(as_organiser: Client, evening: Tournament) -> None:
    draft = a_draft(evening, 4, 4)
    page = as_organiser.post(f"{SEAT}lock/", {"drawing": draft.drawing, "lock": 2}, follow=True)
    assert "Table 2 is locked: it stays as it is when the rest is drawn again." in text_of(page)
    assert "Draw the rest again" in text_of(page)
    kept = seated(draft)[1]
    draft = Round.objects.get()
    as_organiser.post(f"{SEAT}redraw/", {"drawing": draft.drawing, "tables": "4-4"})
    assert seated(draft)[1] == kept
    draft = Round.objects.get()
    page = as_organiser.post(f"{SEAT}lock/", {"drawing": draft.drawing, "unlock": 2}, follow=True)
    assert "Table 2 is unlocked." in text_of(page)
    wrong = as_organiser.post(f"{SEAT}lock/", {"drawing": Round.objects.get().drawing, "lock": 9})
    assert wrong.context["refused"] == "There is no table 9 in this draft."


def test_one_step_back_says_what_is_taken_back(as_organiser: Client, evening: Tournament) -> None:
    draft = a_draft(evening, 4, 4)
    draft = draft_changes.lock_table(draft=draft, table=1, locked=True, **BY)
    assert "Last change: Round 1: table 1 of the draft locked" in text_of(as_organiser.get(SEAT))
    page = as_organiser.post(f"{SEAT}back/", {"drawing": draft.drawing}, follow=True)
    assert "Taken back: Round 1: table 1 of the draft locked." in text_of(page)
    page = as_organiser.post(f"{SEAT}back/", {"drawing": Round.objects.get().drawing})
    assert page.context["refused"] == "Nothing has been changed in this draft yet."


def test_a_page_of_before_a_step_back_changes_nothing(as_organiser: Client, evening: Tournament) -> None:
    """After a change and the way back the draft looks as before, but somebody has been at it."""
    draft = a_draft(evening, 4, 4)
    seen = draft.drawing
    changed = draft_changes.lock_table(draft=draft, table=1, locked=True, **BY)
    draft_changes.step_back(draft=changed, **BY)
    page = as_organiser.post(f"{SEAT}publish/", {"drawing": seen})
    assert page.context["refused"] == "Somebody changed the draft of round 1 meanwhile. Look at it again."


# --- the report


def test_every_number_stands_beside_its_bound_and_every_pair_has_a_reason(as_organiser: Client, club: Club) -> None:
    tournament = a_tournament(club, slug="again", plan=[[9], [8]])
    people = [an_entry(tournament, a_player(club, name)) for name in NAMES]
    a_round(tournament, [people[:4], people[4:]], state=Round.State.CLOSED)
    a_draft(tournament, 4, 4)
    page = as_organiser.get("/en/desk/t/again/seat/")
    report = page.context["draft"].report
    figures = (report.repeats, report.most, report.weighted)
    assert [(figure.value, figure.bound) for figure in figures] == [(4, 4), (2, 2), (4, 4)]
    assert len(page.context["again"]) == 4
    assert {sentence.partition(": ")[2] for sentence in page.context["again"]} == {
        "with these tables at least 4 meetings of this round must be repeats, and there are 4."
    }
    assert text_of(page).count("best possible: 4; yours: 4") == 3


def test_small_tables_may_be_allowed_twice_where_there_are_any(as_organiser: Client, tournament: Tournament) -> None:
    some_entries(tournament, 7)
    words = "Somebody may sit at a smaller table twice if that avoids a repeat"
    assert words in text_of(as_organiser.get(SEAT))
    page = as_organiser.post(f"{SEAT}draw/", {"tables": "4-3", "twice_small": "1"}, follow=True)
    assert from_text(file_of(Round.objects.get())).wishes.turns_first is False
    assert 'name="twice_small" value="1" checked' in text_of(page)
    an_entry(tournament)
    assert words not in text_of(as_organiser.get(f"{DESK}seat/")).partition('id="change"')[2]


# --- the page looks by itself


def test_the_page_says_nothing_while_nothing_has_changed(as_organiser: Client, evening: Tournament) -> None:
    a_draft(evening, 4, 4)
    seen = as_organiser.get(SEAT).context["seen"]
    assert as_organiser.get(f"{SEAT}live/?v={seen}", headers=HTMX).status_code == 204
    an_entry(evening, a_player(evening.club, "Nightjar"), status=Entry.Status.EXPECTED)
    as_organiser.post(f"{DESK}arrivals/status/", {"set": "9:here"})
    part = as_organiser.get(f"{SEAT}live/?v={seen}", headers=HTMX)
    assert "Came since: Nightjar" in text_of(part)
    assert "Draw it again for 9 people" in text_of(part)
    assert text_of(part).startswith('<div id="seat"')


# --- the organisers' file


def test_the_organisers_file_has_the_wishes_and_is_there_once_published(
    as_organiser: Client, evening: Tournament
) -> None:
    wish(evening, "apart", 1, 2)
    draft = a_draft(evening, 4, 4)
    assert as_organiser.get(f"{DESK}rounds/1/draw.json").status_code == 404
    drafts.publish_round(draft=draft, **BY)
    answer = as_organiser.get(f"{DESK}rounds/1/draw.json")
    assert from_text(answer.content.decode()).wishes.apart == frozenset({frozenset({1, 2})})
    assert answer["Content-Disposition"] == 'attachment; filename="friday-evening-round-1-with-wishes.json"'


def test_a_round_from_paper_has_no_file(as_organiser: Client, evening: Tournament) -> None:
    people = list(evening.entries.order_by("number"))
    draft = drafts.seat_from_paper(tournament=evening, tables=[people[:4], people[4:]], **BY)
    drafts.publish_round(draft=draft, **BY)
    assert as_organiser.get(f"{DESK}rounds/1/draw.json").status_code == 404
