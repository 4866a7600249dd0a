"""The bracket as a value: entries or words in every slot, and nothing that is not certain."""

from collections import Counter
from random import Random

import pytest

from tests.tournaments.seating.knockouts import Knockout, result
from tournaments.seating.bracket import Bracket, Card, Column, Known, Mark, Score, Slot, bracket
from tournaments.seating.knockout import Kind, KnockoutPlan, Level, Repechage
from tournaments.seating.knockout_draw import LaterRounds, PlaceOf
from tournaments.seating.knockout_planner import knockout_plans

SIXTEEN = KnockoutPlan(16, (Level((4,) * 4, (2,) * 4), Level((4, 4), (2, 2))), 4)


def drawn(event: Knockout) -> Bracket:
    return bracket(event.plan, event.seeds, event.tables, event.results, later=event.later)


def who(card: Card) -> list[int | str]:
    """Entries, or words, of a card."""
    return [slot.who.entry if isinstance(slot.who, Known) else str(slot.who) for slot in card.slots]


def whole(column: Column) -> list[list[int | str]]:
    return [who(card) for card in column.cards]


def marks(card: Card) -> list[Mark]:
    return [slot.mark for slot in card.slots]


def test_a_bracket_that_nobody_sits_in_yet_says_where_people_come_from() -> None:
    columns = drawn(Knockout(SIXTEEN, range(1, 17), LaterRounds.FIXED)).columns
    assert [str(column.title) for column in columns] == ["Round 1", "Semi-finals", "Final"]
    assert [column.kind for column in columns] == [Kind.ROUND, Kind.ROUND, Kind.FINAL]
    assert [column.connected for column in columns] == [False, True, True]
    assert whole(columns[0]) == [["not seated yet"] * 4] * 4
    assert whole(columns[1]) == [
        ["1st of table A", "1st of table C", "2nd of table D", "2nd of table B"],
        ["1st of table B", "1st of table D", "2nd of table C", "2nd of table A"],
    ]
    assert whole(columns[2]) == [["1st of table A", "1st of table B", "2nd of table B", "2nd of table A"]]
    assert [(card.letter, str(card.title), card.finished) for card in columns[1].cards] == [
        ("A", "Table A", False),
        ("B", "Table B", False),
    ]
    assert str(columns[2].cards[0].title) == "Final"


def test_a_table_that_is_not_finished_is_no_bye() -> None:
    """Table C is still playing: its slots stay in words, and nobody of it is through."""
    event = Knockout(SIXTEEN, range(1, 17), LaterRounds.FIXED)
    event.seat()
    for number, table in enumerate(event.tables[0]):
        event.results[0, number] = result({entry: entry * 10 for entry in table})
    del event.results[0, 2]
    first, second, _ = drawn(event).columns
    assert first.cards[0] == Card(
        "A",
        first.cards[0].title,
        (
            Slot(Known(1, 1), None, Score(1, 10), Mark.THROUGH),
            Slot(Known(8, 8), None, Score(2, 80), Mark.THROUGH),
            Slot(Known(9, 9), None, Score(3, 90), Mark.MAY_STILL),
            Slot(Known(16, 16), None, Score(4, 160), Mark.OUT),
        ),
        finished=True,
    )
    assert (who(first.cards[2]), marks(first.cards[2])) == ([3, 6, 11, 14], [Mark.NOT_YET] * 4)
    assert whole(second) == [[1, "1st of table C", 5, 7], [2, 4, "2nd of table C", 8]]
    assert second.cards[0].slots[0] == Slot(Known(1, 1), PlaceOf(0, 1), None, Mark.NOT_YET)
    assert second.cards[0].slots[1].mark is Mark.EMPTY


def test_a_tie_on_the_line_is_said_in_both_rounds() -> None:
    event = Knockout(SIXTEEN, range(1, 17), LaterRounds.FIXED)
    event.seat()
    event.results[0, 0] = result({1: 10, 8: 20, 9: 20, 16: 30})
    first, second, _ = drawn(event).columns
    assert marks(first.cards[0]) == [Mark.THROUGH, Mark.ON_THE_LINE, Mark.ON_THE_LINE, Mark.MAY_STILL]
    assert [slot.score for slot in first.cards[0].slots][1:3] == [Score(2, 20), Score(2, 20)]
    assert who(second.cards[1])[3] == "2nd of table A: a tie is still open"


def test_no_shows_stay_on_the_card_and_their_place_goes_to_the_best_of_the_others() -> None:
    event = Knockout(SIXTEEN, range(1, 17), LaterRounds.FIXED)
    event.seat()
    event.results[0, 0] = result({9: 20}, absent=[1, 8, 16])
    first, second, _ = drawn(event).columns
    assert (who(first.cards[0]), marks(first.cards[0])) == ([9, 1, 8, 16], [Mark.THROUGH, *[Mark.ABSENT] * 3])
    assert who(second.cards[1])[3] == "best of the others, instead of 2nd of table A"
    for number in (1, 2, 3):
        event.results[0, number] = result({entry: entry for entry in event.tables[0][number]})
    first, second, _ = drawn(event).columns
    assert who(second.cards[1])[3] == 10
    assert marks(first.cards[1]) == [Mark.THROUGH, Mark.THROUGH, Mark.WILD_CARD, Mark.OUT]


