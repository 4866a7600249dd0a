"""Seating, publishing, taking back and closing rounds."""

from typing import Any

import pytest
from django.db import connection

from games.models import Game, Hand
from tests.factories import NOW, a_round, a_tournament, an_entry, some_entries
from tests.played import hand_in
from tournaments import draft_changes, drafts, rounds
from tournaments.models import Change, Club, Entry, Round, Seat, Tournament
from tournaments.refusals import Refused
from tournaments.seating.sizes import Split, splits

pytestmark = pytest.mark.django_db


def draft(tournament: Tournament, sizes: tuple[int, ...], seed: int = 1) -> Round:
    return drafts.draft_round(tournament=tournament, split=Split(sizes), seed=seed, by="Orla", at=NOW)


def seated(round: Round) -> list[list[int]]:
    return [
        [seat.entry.number for seat in table.seats.order_by("place") if seat.entry]
        for table in round.tables.order_by("number")
    ]


def test_a_draft_seats_everybody_who_is_here_once(tournament: Tournament) -> None:
    some_entries(tournament, 7)
    an_entry(tournament, status=Entry.Status.EXPECTED)
    made = draft(tournament, (4, 3))
    assert sorted(number for table in seated(made) for number in table) == [1, 2, 3, 4, 5, 6, 7]
    assert [len(table) for table in seated(made)] == [4, 3]
    assert (made.number, made.state, made.centres) == (1, "draft", [9, 8, 7, 6])
    assert Game.objects.count() == 0


def test_the_same_seed_gives_the_same_draft(club: Club) -> None:
    first, second = a_tournament(club), a_tournament(club)
    for tournament in (first, second):
        some_entries(tournament, 9)
    assert seated(draft(first, (5, 4), seed=7)) == seated(draft(second, (5, 4), seed=7))


def test_pressing_seat_twice_gives_one_draft(tournament: Tournament) -> None:
    some_entries(tournament, 8)
    first = draft(tournament, (4, 4), seed=1)
    second = draft(tournament, (4, 4), seed=2)
    assert (first.pk, seated(first)) == (second.pk, seated(second))
    assert Seat.objects.count() == 8


def test_a_draft_raises_no_version_because_nobody_sees_it(tournament: Tournament) -> None:
    some_entries(tournament, 4)
    before = tournament.version
    draft(tournament, (4,))
    tournament.refresh_from_db()
    assert tournament.version == before


def test_tables_for_another_number_of_people_are_refused(tournament: Tournament) -> None:
    some_entries(tournament, 7)
    with pytest.raises(Refused) as refused:
        draft(tournament, (4, 4))
    assert refused.value.sentence == "The tables are for 8 people, and 7 are here. Choose the tables again."
    assert Round.objects.count() == 0


def test_the_next_round_waits_for_the_one_before(tournament: Tournament) -> None:
    entries = some_entries(tournament, 4)
    a_round(tournament, [entries])
    with pytest.raises(Refused) as refused:
        draft(tournament, (4,))
    assert refused.value.sentence == "Round 1 is not closed yet. Close it before the next one is seated."


def test_after_the_last_planned_round_nothing_is_seated(club: Club) -> None:
    tournament = a_tournament(club, plan=[[9, 8]])
    entries = some_entries(tournament, 4)
    a_round(tournament, [entries], state=Round.State.CLOSED)
    with pytest.raises(Refused) as refused:
        draft(tournament, (4,))
    assert refused.value.sentence == (
        "The one planned round is played. Finish the tournament, or add a round in its settings."
    )


def test_sixteen_people_meet_nobody_twice_in_three_rounds(tournament: Tournament) -> None:
    some_entries(tournament, 16)
    met: set[tuple[int, int]] = set()
    for number in (1, 2, 3):
        made = draft(tournament, (4, 4, 4, 4), seed=number)
        pairs = [(a, b) for table in seated(made) for a in table for b in table if a < b]
        assert not met & set(pairs)
        met |= set(pairs)
        drafts.publish_round(draft=made, by="Orla", at=NOW)
        Round.objects.update(state=Round.State.CLOSED, closed_at=NOW)
    assert len(met) == 72


