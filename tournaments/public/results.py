"""What the tables have handed in: by table, by hand, and one table alone."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Report
from tournaments.models import Seat, Tournament
from tournaments.public.frame import Choice, People, frame, progress_of, round_choices
from tournaments.public.rows import Cell
from tournaments.public.shelf import for_everybody
from tournaments.public.standings import STATE_WORDS
from tournaments.queries.facts import Facts, PlayedRound, PlayedTable, Reported, Seated, facts_of, fill_in_players
from tournaments.queries.proofs import proof_of, records_of
from tournaments.queries.standings import hand_of_seat
from tournaments.standings import State


@dataclass(frozen=True, slots=True)
class HandHead:
    """The head of a hand: its number, its centre if it has one, how it ended, whether it was corrected."""

    number: int
    centre: int | None
    ended: Cell
    corrected: bool

    @property
    def label(self) -> str:
        """Its name where there is no room for the tile: "9-9", or the number of the hand."""
        return f"{self.centre}-{self.centre}" if self.centre is not None else f"{self.number}:"


@dataclass(frozen=True, slots=True)
class HandCell:
    """What one seat has from one hand."""

    cell: Cell
    went_out: bool


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat: who sits there, hand by hand, and the sum."""

    name: str
    address: str
    note: str
    by_hand: tuple[tuple[HandHead, HandCell], ...]
    total: Cell


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table as it is shown; a sheet with totals has no hands. `watch` is where one can look on, or empty."""

    number: int
    address: str
    chip: str
    progress: str
    by_totals: bool
    is_in: bool
    corrected: bool
    heads: tuple[HandHead, ...]
    lines: tuple[SeatLine, ...]
    watch: str = ""

    @property
    def has_ended(self) -> bool:
        """Whether it is said of any hand how it ended."""
        return any(head.ended.text and not head.ended.is_to_come for head in self.heads)


CHECKED_CHIPS: dict[str, str] = {
    Report.Checked.NOTHING.value: "",
    Report.Checked.POINTS.value: "",
    Report.Checked.TILES.value: "chip-in",
    Report.Checked.RECORD.value: "chip-done",
    Report.Checked.ALTHOUGH.value: "chip-odd",
}
"""How a chip looks that says how far a hand was checked."""


@for_everybody()
def results(
    request: HttpRequest, tournament: Tournament, number: int | None = None, by: str = "tables"
) -> HttpResponse:
    """The newest round, or one that is named, by table or by hand."""
    facts = facts_of(tournament)
    played = facts.last_round if number is None else facts.round(number)
    if number is not None and played is None:
        raise Http404
    page = "results/" if number is None else f"results/{number}/" + ("hands/" if by == "hands" else "")
    context = {**frame(tournament, "results", page=page), "progress": progress_of(facts), "played": played, "by": by}
    context["checked"] = _checked(facts)
    if played is not None:
        people = People(facts, fill_in_players(tournament))
        sheets = [sheet_of(facts, played, table, people) for table in played.tables]
        context |= {"sheets": sheets, **_ways(facts, played, by)}
        if by == "hands":
            context["hands"] = [(head, _at_hand(sheets, head.number)) for head in _plain_heads(played)]
    return render(request, "public/results.html", context)


@for_everybody()
def table_result(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """One table of one round."""
    facts = facts_of(tournament)
    played = facts.round(number)
    laid = played.table(table) if played else None
    if played is None or laid is None:
        raise Http404
    title = _("Round %(round)d, table %(table)d") % {"round": number, "table": table}
    people = People(facts, fill_in_players(tournament))
    context = {
        **frame(tournament, "results", (title, ""), page=f"results/{number}/{table}/"),
        "subtitle": title,
        "progress": progress_of(facts),
        "played": played,
        "sheet": sheet_of(facts, played, laid, people),
        "proof": proof_of(tournament, number, table) if facts.is_of_bots(laid) or laid.on_screen else None,
        "has_records": bool(records_of(tournament, number, table)),
        "others": [
            Choice(str(one.number), reverse("table-result", args=[tournament.slug, number, one.number]), one is laid)
            for one in played.tables
        ],
    }
    return render(request, "public/table_result.html", context)


@for_everybody()
def table_records(_request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """The records of a table as a text file, for `python -m engine verify` and for anybody who wants to read them."""
    facts = facts_of(tournament)
    played = facts.round(number)
    laid = played.table(table) if played else None
    records = records_of(tournament, number, table)
    if laid is None or not records:
        raise Http404
    people = People(facts, fill_in_players(tournament))
    # A record names places; who sat there stands above it as a remark, which ends at a brace.
    names = "; ".join(f"{seat.place} {people.name_in(seat)}" for seat in laid.seats).translate({123: "(", 125: ")"})
    text = "\n".join(f"{{hand {one.number}: {names}}}\n{one.record.rstrip()}\n" for one in records)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def sheet_of(facts: Facts, played: PlayedRound, table: PlayedTable, people: People) -> Sheet:
    """One table with names, figures and states."""
    chip, progress = _progress(table)
    here = [facts.tournament.slug, played.number, table.number]
    is_played = table.on_screen and not table.is_in and not facts.is_of_bots(table)
    heads = tuple(head_of(played, table, hand) for hand in range(1, len(played.centres) + 1))
    return Sheet(
        number=table.number,
        address=reverse("table-result", args=here),
        chip=chip,
        progress=progress,
        by_totals=table.by_totals,
        is_in=table.is_in,
        corrected=table.sheet is not None and table.sheet.corrected,
        heads=heads,
        lines=tuple(_line(table, seat, heads, people) for seat in table.seats),
        watch=reverse("watch", args=here) if is_played else "",
    )


def head_of(played: PlayedRound, table: PlayedTable, hand: int) -> HandHead:
    """The head of one hand of a table."""
    report = table.hands.get(hand)
    return HandHead(hand, played.centres[hand - 1], _ended(report), report is not None and report.corrected)


def _checked(facts: Facts) -> list[tuple[str, str, int]]:
    """How many hands were checked how far: the chip, its words and the number, the best checked first."""
    counted = Counter(
        report.checked for played in facts.rounds for table in played.tables for report in table.hands.values()
    )
    kinds = (one for one in reversed(Report.Checked) if one is not Report.Checked.NOTHING)
    return [(CHECKED_CHIPS[kind.value], str(kind.label), counted[kind.value]) for kind in kinds if counted[kind.value]]


def _plain_heads(played: PlayedRound) -> list[HandHead]:
    return [HandHead(number, centre, Cell(""), corrected=False) for number, centre in enumerate(played.centres, 1)]


def _at_hand(sheets: list[Sheet], hand: int) -> list[tuple[Sheet, HandHead, list[tuple[SeatLine, HandCell]]]]:
    """One hand at every table that counts by hand."""
    return [
        (sheet, sheet.heads[hand - 1], [(line, line.by_hand[hand - 1][1]) for line in sheet.lines])
        for sheet in sheets
        if not sheet.by_totals
    ]


def _progress(table: PlayedTable) -> tuple[str, str]:
    if table.is_in:
        return "chip-in", _("in")
    if not table.hands_in:
        return "", _("not yet")
    words = ngettext("%(count)d of %(asked)d hand in", "%(count)d of %(asked)d hands in", table.asked)
    return "chip-part", words % {"count": table.hands_in, "asked": table.asked}


def _ended(report: Reported | None) -> Cell:
    if report is None:
        return Cell(_("not yet"), is_number=False, is_to_come=True)
    words = {
        Report.Ended.OUT.value: _("out"),
        Report.Ended.BLOCKED.value: _("blocked"),
        Report.Ended.STOPPED.value: _("stopped"),
        Report.Ended.VOID.value: _("void"),
    }
    return Cell(words.get(report.ended, ""), is_number=False)


def _line(table: PlayedTable, seat: Seated, heads: tuple[HandHead, ...], people: People) -> SeatLine:
    by_hand = tuple((head, _hand(table, seat, head.number)) for head in heads)
    return SeatLine(people.name_in(seat), people.address_in(seat), _role(seat), by_hand, _total(table, seat))


def _role(seat: Seated) -> str:
    return _("fills in") if seat.role == Seat.Role.FILLS_IN else ""


def _hand(table: PlayedTable, seat: Seated, hand: int) -> HandCell:
    state, points = hand_of_seat(table, seat, hand)
    report = table.hands.get(hand)
    went_out = report is not None and report.out_place is not None and report.out_place == seat.place
    if points is not None:
        return HandCell(Cell(str(points)), went_out)
    return HandCell(Cell(STATE_WORDS[state](), is_number=False, is_to_come=state is State.NOT_YET), went_out)


def _total(table: PlayedTable, seat: Seated) -> Cell:
    """The sum of what is in for this seat; a word where nothing is."""
    if table.sheet is not None:
        line = table.sheet.scores.get(seat.place or 0)
        return Cell(_("absent"), is_number=False) if line is None or line.points is None else Cell(str(line.points))
    points = [hand_of_seat(table, seat, hand)[1] for hand in table.hands]
    played = [value for value in points if value is not None]
    return Cell(str(sum(played))) if played else Cell(STATE_WORDS[State.NOT_YET](), is_number=False, is_to_come=True)


def _ways(facts: Facts, played: PlayedRound, by: str) -> dict[str, Any]:
    slug, number = facts.tournament.slug, played.number
    name = "results-hands" if by == "hands" else "results-round"
    return {
        "choices": round_choices(facts, name, played),
        "ways": [
            Choice(_("By table"), reverse("results-round", args=[slug, number]), by == "tables"),
            Choice(_("By hand"), reverse("results-hands", args=[slug, number]), by == "hands"),
        ],
    }
