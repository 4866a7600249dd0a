"""An evening out of two files, and every way in which that is refused."""

import csv
import io
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from games.models import Game, Report, Score
from tests.factories import NOW, a_club, a_player, a_tournament, a_user, an_entry
from tests.played import hand_in
from tests.tournaments.standings.test_evening import TWO_TABLES_OUT
from tournaments import drafts, players, programme
from tournaments.exchange.sheet_words import NotImported
from tournaments.exchange.sheets_import import Imported, Making, import_sheets
from tournaments.files.sheets import SheetFile
from tournaments.models import Change, Club, Entry, Membership, Player, Role, Round, Seat, Tournament
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db

CASE = Path(__file__).parents[2] / "cases" / "evening-1"
SEATING = """round,table,seat,name
1,1,1,Wren
1,1,2,Robin
1,1,3,Heron
1,2,1,Plover
1,2,2,Dunlin
1,2,3,Siskin
"""
HANDS = """round,table,hand,centre,starter_seat,ended,out_seat,seat_1,seat_2,seat_3
1,1,1,9,2,out,3,12,31,0
1,1,2,8,,blocked,,19,26,7
1,2,1,9,1,out,1,0,14,22
1,2,2,8,,blocked,,5,9,11
"""
SECOND = """2,1,1,Wren
2,1,2,Plover
2,1,3,Robin
2,2,1,Dunlin
2,2,2,Heron
2,2,3,Siskin
"""
SECOND_HANDS = """2,1,1,7,,out,2,9,0,8
2,2,1,7,,out,1,0,4,6
"""


def take(seating: str = SEATING, hands: str = HANDS, making: Making | None = None, slug: str = "friday") -> Imported:
    return import_sheets(
        slug=slug,
        seating=SheetFile("seating.csv", seating.encode()),
        hands=SheetFile("hands.csv", hands.encode()),
        making=making or Making(club="Barnyard", name="Friday evening", day=NOW.date()),
        by="import_sheets",
        at=NOW,
    )


def refused(seating: str = SEATING, hands: str = HANDS) -> list[str]:
    """What is told when nothing is taken in; nothing is stored either."""
    before = (Club.objects.count(), Player.objects.count(), Round.objects.count(), Report.objects.count())
    changes = Change.objects.count()
    with pytest.raises(NotImported) as caught:
        take(seating, hands)
    after = (Club.objects.count(), Player.objects.count(), Round.objects.count(), Report.objects.count())
    assert (after, Change.objects.count()) == (before, changes)
    return [str(told) for told in caught.value.told]


# --- the whole evening


def command(name: str, *args: str) -> str:
    out = StringIO()
    call_command(name, *args, stdout=out)
    return out.getvalue()


def evening_1(*more: str) -> str:
    files = ["--seating", str(CASE / "seating.csv"), "--hands", str(CASE / "hands.csv")]
    return command("import_sheets", "evening-1", *files, *more)


def test_evening_1_ends_with_exactly_its_standings() -> None:
    said = evening_1("--club", "Barnyard", "--name", "Evening", "--date", "2026-03-06", "--set", "9")
    assert said.splitlines()[3:] == [
        "Evening is made, 30 new players.",
        "Round 1: seated, 20 hands taken in, closed.",
        "Round 2: seated, 15 hands taken in, closed.",
        "Round 3: seated, 15 hands taken in, closed.",
        "It is a draft: only the club's members see it until it is published.",
    ]
    assert "hands.csv, line 7: Table 2, hand 2: Two players have 0 points" in said
    right = (CASE / "standings.csv").read_bytes().replace(b"\r\n", b"\n").decode()
    assert command("standings", "evening-1", "--format", "csv") == right
    tournament = Tournament.objects.get(slug="evening-1")
    assert programme.programme_of(tournament).plan == ((9, 8, 7, 6), (5, 4, 3), (2, 1, 0))
    assert (tournament.rules, tournament.sizes, tournament.date.isoformat()) == ("gamerules", [6], "2026-03-06")


def test_the_same_files_again_change_nothing() -> None:
    evening_1("--club", "Barnyard")
    before = (Report.objects.count(), Seat.objects.count(), Player.objects.count(), Change.objects.count())
    said = evening_1()
    after = (Report.objects.count(), Seat.objects.count(), Player.objects.count(), Change.objects.count())
    assert after == before
    assert said.splitlines()[0] == "evening-1."
    assert "Round 3: here already, 0 hands taken in, closed." in said


