"""Who gets what: every address × everybody who could ask for it.

Each address has a row in DOORS, and a new address without a row fails this test. To add one:

    Door("round", {"slug": "friday-evening", "number": 1}, get="404 200 404 200 200", post="405 405 405 405 405"),

- the name of the address, as in `{% url %}`, and what goes into it. The world in which all this happens is made by the
  fixture `world` below: put what your address needs into it, with numbers of your own where ids are needed;
- `get` and `post`: the answers for the stranger, the scorekeeper, the organiser of another club, the organiser, and the
  owner, in this order. A POST sends no fields (or those of `data`), as a person with that role. Each of the five starts
  from the same world, so a row may say what happens when it works (302) as well as what a form says to nothing (200).

- an address of the desk also stands in the table of docs/roles.md, with a plain word for what it does there.

An address may have several rows (`what` tells them apart), for a draft and a published tournament, say. Beyond the
rows, every address that names a club or a tournament is tried with a draft, and with ids of another club, without any
further ado: nothing is there for anybody.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.models import BotPlay
from tests.bot_rounds import a_bot_table, play_now
from tests.conftest import browser
from tests.factories import NOW, a_club, a_member, a_player, a_round, a_tournament, an_entry, some_entries
from tests.played import hand_in
from tests.rehearsed import a_rehearsal
from tests.screen_tables import a_screen_table
from tests.tournaments.seating.test_record import a_draw
from tournaments import entries, links, uploads
from tournaments.models import (
    Change,
    Club,
    DrawFile,
    Entry,
    LedgerLine,
    Membership,
    OneTimeLink,
    Role,
    Round,
    Settled,
    Stage,
    Tournament,
    Upload,
    User,
    Wish,
)
from tournaments.seating.record import to_text

PLAYER, MERGED, MEMBER, LINK = 9001, 9002, 9003, 9004
CHANGE, UPLOAD, LINE, WISH = 9005, 9006, 9007, 9008
SETTLED = 9010
ELSEWHERE = "pond-evening"
DRAFT = "secret-evening"
REMOVED = "removed-evening"
REHEARSED = "rehearsal-0123456789abcdefghijkl-friday-evening"


@dataclass(frozen=True, slots=True)
class Door:
    """One address with what it answers to (stranger, scorekeeper, other organiser, organiser, owner)."""

    name: str
    args: dict[str, str | int]
    get: str
    post: str
    data: dict[str, str | int] = field(default_factory=dict)
    what: str = ""

    @property
    def address(self) -> str:
        return reverse(self.name, kwargs=self.args)

    def instead(self, **args: str | int) -> str:
        """The address with something else in it."""
        return reverse(self.name, kwargs={**self.args, **args})


BARNYARD: dict[str, str | int] = {"club": "barnyard"}
EVENING: dict[str, str | int] = {"slug": "friday-evening"}
REHEARSAL: dict[str, str | int] = {"slug": REHEARSED}
TABLE: dict[str, str | int] = {**EVENING, "number": 2, "table": 1}
EVERYBODY = "200 200 200 200 200"
ONLY_GET = "405 405 405 405 405"
ONLY_POST = "405 405 405 405 405"
OWNERS = "404 404 404 404 200"
OWNERS_MOVE = "404 404 404 404 302"
ORGANISERS = "404 404 404 200 200"
ORGANISERS_MOVE = "404 404 404 302 302"
MEMBERS = "404 200 404 200 200"
MEMBERS_MOVE = "404 302 404 302 302"

DOORS = [
    Door("health", {}, get="200 200 200 200 200", post="200 200 200 200 200"),
    # what the world sees; a draft is tried below
    Door("root", {}, get="302 302 302 302 302", post="302 302 302 302 302"),
    Door("home", {}, get=EVERYBODY, post=ONLY_GET),
    Door("practice", {}, get=EVERYBODY, post=EVERYBODY),
    Door("practice-hand", {"name": "guessed"}, get="410 410 410 410 410", post="410 410 410 410 410"),
    Door("seat-link", {"secret": "guessed"}, get="404 404 404 404 404", post="404 404 404 404 404"),
    Door("my-seat", {"entry": 1}, get="404 404 404 404 404", post="404 404 404 404 404"),
    Door("club", BARNYARD, get=EVERYBODY, post=ONLY_GET),
    Door("tournament", EVENING, get=EVERYBODY, post=ONLY_GET),
    Door("after-round", {**EVENING, "number": 1}, get=EVERYBODY, post=ONLY_GET),
    Door("stage-list", {**EVENING, "number": 1}, get=EVERYBODY, post=ONLY_GET),
    Door("seating", EVENING, get=EVERYBODY, post=ONLY_GET),
    Door("seating-round", {**EVENING, "number": 1}, get=EVERYBODY, post=ONLY_GET),
    Door("draw-file", {**EVENING, "number": 2}, get=EVERYBODY, post=ONLY_GET),
    Door("results", EVENING, get=EVERYBODY, post=ONLY_GET),
    Door("results-round", {**EVENING, "number": 1}, get=EVERYBODY, post=ONLY_GET),
    Door("results-hands", {**EVENING, "number": 1}, get=EVERYBODY, post=ONLY_GET),
    Door("bracket", EVENING, get=EVERYBODY, post=ONLY_GET),
    Door("bracket-list", EVENING, get=EVERYBODY, post=ONLY_GET),
    Door("bracket-round", {**EVENING, "number": 3}, get=EVERYBODY, post=ONLY_GET),
    Door("table-result", {**EVENING, "number": 1, "table": 1}, get=EVERYBODY, post=ONLY_GET),
    Door("table-records", {**EVENING, "number": 2, "table": 2}, get=EVERYBODY, post=ONLY_GET),
    Door("watch", {**TABLE, "table": 2}, get=EVERYBODY, post=ONLY_GET),
    Door("hand", {**TABLE, "hand": 1}, get=EVERYBODY, post=ONLY_GET),
    Door("rules", EVENING, get=EVERYBODY, post=ONLY_GET),
    Door("entry", {**EVENING, "number": 1}, get=EVERYBODY, post=ONLY_GET),
    Door("standings-csv", EVENING, get=EVERYBODY, post=ONLY_GET),
    Door("standings-json", EVENING, get=EVERYBODY, post=ONLY_GET),
    Door("live-standings", EVENING, get=EVERYBODY, post=ONLY_GET),
    Door("live-page", {**EVENING, "page": "entry/1/"}, get=EVERYBODY, post=ONLY_GET),
    # who sits where, at the desk
    Door("seat", EVENING, get=ORGANISERS, post=ONLY_GET),
    Door("seat-draw", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("seat-redraw", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("seat-swap", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("seat-live", EVENING, get=ORGANISERS, post=ONLY_GET),
    Door("seat-lock", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("seat-screen", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("seat-back", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("wishes", EVENING, get=ORGANISERS, post=ORGANISERS),
    Door("wish-remove", {**EVENING, "wish": WISH}, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("wish-put-back", {**EVENING, "wish": WISH}, get=ONLY_POST, post=ORGANISERS),
    Door("desk-draw-file", {**EVENING, "number": 2}, get=ORGANISERS, post=ONLY_GET),
    Door("seat-drop", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("seat-publish", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("seat-paper", EVENING, get=ORGANISERS, post=ORGANISERS),
    Door("seat-paper-file", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("seat-lists", {**EVENING, "number": 2}, get=MEMBERS, post=ONLY_GET),
    Door("seat-add", {**EVENING, "number": 2}, get=ONLY_POST, post=ORGANISERS_MOVE, data={"entry": 5, "table": 1}),
    Door("seat-fill-in", {**EVENING, "number": 2}, get=ONLY_POST, post=ORGANISERS, data={"table": 1}),
    Door("seat-table", {**EVENING, "number": 2, "table": 1}, get=ORGANISERS, post=ONLY_GET),
    Door("seat-move", {**EVENING, "number": 2, "table": 1, "place": 1}, get=ONLY_POST, post=ORGANISERS),
    Door(
        "seat-leave",
        {**EVENING, "number": 2, "table": 1, "place": 1},
        get=ONLY_POST,
        post=ORGANISERS_MOVE,
        data={"hand": 2},
    ),
    # bots at the desk
    Door("new-bot-tournament", BARNYARD, get=ORGANISERS, post=ORGANISERS),
    Door("bots", EVENING, get=ORGANISERS, post=ORGANISERS),
    Door("bots-plan", EVENING, get=ONLY_POST, post=ORGANISERS_MOVE, data={"starts": "asked", "pace": 3}),
    Door("bot-status", EVENING, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("bots-machine", EVENING, get=MEMBERS, post=ONLY_GET),
    Door("screen-tables", {**EVENING, "number": 2}, get=ORGANISERS, post=ORGANISERS),
    Door("screen-table", {**EVENING, "number": 2, "table": 3}, get=ORGANISERS, post=ORGANISERS),
    Door("screen-links", {**EVENING, "number": 2}, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("screen-links", {**EVENING, "number": 2}, get=ONLY_POST, post=ORGANISERS, data={"for": "all"}, what="all"),
    Door("screen-take-back", {**EVENING, "number": 2}, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("bot-table", {**EVENING, "number": 2, "table": 2}, get=ORGANISERS, post=ORGANISERS),
    # rehearsals
    Door("rehearsal", EVENING, get=ORGANISERS, post=ORGANISERS),
    Door("rehearsal", REHEARSAL, get=ORGANISERS, post="404 404 404 404 404", what="of a rehearsal"),
    Door("rehearsal-step", REHEARSAL, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("rehearsal-speed", REHEARSAL, get=ONLY_POST, post=ORGANISERS),
    Door("rehearsal-throw-away", REHEARSAL, get=ORGANISERS, post=ORGANISERS),
    Door("tournament", REHEARSAL, get=EVERYBODY, post=ONLY_GET, what="of a rehearsal, by its secret"),
    # accounts
    Door("sign-in", {}, get="200 302 302 302 302", post="200 302 302 302 302"),
    Door("sign-out", {}, get=ONLY_POST, post="302 302 302 302 302"),
    Door("change-password", {}, get="302 200 200 200 200", post="302 200 200 200 200"),
    Door("enter", {"secret": "guessed"}, get="404 404 404 404 404", post="404 404 404 404 404"),
    Door("join", {"secret": "guessed"}, get="404 404 404 404 404", post="404 404 404 404 404"),
    Door("support-door", {}, get="302 404 404 404 404", post=ONLY_POST),
    # people and clubs at the desk
    Door("desk", {}, get="302 200 200 200 200", post="302 200 200 200 200"),
    Door("new-club", {}, get="302 404 404 404 200", post="302 404 404 404 200"),
    Door("club-desk", BARNYARD, get=MEMBERS, post=MEMBERS),
    Door("club-settings", BARNYARD, get=OWNERS, post=OWNERS),
    Door("remove-demo", BARNYARD, get=ONLY_POST, post=OWNERS_MOVE),
    Door("members", BARNYARD, get=OWNERS, post=OWNERS),
    Door("member-role", {**BARNYARD, "member": MEMBER}, get=ONLY_POST, post=OWNERS_MOVE, data={"role": "owner"}),
    Door("member-remove", {**BARNYARD, "member": MEMBER}, get=ONLY_POST, post=OWNERS_MOVE),
    Door("link-revoke", {**BARNYARD, "link": LINK}, get=ONLY_POST, post=OWNERS_MOVE),
    Door("players", BARNYARD, get=ORGANISERS, post=ORGANISERS),
    Door("player", {**BARNYARD, "player": PLAYER}, get=ORGANISERS, post=ORGANISERS),
    Door("player-merge", {**BARNYARD, "player": PLAYER}, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("player-unmerge", {**BARNYARD, "player": MERGED}, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("player-forget", {**BARNYARD, "player": PLAYER}, get=OWNERS, post=OWNERS),
    # the organiser's desk of a tournament
    Door("new-tournament", BARNYARD, get=ORGANISERS, post=ORGANISERS),
    Door("removed-tournaments", BARNYARD, get=OWNERS, post=ONLY_GET),
    Door("console", EVENING, get=MEMBERS, post=ONLY_GET),
    Door("console-live", EVENING, get=MEMBERS, post=ONLY_GET),
    Door("publish", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("hide", EVENING, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("finish", EVENING, get=ONLY_POST, post=ORGANISERS),
    Door("reopen", EVENING, get=ORGANISERS, post=ORGANISERS),
    Door("close-round", {**EVENING, "number": 2}, get=ONLY_POST, post=ORGANISERS),
    Door("take-back-round", {**EVENING, "number": 2}, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("reopen-round", {**EVENING, "number": 1}, get=ORGANISERS, post=ORGANISERS),
    Door("cut-round", {**EVENING, "number": 2}, get=ORGANISERS, post=ORGANISERS),
    Door("programme", EVENING, get=ORGANISERS, post=ORGANISERS),
    Door("stages", EVENING, get=ORGANISERS, post=ORGANISERS),
    Door("stage", {**EVENING, "stage": 2}, get=ORGANISERS, post=ONLY_GET),
    Door("make-cut", {**EVENING, "stage": 2}, get=ONLY_POST, post=ORGANISERS),
    Door("undo-cut", {**EVENING, "stage": 2}, get=ONLY_POST, post=ORGANISERS),
    Door("replace-qualifier", {**EVENING, "stage": 2, "entry": 1}, get=ORGANISERS, post=ORGANISERS),
    Door("settle", {**EVENING, "stage": 2}, get=ONLY_POST, post=ORGANISERS),
    Door("take-back-settled", {**EVENING, "stage": 2, "settled": SETTLED}, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("choose-plan", {**EVENING, "stage": 2}, get=ONLY_POST, post=ORGANISERS),
    Door("set-going-on", {**EVENING, "stage": 2}, get=ONLY_POST, post=ORGANISERS),
    Door("replace-rules", EVENING, get=OWNERS, post=OWNERS),
    Door("copy-tournament", EVENING, get=ORGANISERS, post=ORGANISERS),
    Door("remove-tournament", EVENING, get=OWNERS, post=OWNERS),
    Door("put-back", {"slug": REMOVED}, get=ONLY_POST, post=OWNERS_MOVE),
    Door("arrivals", EVENING, get=MEMBERS, post=ONLY_GET),
    Door("arrivals-live", EVENING, get=MEMBERS, post=ONLY_GET),
    Door("set-status", EVENING, get=ONLY_POST, post=MEMBERS_MOVE, data={"set": "1:expected"}),
    Door("everybody-is-here", EVENING, get=ONLY_POST, post=MEMBERS_MOVE),
    Door("walk-in", EVENING, get=ONLY_POST, post=MEMBERS),
    Door("undo", {**EVENING, "change": CHANGE}, get=ONLY_POST, post=MEMBERS_MOVE),
    Door("names", EVENING, get=ORGANISERS, post=ORGANISERS),
    Door("names-preview", {**EVENING, "upload": UPLOAD}, get=ORGANISERS, post=ORGANISERS),
    Door("drop-names", {**EVENING, "upload": UPLOAD}, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("points", EVENING, get=ORGANISERS, post=ORGANISERS),
    Door("take-back-line", {**EVENING, "line": LINE}, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("draw-lots", EVENING, get=ONLY_POST, post=ORGANISERS_MOVE),
    Door("history", EVENING, get=MEMBERS, post=ONLY_GET),
    Door("desk-results", EVENING, get=MEMBERS, post=ONLY_GET),
    Door("desk-results-of", {**EVENING, "number": 2}, get=MEMBERS, post=ONLY_GET),
    Door("accept-results", {**EVENING, "number": 2}, get=ONLY_POST, post=MEMBERS_MOVE),
    Door("desk-table", TABLE, get=MEMBERS, post=MEMBERS_MOVE),
    Door("desk-table-check", TABLE, get=ONLY_POST, post=MEMBERS),
    Door("void-missing", TABLE, get=ONLY_POST, post=ORGANISERS),
    Door("desk-hand", {**TABLE, "number": 1, "hand": 1}, get=MEMBERS, post=ONLY_GET),
    Door("type-hand", {**TABLE, "hand": 1}, get=MEMBERS, post=MEMBERS),
    Door("check-hand", {**TABLE, "hand": 1}, get=ONLY_POST, post=MEMBERS),
]


@pytest.fixture
def world(club: Club, other_club: Club, tournament: Tournament) -> None:
    """Barnyard with an evening (round 1 closed, round 2 open), a draft and a removed one; Duckpond with its own."""
    player = a_player(club, "Wren Adair", pk=PLAYER)
    a_player(club, "Wren Adaire", pk=MERGED, merged_into=player)
    Membership.objects.filter(user=a_member(club, Role.SCOREKEEPER)).update(id=MEMBER)
    links.invite(club=club, role=Role.SCOREKEEPER, by="Olive", at=NOW)
    OneTimeLink.objects.update(id=LINK)
    seated = some_entries(tournament, 4)
    hand_in(a_round(tournament, [seated]), 1, {1: [0, 5, 6, 7]})
    Round.objects.update(state=Round.State.CLOSED, closed_at=NOW)
    now = a_round(tournament, [seated])
    late = an_entry(tournament, status=Entry.Status.EXPECTED)
    entries.set_status(tournament=tournament, entries=[late.number], status=Entry.Status.STANDBY, by="Skye", at=NOW)
    Change.objects.filter(verb="entry.status").update(id=CHANGE)
    play_now(a_bot_table(now))
    BotPlay.objects.update(pace=1)
    a_screen_table(now)
    uploads.hold_text(tournament=tournament, text="Wren Adair\nHeron", by="Orla", at=NOW)
    Upload.objects.update(id=UPLOAD)
    LedgerLine.objects.create(pk=LINE, entry=seated[0], kind="penalty", points=5, reason="Late", by="Orla", at=NOW)
    Stage.objects.create(tournament=tournament, number=1, rounds=2)
    final = Stage.objects.create(
        tournament=tournament, number=2, kind="knockout", rounds=1, takes="number", how_many="2", centres=[9]
    )
    Settled.objects.create(
        pk=SETTLED, stage=final, where="cut", how="hand_picked", order=[1], reason="First", by="Orla", at=NOW
    )
    Wish.objects.create(pk=WISH, tournament=tournament, kind="apart", made_at=NOW).entries.set(seated[:2])
    DrawFile.objects.create(round=tournament.rounds.get(number=2), text=to_text(a_draw()))
    rehearsal = a_rehearsal(tournament)
    Tournament.with_rehearsals.filter(pk=rehearsal.pk).update(slug=REHEARSED)
    a_tournament(club, "Removed evening", slug=REMOVED, removed_at=NOW)
    a_tournament(club, "Secret evening", slug=DRAFT, state=Tournament.State.DRAFT)
    a_tournament(other_club, "Pond evening", slug=ELSEWHERE)


@pytest.fixture
def people(world: None, scorekeeper: User, other_organiser: User, organiser: User, owner: User) -> list[Client]:
    return [Client(), *(browser(user) for user in (scorekeeper, other_organiser, organiser, owner))]


@pytest.fixture
def as_other_owner(other_club: Club) -> Client:
    return browser(a_member(other_club, Role.OWNER))


def answers(people: list[Client], ask: Callable[[Client], int]) -> str:
    """The status that each of the people gets, every time from the same world."""
    found = []
    for person in people:
        with transaction.atomic():
            found.append(str(ask(person)))
            transaction.set_rollback(True)
    return " ".join(found)


def names(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    """The names of all addresses except the support pages', which have their own test."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{prefix}{pattern.name}"
        elif pattern.namespace != "admin":
            yield from names(pattern, f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix)


