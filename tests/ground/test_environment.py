"""Settings from the environment: a value that cannot be used stops the start with a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DEBUG", "perhaps", "HENHOUSE_DEBUG is 'perhaps', which cannot be used: say yes or no."),
        (
            "TIME_ZONE",
            "Mars/Base",
            (
                "HENHOUSE_TIME_ZONE is 'Mars/Base', which cannot be used: it has to be the name of a time zone, "
                "such as Asia/Kolkata."
            ),
        ),
        (
            "ORIGINS",
            "club.example",
            (
                "HENHOUSE_ORIGINS is 'club.example', which cannot be used: each origin has to begin with http:// or "
                "https://."
            ),
        ),
        ("SECRET_KEY", "short", "HENHOUSE_SECRET_KEY is too short: it needs at least 32 characters."),
        (
            "DATABASE",
            "mysql://root:hunter2@db/club",
            (
                "HENHOUSE_DATABASE is 'mysql…', which cannot be used: it has to begin with sqlite:// or postgres:// or "
                "postgresql://."
            ),
        ),
        (
            "DATABASE",
            "postgres://henhouse:hunter2/hen@db/club",
            (
                "HENHOUSE_DATABASE cannot be read: it looks like postgres://user:password@host:5432/name, and a sign "
                "such as / or @ in the password is written %2F or %40."
            ),
        ),
        (
            "LOG_LEVEL",
            "LOUD",
            "HENHOUSE_LOG_LEVEL is 'LOUD', which cannot be used: it has to be one of DEBUG, INFO, WARNING, ERROR.",
        ),
    ],
)
def test_a_value_that_cannot_be_used_stops_the_start_with_a_sentence(
    name: str, value: str, sentence: str, tmp_path: Path
) -> None:
    env = {key: text for key, text in os.environ.items() if not key.startswith("HENHOUSE_")}
    env |= {f"HENHOUSE_{name}": value, "HENHOUSE_DATA": str(tmp_path)}
    started = subprocess.run(
        [sys.executable, "-m", "config.launch"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert (started.returncode, started.stdout.strip(), started.stderr) == (1, sentence, "")


@pytest.mark.parametrize("value", ["0", "65536", "12a", "-1", "٣"])
def test_a_number_has_its_bounds(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HENHOUSE_EMAIL_PORT", value)
    with pytest.raises(ImproperlyConfigured, match=r"it has to be a whole number from 1 to 65535\."):
        environment.number("EMAIL_PORT", default=587, least=1, most=65535)


def test_the_secret_key_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    kept = tmp_path / "secret-key"
    first = environment.secret("NO_SUCH_SETTING", kept)
    assert environment.secret("NO_SUCH_SETTING", kept) == first
    assert len(first) >= 48
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_secret_key_that_was_cut_off_is_said(tmp_path: Path) -> None:
    kept = tmp_path / "secret-key"
    kept.write_text("cut")
    with pytest.raises(ImproperlyConfigured, match="is empty or cut off: delete the file to have one made"):
        environment.secret("NO_SUCH_SETTING", kept)


def test_a_password_in_an_address_is_never_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HENHOUSE_BROKER", "http://user:hunter2@broker/0")
    with pytest.raises(ImproperlyConfigured) as error:
        environment.address("BROKER", "", ["redis"])
    assert "hunter2" not in str(error.value)
