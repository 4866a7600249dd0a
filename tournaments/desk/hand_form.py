"""The form of one hand with the tiles left or its whole record. Nothing typed is lost, whatever is wrong with it."""

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

import engine
from games.checks import rack_text, without_names
from games.models import Hand, Report, Score
from games.reports import Handed, Line
from tournaments.desk.rack_cells import RackCell, priced, rack_cell, shown_rack
from tournaments.desk.sheet import TYPED_ENDINGS, revision_in, sending_key
from tournaments.queries.tables import TableState
from tournaments.refusals import in_words
from tournaments.results import lines_for

WAYS = ("tiles", "record")
LONGEST = 20_000
"""A record has a few hundred signs; whatever is so much longer is none."""

Data = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Marked:
    """The typed record cut at the first wrong word, and what could have stood there."""

    before: str
    word: str
    after: str
    why: str
    legal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandForm:
    """One hand as it stands on the page."""

    state: TableState
    hand: Hand
    way: str
    cells: tuple[RackCell, ...]
    ended: str = ""
    first: str = ""
    record: str = ""
    based_on: int = 0
    key: str = field(default_factory=lambda: str(uuid.uuid4()))
    why: str = ""
    although: str = ""
    errors: tuple[str, ...] = ()
    marked: Marked | None = None

    @property
    def is_correction(self) -> bool:
        return self.hand.number in self.state.reports

    @property
    def playing(self) -> list[RackCell]:
        """Those who played the hand, clockwise."""
        return [cell for cell in self.cells if not cell.missed]


def form_of(state: TableState, hand: Hand, way: str) -> HandForm:
    """The form with what is stored."""
    now = state.reports.get(hand.number)
    lines = {line.place: line for line in now.lines} if now else {}
    cells = tuple(rack_cell(seat, hand.number, shown_rack(lines.get(seat.place or 0))) for seat in state.seats)
    form = HandForm(state, hand, way, tuple(priced(cell, state) for cell in cells))
    if now is None:
        return form
    report = now.report
    record = _turns_of(report.record)
    first = str(report.starter_place or _first_of(report.record, form) or "")
    ended = report.ended if report.ended in TYPED_ENDINGS else ""
    return replace(form, ended=ended, first=first, record=record, based_on=report.revision)


def read_form(state: TableState, hand: Hand, data: Data, uploaded: str = "") -> tuple[HandForm, Handed | None]:
    """What was typed, and the hand as it is handed in; None where something cannot be read (`errors` says what)."""
    way = data.get("way", "") if data.get("way", "") in WAYS else WAYS[0]
    cells = tuple(
        priced(rack_cell(seat, hand.number, data.get(f"rack-{seat.place}", "")), state) for seat in state.seats
    )
    form = HandForm(
        state,
        hand,
        way,
        cells,
        ended=data.get("ended", ""),
        first=data.get("first", ""),
        record=uploaded or data.get("record", ""),
        based_on=revision_in(data.get("rev")),
        key=sending_key(data.get("key", "")),
        why=data.get("why", ""),
        although=data.get("although", ""),
    )
    errors = tuple(f"{cell.seat.player}: {cell.error}" for cell in cells if cell.error)
    if errors:
        return replace(form, errors=errors), None
    return _read_record(form) if way == "record" else _read_tiles(form)


def _read_tiles(form: HandForm) -> tuple[HandForm, Handed | None]:
    if not any(cell.tiles for cell in form.playing):
        return replace(form, errors=(_("Type the tiles that were left, like 97 64 00."),)), None
    ended = Report.Ended(form.ended) if form.ended in TYPED_ENDINGS and form.ended != "void" else Report.Ended.OUT
    racks = {cell.seat.place or 0: rack_text(cell.tiles) for cell in form.playing}
    points = {cell.seat.place or 0: cell.points for cell in form.playing}
    return form, _handed(form, ended, points, racks)


