"""The console's next step in words: what it is called, where its button leads, and each thing in its way."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.desk.hint_words import Hint, hint, stage_address
from tournaments.models import Role, Tournament
from tournaments.next_step import Do, NextStep


@dataclass(frozen=True, slots=True)
class Step:
    """The next step in words. `posts` says whether the button changes something or leads to another page.

    `address` is empty where this person may not do it; `who` then says who may.
    """

    title: str
    button: str
    address: str
    posts: bool = False
    accepts: bool = False
    who: str = ""
    hints: tuple[Hint, ...] = ()


def in_words(step: NextStep, tournament: Tournament, role: Role) -> Step:
    """A step in words, with addresses for what this role may do."""
    organises = role.rank >= Role.ORGANISER.rank
    title, button, least, found, posts = _WORDS[step.do](step, tournament)
    may = role.rank >= least.rank
    return Step(
        title=title,
        button=button,
        address=found if may else "",
        posts=posts,
        accepts=step.do is Do.ACCEPT_AND_CLOSE,
        who="" if may else _("An organiser of the club does this."),
        hints=tuple(hint(one, step, tournament, organises=organises) for one in step.in_the_way),
    )


Words = tuple[str, str, Role, str, bool]
"""Title, button, the least role that may press it, address, and whether it posts."""


def _add_names(_step: NextStep, tournament: Tournament) -> Words:
    return _("Who plays tonight?"), _("Add names"), Role.ORGANISER, reverse("names", args=[tournament.slug]), False


def _tick_arrivals(_step: NextStep, tournament: Tournament) -> Words:
    title = _("Say who is here")
    return title, _("Open arrivals"), Role.SCOREKEEPER, reverse("arrivals", args=[tournament.slug]), False


def _seat(step: NextStep, tournament: Tournament) -> Words:
    button = ngettext("Seat {count} person", "Seat {count} people", step.people).format(count=step.people)
    title = _("Seat round {number}").format(number=step.round)
    return title, button, Role.ORGANISER, reverse("seat", args=[tournament.slug]), False


def _draw_again(step: NextStep, tournament: Tournament) -> Words:
    title = _("The draft of round {number} is out of date").format(number=step.round)
    return title, _("Draw it again"), Role.ORGANISER, reverse("seat", args=[tournament.slug]), False


def _publish_seating(step: NextStep, tournament: Tournament) -> Words:
    title = _("Round {number} is drawn; nobody else sees it yet").format(number=step.round)
    return title, _("Look at it and publish"), Role.ORGANISER, reverse("seat", args=[tournament.slug]), False


def _type_results(step: NextStep, tournament: Tournament) -> Words:
    title = _("Round {number} is being played").format(number=step.round)
    return title, _("Type results"), Role.SCOREKEEPER, reverse("desk-results", args=[tournament.slug]), False


def _watch_bots(step: NextStep, tournament: Tournament) -> Words:
    title = _("Bots are playing round {number}").format(number=step.round)
    return title, _("Look at their tables"), Role.ORGANISER, reverse("bots", args=[tournament.slug]), False


def _watch_screens(step: NextStep, tournament: Tournament) -> Words:
    title = _("Round {number} is being played on screen").format(number=step.round)
    found = reverse("screen-tables", args=[tournament.slug, step.round])
    return title, _("Look at the tables on screen"), Role.ORGANISER, found, False


def _close(step: NextStep, tournament: Tournament) -> Words:
    title = _("Every table of round {number} is in").format(number=step.round)
    found = reverse("close-round", args=[tournament.slug, step.round])
    return title, _("Close round {number}").format(number=step.round), Role.ORGANISER, found, True


def _accept_and_close(step: NextStep, tournament: Tournament) -> Words:
    title = _("Every table of round {number} is in; some are not accepted yet").format(number=step.round)
    button = ngettext(
        "Accept {count} table and close round {number}",
        "Accept {count} tables and close round {number}",
        step.people,
    ).format(count=step.people, number=step.round)
    return title, button, Role.ORGANISER, reverse("close-round", args=[tournament.slug, step.round]), True


def _finish(_step: NextStep, tournament: Tournament) -> Words:
    title = _("Every planned round is played")
    return title, _("Finish the tournament"), Role.ORGANISER, reverse("finish", args=[tournament.slug]), True


def _look_back(_step: NextStep, tournament: Tournament) -> Words:
    title = _("The tournament is finished")
    found = reverse("tournament" if tournament.is_public else "desk-results", args=[tournament.slug])
    return title, _("See how it ended"), Role.SCOREKEEPER, found, False


def _settle(step: NextStep, tournament: Tournament) -> Words:
    title = ngettext("Settle the tie first", "Settle {count} ties first", step.people).format(count=step.people)
    return title, _("Settle it"), Role.ORGANISER, stage_address(step, tournament), False


def _make_cut(step: NextStep, tournament: Tournament) -> Words:
    title = ngettext("{count} person would go on", "{count} people would go on", step.people).format(count=step.people)
    return title, _("Make the cut"), Role.ORGANISER, stage_address(step, tournament), False


def _choose_plan(step: NextStep, tournament: Tournament) -> Words:
    title = ngettext("{count} person plays the knockout", "{count} people play the knockout", step.people)
    button = _("Choose how it is played")
    return title.format(count=step.people), button, Role.ORGANISER, stage_address(step, tournament), False


_WORDS: dict[Do, Callable[[NextStep, Tournament], Words]] = {
    Do.ADD_NAMES: _add_names,
    Do.TICK_ARRIVALS: _tick_arrivals,
    Do.SETTLE: _settle,
    Do.MAKE_CUT: _make_cut,
    Do.CHOOSE_PLAN: _choose_plan,
    Do.SEAT: _seat,
    Do.DRAW_AGAIN: _draw_again,
    Do.PUBLISH_SEATING: _publish_seating,
    Do.TYPE_RESULTS: _type_results,
    Do.WATCH_BOTS: _watch_bots,
    Do.WATCH_SCREENS: _watch_screens,
    Do.ACCEPT_AND_CLOSE: _accept_and_close,
    Do.CLOSE: _close,
    Do.FINISH: _finish,
    Do.LOOK_BACK: _look_back,
}
