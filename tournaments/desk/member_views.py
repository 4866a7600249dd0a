"""Who helps in a club: members, their roles, invitations."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import links, members
from tournaments.access import DeskRequest, for_club
from tournaments.desk.club_forms import InviteForm, RoleForm
from tournaments.desk.club_tabs import club_page
from tournaments.desk.frame import this_machine_only
from tournaments.models import Club, Membership, OneTimeLink, Role
from tournaments.qr import qr_svg
from tournaments.queries.clubs import members_of, open_invitations
from tournaments.refusals import Refused


@for_club(Role.OWNER)
def members_page(request: DeskRequest, club: Club) -> HttpResponse:
    """The members and the open invitations; sending it makes an invitation, shown this once because it is not kept."""
    form = InviteForm(request.POST or None)
    invitation: dict[str, object] = {}
    if request.method == "POST" and form.is_valid():
        role = Role(form.cleaned_data["role"])
        secret = links.invite(club=club, role=role, by=str(request.user), at=timezone.now())
        address = request.build_absolute_uri(reverse("join", args=[secret]))
        local = this_machine_only(request)
        invitation = {"address": address, "qr": qr_svg(address), "role_name": role.label, "this_machine_only": local}
        form = InviteForm()
    return club_page(
        request,
        club,
        "members",
        "desk/members.html",
        form=form,
        invitation=invitation,
        members=members_of(club),
        roles=Role.choices,
        links=open_invitations(club, at=timezone.now()),
    )


@require_POST
@for_club(Role.OWNER)
def member_role(request: DeskRequest, club: Club, member: int) -> HttpResponse:
    """Give a member another role."""
    found = get_object_or_404(Membership, pk=member, club=club)
    form = RoleForm(request.POST)
    if form.is_valid():
        try:
            role = Role(form.cleaned_data["role"])
            found = members.change_role(member=found, role=role, by=str(request.user), at=timezone.now())
        except Refused as refused:
            messages.error(request, refused.sentence)
        else:
            said = _("{name} is {role} now.").format(name=found.user, role=found.get_role_display())
            messages.success(request, said)
    return _back(request, club)


@require_POST
@for_club(Role.OWNER)
def member_remove(request: DeskRequest, club: Club, member: int) -> HttpResponse:
    """Take a member out of the club."""
    found = get_object_or_404(Membership, pk=member, club=club)
    name = str(found.user)
    try:
        members.remove(member=found, by=str(request.user), at=timezone.now())
    except Refused as refused:
        messages.error(request, refused.sentence)
    else:
        said = _("{name} is no longer a member. An invitation brings them back.").format(name=name)
        messages.success(request, said)
    return _back(request, club)


@require_POST
@for_club(Role.OWNER)
def link_revoke(request: DeskRequest, club: Club, link: int) -> HttpResponse:
    """Take an invitation back."""
    found = get_object_or_404(OneTimeLink, pk=link, club=club)
    try:
        links.revoke(link=found, by=str(request.user), at=timezone.now())
    except Refused as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, _("The invitation is taken back; its link opens nothing now."))
    return _back(request, club)


def _back(request: DeskRequest, club: Club) -> HttpResponse:
    """To the members, or to the desk where one has just changed one's own role."""
    still_owner = Membership.objects.filter(club=club, user=request.user, role=Role.OWNER).exists()
    return redirect("members", club=club.slug) if still_owner else redirect("desk")
