"""Opening games, and taking in reports of their hands: never overwritten, the highest revision is the current one."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.models import Game, Hand, Report, Score


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line: `points` where the state is played, otherwise None. The counts only on sheets with totals.

    `rack` are the tiles left as text, as `rack_text` writes them; None where nobody said which they were.
    """

    place: int
    state: Score.State
    points: int | None
    hands: int | None = None
    zeros: int | None = None
    lowest_other: int | None = None
    rack: str | None = None

    def says(self, other: "Line") -> bool:
        """Whether it says all that the other does; what the other leaves open about the rack makes no difference."""
        return self == (other if other.rack is not None else replace(other, rack=self.rack))


@dataclass(frozen=True, slots=True)
class Handed:
    """What is handed in: the result of hand `number`, or of the whole game where it is None.

    `based_on` is the revision that whoever typed it had before their eyes; 0 where there was none yet. `although` is
    the organiser's reason for taking in what the checks refuse. `out_place` is the seat that went out, if known.
    `record` is the record of the hand as it is stored, empty where there is none; `checked` is how far it was checked.
    """

    number: int | None
    ended: Report.Ended
    lines: tuple[Line, ...]
    based_on: int = 0
    although: str = ""
    out_place: int | None = None
    starter_place: int | None = None
    record: str = ""
    checked: Report.Checked = Report.Checked.NOTHING


@dataclass(frozen=True, slots=True)
class Current:
    """The current report of a hand (or of the game) with its lines in seat order."""

    report: Report
    lines: tuple[Line, ...]

    def says(self, handed: Handed) -> bool:
        """Whether the report already says what is handed in; what is handed in may leave tiles and record open.

        A seat that one of the two leaves out and that did not play the hand makes no difference: somebody who came
        later stands on the sheet of every hand, and not in the reports from before.
        """
        report = self.report
        ours, theirs = ({line.place: line for line in lines} for lines in (self.lines, handed.lines))
        only_one = [line for place, line in (*ours.items(), *theirs.items()) if (place in ours) != (place in theirs)]
        return (
            (report.ended, report.out_place) == (handed.ended, handed.out_place)
            and handed.record in {"", report.record}
            and all(ours[place].says(theirs[place]) for place in ours.keys() & theirs.keys())
            and not any(line.state is Score.State.PLAYED for line in only_one)
        )


class OutOfDate(Exception):
    """Somebody else reported the hand first, and differently. `number` is the hand, `current` what is stored."""

    def __init__(self, number: int | None, current: Current) -> None:
        super().__init__(f"hand {number}: based on an older revision than {current.report.revision}")
        self.number = number
        self.current = current


def open_games(*, rules: str, centres: Sequence[int | None], count: int) -> list[Game]:
    """Make `count` games under the same rules, each with one hand for every centre."""
    games = Game.objects.bulk_create([Game(rules=rules) for _ in range(count)])
    Hand.objects.bulk_create(
        Hand(game=game, number=number, centre=centre) for game in games for number, centre in enumerate(centres, 1)
    )
    return games


def current_reports(games: Iterable[int]) -> dict[tuple[int, int | None], Current]:
    """The current report of every hand of these games, by (game id, hand number or None). Two queries."""
    reports: dict[tuple[int, int | None], Report] = {}
    for report in Report.objects.filter(game__in=list(games)).select_related("hand").order_by("revision"):
        reports[report.game_id, report.hand.number if report.hand else None] = report
    lines: dict[int, list[Line]] = {report.pk: [] for report in reports.values()}
    for score in Score.objects.filter(report__in=list(lines)).order_by("place"):
        lines[score.report_id].append(line_of(score))
    return {key: Current(report, tuple(lines[report.pk])) for key, report in reports.items()}


def line_of(score: Score) -> Line:
    """A stored score as the value that was handed in."""
    state = Score.State(score.state)
    return Line(score.place, state, score.points, score.hands, score.zeros, score.lowest_other, score.rack)


def store(
    *,
    game: Game,
    hands: Sequence[Hand],
    current: Mapping[int | None, Current],
    handed: Sequence[Handed],
    key: uuid.UUID,
    by: str,
    at: datetime,
    why: str = "",
    accepted: bool = False,
) -> list[Report]:
    """Store what is handed in for one game and return the reports made; what is already said is not stored again.

    Raises OutOfDate where a hand has a newer report than the one it was based on. The caller holds the transaction and
    the lock, and has read under it the `hands` of the game and their `current` reports. `key` is the key of this
    sending: the same sending a second time stores nothing, even if what it said has been corrected since; another one
    with the same key (typed over after the Back button) is a sending of its own.
    """
    by_number = {hand.number: hand for hand in hands}
    fresh: list[tuple[Report, Handed]] = []
    for one in handed:
        now = current.get(one.number)
        if now is not None and now.says(one):
            continue
        revision = 1 if now is None else one.based_on + 1
        this = uuid.uuid5(key, f"{game.pk} {one.number} {revision}")
        if now is not None and now.report.revision != one.based_on:
            if _arrived_before(this, one):
                continue
            raise OutOfDate(one.number, now)
        report = Report(
            game=game,
            hand=None if one.number is None else by_number[one.number],
            revision=revision,
            ended=one.ended,
            out_place=one.out_place,
            starter_place=one.starter_place,
            by=by,
            at=at,
            why=why if now is not None else "",
            although=one.although,
            record=one.record,
            checked=one.checked,
            key=this,
            accepted_by=by if accepted else "",
            accepted_at=at if accepted else None,
        )
        fresh.append((report, one))
    if not fresh:
        return []
    reports = Report.objects.bulk_create([report for report, _ in fresh])
    Score.objects.bulk_create(
        Score(
            report=report,
            place=line.place,
            state=line.state,
            points=line.points,
            hands=line.hands,
            zeros=line.zeros,
            lowest_other=line.lowest_other,
            rack=line.rack,
        )
        for report, (_, one) in zip(reports, fresh, strict=True)
        for line in one.lines
    )
    counted_by = Game.CountedBy.TOTALS if handed[0].number is None else Game.CountedBy.HANDS
    if game.counted_by != counted_by:
        game.counted_by = counted_by
        game.save(update_fields=["counted_by"])
    return reports


def _arrived_before(key: uuid.UUID, handed: Handed) -> bool:
    """Whether this very sending arrived before, and has been corrected since."""
    report = Report.objects.filter(key=key).first()
    return report is not None and Current(report, tuple(line_of(score) for score in report.scores.all())).says(handed)


def accept(*, games: Sequence[int], by: str, at: datetime) -> int:
    """Mark the current reports of these games as accepted; returns how many were not so before."""
    waiting = [one.report.pk for one in current_reports(games).values() if one.report.accepted_at is None]
    return Report.objects.filter(pk__in=waiting, accepted_at__isnull=True).update(accepted_by=by, accepted_at=at)