def titles(doors: list[Door]) -> list[str]:
    return [f"{door.name} {door.what}".strip() for door in doors]


def test_every_address_has_a_row() -> None:
    assert sorted(set(names(get_resolver())) - {door.name for door in DOORS}) == []


@pytest.mark.parametrize("door", DOORS, ids=titles(DOORS))
def test_who_gets_what(door: Door, people: list[Client]) -> None:
    got = answers(people, lambda person: person.get(door.address).status_code)
    sent = answers(people, lambda person: person.post(door.address, door.data).status_code)
    assert (got, sent) == (door.get, door.post)


OF_CLUB = [door for door in DOORS if "club" in door.args]
OF_TOURNAMENT = [door for door in DOORS if "slug" in door.args]


def hidden(client: Client, address: str, data: dict[str, str | int]) -> bool:
    """Whether nothing is at this address for this person; one that takes no GET (405) says nothing by that either."""
    return client.get(address).status_code in {404, 405} and client.post(address, data).status_code in {404, 405}


@pytest.mark.parametrize("door", OF_TOURNAMENT, ids=titles(OF_TOURNAMENT))
def test_a_draft_is_nowhere_for_the_world(
    door: Door, world: None, stranger: Client, as_other_organiser: Client
) -> None:
    address = door.instead(slug=DRAFT)
    assert [hidden(client, address, door.data) for client in (stranger, as_other_organiser)] == [True, True]


