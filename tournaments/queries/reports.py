"""The history of a hand: every report of it, and what each one changed."""

from dataclasses import dataclass

from games.models import Report, Score
from games.reports import Line, line_of
from tournaments.models import Seat, Table


@dataclass(frozen=True, slots=True)
class Version:
    """One report with its lines by seat, and the places at which it differs from the one before."""

    report: Report
    lines: tuple[tuple[Seat, Line | None], ...]
    changed: frozenset[int]


@dataclass(frozen=True, slots=True)
class ReportedHand:
    """All versions of a hand, newest first; `number` None for the totals of a game."""

    number: int | None
    versions: tuple[Version, ...]


def history_of(table: Table, hand: int | None) -> ReportedHand | None:
    """Every report of one hand of a table (None: of its totals); None where there is none. Three queries."""
    reports = list(
        Report.objects.filter(game=table.game_id, hand__number=hand).order_by("revision")
        if hand is not None
        else Report.objects.filter(game=table.game_id, hand=None).order_by("revision")
    )
    if not reports:
        return None
    seats = list(table.seats.select_related("player", "entry").order_by("place"))
    lines: dict[int, dict[int, Line]] = {report.pk: {} for report in reports}
    for score in Score.objects.filter(report__in=reports):
        lines[score.report_id][score.place] = line_of(score)
    versions = []
    before: dict[int, Line] | None = None
    for report in reports:
        now = lines[report.pk]
        changed = frozenset(place for place, line in now.items() if before is not None and before.get(place) != line)
        versions.append(Version(report, tuple((seat, now.get(seat.place or 0)) for seat in seats), changed))
        before = now
    return ReportedHand(hand, tuple(reversed(versions)))
