"""Names at the desk: a list is handed in, looked at row by row, and taken in once."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import a_player, an_entry
from tournaments.models import Player, Tournament, Upload

pytestmark = pytest.mark.django_db
PAGE = "/en/desk/t/friday-evening/names/"
LIST = (
    "Guests of Friday\n\nSeat;Who;Paid\n1;Wren Adair;x\n2;Heron;\n3;wren  adair;x\n4;Téal;\n5;"
    + 81 * "W"
    + ";x\nTotal;4;\n"
)

Typed = dict[str, str]


def preview_of(client: Client, text: str = LIST) -> tuple[str, Typed]:
    """Hand a pasted list in; the address of its preview, and what its form would send unchanged."""
    answer = client.post(PAGE, {"names": text})
    assert answer.status_code == 302
    return answer["Location"], typed_in(client.get(answer["Location"]).content.decode())


def typed_in(page: str) -> Typed:
    typed = {}
    for name, inside in re.findall(r'<select name="([\w-]+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        options = re.findall(r'<option value="([^"]*)"( selected)?', inside)
        typed[name] = next((value for value, selected in options if selected), options[0][0])
    for name in re.findall(r'<input type="checkbox" name="(\w+)"[^>]* checked', page):
        typed[name] = "on"
    return typed


def rows_of(page: str) -> list[tuple[str, str]]:
    """Each row of the preview: its number and its kind."""
    found = re.findall(r'<span class="seat-no">(\d+)</span>.*?<span class="chip[^"]*">([^<]+)</span>', page, re.DOTALL)
    return [(number, kind) for number, kind in found]


def entered(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("player__name", flat=True))


def test_the_list_is_shown_row_by_row_and_nobody_is_entered(tournament: Tournament, as_organiser: Client) -> None:
    """Public fault 64: a preview with row numbers, nothing saved."""
    an_entry(tournament, a_player(tournament.club, "Heron"))
    a_player(tournament.club, "Teal")
    address, _typed = preview_of(as_organiser)
    page = as_organiser.get(address).content.decode()
    assert rows_of(page) == [
        ("7", "same person?"),
        ("4", "new"),
        ("5", "entered"),
        ("6", "twice"),
        ("8", "not readable"),
    ]
    assert "3 rows are passed over" in page
    assert (entered(tournament), Player.objects.count()) == (["Heron"], 2)


def test_what_is_accepted_is_what_was_shown(tournament: Tournament, as_organiser: Client) -> None:
    """Public faults 62 and 67."""
    teal = a_player(tournament.club, "Teal")
    address, typed = preview_of(as_organiser)
    refused = as_organiser.post(address, {**typed, "accept": "1"})
    assert "Nothing is taken in yet: 1 row is to be decided." in refused.content.decode()
    assert entered(tournament) == []
    answer = as_organiser.post(address, {**typed, "row-7": f"take:{teal.pk}", "accept": "1"}, follow=True)
    assert "3 people are entered." in answer.content.decode()
    assert entered(tournament) == ["Wren Adair", "Heron", "Teal"]


def test_a_double_press_makes_one_import(tournament: Tournament, as_organiser: Client) -> None:
    address, typed = preview_of(as_organiser, "Wren\nHeron")
    for _ in range(2):
        answer = as_organiser.post(address, {**typed, "accept": "1"}, follow=True)
    assert "That list has been taken in or thrown away already." in answer.content.decode()
    assert entered(tournament) == ["Wren", "Heron"]


def test_other_columns_are_looked_at_before_anything_is_taken_in(tournament: Tournament, as_organiser: Client) -> None:
    address, typed = preview_of(as_organiser, "Blue,Wren\nRed,Heron")
    answer = as_organiser.post(address, {**typed, "first_column": "1", "second_column": "", "accept": "1"})
    page = answer.content.decode()
    assert ("The list is read anew; look at the rows again." in page, entered(tournament)) == (True, [])
    as_organiser.post(address, {**typed_in(page), "accept": "1"})
    assert entered(tournament) == ["Wren", "Heron"]


def test_a_row_can_be_left_out_and_stays_so(tournament: Tournament, as_organiser: Client) -> None:
    address, typed = preview_of(as_organiser, "Wren\nHeron")
    page = as_organiser.post(address, {**typed, "row-1": "leave_out", "look": "1"}).content.decode()
    assert typed_in(page)["row-1"] == "leave_out"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_read_whatever_saved_it(tournament: Tournament, as_organiser: Client, encoding: str) -> None:
    """Public fault 65."""
    file = SimpleUploadedFile("names.csv", "Name;Club\nZoë Möwe;A\nRené Héron;B\n".encode(encoding))
    address = as_organiser.post(PAGE, {"file": file})["Location"]
    as_organiser.post(address, {**typed_in(as_organiser.get(address).content.decode()), "accept": "1"})
    assert entered(tournament) == ["Zoë Möwe", "René Héron"]


def test_a_file_of_another_kind_is_named_for_what_it_is(tournament: Tournament, as_organiser: Client) -> None:
    answer = as_organiser.post(PAGE, {"file": SimpleUploadedFile("names.pdf", b"%PDF-1.7\x00")})
    assert (answer.status_code, "names.pdf was not taken in." in answer.content.decode()) == (200, True)


@pytest.mark.parametrize("sent", [{}, {"names": "  \n "}])
def test_nothing_handed_in_is_said(tournament: Tournament, as_organiser: Client, sent: Typed) -> None:
    answer = as_organiser.post(PAGE, sent)
    assert "Paste some names, or choose a file." in answer.content.decode()


def test_names_are_shown_as_they_are(tournament: Tournament, as_organiser: Client) -> None:
    """Public fault 68."""
    address, typed = preview_of(as_organiser, "O'Brien <b>x\n=SUM(A1)")
    page = as_organiser.get(address).content.decode()
    assert "O&#x27;Brien &lt;b&gt;x" in page
    as_organiser.post(address, {**typed, "accept": "1"})
    assert entered(tournament) == ["O'Brien <b>x", "=SUM(A1)"]


def test_a_list_that_waits_is_found_again_and_can_be_thrown_away(tournament: Tournament, as_organiser: Client) -> None:
    address, _typed = preview_of(as_organiser, "Wren")
    assert f'href="{address}"' in as_organiser.get(PAGE).content.decode()
    as_organiser.post(address + "drop/")
    assert (Upload.objects.count(), entered(tournament)) == (0, [])
    assert as_organiser.post(address + "drop/").status_code == 302


@pytest.mark.parametrize(
    "sent", [{"first_column": "9"}, {"first_column": "x"}, {"header_row": "77", "first_column": "0"}]
)
def test_a_layout_that_is_not_there(tournament: Tournament, as_organiser: Client, sent: Typed) -> None:
    address, _typed = preview_of(as_organiser, "Wren")
    answer = as_organiser.post(address, {**sent, "accept": "1"})
    assert (answer.status_code, "Not saved yet." in answer.content.decode()) == (200, True)


@pytest.mark.parametrize("count", [1, 30])
def test_the_preview_takes_as_many_queries_for_thirty_as_for_one(
    tournament: Tournament, as_organiser: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address, _typed = preview_of(
        as_organiser, "\n".join(f"Wren {'abcdefghijklmnopqrstuvwxyzABCDEF'[at]}x" for at in range(count))
    )
    with django_assert_num_queries(7):
        as_organiser.get(address)
