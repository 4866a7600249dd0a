"""People at a table on screen for tests: each with a browser that has opened their seat."""

from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.screen_tables import now_at
from tournaments import seat_keys
from tournaments.models import Entry, Seat, Table


def link_of(entry: Entry) -> str:
    """The address of a fresh link to this person's seat."""
    made = seat_keys.make_keys(tournament=entry.tournament, entries=[entry], by="Orla", at=timezone.now())
    return reverse("seat-link", args=[made[entry]])


def page_of(entry: Entry) -> str:
    """The address of the page of a seat."""
    return reverse("my-seat", args=[entry.pk])


def sit_down(entry: Entry, client: Client | None = None) -> Client:
    """A browser that has opened the seat of this person: one that would be refused wherever Django wants a token."""
    client = client or Client(enforce_csrf_checks=True)
    nonce = seat_keys.new_nonce()
    assert client.post(link_of(entry), {"nonce": nonce}).status_code == 302
    return client


def entry_at(table: Table, place: int) -> Entry:
    """Who sits at a place of a table."""
    return Entry.objects.select_related("player", "tournament").get(seats__table=table, seats__place=place)


def seated(table: Table) -> dict[int, Client]:
    """A browser for each person at a table, by place."""
    people = Seat.objects.filter(table=table, player__bot="").order_by("place")
    return {seat.place or 0: sit_down(entry_at(table, seat.place or 0)) for seat in people}


def token(client: Client, entry: Entry) -> str:
    """The token of the forms on this person's page, as the browser finds it there."""
    return seat_keys.token_of(client.cookies[f"seat-{entry.pk}"].value)


def send(table: Table, client: Client, place: int, **sent: str) -> Any:
    """What a browser sends from the page of a place, with the counter of now unless another one is said."""
    entry, play = entry_at(table, place), now_at(table).play
    typed = {"play": str(play.pk), "counter": str(play.counter), "token": token(client, entry), **sent}
    return client.post(page_of(entry), typed)
