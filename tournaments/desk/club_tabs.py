"""What every page of a club at the desk has above it: where one is, and the tabs that one's role opens."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access import DeskRequest
from tournaments.models import Club, Role


def club_page(request: DeskRequest, club: Club, tab: str, template: str, **context: Any) -> HttpResponse:
    """Render a page of the club under its tab; `tab` is one of tournaments, players, members, settings.

    A page below the first of its tab says in `below` what it is of, for the line that says where one is.
    """
    crumbs = [(_("Desk"), reverse("desk")), (club.name, reverse("club-desk", args=[club.slug]))]
    crumbs += [(str(step), "") for step in context.get("below", [])]
    frame = {"club": club, "role": request.role, "tabs": club_tabs(club, request.role), "tab": tab, "label": club.name}
    return render(request, template, {"crumbs": crumbs, **frame, **context})


def club_tabs(club: Club, role: Role) -> list[tuple[str, str, str]]:
    """(name, text, address) of each tab for somebody with this role."""
    tabs = [
        ("tournaments", _("Tournaments"), "club-desk", Role.SCOREKEEPER),
        ("players", _("Players"), "players", Role.ORGANISER),
        ("members", _("Members"), "members", Role.OWNER),
        ("settings", _("Settings"), "club-settings", Role.OWNER),
    ]
    return [(name, text, reverse(url, args=[club.slug])) for name, text, url, least in tabs if role.rank >= least.rank]
