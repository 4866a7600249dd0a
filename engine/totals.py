"""Can these totals be? Checks of a sheet that says only what all the hands of a table add up to."""

from collections.abc import Sequence

from engine.bounds import most_left
from engine.free import FreeRules
from engine.options import DoubleOut
from engine.plausible import Finding, Kind, Verdict
from engine.rules import AnyRules, Rules
from engine.words import N_, say


def check_totals(rules: AnyRules, *, centres: Sequence[int | None], totals: Sequence[int]) -> Verdict:
    """Check the totals of one table, one for each seat, over the hands with these centres (None: not known).

    Refused is what no tiles can make, alone or together. Other games are always accepted. Raises ValueError where the
    set has no such double.
    """
    if isinstance(rules, FreeRules):
        return Verdict()
    most = sum(_most(rules, centre) for centre in centres)
    findings = [finding for seat, total in enumerate(totals) for finding in _check_seat(seat, total, most)]
    together = sum(totals)
    if not findings and together > most:
        template = N_(
            "Together these are {sum} points, but the tiles of all hands make {most}. Please look at the numbers again."
        )
        findings.append(Finding(Kind.REFUSE, None, say("totals.sum", template, sum=together, most=most)))
    return Verdict(tuple(findings))


def _most(rules: Rules, centre: int | None) -> int:
    """What all players of one hand can have together."""
    return most_left(rules, centre) + (50 if rules.double_out is DoubleOut.COSTS_50 else 0)


def _check_seat(seat: int, total: int, most: int) -> list[Finding]:
    if total < 0:
        negative = N_("{points} is below 0, and tiles left over only add points. Please look at this number again.")
        return [Finding(Kind.REFUSE, seat, say("totals.negative", negative, points=total))]
    if total > most:
        template = N_(
            "{points} points cannot be: the tiles of all hands make {most}. Please look at this number again."
        )
        return [Finding(Kind.REFUSE, seat, say("totals.too_many_points", template, points=total, most=most))]
    return []
