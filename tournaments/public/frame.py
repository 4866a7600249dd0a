"""What stands round every public page of a tournament: its name, its tabs, and the moment it is of."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

import engine
from tournaments.models import Player, Tournament
from tournaments.public_names import public_name, public_name_of_guest, public_order
from tournaments.queries.facts import Entered, Facts, PlayedRound, Seated
from tournaments.refusals import in_words


@dataclass(frozen=True, slots=True)
class Moment:
    """When the facts of a page last changed, in the tournament's own time zone."""

    at: datetime
    time: str
    day: str


def moment_of(tournament: Tournament) -> Moment:
    """The moment of the last change. Never the present: a page kept on the shelf has to stay true."""
    at = tournament.changed_at.astimezone(ZoneInfo(tournament.time_zone)).replace(microsecond=0)
    naive = at.replace(tzinfo=None)
    return Moment(at, date_format(naive, "H:i:s"), date_format(naive, "j F Y"))


def frame(tournament: Tournament, tab: str, *more: tuple[str, str], page: str = "") -> dict[str, Any]:
    """The part of the context that every page of a tournament needs; `more` are crumbs below the tournament.

    `page` is the rest of the page's own address, for a page that moves by itself until the tournament is finished.
    """
    address = reverse("tournament", args=[tournament.slug])
    moves = bool(page) and tournament.state != Tournament.State.FINISHED
    crumbs = [
        (tournament.club.name, reverse("club", args=[tournament.club.slug])),
        (tournament.name, address),
        *more,
    ]
    return {
        "tournament": tournament,
        "is_finished": tournament.state == Tournament.State.FINISHED,
        "rules_title": in_words(engine.read_rules(tournament.rules).title),
        "moment": moment_of(tournament),
        "crumbs": crumbs,
        "poll": f"{address}live/{page}?v={tournament.version}" if moves else "",
        "label": _("Parts of the tournament"),
        "tab": tab,
        "tabs": [
            ("standings", _("Standings"), address),
            ("seating", _("Seating"), reverse("seating", args=[tournament.slug])),
            *(
                [("bracket", _("Bracket"), reverse("bracket", args=[tournament.slug]))]
                if tournament.has_knockout
                else []
            ),
            ("results", _("Results"), reverse("results", args=[tournament.slug])),
            ("rules", _("Rules"), reverse("rules", args=[tournament.slug])),
        ],
    }


def progress_of(facts: Facts) -> str:
    """How far the evening is: "round 3 · 9 of 12 tables in"."""
    current = facts.last_round
    if facts.tournament.state == Tournament.State.FINISHED:
        return _("finished")
    if current is None:
        return _("nobody is seated yet")
    if current.closed:
        return _("after round %(number)d of %(rounds)d") % {
            "number": current.number,
            "rounds": max(len(facts.tournament.plan), current.number),
        }
    return _("round %(number)d · %(count)d of %(tables)d tables in") % {
        "number": current.number,
        "count": current.tables_in,
        "tables": len(current.tables),
    }


class People:
    """The public names of everybody in a tournament, and where their pages are."""

    def __init__(self, facts: Facts, guests: Mapping[int, Player] | None = None) -> None:
        self._entries = facts.entries
        self._names = {
            pk: public_name(name=entry.player.name, shown=entry.player.shown, number=entry.number)
            for pk, entry in facts.entries.items()
        }
        self._by_player = {entry.player_id: pk for pk, entry in facts.entries.items()}
        self._guests = guests or {}
        self._address = reverse("tournament", args=[facts.tournament.slug])

    def name(self, entry: int) -> str:
        """The public name of an entry."""
        return self._names[entry]

    def address(self, entry: int) -> str:
        """The page of an entry."""
        return f"{self._address}entry/{self._entries[entry].number}/"

    def entry_in(self, seat: Seated) -> int | None:
        """The entry of who sits there; None for a guest who is not entered."""
        return self._by_player.get(seat.player) if seat.entry is None else seat.entry

    def name_in(self, seat: Seated) -> str:
        """The public name of who sits there."""
        entry = self.entry_in(seat)
        if entry is not None:
            return self._names[entry]
        guest = self._guests.get(seat.player)
        return public_name_of_guest(name=guest.name, shown=guest.shown) if guest else _("A guest")

    def address_in(self, seat: Seated) -> str:
        """The page of who sits there; empty for a guest."""
        entry = self.entry_in(seat)
        return "" if entry is None else self.address(entry)

    def in_order(self) -> list[Entered]:
        """The entries in the order of their public names."""
        return sorted(
            self._entries.values(),
            key=lambda entry: public_order(
                name=entry.player.name,
                sort_name=entry.player.sort_name,
                shown=entry.player.shown,
                number=entry.number,
            ),
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several pages to choose from."""

    text: str
    address: str
    is_this: bool


def round_choices(facts: Facts, name: str, this: PlayedRound, *more: str) -> list[Choice]:
    """The rounds to choose from on a page that shows one of them; none where there is only one."""
    if len(facts.rounds) < 2:
        return []
    return [
        Choice(
            _("Round %(number)d") % {"number": played.number},
            reverse(name, args=[facts.tournament.slug, played.number, *more]),
            played is this,
        )
        for played in facts.rounds
    ]
