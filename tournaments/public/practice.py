"""The practice table: one hand against bots, for anybody, without an account and without a cookie.

Who knows the random name in the address plays the hand, so no cookie has a say and no token is needed against other
sites. The pages are one person's own: never kept by anybody, and the address is told to nobody.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from redis.exceptions import RedisError

import engine
from games import practice
from games.practice import Gone, Practice
from games.screen import tapped
from tournaments.public.practice_shown import context_for, shown_for
from tournaments.rates import TooMany, count
from tournaments.refusals import in_words

STRENGTHS = {
    "random": gettext_lazy("easy: they lay any tile that fits"),
    "lookahead": gettext_lazy("usual: they think of the next turn"),
    "monte-carlo-60": gettext_lazy("hard: they try every tile many times in their heads"),
}
HANDS = {"most": 60, "seconds": 600}
MOVES = {"most": 600, "seconds": 60}
"""What one address may ask for; a whole hall comes from one."""

Args = ParamSpec("Args")


class PracticeForm(forms.Form):
    """By which rules, and against whom."""

    rules = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        widget=forms.RadioSelect,
        choices=lambda: [(name, in_words(engine.TITLES[name])) for name in engine.PRESETS if name != "free"],
        initial="gamerules",
    )
    bot = forms.ChoiceField(
        label=gettext_lazy("The others play"),
        widget=forms.RadioSelect,
        choices=list(STRENGTHS.items()),
        initial="lookahead",
    )


def own_page(view: Callable[Concatenate[HttpRequest, Args], HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that nobody keeps, and whose address no other site is told; says so where the cache is away."""

    @csrf_exempt
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def answer(request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except (OSError, RedisError):
            says = _("The practice table rests for a moment. Please try again in a minute.")
            response = _page(request, "public/practice_gone.html", {"says": says}, status=503)
        response["Cache-Control"] = "no-store"
        response["Referrer-Policy"] = "no-referrer"
        return response

    return answer


@own_page
def practice_start(request: HttpRequest) -> HttpResponse:
    """Choose the rules and how strong the others are, and be dealt a hand."""
    form = PracticeForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            count(request, "practice hand", **HANDS)
        except TooMany as too_many:
            form.add_error(None, too_many.sentence)
            status = 429
        else:
            name = practice.begin(rules=form.cleaned_data["rules"], bot=form.cleaned_data["bot"])
            return redirect("practice-hand", name)
    return render(request, "public/practice.html", {"form": form}, status=status)


@own_page
def practice_hand(request: HttpRequest, name: str) -> HttpResponse:
    """The hand as its person sees it; a POST moves."""
    if request.method == "POST":
        return _moved(request, name)
    try:
        found = practice.find(name)
    except Gone:
        return _gone(request)
    return _hand(request, name, found)


def _moved(request: HttpRequest, name: str) -> HttpResponse:
    """What a tap leads to: a move, the ends where the tile can go, or a sentence."""
    says, chosen, status = "", "", 200
    try:
        count(request, "practice move", **MOVES)
        found = practice.find(name)
        meant = tapped(
            found.sitting,
            shown_for(found),
            tile=request.POST.get("tile", ""),
            move=request.POST.get("move", ""),
            is_old=_counter(request) != found.counter,
        )
        if isinstance(meant, engine.Tile):
            chosen = meant.text()
        else:
            moved = practice.move(name=name, counter=_counter(request), step=meant, sent=_sent(request))
            found = moved.practice
            if moved.is_old:
                says = _("That was meant for an earlier moment of this hand. This is the hand as it is now.")
            elif not _by_htmx(request):
                return redirect(_address(name, shows=_shows(request)))
    except Gone:
        return _gone(request)
    except TooMany as too_many:
        says, status = too_many.sentence, 429
    except (engine.IllegalMove, engine.Unreadable) as wrong:
        says = in_words(wrong.sentence)
    try:
        found = practice.find(name)
    except Gone:
        return _gone(request)
    return _hand(request, name, found, chosen=chosen, says=says, status=status)


def _sent(request: HttpRequest) -> str:
    """What was tapped, as text: by it a double tap is known."""
    return request.POST.get("tile", "") + " " + request.POST.get("move", "")


def _counter(request: HttpRequest) -> int:
    text = request.POST.get("counter", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _hand(
    request: HttpRequest, name: str, found: Practice, *, chosen: str = "", says: str = "", status: int = 200
) -> HttpResponse:
    """The page of the hand, or for htmx the part of it that changes. All that it is made of is what the seat sees."""
    if found.sitting.is_over and _by_htmx(request):
        return HttpResponse(headers={"HX-Redirect": _address(name)})
    context = context_for(found, chosen=chosen, shows=_shows(request), turn=request.GET.get("turn", ""))
    context |= {"address": _address(name), "says": says}
    return _page(request, "public/practice_hand.html", context, status=status)


def _page(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """A whole page, or its part for htmx, which takes in only what is answered with 200."""
    if _by_htmx(request):
        return render(request, template.replace("public/", "public/_"), context)
    return render(request, template, context, status=status)


def _gone(request: HttpRequest) -> HttpResponse:
    says = _("This hand is gone: a hand for practice is kept for half an hour after its last move.")
    return _page(request, "public/practice_gone.html", {"says": says}, status=410)


def _address(name: str, *, shows: bool = False) -> str:
    return reverse("practice-hand", args=[name]) + ("?show=1" if shows else "")


def _shows(request: HttpRequest) -> bool:
    """Whether it was asked to mark what can be played."""
    return (request.POST if request.method == "POST" else request.GET).get("show") == "1"


def _by_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"