def test_redrawing_counts_and_takes_in_who_came(tournament: Tournament) -> None:
    some_entries(tournament, 8)
    made = draft(tournament, (4, 4))
    late = an_entry(tournament)
    redrawn = drafts.redraw_round(draft=made, split=Split((5, 4)), seed=3, by="Orla", at=NOW)
    assert redrawn.redraws == 1
    assert late.number in [number for table in seated(redrawn) for number in table]


def test_publishing_makes_the_games_and_raises_the_version(tournament: Tournament) -> None:
    some_entries(tournament, 8)
    before = tournament.version
    made = drafts.publish_round(draft=draft(tournament, (4, 4)), by="Orla", at=NOW)
    assert (made.state, made.published_at) == ("open", NOW)
    assert [table.game is not None for table in made.tables.all()] == [True, True]
    assert Hand.objects.filter(game__table__round=made).count() == 8
    tournament.refresh_from_db()
    assert tournament.version == before + 1


def test_a_draft_that_is_out_of_date_is_not_published(tournament: Tournament) -> None:
    entries = some_entries(tournament, 8)
    made = draft(tournament, (4, 4))
    late = an_entry(tournament)
    entries[0].status = Entry.Status.WITHDRAWN
    entries[0].save()
    with pytest.raises(Refused) as refused:
        drafts.publish_round(draft=made, by="Orla", at=NOW)
    assert refused.value.sentence == (
        f"The draft is out of date. Came since: {late.player}. Gone since: {entries[0].player}. Draw it again."
    )


def test_publishing_twice_is_refused_and_makes_no_second_games(tournament: Tournament) -> None:
    some_entries(tournament, 4)
    made = draft(tournament, (4,))
    drafts.publish_round(draft=made, by="Orla", at=NOW)
    with pytest.raises(Refused) as refused:
        drafts.publish_round(draft=made, by="Orla", at=NOW)
    assert refused.value.sentence == "Round 1 is not a draft any more. Look at it again."
    assert Game.objects.count() == 1


def test_a_published_round_without_results_can_be_taken_back(tournament: Tournament) -> None:
    some_entries(tournament, 8)
    made = drafts.publish_round(draft=draft(tournament, (4, 4)), by="Orla", at=NOW)
    before = seated(made)
    back = rounds.take_back_round(round=made, by="Orla", at=NOW)
    assert (back.state, back.published_at, seated(back)) == ("draft", None, before)
    assert Game.objects.count() == 0


def test_a_round_with_results_is_not_taken_back(tournament: Tournament) -> None:
    made = a_round(tournament, [some_entries(tournament, 4)])
    hand_in(made, 1, {1: [0, 5, 6, 7]})
    with pytest.raises(Refused) as refused:
        rounds.take_back_round(round=made, by="Orla", at=NOW)
    assert refused.value.sentence == (
        "Round 1 has results already, so it cannot be taken back. Correct the results instead."
    )


def test_hands_can_be_cut_until_the_first_result(tournament: Tournament) -> None:
    made = a_round(tournament, [some_entries(tournament, 4)])
    rounds.cut_centres(round=made, hands=2, by="Orla", at=NOW)
    made.refresh_from_db()
    assert made.centres == [9, 8]
    assert list(Hand.objects.values_list("number", flat=True)) == [1, 2]
    hand_in(made, 1, {1: [0, 5, 6, 7]})
    with pytest.raises(Refused):
        rounds.cut_centres(round=made, hands=1, by="Orla", at=NOW)


def test_closing_names_the_tables_that_are_not_in(tournament: Tournament) -> None:
    entries = some_entries(tournament, 12)
    made = a_round(tournament, [entries[:4], entries[4:8], entries[8:]], centres=[9])
    hand_in(made, 2, {1: [0, 5, 6, 7]})
    with pytest.raises(Refused) as refused:
        rounds.close_round(round=made, by="Orla", at=NOW)
    assert refused.value.sentence == ("Round 1 cannot be closed yet: tables 1, 3 have not handed in every hand.")