def test_two_tables_out_in_round_3_leave_it_open_and_the_whole_public_list_is_right(stranger: Client) -> None:
    with (CASE / "hands.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0])
    writer.writeheader()
    # Tables 2 and 4 have sent in their first hand: it must not count yet.
    writer.writerows(row for row in rows if (row["round"], row["hand"]) < ("3", "2") or row["table"] in {"1", "3", "5"})
    done = take((CASE / "seating.csv").read_text(encoding="utf-8"), out.getvalue())
    assert [(one.hands, one.closed) for one in done.rounds] == [(20, True), (15, True), (11, False)]
    programme.publish(tournament=done.tournament, by="Orla", at=NOW)
    text = stranger.get("/en/t/friday/standings.csv").content.decode("utf-8-sig")
    assert [list(row.values())[:6] for row in csv.DictReader(io.StringIO(text))] == [
        ["" if cell is None else str(cell) for cell in row] for row in TWO_TABLES_OUT
    ]


# --- what is stored


def test_reports_are_accepted_and_keep_who_started_and_who_went_out() -> None:
    take()
    stored = Report.objects.order_by("game", "hand__number").values_list(
        "ended", "out_place", "starter_place", "accepted_by", "revision"
    )
    assert list(stored) == [
        ("out", 3, 2, "import_sheets", 1),
        ("blocked", None, None, "import_sheets", 1),
        ("out", 1, 1, "import_sheets", 1),
        ("blocked", None, None, "import_sheets", 1),
    ]


def test_somebody_absent_has_no_points() -> None:
    take(hands=HANDS.replace("19,26,7", "19,26,absent"))
    score = Score.objects.get(report__hand__number=2, report__game__table__number=1, place=3)
    assert (score.state, score.points) == (Score.State.ABSENT, None)


def test_whoever_is_not_seated_in_a_round_is_not_here_for_it() -> None:
    done = take(SEATING + SECOND.replace("2,1,3,Robin\n", ""), HANDS + SECOND_HANDS.replace("9,0,8", "9,0"))
    assert [str(told) for told in done.remarks] == ["seating.csv, line 8: Not seated in round 2, so not here: Robin."]
    assert [entry.player.name for entry in done.tournament.entries.filter(status=Entry.Status.EXPECTED)] == ["Robin"]
    assert done.rounds[1].closed


def test_what_is_only_odd_is_confirmed_and_remarked_on() -> None:
    done = take(hands=HANDS.replace("12,31,0", "0,31,0"))
    assert [str(told)[:32] for told in done.remarks] == ["hands.csv, line 2: Table 1, hand"]


# --- more rounds follow


def test_more_rounds_follow_in_a_later_call_and_are_planned_by_their_centres() -> None:
    take()
    done = take(SEATING + SECOND, HANDS + SECOND_HANDS)
    assert [(one.seated, one.hands, one.closed) for one in done.rounds] == [(False, 0, True), (True, 2, True)]
    assert done.tournament.plan == [[9, 8], [7]]
    assert (done.is_new, done.players_made) == (False, 0)


def test_a_later_round_may_come_in_files_of_its_own() -> None:
    take()
    heads = (SEATING.splitlines(keepends=True)[0], HANDS.splitlines(keepends=True)[0])
    done = take(heads[0] + SECOND, heads[1] + SECOND_HANDS)
    assert [(one.number, one.seated, one.closed) for one in done.rounds] == [(2, True, True)]


def test_hands_that_come_later_close_the_round() -> None:
    lines = HANDS.splitlines(keepends=True)
    first = take(hands="".join(lines[:3]))
    assert [(one.hands, one.closed) for one in first.rounds] == [(2, False)]
    second = take()
    assert [(one.seated, one.hands, one.closed) for one in second.rounds] == [(False, 2, True)]


def test_a_tournament_made_by_its_page_takes_its_first_round(club: Club) -> None:
    tournament = a_tournament(club, slug="friday", plan=[[9, 8, 7], [6]])
    robin = an_entry(tournament, a_player(club, "Robin"), status=Entry.Status.EXPECTED)
    done = take()
    assert (done.is_new, done.players_made, done.tournament) == (False, 5, tournament)
    assert [(one.hands, one.closed) for one in done.rounds] == [(4, False)]
    assert tournament.entries.get(player__name="Robin") == robin


# --- people


def test_known_players_are_taken_by_their_name_or_a_spelling_of_it(club: Club) -> None:
    wren, zoe = a_player(club, "Wren"), a_player(club, "Zoë Heron")
    done = take(SEATING.replace("Heron", "zoe heron"))
    assert {wren.pk, zoe.pk} <= set(done.tournament.entries.values_list("player", flat=True))
    assert [str(told) for told in done.remarks] == [
        "seating.csv, line 4: zoe heron is taken for Zoë Heron, whom the club knows."
    ]
    assert done.players_made == 4


def test_two_people_whose_names_differ_by_an_accent_stay_two(club: Club) -> None:
    a_player(club, "Zoe")
    done = take(SEATING.replace("Wren", "Zoë").replace("Robin", "ZOE"))
    assert done.players_made == 6


def test_a_name_that_two_players_have_is_asked_about(club: Club) -> None:
    a_player(club, "Robin")
    a_player(club, "Robin")
    assert refused() == [
        "seating.csv, line 3: Robin could be 2 players of the club. Give one of them another name first."
    ]


def test_of_two_players_with_one_name_the_one_who_is_entered_is_meant(club: Club) -> None:
    a_player(club, "Robin")
    entry = an_entry(a_tournament(club, slug="friday"), a_player(club, "Robin"))
    done = take()
    assert done.tournament.entries.filter(player__name="Robin").get() == entry


# --- the club


def test_a_club_from_the_terminal_belongs_to_whoever_may_see_the_support_pages() -> None:
    admin = a_user("Ada", is_superuser=True)
    a_user("Bo")
    take()
    assert [(one.user, one.role) for one in Membership.objects.all()] == [(admin, Role.OWNER)]


def test_without_a_club_the_only_one_is_meant(club: Club) -> None:
    a_club("Demo", is_demo=True)
    assert take(making=Making()).tournament.club == club


@pytest.mark.parametrize("count", [0, 2])
def test_without_a_club_several_or_none_are_asked_for(count: int) -> None:
    for _ in range(count):
        a_club()
    with pytest.raises(Refused, match="Say which club"):
        take(making=Making())


def test_a_club_is_found_by_its_address_and_not_by_a_name_that_two_have(club: Club) -> None:
    a_club("Barnyard", slug="other")
    with pytest.raises(Refused, match="several clubs called Barnyard"):
        take()
    assert take(making=Making(club="barnyard")).tournament.club == club


def test_a_tournament_of_another_club_is_refused(club: Club) -> None:
    a_tournament(a_club("Duckpond"), slug="friday")
    with pytest.raises(Refused, match="is one of Duckpond, not of Barnyard"):
        take()


def test_an_address_that_is_none(club: Club) -> None:
    with pytest.raises(Refused, match="cannot be an address"):
        take(slug="Friday Evening")


def test_a_finished_tournament_stays_as_it_is(club: Club) -> None:
    done = take()
    programme.publish(tournament=done.tournament, by="Orla", at=NOW)
    programme.finish(tournament=done.tournament, by="Orla", at=NOW)
    with pytest.raises(Refused, match="is finished"):
        take(SEATING + SECOND, HANDS + SECOND_HANDS)


# --- refused, by file and line


def test_what_cannot_be_read_is_told_by_line() -> None:
    assert refused(SEATING.replace("1,2,3,Siskin", "1,2,two,Siskin"), HANDS.replace("1,2,2,8", "1,2,2,x")) == [
        "seating.csv, line 7: “two” under seat is no number from 1 to 8.",
        "hands.csv, line 5: “x” under centre is no whole number.",
    ]


def test_all_impossible_hands_are_told_at_once_in_the_words_of_the_engine() -> None:
    hands = (HANDS + SECOND_HANDS).replace("12,31,0", "12,-31,0").replace("0,4,6", "0,4,-6")
    rest = "is below 0, and tiles left over only add points. Please look at this number again."
    assert refused(SEATING + SECOND, hands) == [
        f"hands.csv, line 2: Table 1, hand 1, Robin: -31 {rest}",
        f"hands.csv, line 7: Table 2, hand 1, Siskin: -6 {rest}",
    ]


def test_a_seating_that_is_here_must_say_the_same() -> None:
    take()
    assert refused(SEATING.replace("1,1,1,Wren\n1,1,2,Robin", "1,1,1,Robin\n1,1,2,Wren")) == [
        "seating.csv, line 2: Round 1 is seated already, and at seat 1 of table 1 sits Wren, not Robin.",
        "seating.csv, line 3: Round 1 is seated already, and at seat 2 of table 1 sits Robin, not Wren.",
    ]


def test_people_who_are_missing_or_too_many_in_a_seating_that_is_here() -> None:
    take()
    without = HANDS.replace("12,31,0", "12,0").replace("out,3,12", "out,2,12").replace("19,26,7", "19,26")
    assert refused(SEATING.replace("1,1,3,Heron\n", ""), without) == [
        "seating.csv, line 2: Round 1 is seated already, and Heron at seat 3 of table 1 is not in the file."
    ]
    more = HANDS.replace("seat_3", "seat_3,seat_4").replace("12,31,0", "12,31,0,5").replace("19,26,7", "19,26,7,5")
    assert refused(SEATING + "1,1,4,Lark\n", more) == [
        "seating.csv, line 8: Round 1 is seated already, and at seat 4 of table 1 sits nobody, not Lark."
    ]


def test_a_draft_is_not_thrown_away() -> None:
    done = take()
    programme.change_tournament(
        tournament=done.tournament,
        programme=replace(programme.programme_of(done.tournament), plan=((9, 8), (7,))),
        by="Orla",
        at=NOW,
    )
    entries = list(done.tournament.entries.order_by("number"))
    drafts.seat_from_paper(tournament=done.tournament, tables=[entries], by="Orla", at=NOW)
    assert refused(SEATING + SECOND, HANDS + SECOND_HANDS) == [
        "seating.csv, line 8: Round 2 is drawn as a draft. Publish it or throw it away first."
    ]


def test_a_hand_that_is_here_must_say_the_same() -> None:
    take()
    assert refused(hands=HANDS.replace("19,26,7", "19,26,8")) == [
        "hands.csv, line 3: Table 1, hand 2 is handed in already, with another result. Correct it in Henhouse."
    ]


def test_who_went_out_may_be_left_out_of_the_file_afterwards() -> None:
    take()
    assert [one.hands for one in take(hands=HANDS.replace("out,3", "out,")).rounds] == [0]


def test_a_table_that_handed_in_totals_is_told_by_its_first_line(club: Club) -> None:
    tournament = a_tournament(club, slug="friday", plan=[[9, 8]])
    entries = [an_entry(tournament, a_player(club, name)) for name in ("Wren", "Robin", "Heron")]
    others = [an_entry(tournament, a_player(club, name)) for name in ("Plover", "Dunlin", "Siskin")]
    draft = drafts.seat_from_paper(tournament=tournament, tables=[entries, others], by="Orla", at=NOW)
    played = drafts.publish_round(draft=draft, by="Orla", at=NOW)
    hand_in(played, 1, {1: [12, 31, 0]})
    Report.objects.update(hand=None)
    Game.objects.filter(table__number=1).update(counted_by=Game.CountedBy.TOTALS)
    assert refused() == [
        "hands.csv, line 2: Table 1 was handed in another way before (hands or totals). Say why that changes."
    ]


@pytest.mark.parametrize(
    ("seating", "hands", "told"),
    [
        (
            SEATING.replace("\n1,2,", "\n1,3,"),
            HANDS.replace("1,2,1,", "1,3,1,").replace("1,2,2,", "1,3,2,"),
            ["seating.csv, line 5: Round 1 has a table 3 and no table 2."],
        ),
        (
            SEATING.replace("1,2,3,S", "1,2,4,S"),
            HANDS.replace("seat_3", "seat_3,seat_4").replace("0,14,22", "0,14,,22").replace("5,9,11", "5,9,,11"),
            ["seating.csv, line 7: Table 2 of round 1 has a seat 4 and no seat 3."],
        ),
        (
            SEATING + SECOND,
            HANDS,
            ["seating.csv, line 8: Round 2 has no hands in hands.csv, so nobody knows how many it will have."],
        ),
        (
            SEATING.replace("\n1,", "\n2,"),
            HANDS.replace("\n1,", "\n2,"),
            ["seating.csv: A new tournament begins with round 1 and leaves no round out; the file has 2."],
        ),
    ],
)
def test_a_seating_with_a_gap(seating: str, hands: str, told: list[str]) -> None:
    assert refused(seating, hands) == told


def test_a_round_that_cannot_come_next() -> None:
    take()
    heads = (SEATING.splitlines(keepends=True)[0], HANDS.splitlines(keepends=True)[0])
    third = (SECOND.replace("2,", "3,", 1).replace("\n2,", "\n3,"), SECOND_HANDS.replace("2,", "3,", 1))
    third_hands = third[1].replace("\n2,", "\n3,")
    assert refused(heads[0] + third[0], heads[1] + third_hands) == [
        "seating.csv, line 2: Round 3 cannot come next: round 2 has to come first."
    ]


def test_a_later_round_while_one_is_open_and_one_without_hands() -> None:
    lines = HANDS.splitlines(keepends=True)
    take(hands="".join(lines[:3]))
    assert refused(SEATING + SECOND, "".join(lines[:3]) + SECOND_HANDS) == [
        "seating.csv, line 8: Round 1 is not closed yet. Close it before the next one is seated."
    ]
    take()
    (told,) = refused(SEATING + SECOND)
    assert told.startswith("seating.csv, line 8: Round 2 is not planned and has no hands in the file, so nobody knows")


def test_hands_that_are_not_planned(club: Club) -> None:
    a_tournament(club, slug="friday", plan=[[9], [7]])
    assert refused(hands=HANDS.replace("1,1,1,9", "1,1,1,6").replace("1,2,1,9", "1,2,1,6")) == [
        "hands.csv, line 2: Hand 1 of round 1 is planned with the centre 9, not 6.",
        "hands.csv, line 3: Round 1 has 1 hand here, so there is no hand 2.",
        "hands.csv, line 4: Hand 1 of round 1 is planned with the centre 9, not 6.",
        "hands.csv, line 5: Round 1 has 1 hand here, so there is no hand 2.",
    ]


def test_rules_that_cannot_be(club: Club) -> None:
    with pytest.raises(Refused, match="is not a set of rules"):
        take(making=Making(club="Barnyard", rules="chess"))
    assert not Tournament.objects.exists()


# --- the command


def test_the_command_tells_every_line_and_how_many(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(SEATING)
    (tmp_path / "h.csv").write_text(HANDS.replace("12,31,0", "12,-5,0").replace("5,9,11", "5,9,-1"))
    with pytest.raises(CommandError) as caught:
        command(
            "import_sheets", "friday", f"--seating={tmp_path / 's.csv'}", f"--hands={tmp_path / 'h.csv'}", "--club=Barn"
        )
    told = str(caught.value).splitlines()
    assert [line.split(": ")[0] for line in told] == ["h.csv, line 2", "h.csv, line 5", "Nothing is taken in"]
    assert told[-1] == "Nothing is taken in: 2 lines are wrong."


@pytest.mark.parametrize(
    ("more", "match"),
    [
        (["--seating=gone.csv"], "gone.csv cannot be read: No such file or directory."),
        (["--date=6.3.2026"], "“6.3.2026” is no day; write it as 2026-03-06"),
        (["--rules=chess"], "is not a set of rules"),
    ],
)
def test_the_command_refuses_kindly(more: list[str], match: str) -> None:
    with pytest.raises(CommandError, match=match):
        evening_1("--club=Barn", *more)


def test_a_player_merged_away_is_found_as_who_they_are(club: Club) -> None:
    keep, gone = a_player(club, "Robin Redbreast"), a_player(club, "Robin")
    tournament = a_tournament(club, slug="friday")
    entry = an_entry(tournament, gone)
    players.merge(keep=keep, gone=gone, by="Orla", at=NOW)
    done = take(SEATING.replace("Robin", "Robin Redbreast"))
    assert done.tournament.entries.get(player=keep).number == entry.number
