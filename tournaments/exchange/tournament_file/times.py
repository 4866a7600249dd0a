"""Times as the file writes them: UTC, to the microsecond where there is one."""

from datetime import UTC, datetime


def time_text(at: datetime | None) -> str | None:
    """A time as text."""
    return None if at is None else at.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def moment(text: str) -> datetime:
    """The time that a text says. Raises ValueError."""
    return datetime.fromisoformat(text)


def moment_or_none(text: str | None) -> datetime | None:
    """The time that a text says, None where there is none. Raises ValueError."""
    return None if text is None else moment(text)