def _read_record(form: HandForm) -> tuple[HandForm, Handed | None]:
    """The record with what the table knows filled in: rules, seats, the centre, who began, the tiles left."""
    before = _header(form)
    try:
        record = engine.read_record(before + form.record[:LONGEST])
    except engine.UnreadableRecord as unreadable:
        words = in_words(unreadable.sentence)
        start, end = unreadable.span or (len(before), len(before))
        marked = _marked(form.record, start - len(before), end - len(before), words)
        return replace(form, errors=(words,), marked=marked if form.record.strip() else None), None
    if not record.left:
        record = replace(record, left=_left_by_deal(record))
    wrong = _lacks(form, record)
    if wrong or record.ended is None:
        return replace(form, errors=(wrong,)), None
    places = [cell.seat.place or 0 for cell in form.playing]
    racks = dict(zip(places, record.left, strict=True))
    costs = {place: record.rules.points(rack) for place, rack in racks.items()}
    points: dict[int, int | None] = {**costs}
    filled = replace(record, score=record.score or tuple(costs.values()))
    texts = {place: rack_text(rack) for place, rack in racks.items()}
    handed = _handed(form, Report.Ended(record.ended.value), points, texts)
    return form, replace(handed, record=without_names(filled, places), starter_place=places[record.first])


def _lacks(form: HandForm, record: engine.Record) -> str:
    """What keeps a readable record from being a result, in words; empty where nothing does."""
    if len(form.record) > LONGEST:
        return _("This is too long for the record of one hand.")
    if record.players != len(form.playing):
        return _wrong_number(record.players, len(form.playing))
    if not record.turns:
        return _("Type the record of the hand, or paste it.")
    if record.ended is None:
        return _("Say how the hand ended, at the end of the record: # somebody is out, = blocked, ~ stopped.")
    if not record.left:
        return _("Say which tiles were left, in the fields or as [Left …] in the record: the points come from them.")
    return ""


def with_mark(form: HandForm, turn: int, why: str, legal: tuple[str, ...]) -> HandForm:
    """The form with a turn of its record marked, from 0 on, as the first wrong one."""
    before = _header(form)
    spans = engine.spans_of_turns(before + form.record)
    if turn >= len(spans):
        return form
    start, end = spans[turn]
    return replace(form, marked=_marked(form.record, start - len(before), end - len(before), why, legal))


def _marked(text: str, start: int, end: int, why: str, legal: tuple[str, ...] = ()) -> Marked:
    start, end = max(0, start), max(0, end)
    return Marked(text[:start], text[start:end], text[end:], why, legal)


def _handed(form: HandForm, ended: Report.Ended, points: Mapping[int, int | None], racks: Mapping[int, str]) -> Handed:
    lines = tuple(_with_rack(line, racks) for line in lines_for(form.state, form.hand.number, points))
    return Handed(form.hand.number, ended, lines, form.based_on, although=form.although.strip())


def _with_rack(line: Line, racks: Mapping[int, str]) -> Line:
    return replace(line, rack=racks.get(line.place)) if line.state is Score.State.PLAYED else line


def _header(form: HandForm) -> str:
    """The tags that the record does not say itself, in front of it and on its first line."""
    said = {tag.split()[0] for tag in re.findall(r"\[([^\]]+)\]", form.record) if tag.split()}
    rules = form.state.table.game.rules if form.state.table.game else ""
    places = [str(cell.seat.place) for cell in form.playing]
    tags = {
        "Rules": "" if said & {"Set", "Trains"} else rules,
        "Players": ";".join(places),
        "Start": "" if form.hand.centre is None else engine.DIGITS[form.hand.centre],
        "First": str(places.index(form.first) + 1) if form.first in places else "",
        "Left": "; ".join(rack_text(cell.tiles) for cell in form.playing)
        if any(cell.tiles for cell in form.playing)
        else "",
    }
    return "".join(f"[{name} {value}] " for name, value in tags.items() if value and name not in said)


def _left_by_deal(record: engine.Record) -> tuple[tuple[engine.Tile, ...], ...]:
    """The tiles left where a computer dealt and nobody wrote them down; none where the turns cannot be played."""
    if not record.deal:
        return ()
    try:
        *_before, last = engine.replay(record)
    except (engine.IllegalMove, engine.ImpossibleDeal):
        return ()
    return tuple(last.rack(seat) for seat in range(record.players))


def _wrong_number(players: int, seats: int) -> str:
    return _("The record is of {players} players, and {seats} played this hand.").format(players=players, seats=seats)


def _turns_of(record: str) -> str:
    """The lines of a stored record that are not filled in from the table."""
    return "\n".join(line for line in record.splitlines() if not line.startswith("[") or line.startswith("[Deal"))


def _first_of(record: str, form: HandForm) -> int | None:
    try:
        first = engine.read_record(record).first
    except engine.UnreadableRecord:
        return None
    return form.playing[first].seat.place if first < len(form.playing) else None
