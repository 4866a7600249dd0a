import pytest

from tournaments.models import Shown
from tournaments.public_names import public_name, public_name_of_guest, public_order


@pytest.mark.parametrize(
    ("shown", "expected"),
    [(Shown.NAME, "Wren Adair"), (Shown.INITIALS, "W. A."), (Shown.HIDDEN, "Player 17"), ("new way", "Player 17")],
)
def test_an_entry_is_named_as_its_player_wishes(shown: str, expected: str) -> None:
    assert public_name(name="Wren Adair", shown=shown, number=17) == expected


@pytest.mark.parametrize(
    ("shown", "expected"),
    [(Shown.NAME, "Wren Adair"), (Shown.INITIALS, "W. A."), (Shown.HIDDEN, "A guest"), ("new way", "A guest")],
)
def test_a_guest_has_no_number(shown: str, expected: str) -> None:
    assert public_name_of_guest(name="Wren Adair", shown=shown) == expected


def test_the_order_of_a_public_list_gives_no_hidden_name_away() -> None:
    people = [
        (4, "Mo Abel", "Abel, Mo", Shown.HIDDEN),
        (1, "Zoë Mill", "Mill, Zoë", Shown.NAME),
        (2, "Bea Zane", "Zane, Bea", Shown.INITIALS),
        (3, "Áda Abel", "Abel, Áda", Shown.NAME),
        (5, "Al Bond", "Bond, Al", Shown.HIDDEN),
    ]
    ordered = sorted(people, key=lambda p: public_order(number=p[0], name=p[1], sort_name=p[2], shown=p[3]))
    assert [number for number, *_ in ordered] == [3, 2, 1, 4, 5]
