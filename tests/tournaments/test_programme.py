"""The settings of a tournament: made, changed, frozen, copied; published, finished, removed."""

from dataclasses import replace
from datetime import date

import pytest

from tests.factories import NOW, a_round, some_entries
from tests.played import hand_in
from tournaments import programme
from tournaments.models import Change, Club, Round, Tournament
from tournaments.plan import Plan
from tournaments.programme import Programme, spread
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db
EVENING = Programme(name="Friday evening", date=date(2026, 3, 6), place="Barn")


def made(club: Club, settings: Programme = EVENING) -> Tournament:
    return programme.make_tournament(club=club, programme=settings, by="Orla", at=NOW)


def test_the_defaults_are_a_whole_evening(club: Club) -> None:
    tournament = made(club)
    assert (tournament.state, tournament.slug, tournament.version) == ("draft", "friday-evening-2026-03-06", 2)
    assert programme.programme_of(tournament) == EVENING


def test_two_tournaments_of_one_name_get_two_addresses(club: Club) -> None:
    assert [made(club).slug for _ in range(3)] == [
        "friday-evening-2026-03-06",
        "friday-evening-2026-03-06-2",
        "friday-evening-2026-03-06-3",
    ]


def test_a_name_in_another_script_gets_an_address_too(club: Club) -> None:
    assert made(club, replace(EVENING, name="મોર ચકલી")).slug == "2026-03-06"


@pytest.mark.parametrize(
    ("centres", "rounds", "plan"),
    [
        (range(9, -1, -1), 3, ((9, 8, 7, 6), (5, 4, 3), (2, 1, 0))),
        (range(9, -1, -1), 1, (tuple(range(9, -1, -1)),)),
        (range(3, -1, -1), 4, ((3,), (2,), (1,), (0,))),
    ],
)
def test_centres_are_spread_over_the_rounds(centres: range, rounds: int, plan: Plan) -> None:
    assert spread(list(centres), rounds) == plan


