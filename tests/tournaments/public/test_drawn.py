"""Anybody can draw a published round again, and is told why some meet again, without a word about wishes."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.factories import NOW, a_player, a_tournament, an_entry
from tournaments import draft_changes, drafts, wishes
from tournaments.drawing import Terms
from tournaments.models import Club, Round, Shown, Tournament, Wish
from tournaments.seating.draw import ALGORITHM
from tournaments.seating.sizes import Split

BY: dict[str, Any] = {"by": "Orla", "at": NOW}
NAMES = ("Wren", "Robin", "Heron", "Plover", "Dunlin", "Siskin", "Curlew", "Avocet", "Merlin", "Osprey", "Pipit")
SPLIT = Split((4, 4, 3))


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Eleven people in three rounds; the first one is drawn, published and closed."""
    tournament = a_tournament(club, slug="friday", plan=[[9], [8], [7]])
    for name in NAMES:
        an_entry(tournament, a_player(club, name))
    publish(a_draft(tournament, seed=5))
    return tournament


def a_draft(tournament: Tournament, seed: int = 6, **more: Any) -> Round:
    return drafts.draft_round(tournament=tournament, split=SPLIT, seed=seed, **more, **BY)


def publish(draft: Round) -> Round:
    round = drafts.publish_round(draft=draft, **BY)
    Round.objects.filter(pk=round.pk).update(state=Round.State.CLOSED, closed_at=NOW)
    return round


def drawn_again(text: str, folder: Path) -> tuple[int, str]:
    """What the command says about a file, with neither database nor settings."""
    file = folder / "round.json"
    file.write_text(text)
    command = [sys.executable, "-m", "tournaments.seating", "redraw", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.strip()


def files(club: Club, as_organiser: Client, number: int) -> tuple[str, str]:
    """The public file and the organisers' one."""
    answers = (
        Client().get(f"/en/t/friday/seating/{number}/draw.json"),
        as_organiser.get(f"/en/desk/t/friday/rounds/{number}/draw.json"),
    )
    public, theirs = (answer.content.decode() for answer in answers)
    return public, theirs


def text_of(number: int) -> str:
    return " ".join(Client().get(f"/en/t/friday/seating/{number}/").content.decode().split())


def test_both_files_draw_the_round_again(club: Club, as_organiser: Client, evening: Tournament, tmp_path: Path) -> None:
    """The second round: planned with the one to come, on the first as it was played, and drawn three times."""
    draft = a_draft(evening)
    for seed in (7, 8):
        draft = drafts.redraw_round(draft=draft, split=SPLIT, seed=seed, **BY)
    publish(draft)
    public, theirs = files(club, as_organiser, 2)
    assert drawn_again(public, tmp_path) == (0, "Drawn again: the same seating.")
    assert public == theirs
    assert ('"ahead":2' in public, '"redraws":2' in public, "Wren" in public) == (True, True, False)
    page = text_of(2)
    for words in ("<dt>Seed</dt><dd>8</dd>", ALGORITHM, "<dd>2 times</dd>", "round-2.json"):
        assert words in page


def test_with_wishes_only_the_organisers_file_draws_again(
    club: Club, as_organiser: Client, evening: Tournament, tmp_path: Path
) -> None:
    for kind, numbers, table in ((Wish.Kind.APART, [1, 2, 3], None), (Wish.Kind.PLACE, [4], 2)):
        wishes.add(tournament=evening, kind=kind, entries=numbers, table=table, **BY)
    left_out = wishes.add(tournament=evening, kind=Wish.Kind.TOGETHER, entries=[1, 2], **BY)
    publish(a_draft(evening, terms=Terms(turns_first=False, ignored=frozenset({left_out.pk}))))
    wishes.remove(wish=left_out, **BY)
    public, theirs = files(club, as_organiser, 2)
    assert drawn_again(theirs, tmp_path) == (0, "Drawn again: the same seating.")
    assert drawn_again(public, tmp_path) == (
        0,
        (
            "2 private wishes were used and are not in this file, so only the organiser's file can be drawn again. "
            "Checked: everybody sits exactly once."
        ),
    )
    assert "2 minded; 1 left out" in text_of(2)


def test_changes_by_hand_and_locked_tables_are_said(
    club: Club, as_organiser: Client, evening: Tournament, tmp_path: Path
) -> None:
    draft = draft_changes.lock_table(draft=a_draft(evening), table=2, locked=True, **BY)
    draft = drafts.redraw_round(draft=draft, split=SPLIT, seed=9, **BY)
    one, other = (
        draft.tables.get(number=number).seats.order_by("place").select_related("entry__player")[0].entry
        for number in (1, 3)
    )
    assert one is not None
    assert other is not None
    publish(draft_changes.swap(draft=draft, first=one, second=other, **BY))
    for text in files(club, as_organiser, 2):
        assert drawn_again(text, tmp_path) == (
            0,
            (
                "Drawn again, the same seating. Kept from the draft before: table 2; "
                "then 1 change was made by hand before publishing."
            ),
        )
    page = text_of(2)
    assert "<dt>Kept from an earlier draft</dt><dd>table 2</dd>" in page
    assert "<dt>Changes by hand before publishing</dt><dd>1</dd>" in page


def test_a_round_from_paper_says_so_and_has_no_file(evening: Tournament) -> None:
    people = list(evening.entries.order_by("number"))
    paper = [people[:4], people[4:8], people[8:]]
    publish(drafts.seat_from_paper(tournament=evening, tables=paper, **BY))
    assert "not by a draw: seated by hand" in text_of(2)
    assert "draw.json" not in text_of(2)
    assert Client().get("/en/t/friday/seating/2/draw.json").status_code == 404


def test_a_draft_has_no_public_file(evening: Tournament) -> None:
    """Row 73: not before it is published, whatever address somebody guesses."""
    a_draft(evening)
    addresses = ("seating/2/", "seating/2/draw.json", "live/seating/2/")
    assert [Client().get(f"/en/t/friday/{address}").status_code for address in addresses] == [404, 404, 404]


def reasons(number: int) -> set[str]:
    """Why people meet again, as the public page says it, without who they are."""
    _page, _summary, rest = text_of(number).partition("Why do we meet again?")
    return {item.partition("meet again: ")[2] for item in rest.partition("</ul>")[0].split("</li>")[:-1]}


def test_who_meets_again_is_told_why(evening: Tournament) -> None:
    publish(a_draft(evening))
    assert reasons(2) == {"with these tables at least 2 meetings of this round must be repeats, and there are 3."}
    player = evening.entries.get(number=1).player
    player.shown = Shown.INITIALS
    player.save()
    Tournament.objects.filter(pk=evening.pk).update(version=evening.version + 9)
    assert "Wren" not in text_of(2)


def test_of_private_wishes_it_says_only_that_they_came_in(club: Club) -> None:
    """Twenty people, two of whom want to sit together in every round: nobody is told who asked."""
    tournament = a_tournament(club, slug="friday", plan=[[9], [8]])
    for number in range(1, 21):
        an_entry(tournament, a_player(club, f"Hen {number}"))
    wishes.add(tournament=tournament, kind=Wish.Kind.TOGETHER, entries=[1, 2], **BY)
    for seed in (1, 2):
        publish(drafts.draft_round(tournament=tournament, split=Split((4,) * 5), seed=seed, **BY))
    assert reasons(2) == {"the organisers’ wishes came in, which left the draw less choice."}
