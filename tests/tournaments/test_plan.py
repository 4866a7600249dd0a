"""The plan as people type it."""

import pytest

from tournaments.plan import Plan, UnreadablePlan, plan_text, read_plan

TEN = ((9, 8, 7, 6), (5, 4, 3), (2, 1, 0))


@pytest.mark.parametrize(
    "text",
    [
        "9 8 7 6 / 5 4 3 / 2 1 0",
        "9,8,7,6\n5,4,3\n2,1,0\n",
        "9-9 8-8 7-7 6-6/5-3/2-0",
        " 9-6 /5 – 3/2 1 0 /".replace(" – ", "–"),
    ],
)
def test_a_plan_is_read(text: str) -> None:
    assert read_plan(text, has_centres=True) == TEN


def test_games_without_centres_count_hands() -> None:
    assert read_plan("2 / 1", has_centres=False) == ((None, None), (None,))


@pytest.mark.parametrize("plan", [TEN, ((0,),), ((None, None), (None,))])
def test_text_reads_back(plan: Plan) -> None:
    assert read_plan(plan_text(plan), has_centres=None not in plan[0]) == plan


@pytest.mark.parametrize(
    ("text", "has_centres", "sentence"),
    [
        ("", True, "Write down at least one round."),
        ("9 8 // 7", True, "Round 2 has no hand. Write one, or take the round out."),
        (
            "9 8 / nine",
            True,
            "Round 2: “nine” is not a starting double. Write 9 for 9-9, or 9-6 for a run down to 6-6.",
        ),
        ("3 / 2 1", False, "Round 2: write how many hands it has, as one number, not “2 1”."),
        ("0", False, "Round 1 has no hand. Write one, or take the round out."),
        ("99", False, "Round 1 has 99 hands; at most 60 can be planned."),
        ("0-99", True, "Round 1 has 100 hands; at most 60 can be planned."),
    ],
)
def test_what_cannot_be_read_says_where(text: str, has_centres: bool, sentence: str) -> None:  # noqa: FBT001
    with pytest.raises(UnreadablePlan) as caught:
        read_plan(text, has_centres=has_centres)
    assert str(caught.value.sentence) == sentence


def test_more_rounds_than_an_evening_can_have_are_refused() -> None:
    assert len(read_plan("1/" * 40, has_centres=False)) == 40
    with pytest.raises(UnreadablePlan) as refused:
        read_plan("1/" * 41, has_centres=False)
    assert str(refused.value.sentence) == "These are 41 rounds; at most 40 can be planned."