BELOW = [door for door in DOORS if ("club" in door.args or "slug" in door.args) and len(door.args) > 1]


@pytest.mark.parametrize("door", BELOW, ids=titles(BELOW))
def test_ids_of_one_club_open_nothing_below_the_address_of_another(
    door: Door, world: None, as_other_owner: Client
) -> None:
    other = {"club": "duckpond"} if "club" in door.args else {"slug": ELSEWHERE}
    assert hidden(as_other_owner, door.instead(**other), door.data)


LARGEST = 2**63
"""One more than the largest number that a database holds."""


def with_huge_numbers() -> Iterator[str]:
    """Each address that has numbers, with one of them too large for a database."""
    seen: set[tuple[str, str]] = set()
    for door in DOORS:
        for key in [key for key, value in door.args.items() if isinstance(value, int)]:
            if (door.name, key) not in seen:
                seen.add((door.name, key))
                yield reverse(door.name, kwargs={**door.args, key: LARGEST})


def test_a_number_that_no_database_holds_is_nowhere(world: None, as_owner: Client) -> None:
    for address in with_huge_numbers():
        answers = as_owner.get(address).status_code, as_owner.post(address).status_code
        assert (address, [code for code in answers if code >= 500]) == (address, [])


@pytest.mark.parametrize(
    "door", [door for door in DOORS if door.data], ids=titles([door for door in DOORS if door.data])
)
def test_a_form_with_a_number_that_no_database_holds_gets_an_answer(door: Door, world: None, as_owner: Client) -> None:
    for name in door.data:
        code = as_owner.post(door.address, {**door.data, name: LARGEST}).status_code
        assert (name, code < 500) == (name, True)


