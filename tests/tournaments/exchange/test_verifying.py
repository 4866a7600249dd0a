"""manage.py verify: nothing to say about a sound tournament, and each kind of difference named with its hand."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Report, Score
from tests.recorded import a_recorded_round
from tournaments.models import Club

pytestmark = pytest.mark.django_db


def told(slug: str) -> str:
    out = StringIO()
    try:
        call_command("verify", slug, stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


@pytest.fixture(autouse=True)
def evening(club: Club) -> None:
    a_recorded_round(club, slug="friday-evening")


def test_a_sound_tournament() -> None:
    assert told("friday-evening") == "2 hands looked at. record verified: 1 points possible: 1\n"


def test_what_is_stored_and_no_longer_right() -> None:
    Score.objects.filter(report__hand__number=1, place=4).update(points=41)
    Score.objects.filter(report__hand__number=2, place=2).update(points=900)
    said = told("friday-evening")
    assert "Round 1, table 1, hand 1: stored as “record verified”, and refused now: 41 points are written down" in said
    assert "Round 1, table 1, hand 2: stored as “points possible”, and refused now: 900 points cannot be" in said
    assert said.endswith("2 differences.")


def test_what_was_refused_and_is_right_now() -> None:
    Report.objects.filter(hand__number=2).update(checked="although", although="the table agrees")
    assert "hand 2: accepted although the checks refused it, and they have nothing against it now." in told(
        "friday-evening"
    )


def test_a_file_that_claims_more_than_is_there() -> None:
    Report.objects.filter(hand__number=2).update(checked="tiles")
    assert "hand 2: stored as “tiles checked”, and now it is “points possible”." in told("friday-evening")


def test_no_such_tournament() -> None:
    assert told("nowhere") == "There is no tournament at /t/nowhere/."
