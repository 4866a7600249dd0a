"""One line per event: time, level, logger, words, named facts. Never a name of a person, never a token."""

import json
import logging

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "request", "server_time"}


def without_address(record: logging.LogRecord) -> str:
    """The words of an event; where it is about a request, the page's kind in place of its address, which may be a key.

    "Not Found: /en/enter/<str:secret>/" rather than the link that somebody has just used.
    """
    request = getattr(record, "request", None)
    path = getattr(request, "path", "")
    if len(path) < 2:
        return record.message
    match = getattr(request, "resolver_match", None)
    return record.message.replace(path, f"/{match.route}" if match is not None else "(no page of ours)")


class LineFormatter(logging.Formatter):
    """A structured line: `2026-01-02T20:41:07 INFO henhouse: report stored {"tournament": 3, "table": 2}`."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = None

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - overrides the standard library's name
        facts = {key: value for key, value in vars(record).items() if key not in STANDARD}
        record.message = without_address(record)
        line = super().formatMessage(record)
        return f"{line} {json.dumps(facts, sort_keys=True, default=str)}" if facts else line