@pytest.mark.parametrize("door", OF_CLUB, ids=titles(OF_CLUB))
def test_a_club_that_does_not_exist_looks_like_one_that_is_closed(door: Door, world: None, as_owner: Client) -> None:
    assert hidden(as_owner, door.instead(club="nowhere"), door.data)


# --- what docs/roles.md promises

ROLES = Path(__file__).parents[1] / "docs" / "roles.md"
DESK = [door for door in DOORS if "404" in (door.get.split()[0], door.post.split()[0]) and set(door.args) - {"secret"}]


def promised() -> dict[str, str]:
    """From docs/roles.md: who may do what an address does, as "yes" and "no" for scorekeeper, organiser, owner."""
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in ROLES.read_text().splitlines()]
    rows = [row for row in cells if len(row) == 5 and row[1].startswith("`")]
    return {address.strip("`"): " ".join(row[2:]) for row in rows for address in row[1].split(", ")}


@pytest.mark.parametrize("door", DESK, ids=titles(DESK))
def test_the_roles_are_as_documented(door: Door) -> None:
    answers = zip(door.get.split(), door.post.split(), strict=True)
    may = ["no" if {got, sent} <= {"404", "405"} else "yes" for got, sent in answers]
    assert promised().get(door.name) == " ".join([may[1], *may[3:]])
    assert (may[0], may[2]) == ("no", "no")


