"""A seating out of a file, for one round: who is to sit at which table in which seat, as written there."""

from django.utils.translation import gettext as _

from tournaments.files.sheets import FaultySheets, SheetFile, read_seating
from tournaments.refusals import Refused, in_words

MOST_FAULTS = 5
"""Faults of a file that are told at once; whoever mends these sees the rest."""


def seats_in_file(name: str, data: bytes, round_number: int) -> dict[tuple[int, int], str]:
    """The names in the file for a round, by (table, seat). Refused with everything that is wrong in the file."""
    try:
        lines = read_seating(SheetFile(name, data))
    except FaultySheets as faulty:
        told = [in_words(fault.in_file) for fault in faulty.faults[:MOST_FAULTS]]
        more = len(faulty.faults) - len(told)
        raise Refused(" ".join([*told, _("And {count} more.").format(count=more)] if more else told)) from faulty
    seats = {(line.table, line.seat): line.name for line in lines if line.round == round_number}
    if not seats:
        rounds = ", ".join(map(str, sorted({line.round for line in lines})))
        raise Refused(
            _("{file} has no round {number}. The rounds in it: {rounds}.").format(
                file=name, number=round_number, rounds=rounds
            )
        )
    return seats
