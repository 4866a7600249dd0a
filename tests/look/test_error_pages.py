"""Error pages teach, and need nothing to be drawn."""

import pytest
from django.template.loader import render_to_string
from django.test import Client


@pytest.mark.parametrize(
    ("page", "heading"),
    [
        ("400", "This could not be read"),
        ("403", "This cannot be done here"),
        ("403_csrf", "This page was open too long"),
        ("404", "There is nothing at this address"),
        ("500", "Something broke on our side"),
    ],
)
def test_without_any_context(page: str, heading: str) -> None:
    html = render_to_string(f"{page}.html")
    assert f"<h1>{heading}</h1>" in html
    assert 'href="/"' in html


@pytest.mark.django_db
def test_a_stranger_may_sign_in_and_come_back(stranger: Client) -> None:
    html = stranger.get("/en/desk/t/nowhere/?a=1").content.decode()
    assert 'href="/en/sign-in/?next=/en/desk/t/nowhere/"' in html


def test_who_has_signed_in_is_not_asked_to(as_owner: Client) -> None:
    assert "sign-in" not in as_owner.get("/en/desk/t/nowhere/").content.decode()