def test_the_table_of_roles_names_no_address_that_is_gone() -> None:
    assert sorted(set(promised()) - {door.name for door in DOORS}) == []


# --- the support pages


SUPPORT = "/en/support/"


def support_addresses() -> list[str]:
    """Every address of the support pages that can be written down without knowing more than a number."""
    found = []
    for resolver in get_resolver().url_patterns:
        for inner in getattr(resolver, "url_patterns", ()):
            if getattr(inner, "namespace", None) == "admin":
                found += [f"/en/support/{route}" for route in routes(inner)]
    return sorted(set(found))


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern).replace("<path:object_id>", "1").replace("<id>", "1")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        elif "<" not in route and "(" not in route:
            yield route


def test_the_support_pages_are_found_at_all() -> None:
    assert {"/en/support/", "/en/support/tournaments/player/", "/en/support/tournaments/player/1/change/"} <= set(
        support_addresses()
    )


def test_nobody_but_support_gets_into_the_support_pages(people: list[Client]) -> None:
    inside = []
    for address in support_addresses():
        for person in people:
            answers = [person.get(address), person.post(address)]
            inside += [address for answer in answers if not is_turned_away(answer)]
    assert inside == []


def is_turned_away(answer: Any) -> bool:
    """Nothing there, or led back to the way in, which for a member leads nowhere."""
    if answer.status_code == 302:
        address = str(answer["Location"])
        return address == SUPPORT or address.startswith(("/en/support/login/?", "/en/sign-in/?"))
    return answer.status_code in {404, 405}


