"""Points beside the hands: penalties and adjustments with their reasons, and lots."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from tournaments import ledger
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.frame import look_and_post, page
from tournaments.models import LedgerLine, Role, Tournament
from tournaments.queries.evening import presence
from tournaments.queries.points import lines, lots
from tournaments.refusals import Refused
from tournaments.standings.policy import TieBreak


class LineForm(forms.Form):
    """One penalty or adjustment."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int)
    kind = forms.ChoiceField(label=gettext_lazy("What"), choices=LedgerLine.Kind.choices)
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        min_value=-9999,
        max_value=9999,
        help_text=gettext_lazy("They are added to the total; a minus takes points off. Hands and zeros stay."),
        widget=forms.TextInput(attrs={"class": "digits", "autocomplete": "off"}),
    )
    round_number = forms.TypedChoiceField(label=gettext_lazy("In round"), coerce=int, empty_value=None, required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200, help_text=gettext_lazy("Everybody can read it.")
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(entry.number, entry.name) for entry in presence(tournament)]
        numbers = [(number, str(number)) for number in range(1, tournament.rounds.count() + 1)]
        self.fields["entry"].choices = [("", _("Choose")), *people]  # type: ignore[attr-defined]
        self.fields["round_number"].choices = [("", _("the whole tournament")), *numbers]  # type: ignore[attr-defined]


@look_and_post
@for_tournament(Role.ORGANISER)
def points(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The list of lines, and a form that adds one."""
    form = LineForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            line = ledger.add_line(
                entry=tournament.entries.get(number=given["entry"]),
                kind=LedgerLine.Kind(given["kind"]),
                points=given["points"],
                round_number=given["round_number"],
                reason=given["reason"],
                by=str(request.user),
                at=timezone.now(),
            )
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            text = _("{name}: {points} points are added.")
            messages.success(request, text.format(name=line.entry.player, points=f"{line.points:+d}"))
            return redirect("points", tournament.slug)
    return _points(request, tournament, form)


@require_POST
@for_tournament(Role.ORGANISER)
def take_back_line(request: DeskRequest, tournament: Tournament, line: int) -> HttpResponse:
    row = get_object_or_404(
        LedgerLine.objects.select_related("entry__tournament"), pk=line, entry__tournament=tournament
    )
    try:
        ledger.take_back_line(line=row, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _points(request, tournament, None, refused.sentence)
    messages.success(request, _("The line is taken back; it counts no longer."))
    return redirect("points", tournament.slug)


@require_POST
@for_tournament(Role.ORGANISER)
def draw_lots(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    try:
        count = ledger.draw_lots(tournament=tournament, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _points(request, tournament, None, refused.sentence)
    if count:
        text = ngettext("{count} lot is drawn.", "{count} lots are drawn.", count).format(count=count)
        messages.success(request, text)
    else:
        messages.info(request, _("Everybody has a lot already; a lot is drawn once."))
    return redirect("points", tournament.slug)


def _points(request: DeskRequest, tournament: Tournament, form: LineForm | None, refused: str = "") -> HttpResponse:
    context = {
        "form": form or LineForm(tournament),
        "lines": lines(tournament),
        "lots": lots(tournament),
        "uses_lots": TieBreak.LOT.value in tournament.tie_breaks,
        "refused": refused,
    }
    return page(request, tournament, "desk/points.html", "points", context)