def test_a_place_that_nobody_can_take() -> None:
    event = Knockout(KnockoutPlan(4, (Level((2, 2), (1, 1)),), 2), range(1, 5))
    event.seat()
    event.results[0, 0] = result({1: 3}, absent=[4])
    event.results[0, 1] = result({}, absent=[2, 3])
    assert whole(drawn(event).columns[1]) == [[1, "nobody (1st of table B was not taken)"]]


def test_rounds_that_are_seeded_anew_stay_in_words_until_they_are_seated() -> None:
    event = Knockout(SIXTEEN, range(1, 17))
    event.seat()
    event.play(Random(1))
    columns = drawn(event).columns
    assert whole(columns[1]) == [["seeded after the round before"] * 4] * 2
    assert [column.connected for column in columns] == [False, False, True]
    event.seat()
    slots = [slot for card in drawn(event).columns[1].cards for slot in card.slots]
    assert {slot.source for slot in slots} == {PlaceOf(table, place) for table in range(4) for place in (1, 2)}


def test_byes_wild_cards_and_a_repechage_in_words() -> None:
    byes = Knockout(KnockoutPlan(6, (Level((4,), (2,), 1, 2),), 5), (9, 8, 7, 6, 5, 4))
    assert whole(drawn(byes).columns[1]) == [[9, 8, "1st of table A", "2nd of table A", "best wild card"]]
    again = Knockout(KnockoutPlan(8, (Level((4, 4), (1, 1), repechage=Repechage((3, 3), (1, 1))),), 4), range(8))
    columns = drawn(again).columns
    assert [str(column.title) for column in columns] == ["Round 1", "Repechage", "Final"]
    assert whole(columns[1]) == [["one of those who did not go on"] * 3] * 2
    assert who(columns[2].cards[0])[2:] == ["1st of table A of the repechage", "1st of table B of the repechage"]
    again.seat()
    again.play(Random(1))
    assert marks(drawn(again).columns[0].cards[0]) == [Mark.THROUGH, *[Mark.PLAYS_AGAIN] * 3]


def test_the_final_and_the_table_for_the_places_after_it() -> None:
    event = Knockout(KnockoutPlan(8, (Level((4, 4), (2, 2)),), 4, third_place=True), range(1, 9))
    final = drawn(event).columns[1]
    assert [str(card.title) for card in final.cards] == ["Final", "Places 5 to 8"]
    assert who(final.cards[1]) == ["one of those who go out before the final"] * 4
    event.seat()
    event.play(Random(1))
    event.seat()
    event.results[1, 0] = result(dict(zip(event.tables[1][0], (20, 10, 40, 10), strict=True)))
    final = drawn(event).columns[1]
    assert marks(final.cards[0]) == [Mark.WINNER, Mark.WINNER, Mark.PLACED, Mark.PLACED]
    assert [slot.score.place for slot in final.cards[0].slots if slot.score] == [1, 1, 3, 4]
    assert (final.cards[1].finished, marks(final.cards[1])) == (False, [Mark.NOT_YET] * 4)


@pytest.mark.parametrize("later", list(LaterRounds))
def test_at_every_moment_through_and_out_are_never_wrong(later: LaterRounds) -> None:
    """What a card says while tables are missing is what comes out in the end."""
    seen: Counter[Mark] = Counter()
    for people in (9, 16, 22, 32):
        plan = knockout_plans(people, advance=1 + people % 2, final_sizes=(3, 4, 5))[0]
        event = Knockout(plan, range(people), later)
        for number in range(len(plan.steps) - 1):
            event.seat()
            event.play(Random(people + number), no_shows=0.1)
            everything = dict(event.results)
            said: dict[int, set[Mark]] = {}
            for missing in range(len(event.tables[-1])):
                del event.results[number, missing]
                for card in drawn(event).columns[number].cards:
                    for slot in card.slots:
                        if isinstance(slot.who, Known):
                            said.setdefault(slot.who.entry, set()).add(slot.mark)
            event.results = everything
            after = {entry for table in event.seat() for entry in table}
            event.tables.pop()
            assert [entry for entry in said if Mark.THROUGH in said[entry] and entry not in after] == []
            assert [entry for entry in said if Mark.OUT in said[entry] and entry in after] == []
            seen.update(mark for marked in said.values() for mark in marked)
    assert min(seen[mark] for mark in (Mark.THROUGH, Mark.OUT, Mark.MAY_STILL)) > 5
