"""One line per event: time, level, logger, words, named facts. Never a name of a person, never a token."""

import json
import logging
import re
from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "request", "server_time"}

ROW = re.compile(r"DETAIL: +Failing row contains \(.*?\)\.", re.DOTALL)
"""How PostgreSQL shows the row that it refuses: with whatever is in it."""


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

    def format(self, record: logging.LogRecord) -> str:
        """The whole of it, also what an error says, without the rows of a database."""
        return ROW.sub("DETAIL: (a row)", super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - overrides the standard library's name
        facts = {key: value for key, value in vars(record).items() if key not in STANDARD}
        record.message = without_address(record)
        line = super().formatMessage(record)
        return f"{line} {json.dumps(facts, sort_keys=True, default=str)}" if facts else line


class NoVariables(SafeExceptionReporterFilter):
    """Pages and reports of errors show where something went wrong, and no value: it may be a rack or a key."""

    def get_traceback_frame_variables(
        self,
        request: HttpRequest | None,  # noqa: ARG002 - as Django calls it
        tb_frame: FrameType,  # noqa: ARG002
    ) -> ItemsView[str, Any]:
        return dict[str, Any]().items()
