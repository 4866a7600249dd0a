"""The door for machines."""

from django.conf import settings
from django.test import Client


def test_health_names_the_release_and_needs_no_database() -> None:
    # without the db fixture, any query here would fail
    answer = Client().get("/health")
    assert answer.status_code == 200
    assert answer.json() == {"alive": True, "release": settings.RELEASE}
    assert answer["Cache-Control"] == "no-store"
