"""The frame round every desk page of a tournament: crumbs, the tabs between its pages, and the template."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import DeskRequest
from tournaments.models import Role, Tournament

look_and_post = require_http_methods(["GET", "HEAD", "POST"])
"""For a view that shows a form and takes it."""


THIS_MACHINE = ("localhost", "127.", "[::1]")


def this_machine_only(request: DeskRequest) -> bool:
    """Whether addresses as this browser knows them exist on this computer only, and open on no telephone."""
    return request.get_host().startswith(THIS_MACHINE)


def page(
    request: DeskRequest,
    tournament: Tournament,
    template: str,
    tab: str,
    context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """A desk page of a tournament; `tab` is the URL name of the tab it belongs to."""
    crumbs = [
        (_("Desk"), reverse("desk")),
        (str(tournament.club), reverse("club-desk", args=[tournament.club.slug])),
        (str(tournament), reverse("console", args=[tournament.slug])),
    ]
    frame = {
        "tournament": tournament,
        "crumbs": crumbs,
        "tabs": tabs(request.role, tournament),
        "tab": tab,
        "label": _("Pages of {tournament}").format(tournament=tournament),
        "may_organise": request.role.rank >= Role.ORGANISER.rank,
        "may_own": request.role is Role.OWNER,
    }
    return render(request, template, {**frame, **(context or {})})


def tabs(role: Role, tournament: Tournament) -> list[tuple[str, str, str]]:
    """The pages that a member with this role can open: URL name, text, address; those of a busy evening first."""
    pages = [
        ("console", _("Tonight"), Role.SCOREKEEPER),
        ("arrivals", _("Arrivals"), Role.SCOREKEEPER),
        ("seat", _("Seating"), Role.ORGANISER),
        ("desk-results", _("Results"), Role.SCOREKEEPER),
        ("names", _("Names"), Role.ORGANISER),
        ("points", _("Points and lots"), Role.ORGANISER),
        ("bots", _("Bots"), Role.ORGANISER),
        ("rehearsal", _("Rehearsal"), Role.ORGANISER),
        ("programme", _("Settings"), Role.ORGANISER),
        ("history", _("History"), Role.SCOREKEEPER),
    ]
    shown = [
        (name, text, reverse(name, args=[tournament.slug])) for name, text, least in pages if role.rank >= least.rank
    ]
    if not tournament.is_public:
        return shown
    return [*shown, ("tournament", _("Public page"), reverse("tournament", args=[tournament.slug]))]
