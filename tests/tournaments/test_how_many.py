"""How many go on, as it is typed: read, written back, and said where it cannot be read."""

import pytest

from tournaments.how_many import UnreadableHowMany, read_by_size, read_by_table


@pytest.mark.parametrize(
    ("typed", "numbers", "text"),
    [("", (), ""), (" 5 : 3,4:2 ", ((4, 2), (5, 3)), "4:2,5:3"), ("8:7", ((8, 7),), "8:7")],
)
def test_by_the_size_of_a_table(typed: str, numbers: tuple[tuple[int, int], ...], text: str) -> None:
    read = read_by_size(typed)
    assert (read.numbers, read.text, read_by_size(read.text)) == (numbers, text, read)


@pytest.mark.parametrize("typed", ["4", "4:4", "4:5", "9:2", "2:0", "4:2,4:3", "4:2,", "four", "4:2;5:3", "٤:2"])
def test_what_says_nothing_by_size(typed: str) -> None:
    with pytest.raises(UnreadableHowMany) as unreadable:
        read_by_size(typed)
    words = f"“{typed}” does not say how many go on by size. Write 4:2, 5:3: two of four, three of five."
    assert str(unreadable.value.sentence) == words


@pytest.mark.parametrize(
    ("typed", "rounds", "text"),
    [
        ("", (), ""),
        (" / ", (), ""),
        ("6, 3", ((6, 3),), "6,3"),
        ("6,3 / / 2 /", ((6, 3), (), (2,)), "6,3//2"),
        ("/1,2", ((), (1, 2)), "/1,2"),
    ],
)
def test_by_table_round_for_round(typed: str, rounds: tuple[tuple[int, ...], ...], text: str) -> None:
    read = read_by_table(typed)
    assert (read.rounds, read.text, read_by_table(read.text)) == (rounds, text, read)


@pytest.mark.parametrize("typed", ["0", "8", "6,,3", "half", "6;3", "-1", "6,3 / x"])
def test_what_says_nothing_by_table(typed: str) -> None:
    with pytest.raises(UnreadableHowMany) as unreadable:
        read_by_table(typed)
    words = f"“{typed}” does not say how many go on by table. Write 6,3; a slash begins the next round."
    assert str(unreadable.value.sentence) == words
