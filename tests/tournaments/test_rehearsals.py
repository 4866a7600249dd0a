"""What a rehearsal is a copy of, and that nothing of it shows anywhere but at its own address."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client

from tests.conftest import browser
from tests.factories import NOW, a_club, a_player, a_round, a_tournament, an_entry, some_entries
from tests.rehearsed import a_rehearsal, evening_1, steps
from tournaments import bots, clubs, draft_bots, entries, forgetting, players, programme, seat_keys, wishes
from tournaments.models import Club, Entry, Player, Rehearsal, Tournament, User, Wish
from tournaments.queries.clubs import player_lines, tournaments_with
from tournaments.queries.players import known_players, listed
from tournaments.refusals import Refused
from tournaments.rehearsals import throw_away

pytestmark = pytest.mark.django_db


def copy_of(rehearsal: Rehearsal) -> Tournament:
    return Tournament.with_rehearsals.get(pk=rehearsal.pk)


def test_it_has_the_settings_and_the_people_and_nothing_played(club: Club) -> None:
    tournament = a_tournament(club, "Friday evening")
    seated = some_entries(tournament, 9)
    seated[0].status = Entry.Status.WITHDRAWN
    seated[0].save()
    seated[1].status = Entry.Status.STANDBY
    seated[1].save()
    bots.enter_bots(tournament=tournament, bot="random", count=2, by="Orla", at=NOW)
    a_round(tournament, [seated[2:6]])
    copied = copy_of(a_rehearsal(tournament))
    assert copied.name == "Rehearsal: Friday evening"
    assert (copied.plan, copied.rules, copied.sizes) == (tournament.plan, tournament.rules, tournament.sizes)
    statuses = dict(copied.entries.values_list("number", "status"))
    assert statuses == {2: "standby"} | dict.fromkeys(range(3, 10), "expected") | dict.fromkeys((10, 11), "here")
    assert copied.rounds.count() == 0


def test_wishes_are_copied_for_those_who_are_in_it(club: Club) -> None:
    tournament = a_tournament(club)
    seated = some_entries(tournament, 6)
    for pair in ([1, 2], [1, 6]):
        wishes.add(tournament=tournament, kind=Wish.Kind.APART, entries=pair, by="Orla", at=NOW)
    seated[5].status = Entry.Status.WITHDRAWN
    seated[5].save()
    copied = copy_of(a_rehearsal(tournament))
    assert [sorted(wish.entries.values_list("number", flat=True)) for wish in copied.wishes.all()] == [[1, 2]]


def test_what_cannot_be_rehearsed_says_so(club: Club) -> None:
    with pytest.raises(Refused, match="There is nobody to rehearse with yet"):
        a_rehearsal(a_tournament(club))
    tournament = a_tournament(club)
    some_entries(tournament, 4)
    with pytest.raises(Refused, match="This is a rehearsal already"):
        a_rehearsal(copy_of(a_rehearsal(tournament)))
    copied = copy_of(a_rehearsal(tournament))
    with pytest.raises(Refused, match="Copy the settings of the tournament itself"):
        programme.copy_tournament(tournament=copied, name="Another", on=NOW.date(), by="Olive", at=NOW)
    with pytest.raises(Refused, match="thrown away for good"):
        programme.remove(tournament=copied, typed_name=copied.name, by="Olive", at=NOW)


def test_two_addresses_share_no_secret(club: Club) -> None:
    tournament = evening_1(club)
    slugs = [copy_of(a_rehearsal(tournament)).slug for _ in range(2)]
    found = [re.fullmatch(r"rehearsal-([\w-]{22})-barn-evening", slug) for slug in slugs]
    assert len({match[1] for match in found if match}) == 2


# --- kept out of everything else


@pytest.fixture
def rehearsed(club: Club) -> Rehearsal:
    """A rehearsal that was played to its end, of a tournament in which nothing happened yet."""
    rehearsal = a_rehearsal(evening_1(club))
    steps(rehearsal)
    return rehearsal


def test_lists_counts_and_players_pages_know_nothing_of_it(
    rehearsed: Rehearsal, club: Club, organiser: User, stranger: Client
) -> None:
    player = Player.objects.get(name="Teal Drake")
    assert [one.slug for one in tournaments_with(player)] == ["barn-evening"]
    assert {line.tournaments for line in player_lines(club)} == {1}
    assert [one.slug for one in Tournament.objects.all()] == ["barn-evening"]
    signed_in = browser(organiser)
    pages = ["/en/desk/", "/en/desk/barnyard/", "/en/desk/barnyard/players/", f"/en/desk/barnyard/players/{player.pk}/"]
    seen = [signed_in.get(page).content.decode() for page in pages]
    seen += [stranger.get(page).content.decode() for page in ("/en/", "/en/c/barnyard/", "/en/t/barn-evening/")]
    assert [text for text in seen if "ehearsal:" in text or rehearsed.tournament.slug in text] == []


def test_the_support_pages_count_nothing_of_it(rehearsed: Rehearsal, club: Club) -> None:
    support = browser(User.objects.create_superuser("support", name="Sue Support"))
    counted = {}
    for app, model in (
        ("tournaments", "tournament"),
        ("tournaments", "entry"),
        ("tournaments", "round"),
        ("tournaments", "table"),
        ("tournaments", "change"),
        ("tournaments", "drawfile"),
        ("games", "game"),
        ("games", "report"),
    ):
        answer = support.get(f"/en/support/{app}/{model}/")
        counted[model] = answer.context["cl"].result_count
    nothing = dict.fromkeys(("round", "table", "change", "drawfile", "game", "report"), 0)
    assert counted == {"tournament": 1, "entry": 30, **nothing}


def test_whoever_walks_into_a_rehearsal_is_on_no_list_and_leaves_with_it(rehearsed: Rehearsal, club: Club) -> None:
    other = a_rehearsal(Tournament.objects.get())
    guest = entries.walk_in(tournament=copy_of(other), name="Greta Goose", is_new=True, by="Orla", at=NOW)
    assert guest.player not in listed(club)
    assert "Greta Goose" not in {one.name for one in known_players(Tournament.objects.get())}
    assert "Greta Goose" not in {one.name for one in known_players(copy_of(rehearsed))}
    assert "Greta Goose" in {one.name for one in known_players(copy_of(other))}
    throw_away(rehearsal=other, typed_name="Rehearsal: Barn evening")
    assert not Player.objects.filter(name="Greta Goose").exists()


def test_players_are_merged_although_both_are_in_a_rehearsal(club: Club) -> None:
    tournament = a_tournament(club)
    wren, twin = a_player(club, "Wren Adair"), a_player(club, "Wren Adaire")
    for player in (wren, twin):
        an_entry(tournament, player)
    rehearsal = a_rehearsal(tournament)
    tournament.entries.get(player=twin).delete()
    players.merge(keep=wren, gone=twin, by="Orla", at=NOW)
    assert set(copy_of(rehearsal).entries.values_list("player", flat=True)) == {wren.pk, twin.pk}


def test_a_forgotten_name_is_gone_from_what_was_said(rehearsed: Rehearsal, club: Club) -> None:
    forgetting.forget_names(club, ["Teal Drake"], instead="Somebody")
    said = " ".join(rehearsed.steps.values_list("said", flat=True))
    assert ("Teal Drake" in said, "Somebody" in said) == (False, True)


def test_programs_find_the_tournament_and_not_its_rehearsal(rehearsed: Rehearsal, tmp_path: Path) -> None:
    for command in ("standings", "verify"):
        with pytest.raises(CommandError):
            call_command(command, rehearsed.tournament.slug)
    with pytest.raises(CommandError):
        call_command("export_tournament", rehearsed.tournament.slug)
    file = tmp_path / "barn.json"
    call_command("export_tournament", "barn-evening", str(file))
    assert "ehearsal" not in file.read_text()


def everything() -> Counter[str]:
    """How many rows there are of every kind that a club knows."""
    return Counter({model._meta.label: model._base_manager.count() for model in apps.get_models()})


def test_thrown_away_it_leaves_nothing_behind(club: Club) -> None:
    tournament = evening_1(club)
    before = everything()
    rehearsal = a_rehearsal(tournament)
    steps(rehearsal)
    with pytest.raises(Refused, match="Type the name of the rehearsal"):
        throw_away(rehearsal=rehearsal, typed_name="Barn evening")
    throw_away(rehearsal=rehearsal, typed_name="Rehearsal: Barn evening")
    assert everything() == before


def test_thrown_away_in_the_middle_it_takes_tables_on_screen_and_their_links_along(club: Club) -> None:
    tournament = a_tournament(club, plan=[[9, 8]])
    some_entries(tournament, 6, status=Entry.Status.EXPECTED)
    before = everything()
    rehearsal = a_rehearsal(tournament, mishaps=())
    copied = copy_of(rehearsal)
    steps(rehearsal, most=4)
    draft_bots.set_on_screen(draft=copied.rounds.get(), tables=[1], on=True, by="Orla", at=NOW)
    steps(rehearsal, most=2)
    seat_keys.make_keys(tournament=copied, entries=list(copied.entries.all()), by="Orla", at=NOW)
    assert everything()["games.ScreenPlay"] == 1
    throw_away(rehearsal=rehearsal, typed_name=copied.name)
    assert everything() == before


def test_it_goes_with_the_demo_club(db: None) -> None:
    demo = a_club("Demo", slug="demo", is_demo=True)
    rehearsal = a_rehearsal(evening_1(demo))
    entries.walk_in(tournament=copy_of(rehearsal), name="Greta Goose", is_new=True, by="Orla", at=NOW)
    steps(rehearsal)
    clubs.remove_demo_club(club=demo)
    assert (Tournament.with_removed.count(), Player.objects.count(), Rehearsal.objects.count()) == (0, 0, 0)


# --- nobody reads past the filter without having thought about it

SOURCES = Path(__file__).parents[2] / "tournaments"
ROWS = {"Change", "Entry", "LedgerLine", "Player", "Round", "Seat", "Stage", "Table", "Tournament", "Upload", "Wish"}
MANAGERS = {"objects", "with_rehearsals", "with_removed", "_base_manager"}
IN_ONE = re.compile(
    r"(?:\b|__)(tournament|tournament_id|tournament__in|round|round__in|round__tournament|round__tournament__in|stage|entry"
    r"|table|table__in|table__game|slug|pk|pk__in|rehearsal_of|only_in)="
    r"|game__|draft|in_bulk|\bbulk_(create|update)\(|\.create\("
)
"""What keeps a read inside one tournament or to rows that are known already, keeps rehearsals out, or reads nothing."""

READ_PAST = {
    ("access.py", "Tournament.with_rehearsals"): 1,  # by address, for members
    ("access.py", "Tournament.with_removed"): 1,  # by address, for owners
    ("public/shelf.py", "Tournament.with_rehearsals"): 1,  # by address, in which there is the secret
    ("backups/restoring.py", "Tournament.with_removed"): 2,  # a backup has everything
    ("clubs.py", "Tournament.with_removed"): 1,  # removing the demo club, whole
    ("clubs.py", "Change.objects"): 1,
    ("clubs.py", "Player.objects"): 2,
    ("forgetting.py", "Change.objects"): 1,  # a name is forgotten in rehearsals too
    ("forgetting.py", "LedgerLine.objects"): 1,
    ("forgetting.py", "Player.objects"): 1,
    ("forgetting.py", "Upload.objects"): 2,
    ("forgetting.py", "Wish.objects"): 1,
    ("history.py", "Tournament.with_removed"): 1,  # held together
    ("players.py", "Tournament.with_removed"): 1,  # pages that name a player, to raise their versions
    ("players.py", "Change.objects"): 2,  # merges, which leave rehearsals alone
    ("players.py", "Player.objects"): 2,  # who was merged into whom
    ("programme.py", "Tournament.with_removed"): 1,  # addresses that are taken
    ("queries/clubs.py", "Seat.objects"): 1,  # inside a filter of Tournament.objects
    ("queries/players.py", "Player.objects"): 1,  # narrowed in the next line
    ("queries/wishes.py", "Entry.objects"): 1,  # prefetched for the wishes of one tournament
    ("bot_hands.py", "Table.objects"): 2,  # by game
    ("desk/player_views.py", "Player.objects"): 2,  # handed to get_object_or_404 with the club and only_in
    ("desk/points.py", "LedgerLine.objects"): 1,  # handed to get_object_or_404 with the tournament
    ("desk/rounds.py", "Round.objects"): 2,
    ("desk/rounds.py", "Table.objects"): 1,
    ("desk/seat_table.py", "Seat.objects"): 1,
    ("desk/stage.py", "Entry.objects"): 1,
    ("rehearsal_acts.py", "Table.objects"): 1,  # of one rehearsal
    ("seats.py", "Seat.objects"): 1,  # by key
}
"""Every other read, and why it may see rehearsals. Put a new one here only if no list or total comes of it."""


def reads(source: str) -> Iterator[tuple[str, str]]:
    """Each read of a source: from where ("Entry.objects"), and the whole of it as text."""
    seen: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if id(node) in seen or not isinstance(node, ast.Call | ast.Attribute):
            continue
        below: ast.expr = node
        while isinstance(below, ast.Call | ast.Attribute):
            seen.add(id(below))
            match below:
                case ast.Attribute(value=ast.Name(id=model), attr=manager) if model in ROWS and manager in MANAGERS:
                    yield f"{model}.{manager}", ast.unparse(node)
            below = below.func if isinstance(below, ast.Call) else below.value


def reads_past(source: str) -> list[str]:
    """The reads of a source that may see rehearsals: `Tournament.objects` never does."""
    return [where for where, text in reads(source) if where != "Tournament.objects" and not IN_ONE.search(text)]


def test_every_read_that_may_see_rehearsals_is_known() -> None:
    found: Counter[tuple[str, str]] = Counter()
    for file in SOURCES.rglob("*.py"):
        if "migrations" not in file.parts:
            name = file.relative_to(SOURCES).as_posix()
            found.update((name, where) for where in reads_past(file.read_text()))
    assert found == READ_PAST


def test_a_new_total_is_found() -> None:
    assert reads_past("n = Seat.objects.filter(player=player).count()") == ["Seat.objects"]
    assert reads_past("n = Tournament.with_removed.filter(club=club)") == ["Tournament.with_removed"]
    assert reads_past("n = Tournament.objects.filter(club=club)") == []
    assert reads_past("n = Seat.objects.filter(player=player, round__tournament__rehearsal_of=None)") == []


def test_what_is_counted_through_a_relation_leaves_rehearsals_out() -> None:
    """Counts from a player or a club to its tournaments cannot begin at Tournament.objects."""
    counted = re.compile(r'^.*Count\("(?:entries|seats|tournaments)"[^\n]*', re.MULTILINE)
    lines = [line for file in SOURCES.rglob("*.py") for line in counted.findall(file.read_text())]
    found = [line for line in lines if ".tables." not in line]  # the seats of a table are those of one tournament
    assert found
    assert [line for line in found if "rehearsal_of" not in line] == []
