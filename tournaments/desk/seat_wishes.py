"""The wishes about seats: who is kept apart or together, who keeps a place. Only organisers see them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from engine import MOST_PLAYERS
from tournaments import wishes as commands
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.forms import number_in
from tournaments.desk.frame import look_and_post, page
from tournaments.models import Role, Tournament, Wish
from tournaments.queries.evening import presence
from tournaments.queries.wishes import Asked, asked_in, removed_in
from tournaments.refusals import Refused


class WishForm(forms.Form):
    """One wish: what, about whom, and for a place which one."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is wished"),
        choices=[
            (Wish.Kind.APART.value, gettext_lazy("They are kept apart")),
            (Wish.Kind.TOGETHER.value, gettext_lazy("They sit together")),
            (Wish.Kind.PLACE.value, gettext_lazy("One person keeps a table, because moving is hard")),
        ],
        initial=Wish.Kind.APART.value,
        widget=forms.RadioSelect,
    )
    entries = forms.TypedMultipleChoiceField(label=gettext_lazy("Who"), coerce=int, required=False)
    label = forms.CharField(
        label=gettext_lazy("Name of the group"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("For a club or a family. May stay empty."),
    )
    table = forms.IntegerField(label=gettext_lazy("Table"), min_value=1, required=False)
    place = forms.IntegerField(
        label=gettext_lazy("Seat"),
        min_value=1,
        max_value=MOST_PLAYERS,
        required=False,
        help_text=gettext_lazy("Empty: any seat of the table."),
    )
    note = forms.CharField(
        label=gettext_lazy("Note"), max_length=200, required=False, help_text=gettext_lazy("Only organisers see it.")
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(entry.number, entry.name) for entry in presence(tournament)]
        self.fields["entries"].choices = people  # type: ignore[attr-defined]


@look_and_post
@for_tournament(Role.ORGANISER)
def wishes(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The list of wishes, and a form that adds one."""
    form = WishForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            commands.add(
                tournament=tournament,
                kind=Wish.Kind(given["kind"]),
                entries=given["entries"],
                label=given["label"],
                table=given["table"],
                place=given["place"],
                note=given["note"],
                by=str(request.user),
                at=timezone.now(),
            )
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, _("The wish is noted. It counts from the next draw on."))
            return redirect("wishes", tournament.slug)
    return _wishes(request, tournament, form)


@require_POST
@for_tournament(Role.ORGANISER)
def remove(request: DeskRequest, tournament: Tournament, wish: int) -> HttpResponse:
    """Take a wish off the list."""
    row = get_object_or_404(Wish, pk=wish, tournament=tournament)
    try:
        commands.remove(wish=row, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _wishes(request, tournament, WishForm(tournament), refused.sentence)
    messages.success(request, _("The wish is removed. It can be put back below."))
    return redirect("wishes", tournament.slug)


@require_POST
@for_tournament(Role.ORGANISER)
def put_back(request: DeskRequest, tournament: Tournament, wish: int) -> HttpResponse:
    """Put a removed wish back on the list."""
    row = get_object_or_404(Wish, pk=wish, tournament=tournament)
    try:
        commands.put_back(wish=row, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return _wishes(request, tournament, WishForm(tournament), refused.sentence)
    messages.success(request, _("The wish is on the list again."))
    return redirect("wishes", tournament.slug)


def _wishes(request: DeskRequest, tournament: Tournament, form: WishForm, refused: str = "") -> HttpResponse:
    context = {
        "form": form,
        "ticked": [number_in(text) for text in request.POST.getlist("entries")],
        "wishes": [_shown(one) for one in asked_in(tournament)],
        "removed": [_shown(one) for one in removed_in(tournament)],
        "refused": refused,
    }
    return page(request, tournament, "desk/wishes.html", "seat", context)


def _shown(asked: Asked) -> tuple[int, str, str]:
    return asked.pk, commands.in_one_sentence(asked), asked.note
