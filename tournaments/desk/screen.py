"""Tables on screen while a round runs: where they stand, their clocks, stopped or dealt again; the links of the people.

A link is shown once, on the sheet that is printed: only its hash is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from tournaments import screen_tables, seat_keys
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.forms import number_in
from tournaments.desk.frame import look_and_post, page, this_machine_only
from tournaments.desk.rounds import published_round, table_of
from tournaments.models import Role, Round, Table, Tournament
from tournaments.qr import qr_svg
from tournaments.queries.evening import live_version
from tournaments.queries.screen_people import ScreenPerson, people_on_screen
from tournaments.queries.screens import ScreenTable, screens_of
from tournaments.refusals import Refused

CLOCKS = (0, 20, 30, 45, 60, 90, 120, 300)
"""Seconds a move that can be chosen; 0 is no clock."""
MINUTE = 60


def seconds_in_words(seconds: int) -> str:
    """How long a move may take."""
    if not seconds:
        return _("no clock")
    if seconds % MINUTE:
        return ngettext("{count} second a move", "{count} seconds a move", seconds).format(count=seconds)
    minutes = seconds // MINUTE
    return ngettext("{count} minute a move", "{count} minutes a move", minutes).format(count=minutes)


class ClockForm(forms.Form):
    """How long a move may take."""

    clock = forms.TypedChoiceField(
        label=gettext_lazy("Clock"),
        coerce=int,
        help_text=gettext_lazy(
            "Without a clock everybody takes the time they need. With one, a bot moves for whoever is too late."
        ),
    )

    def __init__(self, now: int, sent: QueryDict | None) -> None:
        super().__init__(sent, initial={"clock": now})
        choices = sorted({*CLOCKS, now})
        self.fields["clock"].choices = [  # type: ignore[attr-defined]
            (seconds, seconds_in_words(seconds)) for seconds in choices
        ]


@dataclass(frozen=True, slots=True)
class Card:
    """One person's card of the sheet: their place in this round, and the link that is shown only now."""

    person: ScreenPerson
    address: str
    qr: SafeString


