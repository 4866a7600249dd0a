"""Reading settings from the environment. A value that cannot be used stops the start with a sentence."""

import os
import secrets
import zoneinfo
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

PREFIX = "HENHOUSE_"


def text(name: str, default: str) -> str:
    """The value of HENHOUSE_<name>, or the default where it is not set or empty."""
    return os.environ.get(PREFIX + name, "").strip() or default


def refuse(name: str, value: str, wanted: str) -> ImproperlyConfigured:
    """The error for a value that cannot be used: says what was found and what is wanted."""
    return ImproperlyConfigured(f"{PREFIX}{name} is '{value}', which cannot be used: {wanted}")


def switch(name: str, *, default: bool) -> bool:
    """True or false from 1/0, yes/no, on/off, true/false."""
    value = text(name, "yes" if default else "no").lower()
    if value in {"1", "yes", "on", "true"}:
        return True
    if value in {"0", "no", "off", "false"}:
        return False
    raise refuse(name, value, "say yes or no.")


def number(name: str, *, default: int, least: int, most: int) -> int:
    """A whole number between `least` and `most`."""
    value = text(name, str(default))
    if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
        raise refuse(name, value, f"it has to be a whole number from {least} to {most}.")
    return int(value)


def words(name: str, default: str) -> list[str]:
    """A list from a text with commas."""
    return [word for word in (part.strip() for part in text(name, default).split(",")) if word]


def choice(name: str, *, default: str, choices: Sequence[str]) -> str:
    """One of the given words."""
    value = text(name, default)
    if value not in choices:
        raise refuse(name, value, f"it has to be one of {', '.join(choices)}.")
    return value


def time_zone(name: str, default: str) -> str:
    """The name of a time zone that this machine knows, such as Asia/Kolkata."""
    value = text(name, default)
    try:
        zoneinfo.ZoneInfo(value)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError) as error:
        raise refuse(name, value, "it has to be the name of a time zone, such as Asia/Kolkata.") from error
    return value


def address(name: str, default: str, schemes: Sequence[str]) -> str:
    """A URL with one of the given schemes; a password in it is never repeated in the error."""
    value = text(name, default)
    scheme = urlsplit(value).scheme
    if value and scheme not in schemes:
        raise refuse(name, f"{scheme}…", f"it has to begin with {' or '.join(s + '://' for s in schemes)}.")
    return value


def folder(name: str, default: Path) -> Path:
    """A folder that exists afterwards."""
    value = Path(text(name, str(default))).expanduser().resolve()
    try:
        value.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise refuse(name, str(value), f"the folder cannot be made ({error.strerror}).") from error
    return value


def secret(name: str, kept_in: Path) -> str:
    """The secret from the environment, else the one kept in a file (made once, readable by its owner only)."""
    given = text(name, "")
    if given:
        if len(given) < 32:
            raise ImproperlyConfigured(f"{PREFIX}{name} is too short: it needs at least 32 characters.")
        return given
    try:
        descriptor = os.open(kept_in, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        pass
    else:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
    kept = kept_in.read_text().strip()
    if len(kept) < 32:
        raise ImproperlyConfigured(
            f"The secret key in {kept_in} is empty or cut off: delete the file to have one made."
        )
    kept_in.chmod(0o600)
    return kept
