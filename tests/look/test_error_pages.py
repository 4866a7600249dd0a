"""Error pages teach, and need nothing to be drawn."""

import pytest
from django.template.loader import render_to_string


@pytest.mark.parametrize(
    ("page", "heading"),
    [
        ("400", "This could not be read"),
        ("403", "This is not yours to open"),
        ("403_csrf", "This page was open too long"),
        ("404", "There is nothing at this address"),
        ("500", "Something broke on our side"),
    ],
)
def test_without_any_context(page: str, heading: str) -> None:
    html = render_to_string(f"{page}.html")
    assert f"<h1>{heading}</h1>" in html
    assert 'href="/"' in html