def test_the_way_into_support_leads_a_member_nowhere(people: list[Client]) -> None:
    ways = [person.get(SUPPORT, follow=True) for person in people]
    assert [answer.status_code for answer in ways] == [200, 404, 404, 404, 404]
    assert b'autocomplete="current-password"' in ways[0].content


def test_support_gets_in(db: None) -> None:
    superuser = User.objects.create_superuser("support", name="Sue Support")
    assert browser(superuser).get("/en/support/").status_code == 200


def test_a_stranger_at_the_desk_signs_in_and_comes_back(stranger: Client, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(username="olive")
    owner.refresh_from_db()
    owner.set_password("seven grey geese")
    owner.save()
    sent_to = stranger.get("/en/desk/clubs/new/")["Location"]
    assert sent_to == "/en/sign-in/?next=/en/desk/clubs/new/"
    typed = {"username": "olive", "password": "seven grey geese"}
    assert stranger.post(sent_to, typed)["Location"] == "/en/desk/clubs/new/"


def test_a_member_of_two_clubs_has_in_each_the_role_of_that_club(club: Club, organiser: User) -> None:
    second = a_club(slug="second")
    Membership.objects.create(club=second, user=organiser, role=Role.SCOREKEEPER)
    client = browser(organiser)
    assert [client.get(f"/en/desk/{slug}/players/").status_code for slug in ("barnyard", "second")] == [200, 404]