def test_closing_waits_until_results_are_accepted(tournament: Tournament) -> None:
    made = a_round(tournament, [some_entries(tournament, 4)], centres=[9])
    hand_in(made, 1, {1: [0, 5, 6, 7]}, accepted=False)
    with pytest.raises(Refused) as refused:
        rounds.close_round(round=made, by="Orla", at=NOW)
    assert refused.value.sentence == (
        "Round 1 cannot be closed yet: the results of table 1 are typed but not accepted."
    )


def test_closing_and_reopening(tournament: Tournament) -> None:
    made = a_round(tournament, [some_entries(tournament, 4)], centres=[9])
    hand_in(made, 1, {1: [0, 5, 6, 7]})
    assert rounds.close_round(round=made, by="Orla", at=NOW).state == "closed"
    with pytest.raises(Refused):
        rounds.reopen_round(round=made, why=" ", by="Orla", at=NOW)
    assert rounds.reopen_round(round=made, why="sheet found", by="Orla", at=NOW).state == "open"
    assert Change.objects.filter(verb="round.reopen").get().facts == {"round": 1, "why": "sheet found"}


def test_a_seating_made_on_paper(tournament: Tournament) -> None:
    entries = some_entries(tournament, 7)
    made = drafts.seat_from_paper(tournament=tournament, tables=[entries[3:], entries[:3]], by="Orla", at=NOW)
    assert seated(made) == [[4, 5, 6, 7], [1, 2, 3]]
    assert (made.seed, made.algorithm) == (None, "")


def test_a_seating_on_paper_with_somebody_twice_is_refused_by_name(tournament: Tournament) -> None:
    entries = some_entries(tournament, 6)
    with pytest.raises(Refused) as refused:
        drafts.seat_from_paper(tournament=tournament, tables=[entries[:3], entries[2:]], by="Orla", at=NOW)
    assert refused.value.sentence == (f"{entries[2].player} sits at table 1 and at table 2. Take one of them out.")
    assert Round.objects.count() == 0


def test_five_different_people_sit_out_over_five_rounds(club: Club) -> None:
    tournament = a_tournament(club, sizes=[4], plan=[[9], [8], [7], [6], [5]])
    some_entries(tournament, 13)
    out = []
    for number in range(1, 6):
        split = splits(13, frozenset({4}), 4)[0]
        made = drafts.draft_round(tournament=tournament, split=split, seed=number, by="Orla", at=NOW)
        made = drafts.redraw_round(draft=made, split=split, seed=number + 10, by="Orla", at=NOW)
        out += [seat.entry_id for seat in made.seats.filter(role=Seat.Role.SITS_OUT)]
        drafts.publish_round(draft=made, by="Orla", at=NOW)
        Round.objects.filter(state="open").update(state=Round.State.CLOSED, closed_at=NOW)
    assert len(out) == len(set(out)) == 5


def place_of(round: Round, entry: Entry) -> tuple[int, int | None, str]:
    seat = round.seats.get(entry=entry)
    return (seat.table.number if seat.table else 0, seat.place, seat.role)


def test_two_people_of_a_draft_change_places(tournament: Tournament) -> None:
    entries = some_entries(tournament, 8)
    made = draft(tournament, (4, 4))
    before = [place_of(made, entry) for entry in entries]
    one, other = next((a, b) for a, b in ((0, 1), (0, 2), (0, 3), (0, 4), (0, 5)) if before[a][0] != before[b][0])
    made = draft_changes.swap(draft=made, first=entries[one], second=entries[other], by="Orla", at=NOW)
    before[one], before[other] = before[other], before[one]
    assert [place_of(made, entry) for entry in entries] == before
    assert (made.hand_changes, made.seed) == (1, 1)