def test_sizes_that_cannot_be_dealt_are_struck_out(club: Club) -> None:
    tournament = made(club, replace(EVENING, rules="spruce", sizes=(4, 7, 8), preferred_size=8))
    assert (tournament.sizes, tournament.preferred_size) == ([4, 7], 7)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"name": "  "}, "The tournament needs a name."),
        ({"sizes": ()}, "Choose at least one table size."),
        (
            {"rules": "spruce", "sizes": (8,)},
            "No table size is left. 8 players × 7 tiles need 56 tiles, the double-nine set has 55.",
        ),
        ({"plan": ()}, "Each round needs at least one hand."),
        ({"plan": ((9, 8), ())}, "Each round needs at least one hand."),
        ({"plan": ((12,),)}, "The double-nine set has no 12-12: its doubles go from 9-9 down to 0-0."),
        ({"plan": ((9, None),)}, "Name the starting double of each hand."),
        ({"rules": "free"}, "This game has no starting doubles: say only how many hands each round has."),
        ({"time_zone": "Barn/Yard"}, "“Barn/Yard” is not a time zone. Write one such as Asia/Kolkata."),
        (
            {"hands_asked": 5},
            "Totals can only be compared when everybody has all hands; rank by average to ask for fewer.",
        ),
        (
            {"measure": "average", "hands_asked": 40_000},
            "40000 hands cannot be needed to be ranked: at most 999.",
        ),
        (
            {"imputation": "fixed", "imputed_points": 10**30},
            f"{10**30} points for a missed hand cannot be: at most 99999.",
        ),
    ],
)
def test_what_cannot_work_is_refused(club: Club, settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        made(club, replace(EVENING, **settings))  # type: ignore[arg-type]
    assert refused.value.sentence == sentence
    assert Tournament.objects.count() == 0


def test_no_tie_break_at_all_is_allowed(club: Club) -> None:
    assert made(club, replace(EVENING, tie_breaks=())).tie_breaks == []


def test_a_copy_has_the_same_settings_in_the_same_order(club: Club) -> None:
    settings = replace(EVENING, tie_breaks=("lot", "countback", "most_zeros"), imputation="fixed", imputed_points=40)
    copy = programme.copy_tournament(
        tournament=made(club, settings), name="Next Friday", on=date(2026, 3, 13), by="Orla", at=NOW
    )
    assert programme.programme_of(copy) == replace(settings, name="Next Friday", date=date(2026, 3, 13))


def test_what_is_frozen_after_the_first_seating(club: Club) -> None:
    tournament = made(club)
    a_round(tournament, [some_entries(tournament, 4)])
    changed = replace(EVENING, rules="gamerules zero_blank=50", imputation="round_average")
    with pytest.raises(Refused) as refused:
        programme.change_tournament(tournament=tournament, programme=changed, by="Orla", at=NOW)
    assert refused.value.sentence == (
        "Since the first seating these stay as they are: rules, a hand not played. "
        "The owner can replace them as a correction."
    )
    changed = replace(EVENING, plan=((9, 8), (5, 4, 3), (2, 1, 0)))
    with pytest.raises(Refused) as refused:
        programme.change_tournament(tournament=tournament, programme=changed, by="Orla", at=NOW)
    assert refused.value.sentence == ("Rounds 1 to 1 are seated, so their centres stay. Later rounds can be changed.")
    later = replace(EVENING, name="Friday, longer", plan=((9, 8, 7, 6), (5, 4), (3, 2), (1, 0)))
    tournament = programme.change_tournament(tournament=tournament, programme=later, by="Orla", at=NOW)
    assert programme.programme_of(tournament) == later


def test_a_change_that_changes_nothing_is_not_written_down(club: Club) -> None:
    tournament = made(club)
    programme.change_tournament(tournament=tournament, programme=EVENING, by="Orla", at=NOW)
    assert list(Change.objects.values_list("verb", flat=True)) == ["tournament.make"]


def test_the_owner_replaces_the_rules_with_a_reason_and_reports_stay(club: Club) -> None:
    tournament = made(club)
    round = a_round(tournament, [some_entries(tournament, 4)])
    hand_in(round, 1, {1: [0, 5, 6, 7]})
    settings = replace(EVENING, rules="gamerules zero_blank=50")
    now = Tournament.objects.get().version
    with pytest.raises(Refused) as refused:
        programme.replace_frozen(tournament=tournament, programme=settings, seen=now - 1, why="x", by="Olive", at=NOW)
    assert refused.value.sentence == (
        "Something was handed in or changed since this page was shown. Look at what would change again."
    )
    with pytest.raises(Refused):
        programme.replace_frozen(tournament=tournament, programme=settings, seen=now, why="", by="Olive", at=NOW)
    programme.replace_frozen(tournament=tournament, programme=settings, seen=now, why="house rule", by="Olive", at=NOW)
    table = round.tables.get()
    assert table.game is not None
    assert (table.game.rules, table.game.reports.count()) == ("gamerules zero_blank=50", 1)


def test_publish_hide_finish_reopen(club: Club) -> None:
    tournament = made(club)
    tournament = programme.publish(tournament=tournament, by="Orla", at=NOW)
    assert (tournament.state, tournament.is_public) == ("published", True)
    with pytest.raises(Refused):
        programme.publish(tournament=tournament, by="Orla", at=NOW)
    with pytest.raises(Refused) as refused:
        programme.finish(tournament=tournament, by="Orla", at=NOW)
    assert refused.value.sentence == "No round has been played yet."
    a_round(tournament, [some_entries(tournament, 4)])
    with pytest.raises(Refused) as refused:
        programme.finish(tournament=tournament, by="Orla", at=NOW)
    assert refused.value.sentence == "Round 1 is not closed yet."
    Round.objects.update(state="closed", closed_at=NOW)
    assert programme.finish(tournament=tournament, by="Orla", at=NOW).state == "finished"
    with pytest.raises(Refused):
        programme.reopen(tournament=tournament, why="", by="Orla", at=NOW)
    assert programme.reopen(tournament=tournament, why="a slip", by="Orla", at=NOW).state == "published"
    assert programme.hide(tournament=tournament, by="Orla", at=NOW).state == "draft"


def test_removing_asks_for_the_name_and_can_be_undone(club: Club) -> None:
    tournament = made(club)
    with pytest.raises(Refused) as refused:
        programme.remove(tournament=tournament, typed_name="friday", by="Olive", at=NOW)
    assert refused.value.sentence == "Type the name of the tournament, Friday evening, to remove it."
    programme.remove(tournament=tournament, typed_name="Friday evening", by="Olive", at=NOW)
    assert Tournament.objects.count() == 0
    with pytest.raises(Refused) as refused:
        programme.change_tournament(tournament=tournament, programme=EVENING, by="Olive", at=NOW)
    assert refused.value.sentence == "Friday evening was removed. An owner of the club can put it back."
    programme.put_back(tournament=tournament, by="Olive", at=NOW)
    assert Tournament.objects.count() == 1