@look_and_post
@for_tournament(Role.ORGANISER)
def tables(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Every table on screen of a round, and the links of the people; sending it sets the clock of all of them."""
    round = published_round(tournament, number)
    if _is_unchanged(request, tournament):
        return _nothing_new()
    found = _screens(round)
    form = ClockForm(_common_clock(found), request.POST or None)
    refused = ""
    if request.method == "POST" and form.is_valid():
        try:
            _set_clocks(found, form.cleaned_data["clock"], str(request.user))
        except Refused as failed:
            refused = failed.sentence
        else:
            messages.success(request, _("The clock of every table: {clock}.").format(clock=_clock(form)))
            return redirect("screen-tables", tournament.slug, number)
    people = people_on_screen(round, at=timezone.now())
    context = {
        "round": round,
        "screens": found,
        "people": people,
        "without_link": sum(not person.has_link for person in people),
        "form": form,
        "can_set_clock": any(not one.is_over for one in found),
        "refused": refused,
        **_live(tournament),
    }
    if request.htmx:
        return _part(request, tournament, "desk/_screen_tables.html", context)
    return page(request, tournament, "desk/screen_tables.html", "seat", context)


@look_and_post
@for_tournament(Role.ORGANISER)
def table(request: DeskRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """One table on screen: where it stands, its people and their links; its clock, stopping it, dealing again."""
    round = published_round(tournament, number)
    if _is_unchanged(request, tournament):
        return _nothing_new()
    row = table_of(round, table)
    screen = next((one for one in _screens(round) if one.number == table), None)
    if screen is None:
        raise Http404
    form = ClockForm(screen.clock, request.POST if request.POST.get("do") == "clock" else None)
    refused = ""
    if request.method == "POST":
        said, refused = _act(request, row, form)
        if said:
            messages.success(request, said)
            return redirect("screen-table", tournament.slug, number, table)
        screen = next(one for one in _screens(round) if one.number == table)
    context = {
        "round": round,
        "screen": screen,
        "people": [person for person in people_on_screen(round, at=timezone.now()) if person.table == table],
        "clock": seconds_in_words(screen.clock),
        "form": form,
        "refused": refused,
        **_live(tournament),
    }
    if request.htmx:
        return _part(request, tournament, "desk/_screen_table.html", context)
    return page(request, tournament, "desk/screen_table.html", "seat", context)


@require_POST
@for_tournament(Role.ORGANISER)
def links(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Make links and show them this once, as a sheet of cards to print or to scan from the screen.

    `for` says for whom: `missing` who has none, `all` everybody, or the number of an entry.
    """
    round = published_round(tournament, number)
    people = _chosen(people_on_screen(round, at=timezone.now()), request.POST.get("for", ""))
    try:
        if not people:
            raise Refused(_("Nobody here needs a new link: everybody has one."))
        made = seat_keys.make_keys(
            tournament=tournament,
            entries=[person.entry for person in people],
            by=str(request.user),
            at=timezone.now(),
        )
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("screen-tables", tournament.slug, number)
    context = {
        "round": round,
        "cards": [_card(request, person, made[person.entry]) for person in people],
        "this_machine_only": this_machine_only(request),
    }
    shown = page(request, tournament, "desk/screen_cards.html", "seat", context)
    shown["Cache-Control"] = "private, no-store"
    shown["Referrer-Policy"] = "no-referrer"
    return shown


@require_POST
@for_tournament(Role.ORGANISER)
def take_back(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take the link of one person back: it opens nothing any more, and where it was opened nothing can be played."""
    round = published_round(tournament, number)
    people = _chosen(people_on_screen(round, at=timezone.now()), request.POST.get("for", ""))
    try:
        if len(people) != 1:
            raise Refused(_("Choose whose link is to be taken back."))
        seat_keys.revoke(entry=people[0].entry, by=str(request.user), at=timezone.now())
    except Refused as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, _("The link of {name} is taken back.").format(name=people[0].name))
    return redirect("screen-tables", tournament.slug, number)


def _act(request: DeskRequest, table: Table, form: ClockForm) -> tuple[str, str]:
    """Do what the button says; what was done in words, or why it was refused."""
    who: dict[str, Any] = {"table": table, "by": str(request.user), "at": timezone.now()}
    do, why = request.POST.get("do", ""), request.POST.get("why", "")
    try:
        if do == "clock":
            if not form.is_valid():
                return "", ""
            screen_tables.set_clock(seconds=form.cleaned_data["clock"], **who)
            return _("The clock: {clock}.").format(clock=_clock(form)), ""
        if do == "stop":
            screen_tables.stop_table(why=why, **who)
            return _("Table {table} goes on with real tiles.").format(table=table.number), ""
        if do == "again":
            screen_tables.deal_again(why=why, **who)
            return _("The hand is dealt again, with other tiles."), ""
    except Refused as refused:
        return "", refused.sentence
    return "", _("Choose what is to be done with the table.")


def _screens(round: Round) -> tuple[ScreenTable, ...]:
    """The tables on screen of a round; without any there is no such page."""
    found = screens_of(round)
    if not found:
        raise Http404
    return found


@transaction.atomic
def _set_clocks(screens: Sequence[ScreenTable], seconds: int, by: str) -> None:
    for one in screens:
        if not one.is_over:
            screen_tables.set_clock(table=one.table, seconds=seconds, by=by, at=timezone.now())


def _common_clock(screens: Sequence[ScreenTable]) -> int:
    """The clock that the tables share; no clock where they differ."""
    clocks = {one.clock for one in screens if not one.is_over}
    return clocks.pop() if len(clocks) == 1 else 0


def _clock(form: ClockForm) -> str:
    return seconds_in_words(form.cleaned_data["clock"])


def _chosen(people: Sequence[ScreenPerson], which: str) -> list[ScreenPerson]:
    if which == "all":
        return list(people)
    if which == "missing":
        return [person for person in people if not person.has_link]
    return [person for person in people if person.entry.number == number_in(which)]


def _card(request: DeskRequest, person: ScreenPerson, secret: str) -> Card:
    address = request.build_absolute_uri(reverse("seat-link", args=[secret]))
    return Card(person, address, qr_svg(address))


def _live(tournament: Tournament) -> dict[str, Any]:
    return {"seen": live_version(tournament), "zone": tournament.time_zone}


def _is_unchanged(request: DeskRequest, tournament: Tournament) -> bool:
    return bool(request.htmx) and request.method == "GET" and request.GET.get("v") == live_version(tournament)


def _nothing_new() -> HttpResponse:
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})


def _part(request: DeskRequest, tournament: Tournament, template: str, context: dict[str, Any]) -> HttpResponse:
    part = render(request, template, {**context, "tournament": tournament})
    part["Cache-Control"] = "no-store"
    return part
