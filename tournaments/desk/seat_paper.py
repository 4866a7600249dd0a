"""A seating that was made on paper, or changed by hand: typed seat by seat, or read out of a file."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import engine
from tournaments import drafts, rounds
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.frame import page
from tournaments.desk.paper_form import (
    Cell,
    Entered,
    Paper,
    blank_paper,
    read,
    typed_paper,
    with_more_tables,
    with_one_more_seat,
)
from tournaments.desk.seat_file import seats_in_file
from tournaments.models import Entry, Role, Round, Tournament
from tournaments.queries.seating import laid_of
from tournaments.refusals import Refused
from tournaments.seating.sizes import NoSplit, splits


@for_tournament(Role.ORGANISER)
def paper(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Type a seating; it becomes the draft of the next round. Begins with the draft that there is."""
    entered = _entered(tournament)
    if request.method != "POST":
        return _paper(request, tournament, entered, _blank(tournament, entered, {}))
    form = typed_paper(request.POST, _widest(tournament), max(len(entered.entries), 1))
    if "more" in request.POST:
        return _paper(request, tournament, entered, with_more_tables(form))
    if "wider" in request.POST:
        return _paper(request, tournament, entered, with_one_more_seat(form))
    form, tables = read(form, entered)
    if form.wrong:
        return _paper(request, tournament, entered, form)
    seated = {entry.pk for table in tables for entry in table}
    rest = [entry for entry in entered.to_seat if entry.status == Entry.Status.HERE and entry.pk not in seated]
    try:
        if not tables:
            raise Refused(_("Nobody is seated yet: type who sits where."))
        if rest and not form.rest_sits_out:
            raise Refused(_nowhere(rest, on_paper=len(seated)))
        draft = drafts.seat_from_paper(
            tournament=tournament, tables=tables, sit_outs=rest, by=str(request.user), at=timezone.now()
        )
    except Refused as refused:
        return _paper(request, tournament, entered, form, refused.sentence)
    said = _("The seating of round {number} is taken over as a draft.").format(number=draft.number)
    messages.success(request, said)
    return redirect("seat", tournament.slug)


@require_POST
@for_tournament(Role.ORGANISER)
def paper_file(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Read a seating out of a file into the form, where it can be looked at and changed."""
    entered = _entered(tournament)
    file = request.FILES.get("file")
    try:
        if file is None:
            raise Refused(_("Choose the file with the seating."))
        filled = seats_in_file(str(file.name), file.read(), _number(tournament))
        if max(table for table, _place in filled) > len(entered.entries):
            raise Refused(_("The file names more tables than people are entered. Enter the people first."))
    except Refused as refused:
        return _paper(request, tournament, entered, _blank(tournament, entered, {}), refused.sentence)
    form, _tables = read(_blank(tournament, entered, filled), entered)
    return _paper(request, tournament, entered, form, read_from=str(file.name))


def _entered(tournament: Tournament) -> Entered:
    """Everybody who has not withdrawn."""
    rows = tournament.entries.select_related("player").exclude(status=Entry.Status.WITHDRAWN)
    return Entered(list(rows.order_by("number")))


def _blank(tournament: Tournament, entered: Entered, filled: Mapping[tuple[int, int], str]) -> Paper:
    """A form with room for everybody who is here, filled as given, else with those of the draft who have not gone."""
    there = {entry.pk for entry in entered.entries}
    draft = tournament.rounds.filter(state=Round.State.DRAFT).first()
    if draft is not None and not filled:
        filled = {
            (table.number, sitter.place): entered.label(sitter.seat.entry)
            for table in laid_of(draft).tables
            for sitter in table.sitters
            if sitter.seat.entry is not None and sitter.seat.entry.pk in there
        }
    return blank_paper(_tables_for(tournament, entered), _widest(tournament), filled)


def _tables_for(tournament: Tournament, entered: Entered) -> int:
    here = sum(1 for entry in entered.to_seat if entry.status == Entry.Status.HERE)
    try:
        return len(splits(here, rounds.allowed_sizes(tournament), tournament.preferred_size)[0].sizes)
    except NoSplit:
        return 1


def _widest(tournament: Tournament) -> int:
    """Seats of the largest table that is allowed."""
    return max(rounds.allowed_sizes(tournament), default=4)


def _number(tournament: Tournament) -> int:
    """The round that is being seated: the draft, or the next one. Refused where none can be."""
    draft = tournament.rounds.filter(state=Round.State.DRAFT).first()
    return draft.number if draft is not None else rounds.next_number(tournament)


def _nowhere(rest: list[Entry], *, on_paper: int) -> str:
    names = ", ".join(str(entry.player) for entry in rest)
    return _(
        "The paper seats {paper} people, and {here} are here. Not on the paper: {names}. "
        "Seat them, or tick that they sit out."
    ).format(paper=on_paper, here=on_paper + len(rest), names=names)


def _paper(
    request: DeskRequest,
    tournament: Tournament,
    entered: Entered,
    form: Paper,
    refused: str = "",
    *,
    read_from: str = "",
) -> HttpResponse:
    try:
        number = _number(tournament)
    except Refused as nothing:
        return page(request, tournament, "desk/seat.html", "seat", {"face": "nothing", "why": nothing.sentence})
    wrong: list[Cell] = form.wrong
    context = {
        "refused": refused,
        "number": number,
        "paper": form,
        "wrong": wrong,
        "seats": len(form.tables[0]),
        "may_be_wider": len(form.tables[0]) < engine.MOST_PLAYERS,
        "names": [entered.label(entry) for entry in entered.entries],
        "read_from": read_from,
    }
    return page(request, tournament, "desk/seat_paper.html", "seat", context)
