"""Pages by which people come in and go out."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from tournaments import links, members, users
from tournaments.access import DeskRequest, signed_in
from tournaments.accounts.forms import (
    AccountForm,
    ChangePasswordForm,
    ComeBackForm,
    FirstAccountForm,
    SignInForm,
)
from tournaments.models import Club, OneTimeLink, Role, User
from tournaments.refusals import Refused
from tournaments.sign_in import sign_in as prove

# One way in; named because an account that has just been made was not proved by a password.
BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@sensitive_post_parameters()
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in, and go on to where one came from."""
    goes_on = _next(request)
    if request.user.is_authenticated:
        return redirect(goes_on)
    form = SignInForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        username, password = form.cleaned_data["username"], form.cleaned_data["password"]
        try:
            user = prove(request=request, username=username, password=password, at=timezone.now())
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            login(request, user)
            return redirect(goes_on)
    return render(request, "accounts/sign_in.html", {"form": form, "next": request.GET.get("next", "")})


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out."""
    logout(request)
    messages.success(request, _("You have signed out."))
    return redirect("sign-in")


@signed_in
@sensitive_post_parameters()
def change_password(request: DeskRequest) -> HttpResponse:
    """Give one's own account another password; every other session of it ends."""
    form = ChangePasswordForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        users.set_password(user=request.user, password=form.cleaned_data["password"])
        update_session_auth_hash(request, request.user)
        messages.success(request, _("Your password is changed. Wherever else you were signed in, you are signed out."))
        return redirect("desk")
    return render(request, "accounts/change_password.html", {"form": form})


@never_cache
@sensitive_post_parameters()
def enter(request: HttpRequest, secret: str) -> HttpResponse:
    """The terminal's link: makes the first account, or is the way back into it. Only sending the form uses it up."""
    try:
        links.find(secret=secret, purpose=OneTimeLink.Purpose.TERMINAL, at=timezone.now())
        user = users.first_superuser()
        return _first_account(request, secret) if user is None else _come_back(request, secret, user)
    except Refused as refused:
        return render(request, "accounts/link_gone.html", {"sentence": refused.sentence}, status=404)


def _first_account(request: HttpRequest, secret: str) -> HttpResponse:
    has_demo = Club.objects.filter(is_demo=True).exists()
    form = FirstAccountForm(request.POST or None, club_can_wait=has_demo)
    if request.method == "POST" and form.is_valid():
        typed = {key: form.cleaned_data[key] for key in ("username", "name", "password", "club_name")}
        try:
            user = users.make_first_account(secret=secret, time_zone=settings.TIME_ZONE, at=timezone.now(), **typed)
        except links.LinkGone:
            raise
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            login(request, user, backend=BACKEND)
            messages.success(request, _("Welcome, {name}. This is your desk.").format(name=user))
            return redirect("desk")
    return render(request, "accounts/first_account.html", {"form": form, "has_demo": has_demo})


def _come_back(request: HttpRequest, secret: str, user: User) -> HttpResponse:
    form = ComeBackForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        user = users.come_back(secret=secret, new_password=form.cleaned_data["password"], at=timezone.now())
        login(request, user, backend=BACKEND)
        return redirect("desk")
    return render(request, "accounts/come_back.html", {"form": form, "user_coming_back": user})


@never_cache
@sensitive_post_parameters()
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """An invitation to a club: accepted by whoever has signed in, or with a new account."""
    try:
        link = links.find(secret=secret, purpose=OneTimeLink.Purpose.JOIN, at=timezone.now())
        return _accept(request, link, secret) if request.user.is_authenticated else _join(request, link, secret)
    except links.LinkGone as gone:
        return render(request, "accounts/link_gone.html", {"sentence": gone.sentence}, status=404)


def _accept(request: HttpRequest, link: OneTimeLink, secret: str) -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        raise Http404
    if request.method == "POST":
        try:
            member = members.join(secret=secret, user=user, at=timezone.now())
        except links.LinkGone:
            raise
        except Refused as refused:
            messages.error(request, refused.sentence)
        else:
            return _welcome(request, member.club)
    return render(request, "accounts/accept.html", _invitation(link))


def _join(request: HttpRequest, link: OneTimeLink, secret: str) -> HttpResponse:
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed = {key: form.cleaned_data[key] for key in ("username", "name", "password")}
        try:
            member = users.join_with_new_account(secret=secret, at=timezone.now(), **typed)
        except links.LinkGone:
            raise
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            login(request, member.user, backend=BACKEND)
            return _welcome(request, member.club)
    return render(request, "accounts/join.html", {**_invitation(link), "form": form})


def _invitation(link: OneTimeLink) -> dict[str, object]:
    return {"club": link.club, "role": Role(link.role), "role_name": Role(link.role).label}


def _welcome(request: HttpRequest, club: Club) -> HttpResponse:
    messages.success(request, _("You are a member of {club} now.").format(club=club))
    return redirect("club-desk", club=club.slug)


@require_safe
def support_door(request: HttpRequest) -> HttpResponse:
    """The sign-in of the support pages: the same as everywhere. Members find nothing there."""
    if request.user.is_authenticated:
        if not request.user.is_staff:
            raise Http404
        return redirect("admin:index")
    return redirect(f"{resolve_url('sign-in')}?{request.GET.urlencode()}")


def _next(request: HttpRequest) -> str:
    """Where to go after signing in: the page that was asked for, if it is a path of ours, else the desk."""
    wanted = request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours and wanted.startswith("/") else resolve_url("desk")