def test_who_sits_out_changes_places_with_somebody_at_a_table(club: Club) -> None:
    tournament = a_tournament(club, sizes=[4])
    entries = some_entries(tournament, 5)
    made = drafts.draft_round(tournament=tournament, split=Split((4,), 1), seed=1, by="Orla", at=NOW)
    out = made.seats.get(role=Seat.Role.SITS_OUT).entry
    assert out is not None
    other = next(entry for entry in entries if entry != out)
    place = place_of(made, other)
    draft_changes.swap(draft=made, first=out, second=other, by="Orla", at=NOW)
    assert (place_of(made, out), place_of(made, other)) == (place, (0, None, "sits_out"))


def test_a_swap_needs_two_people_of_the_draft(tournament: Tournament) -> None:
    entries = some_entries(tournament, 4)
    made = draft(tournament, (4,))
    late = an_entry(tournament)
    with pytest.raises(Refused) as refused:
        draft_changes.swap(draft=made, first=entries[0], second=entries[0], by="Orla", at=NOW)
    assert refused.value.sentence == f"Choose two different people: {entries[0].player} is named twice."
    with pytest.raises(Refused) as refused:
        draft_changes.swap(draft=made, first=entries[0], second=late, by="Orla", at=NOW)
    assert refused.value.sentence == f"{late.player} is not in this draft. Draw it again."


def test_a_draft_that_somebody_changed_meanwhile_is_not_published_unseen(tournament: Tournament) -> None:
    entries = some_entries(tournament, 4)
    seen = draft(tournament, (4,))
    draft_changes.swap(draft=seen, first=entries[0], second=entries[1], by="Olive", at=NOW)
    with pytest.raises(Refused) as refused:
        drafts.publish_round(draft=seen, by="Orla", at=NOW)
    assert refused.value.sentence == "Somebody changed the draft of round 1 meanwhile. Look at it again."


def test_redrawing_forgets_the_changes_by_hand(tournament: Tournament) -> None:
    entries = some_entries(tournament, 4)
    made = draft_changes.swap(draft=draft(tournament, (4,)), first=entries[0], second=entries[1], by="Orla", at=NOW)
    redrawn = drafts.redraw_round(draft=made, split=Split((4,)), seed=2, by="Orla", at=NOW)
    assert (redrawn.redraws, redrawn.hand_changes, redrawn.seed) == (1, 0, 2)


def test_whoever_comes_while_the_tables_are_drawn_is_not_left_out(tournament: Tournament) -> None:
    some_entries(tournament, 4)
    late = an_entry(tournament, status=Entry.Status.EXPECTED)

    def comes(execute: Any, sql: str, *rest: Any) -> Any:
        """Just before the drawn tables are stored."""
        if sql.startswith("SAVEPOINT") and not Entry.objects.filter(pk=late.pk, status=Entry.Status.HERE).exists():
            Entry.objects.filter(pk=late.pk).update(status=Entry.Status.HERE)
        return execute(sql, *rest)

    with connection.execute_wrapper(comes), pytest.raises(Refused) as refused:
        draft(tournament, (4,))
    assert refused.value.sentence == (
        "Somebody came or went while the tables were drawn. Nothing was changed; draw them once more."
    )
    assert Round.objects.count() == 0


def test_a_draft_that_somebody_makes_meanwhile_is_the_draft(tournament: Tournament) -> None:
    seated = some_entries(tournament, 4)
    looks = []

    def makes(execute: Any, sql: str, *rest: Any) -> Any:
        """Just after the rounds were first looked at."""
        seen = execute(sql, *rest)
        if sql.startswith("SELECT") and 'FROM "tournaments_round"' in sql:
            looks.append(sql)
            if len(looks) == 1:
                a_round(tournament, [seated], state=Round.State.DRAFT)
        return seen

    with connection.execute_wrapper(makes):
        made = draft(tournament, (4,))
    assert (made, made.seed) == (Round.objects.get(), None)


def test_whoever_is_on_the_paper_is_here(tournament: Tournament) -> None:
    entries = some_entries(tournament, 3, status=Entry.Status.EXPECTED)
    made = drafts.seat_from_paper(tournament=tournament, tables=[entries], by="Orla", at=NOW)
    assert [entry.status for entry in tournament.entries.order_by("number")] == ["here", "here", "here"]
    assert drafts.publish_round(draft=made, by="Orla", at=NOW).state == "open"
