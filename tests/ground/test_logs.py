"""The log: one structured line per event, and never a key or a name in it."""

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from config.logs import LineFormatter


@pytest.fixture
def lines() -> io.StringIO:
    """What the log would show."""
    return io.StringIO()


@pytest.fixture
def log(lines: io.StringIO) -> Iterator[logging.Logger]:
    """The root of all loggers, formatted as the settings say."""
    handler = logging.StreamHandler(lines)
    handler.setFormatter(LineFormatter())
    root = logging.getLogger()
    root.addHandler(handler)
    yield root
    root.removeHandler(handler)


def test_named_facts_stand_behind_the_words(log: logging.Logger, lines: io.StringIO) -> None:
    log.warning("report stored", extra={"table": 2, "tournament": 3})
    assert lines.getvalue()[19:] == ' WARNING root: report stored {"table": 2, "tournament": 3}\n'


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/en/enter/a-secret-that-opens-a-door/", "/en/enter/<str:secret>/"),
        ("/en/no-such-page/Wanda-Wren/", "(no page of ours)"),
    ],
)
def test_an_address_is_never_written_down(address: str, words: str, log: logging.Logger, lines: io.StringIO) -> None:
    assert Client().get(address).status_code in {404, 410}
    said = lines.getvalue()
    assert words in said
    assert address not in said
