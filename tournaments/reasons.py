"""Reasons: why something was corrected, voided, opened again or let through, as the history keeps them."""

from django.utils.translation import gettext as _

from tournaments.refusals import Refused

LONGEST_REASON = 200
"""Most characters of a reason; the width of its database columns too."""


def reason(text: str) -> str:
    """The reason as it is stored: one line, no control characters. Refused where it is too long."""
    printable = "".join(sign if sign.isprintable() or sign.isspace() else " " for sign in text)
    tidied = " ".join(printable.split())
    if len(tidied) > LONGEST_REASON:
        raise Refused(
            _("The reason has {length} characters; at most {most} can be kept. Say it shorter.").format(
                length=len(tidied), most=LONGEST_REASON
            )
        )
    return tidied


def reason_at(table: int, text: str) -> str:
    """The reason for what is done to a table, as it is stored. Refused where there is none, or it is too long."""
    tidied = reason(text)
    if not tidied:
        raise Refused(_("Say why, for the history of table {table}.").format(table=table))
    return tidied
