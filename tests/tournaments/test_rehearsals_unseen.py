"""With a rehearsal and without it, everybody is answered the same, byte by byte, whatever they ask."""

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.conftest import browser
from tests.rehearsed import a_rehearsal, steps, to_the_end
from tests.staged import WHO
from tests.test_doors import DOORS, PLAYER, REHEARSED, world
from tests.tournaments.test_rehearsals import everything
from tournaments import bots, entries, ledger, wishes
from tournaments.models import Change, Entry, LedgerLine, Rehearsal, Tournament, User, Wish
from tournaments.rehearsals import throw_away

__all__ = ["world"]

pytestmark = pytest.mark.django_db
OWN = ("rehearsal", "rehearsal-step", "rehearsal-speed", "rehearsal-throw-away")
ONCE = re.compile(
    rb"csrfmiddlewaretoken[^>]*|csrf[^,}]*|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9]{64}"
)
"""What is another text at each look: tokens of forms, keys of sendings."""


@pytest.fixture
def evening(world: None) -> Tournament:
    """The evening of the doors, of which nothing is rehearsed yet."""
    rehearsal = Rehearsal.objects.get()
    throw_away(rehearsal=rehearsal, typed_name=rehearsal.tournament.name)
    return Tournament.objects.get(slug="friday-evening")


def rehearsed(tournament: Tournament) -> Tournament:
    """A rehearsal in which the desk did by hand whatever leaves something behind."""
    rehearsal = a_rehearsal(tournament)
    copied = Tournament.with_rehearsals.get(pk=rehearsal.pk)
    entries.walk_in(tournament=copied, name="Greta Goose", is_new=True, **WHO)
    bots.enter_bots(tournament=copied, bot="random", count=3, **WHO)
    numbers = list(copied.entries.filter(player__bot="").order_by("number").values_list("number", flat=True))
    wishes.add(tournament=copied, kind=Wish.Kind.APART, entries=numbers[-2:], **WHO)
    to_the_end(rehearsal)
    entry = copied.entries.order_by("number")[0]
    if copied.state != Tournament.State.FINISHED:
        ledger.add_line(entry=entry, kind=LedgerLine.Kind.PENALTY, points=5, reason="Late", **WHO)
    return copied


def asked() -> Iterator[str]:
    """Every address but those of rehearsals themselves; lists, searches, the support pages, what robots ask for."""
    yield from (door.address for door in DOORS if door.name not in OWN and REHEARSED not in door.args.values())
    for word in ("Rehearsal", "Greta", "Wren"):
        yield f"{reverse('players', args=['barnyard'])}?q={word}"
    for model, page in admin.site._registry.items():
        label = f"{model._meta.app_label}/{model._meta.model_name}"
        yield f"/en/support/{label}/"
        if page.search_fields:
            yield from (f"/en/support/{label}/?q={quote(word)}" for word in ("Rehearsal", "Greta", "rehearsal-"))
    yield from ("/robots.txt", "/sitemap.xml", "/feed.xml", "/en/t/rehearsal-/", "/en/t/rehearsal/", "/en/t/")


def answers(people: dict[str, Client], addresses: list[str]) -> dict[tuple[str, str], tuple[int, bytes]]:
    cache.clear()
    found = {}
    for name, person in people.items():
        for address in addresses:
            answer = person.get(address)
            found[name, address] = (answer.status_code, ONCE.sub(b"", answer.content))
    return found


def test_everybody_is_answered_the_same(evening: Tournament, owner: User, organiser: User, scorekeeper: User) -> None:
    people = {
        "stranger": Client(),
        "scorekeeper": browser(scorekeeper),
        "organiser": browser(organiser),
        "owner": browser(owner),
        "support": browser(User.objects.create_superuser("support", name="Sue Support")),
    }
    addresses = list(dict.fromkeys(asked()))
    before = answers(people, addresses)
    rehearsed(evening)
    after = answers(people, addresses)
    assert [key for key in before if before[key] != after[key]] == []
    assert sum(status == 200 for status, _content in before.values()) > 200


def test_the_tournament_itself_notices_nothing_and_nothing_stays_when_it_is_thrown_away(evening: Tournament) -> None:
    def itself() -> object:
        now = Tournament.objects.get(pk=evening.pk)
        return (now.version, now.changed_at, Change.objects.filter(tournament=evening).count(), now.plan)

    rows, was = everything(), itself()
    copied = rehearsed(evening)
    assert Game.objects.filter(table__round__tournament=copied).exists()
    assert itself() == was
    throw_away(rehearsal=copied.rehearsal, typed_name=copied.name)
    assert (everything(), itself()) == (rows, was)
    assert Entry.objects.filter(player=PLAYER).exclude(tournament=evening).count() == 0


def test_no_proxy_robot_or_log_keeps_its_address(
    evening: Tournament, stranger: Client, capfd: pytest.CaptureFixture[str]
) -> None:
    rehearsal = a_rehearsal(evening)
    steps(rehearsal, most=6)
    copied = rehearsal.tournament
    for name in ("tournament", "seating", "results", "standings-csv", "standings-json", "live-standings"):
        answer = stranger.get(reverse(name, args=[copied.slug]))
        assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("private, no-cache", "noindex, nofollow")
        itself = stranger.get(reverse(name, args=[evening.slug]))
        assert itself["Cache-Control"].startswith("public")
        assert "X-Robots-Tag" not in itself
    stranger.get(reverse("entry", args=[copied.slug, 4711]))
    stranger.get(f"/en/t/{copied.slug}/nothing/")
    stranger.post(reverse("tournament", args=[copied.slug]))
    told = capfd.readouterr()
    assert copied.slug not in told.out + told.err
