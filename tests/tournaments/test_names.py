"""The rules for names: stored form, comparison, order, initials."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.names import LONGEST_NAME, compare_key, fault, first_cluster, initials, sort_key, sort_name, tidy


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("  Amber \t Finch ", "Amber Finch"),
        ("Amber\nFinch", "Amber Finch"),
        ("Amber\u00a0Finch", "Amber Finch"),
        ("\ufeffAmber\u200b Finch\u200e", "Amber Finch"),
        ("Zoe\u0308 Partridge", "Zoë Partridge"),
        ('O\'Brien <b>"x"', 'O\'Brien <b>"x"'),
        ("र\u094d\u200dया चिमणी", "र\u094d\u200dया चिमणी"),
    ],
)
def test_a_name_is_stored_composed_and_without_stray_spaces(written: str, stored: str) -> None:
    assert tidy(written) == stored


@given(st.text(max_size=60))
def test_tidying_twice_changes_nothing(name: str) -> None:
    assert tidy(tidy(name)) == tidy(name)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
def test_the_key_of_a_name_does_not_depend_on_its_composition(name: str) -> None:
    assert compare_key(unicodedata.normalize("NFD", name)) == compare_key(unicodedata.normalize("NFC", name))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë Partridge", "ZOE  PARTRIDGE"),
        ("Robin O’Coop", "robin o'coop"),
        ("Robin O´Coop", "Robin O`Coop"),
        ("Łucja Kawka", "Lucja Kawka"),
        ("Đặng Chim", "dang chim"),
        ("Jörg Strauß", "JORG STRAUSS"),
        ("Anna‑Lena Huhn", "Anna-Lena Huhn"),
        ("Sam L.", "sam l"),
        ("Γιώργος", "ΓΙΩΡΓΟΣ"),
        ("Пётр", "Петр"),
        ("क\u094d\u200dषमा", "क\u094dषमा"),
    ],
)
def test_spellings_of_one_name_share_a_key(one: str, other: str) -> None:
    assert compare_key(one) == compare_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("મોર", "મર"), ("मोर", "मीर"), ("মৰ", "মোৰ"), ("குருவி", "குருவ"), ("పిచ్చుక", "పచ్చుక"), ("Amber", "Ember")],
)
def test_vowel_signs_make_another_name(one: str, other: str) -> None:
    assert compare_key(one) != compare_key(other)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jay Müller-Huhn", "J. M."),
        ("Finch, Amber", "F. A."),
        ('O\'Brien <b>"x"', "O. b."),
        ("Łucja", "Ł."),
        ("મોર ચકલી", "મો. ચ."),
        ("क्षिप्रा चिमणी", "क्षि. चि."),
        ("र्‍याना चिमणी", "र्‍या. चि."),
        ("ময়ূৰ ঘৰচিৰিকা", "ম. ঘ."),
        ("மயில் குருவி", "ம. கு."),
        ("ஸ்ரீ குருவி", "ஸ்ரீ. கு."),
        ("క్షమా పిచ్చుక", "క్ష. పి."),
        ("Ze\u0301 Ñandú", "Z. Ñ."),
        ("R2D2", "R."),
        ("★", "★"),
        ("", ""),
    ],
)
def test_initials_are_whole_syllable_signs(name: str, shown: str) -> None:
    assert initials(name) == shown


def test_a_tamil_consonant_with_its_dot_stands_alone() -> None:
    assert first_cluster("க்குரு") == "க்"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name.empty"),
        ("A" * (LONGEST_NAME + 1), "name.too_long"),
        ("Amber\x07Finch", "name.control_character"),
        ("Zo\ufffd Partridge", "name.lost_letter"),
        ("12345", "name.no_letter"),
        ("---", "name.no_letter"),
    ],
)
def test_a_name_that_cannot_be_used_says_why(name: str, code: str) -> None:
    found = fault(name)
    assert found is not None
    assert found.code == code
    assert str(found)


@pytest.mark.parametrize("name", ["A" * LONGEST_NAME, 'O\'Brien <b>"x"', "=1+1 Bob", "మయూర పిచ్చుక", "Q"])
def test_unusual_names_can_be_used(name: str) -> None:
    assert fault(name) is None


def test_names_are_sorted_without_regard_to_case_and_accents() -> None:
    assert sorted(["Ñandú", "Zoë", "nandu", "émile", "Emma"], key=sort_key) == [
        "émile",
        "Emma",
        "nandu",
        "Ñandú",
        "Zoë",
    ]


def test_a_new_player_is_listed_as_written() -> None:
    assert sort_name(" Finch,  Amber") == "Finch, Amber"
