"""Bots as entries: named as what they are, seated apart from people, ranked apart from people."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

import engine
from games.models import BotPlay
from tests.bot_rounds import a_bot_tournament, only_table, play_of, publish_next
from tests.factories import NOW, a_club, a_player, a_round, a_tournament, some_entries
from tests.played import hand_in, hand_of, table_of
from tournaments import bot_hands, bot_tables, bots, drafts, entries, players, results, rounds, seats
from tournaments.models import BotTables, Club, Entry, Player, Round, Seat, Shown, Tournament
from tournaments.queries.facts import facts_of
from tournaments.queries.seating import presence_changed
from tournaments.queries.standings import standings_of
from tournaments.queries.standings_list import standings_list
from tournaments.queries.tables import table_states
from tournaments.refusals import Refused
from tournaments.seating.sizes import Split
from tournaments.standings import Section

pytestmark = pytest.mark.django_db
WHO: dict[str, Any] = {"by": "Orla", "at": NOW}


def enter(tournament: Tournament, bot: str, count: int) -> list[Entry]:
    return bots.enter_bots(tournament=tournament, bot=bot, count=count, by="Orla", at=NOW)


def with_people(people: int = 4, count: int = 4) -> Tournament:
    tournament = a_tournament(a_club(), plan=[[9, 8], [7, 6]])
    some_entries(tournament, people)
    enter(tournament, "heaviest", count)
    return tournament


def play_all(round: Round) -> None:
    for play in BotPlay.objects.filter(game__table__round=round):
        bot_hands.play_tables(plays=[play.pk], now=lambda: NOW)


def sitting(round: Round) -> dict[int, set[str]]:
    """The kinds of who sits at each table by number: bots, people."""
    found: dict[int, set[str]] = {}
    for seat in round.seats.exclude(table=None).select_related("player", "table"):
        assert seat.table is not None
        found.setdefault(seat.table.number, set()).add("bot" if seat.player.bot else "person")
    return found


def test_a_bot_is_an_entry_whose_name_says_what_it_is(club: Club) -> None:
    tournament = a_tournament(club)
    entered = enter(tournament, "lookahead", 2)
    assert [(str(one.player), one.player.bot, one.status, one.number) for one in entered] == [
        ("Bot 1 (lookahead)", "lookahead", "here", 1),
        ("Bot 2 (lookahead)", "lookahead", "here", 2),
    ]


def test_bots_of_the_club_come_back_in_other_tournaments(club: Club) -> None:
    first = enter(a_tournament(club), "random", 2)
    second = enter(a_tournament(club), "random", 3)
    assert [one.player for one in second[:2]] == [one.player for one in first]
    assert list(Player.objects.exclude(bot="").order_by("pk").values_list("name", flat=True)) == [
        "Bot 1 (random)",
        "Bot 2 (random)",
        "Bot 3 (random)",
    ]
    assert str(enter(a_tournament(club), "heaviest", 1)[0].player) == "Bot 4 (heaviest)"


@pytest.mark.parametrize(
    ("bot", "count", "rules", "words"),
    [
        ("stockfish", 1, "gamerules", "Choose a kind of bot: random, "),
        ("random", 0, "gamerules", "Enter 1 to 400 bots"),
        ("random", 401, "gamerules", "Enter 1 to 400 bots"),
        ("random", 1, "free", "no tiles that a bot could play"),
    ],
)
def test_what_cannot_be_entered_is_refused(club: Club, bot: str, count: int, rules: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        enter(a_tournament(club, rules=rules), bot, count)
    assert Player.objects.exclude(bot="").count() == 0


def test_a_tournament_of_bots_only_is_made_in_one_go(club: Club) -> None:
    made = bots.make_bot_tournament(
        club=club, name="Machines", on=NOW.date(), rules="gamerules", bots=[("random", 3), ("lookahead", 2)], **WHO
    )
    assert (made.state, made.plan, made.sizes) == ("draft", [list(range(9, -1, -1))], [3, 4, 5])
    kinds = made.entries.order_by("number").values_list("player__bot", flat=True)
    assert list(kinds) == ["random"] * 3 + ["lookahead"] * 2


def test_a_bot_is_not_renamed_merged_or_forgotten(club: Club) -> None:
    bot, person = enter(a_tournament(club), "random", 1)[0].player, a_player(club)
    refused: list[Callable[[], object]] = [
        lambda: players.edit(player=bot, name="Greta", sort_name="", note="", shown=Shown.NAME, **WHO),
        lambda: players.merge(keep=person, gone=bot, **WHO),
        lambda: players.merge(keep=bot, gone=person, **WHO),
        lambda: players.forget(player=bot, **WHO),
    ]
    for act in refused:
        with pytest.raises(Refused, match=r"Bot 1 \(random\) is a bot"):
            act()


def test_people_and_bots_sit_apart_and_nobody_sits_twice() -> None:
    round = publish_next(with_people(people=9, count=7))
    assert sitting(round) == {1: {"person"}, 2: {"person"}, 3: {"bot"}, 4: {"bot"}}
    assert round.seats.count() == 16
    assert list(round.tables.order_by("number").values_list("game__bot_play__state", flat=True)) == [
        None,
        None,
        "waiting",
        "waiting",
    ]


def test_bots_too_few_for_a_table_sit_out() -> None:
    round = publish_next(with_people(people=4, count=2))
    assert sitting(round) == {1: {"person"}}
    assert round.seats.filter(role=Seat.Role.SITS_OUT).count() == 2


def test_bots_change_their_tables_from_round_to_round() -> None:
    tournament = with_people(people=4, count=9)
    rows = []
    for _ in range(2):
        round = publish_next(tournament)
        rows.append(set(round.seats.exclude(player__bot="").values_list("player", "table__number", "place")))
        Round.objects.filter(pk=round.pk).update(state="closed", closed_at=NOW)
    assert rows[0] != rows[1]


def test_a_bot_that_comes_or_goes_leaves_the_draft_of_the_people_as_it_is() -> None:
    tournament = with_people()
    draft = drafts.draft_round(tournament=tournament, split=Split((4,)), seed=1, **WHO)
    enter(tournament, "random", 4)
    assert presence_changed(draft) == ([], [])
    assert sitting(drafts.publish_round(draft=draft, **WHO)) == {1: {"person"}, 2: {"bot"}, 3: {"bot"}}


def test_a_paper_table_never_has_a_bot() -> None:
    tournament = with_people()
    people = list(tournament.entries.filter(player__bot="").order_by("number"))
    machines = list(tournament.entries.exclude(player__bot="").order_by("number"))
    with pytest.raises(Refused, match=r"Bot 1 \(heaviest\) cannot sit there"):
        drafts.seat_from_paper(tournament=tournament, tables=[[*people, machines[0]]], **WHO)
    round = publish_next(tournament)
    paper, of_bots = table_of(round, 1), table_of(round, 2)
    late = some_entries(tournament, 1)[0]
    refused: list[Callable[[], object]] = [
        lambda: seats.add_to_table(table=paper, entry=machines[0], **WHO),
        lambda: seats.fill_in(table=paper, player=machines[0].player, **WHO),
        lambda: seats.move(seat=of_bots.seats.get(place=1), table=paper, **WHO),
        lambda: seats.add_to_table(table=of_bots, entry=late, **WHO),
        lambda: seats.fill_in(table=of_bots, player=people[0].player, **WHO),
        lambda: seats.move(seat=paper.seats.get(place=1), table=of_bots, **WHO),
        lambda: seats.leave(seat=of_bots.seats.get(place=1), from_hand=1, **WHO),
    ]
    for act in refused:
        with pytest.raises(Refused, match=r"(?i)bots"):
            act()


def test_a_round_taken_back_has_no_tables_of_bots_and_gets_new_ones() -> None:
    round = publish_next(with_people())
    play_all(round)
    draft = rounds.take_back_round(round=round, **WHO)
    assert (sitting(draft), BotPlay.objects.count()) == ({1: {"person"}}, 0)
    again = drafts.publish_round(draft=draft, **WHO)
    assert sitting(again) == {1: {"person"}, 2: {"bot"}}


def test_hands_are_not_cut_once_bots_have_played() -> None:
    round = publish_next(with_people())
    play_all(round)
    with pytest.raises(Refused, match="has results already"):
        rounds.cut_centres(round=round, hands=1, **WHO)


def test_nobody_types_what_bots_play_unless_the_table_was_cancelled() -> None:
    round = publish_next(with_people())
    table = table_of(round, 2)
    with pytest.raises(Refused, match="Bots play at table 2"):
        hand_in(round, 2, {1: [0, 1, 2, 3]})
    bot_tables.cancel_table(table=table, why="no time", **WHO)
    results.void_missing(table=table, why="no time", key=uuid.uuid4(), **WHO)
    assert [state.missing for state in table_states(round)] == [(1, 2), ()]


def test_people_are_ranked_among_people_and_bots_stand_apart_with_a_rank_of_their_own() -> None:
    tournament = with_people()
    round = publish_next(tournament)
    hand_in(round, 1, {1: [0, 5, 7, 9], 2: [0, 5, 7, 9]})
    play_all(round)
    found = standings_of(tournament)
    by_entry = {entry.pk: bool(entry.player.bot) for entry in tournament.entries.select_related("player")}
    assert [(row.section, row.place, by_entry[row.entry]) for row in found.rows] == [
        (Section.RANKED, 1, False),
        (Section.RANKED, 2, False),
        (Section.RANKED, 3, False),
        (Section.RANKED, 4, False),
        *[(Section.BOTS, place, True) for place in (1, 2, 3, 4)],
    ]
    assert (found.tables_in, found.tables) == (2, 2)
    rows = standings_list(facts_of(tournament)).rows
    assert [row.cells[0] for row in rows] == [1, 2, 3, 4, "bot 1", "bot 2", "bot 3", "bot 4"]


def test_a_tournament_of_bots_only_ranks_them() -> None:
    tournament = a_bot_tournament()
    play_all(publish_next(tournament))
    assert [(row.section, row.place) for row in standings_of(tournament).rows] == [
        (Section.RANKED, place) for place in (1, 2, 3, 4)
    ]


def test_the_plan_says_when_tables_begin_and_how_fast_they_are_shown() -> None:
    tournament = a_bot_tournament()
    bots.plan_bot_tables(tournament=tournament, starts=BotTables.Starts.ASKED, pace=3, **WHO)
    table = only_table(publish_next(tournament))
    assert (play_of(table).start_at, play_of(table).pace) == (None, 3)
    bot_tables.start_table(table=table, start_at=NOW, pace=0, **WHO)
    assert (play_of(table).start_at, play_of(table).pace) == (NOW, 0)
    with pytest.raises(Refused, match="0 to 600 seconds"):
        bots.plan_bot_tables(tournament=tournament, starts=BotTables.Starts.ASKED, pace=601, **WHO)


def test_the_secret_is_older_than_any_seating() -> None:
    tournament = a_bot_tournament(secret=bytes(32))
    table = only_table(publish_next(tournament))
    assert bytes(play_of(table).secret) == engine.table_secret(bytes(32), "1 1 1")


def test_commands_on_a_table_ask_why_and_refuse_what_does_not_fit() -> None:
    table = only_table(publish_next(a_bot_tournament()))
    before: list[tuple[Callable[[], object], str]] = [
        (lambda: bot_tables.pause_table(table=table, why=" ", **WHO), "Say why"),
        (lambda: bot_tables.cancel_table(table=table, why="", **WHO), "Say why"),
        (lambda: bot_tables.resume_table(table=table, **WHO), "Table 1 is waiting"),
        (lambda: bot_tables.play_again(table=table, why="x", **WHO), "Table 1 is waiting"),
    ]
    for act, words in before:
        with pytest.raises(Refused, match=words):
            act()
    play_all(table.round)
    afterwards: list[tuple[Callable[[], object], str]] = [
        (lambda: bot_tables.pause_table(table=table, why="x", **WHO), "Table 1 is finished"),
        (lambda: bot_tables.cancel_table(table=table, why="x", **WHO), "Table 1 is finished"),
        (lambda: bot_tables.start_table(table=table, start_at=NOW, pace=0, **WHO), "has begun already"),
    ]
    for act, words in afterwards:
        with pytest.raises(Refused, match=words):
            act()


def test_a_table_of_people_has_nothing_to_pause() -> None:
    tournament = a_tournament(a_club())
    round = a_round(tournament, [some_entries(tournament, 4)])
    with pytest.raises(Refused, match="No bots play at table 1"):
        bot_tables.pause_table(table=table_of(round, 1), why="x", **WHO)
    assert hand_of(table_of(round, 1), 1, [0, 1, 2, 3]).number == 1


def test_a_bot_can_be_withdrawn_like_anybody() -> None:
    tournament = with_people(count=4)
    entries.set_status(tournament=tournament, entries=[5], status=Entry.Status.WITHDRAWN, **WHO)
    assert publish_next(tournament).seats.exclude(player__bot="").count() == 3
