"""The players of a club: the list, one of them, merging, forgetting."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import names
from tournaments import players as commands
from tournaments.access import DeskRequest, for_club
from tournaments.desk.club_forms import MergeForm, NewPlayerForm, PlayerForm
from tournaments.desk.club_tabs import club_page
from tournaments.models import Club, Player, Role, Shown
from tournaments.queries.clubs import perhaps_the_same, player_lines, tournaments_with
from tournaments.refusals import Refused

ON_A_PAGE = 200


@for_club(Role.ORGANISER)
def players(request: DeskRequest, club: Club) -> HttpResponse:
    """The list of players with a search; sending it adds one."""
    form = NewPlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            player = commands.add(club=club, **form.cleaned_data, by=str(request.user), at=timezone.now())
        except commands.KnownAlready as known:
            form.add_error("although_known", known.sentence)
        except Refused as refused:
            form.add_error("name", refused.sentence)
        else:
            messages.success(request, _("{name} is on the list.").format(name=player))
            return redirect("players", club=club.slug)
    search = request.GET.get("q", "")[:80]
    lines = player_lines(club, search=search)
    page = Paginator(lines, len(lines) or 1 if search else ON_A_PAGE).get_page(request.GET.get("page"))
    return club_page(request, club, "players", "desk/players.html", form=form, page=page, search=search)


@for_club(Role.ORGANISER)
def player(request: DeskRequest, club: Club, player: int) -> HttpResponse:
    """One player: edited here, with everything that can be done to them."""
    found = get_object_or_404(Player.objects.select_related("club", "merged_into"), pk=player, club=club, only_in=None)
    if found.merged_into is not None:
        return redirect("player", club=club.slug, player=found.merged_into.pk)
    now = {"name": found.name, "sort_name": found.sort_name, "shown": found.shown, "note": found.note}
    form = PlayerForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        typed = {**form.cleaned_data, "shown": Shown(form.cleaned_data["shown"])}
        try:
            commands.edit(player=found, **typed, by=str(request.user), at=timezone.now())
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, _("{name} is saved.").format(name=form.cleaned_data["name"]))
            return redirect("player", club=club.slug, player=found.pk)
    search = request.GET.get("q", "")[:80]
    return club_page(
        request,
        club,
        "players",
        "desk/player.html",
        player=found,
        below=[found],
        form=form,
        search=search,
        perhaps=perhaps_the_same(found, search=search),
        merged=found.merged.order_by("pk"),
        tournaments=tournaments_with(found),
    )


@require_POST
@for_club(Role.ORGANISER)
def player_merge(request: DeskRequest, club: Club, player: int) -> HttpResponse:
    """Another player is the same person as this one."""
    keep = get_object_or_404(Player, pk=player, club=club, only_in=None)
    form = MergeForm(request.POST)
    if form.is_valid():
        gone = get_object_or_404(Player, pk=form.cleaned_data["gone"], club=club)
        try:
            commands.merge(keep=keep, gone=gone, by=str(request.user), at=timezone.now())
        except Refused as refused:
            messages.error(request, refused.sentence)
        else:
            said = _("{gone} and {keep} are one person now. You can take that back on this page.")
            messages.success(request, said.format(gone=gone, keep=keep))
    else:
        messages.error(request, _("Choose who is the same person."))
    return redirect("player", club=club.slug, player=keep.pk)


@require_POST
@for_club(Role.ORGANISER)
def player_unmerge(request: DeskRequest, club: Club, player: int) -> HttpResponse:
    """Take a merge back: this player stands alone again."""
    found = get_object_or_404(Player.objects.select_related("merged_into"), pk=player, club=club, only_in=None)
    try:
        commands.unmerge(player=found, by=str(request.user), at=timezone.now())
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("player", club=club.slug, player=(found.merged_into or found).pk)
    messages.success(request, _("{name} is a player of their own again.").format(name=found))
    return redirect("player", club=club.slug, player=found.pk)


@for_club(Role.OWNER)
def player_forget(request: DeskRequest, club: Club, player: int) -> HttpResponse:
    """Replace a player's name everywhere, for good; asks for the name first."""
    found = get_object_or_404(Player, pk=player, club=club, merged_into__isnull=True, forgotten_at__isnull=True)
    error = ""
    if request.method == "POST":
        if names.compare_key(request.POST.get("name", "")) != names.compare_key(found.name):
            error = _("That is not the name. Type “{name}”, or cancel.").format(name=found)
        else:
            commands.forget(player=found, by=str(request.user), at=timezone.now())
            messages.success(request, _("The person is forgotten. The points stay with “Forgotten player”."))
            return redirect("players", club=club.slug)
    return club_page(
        request,
        club,
        "players",
        "desk/forget_player.html",
        player=found,
        below=[found],
        error=error,
        cancel=reverse("player", args=[club.slug, found.pk]),
    )
