"""An evening out of two CSV files: who sat where, and what became of each hand; the other way in than the pages."""

import zoneinfo
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import clubs, history, programme
from tournaments.exchange.sheet_people import entries_by_name
from tournaments.exchange.sheet_rounds import RoundIn, SheetRound, take_in
from tournaments.exchange.sheet_words import Notes, NotImported, Told
from tournaments.files.sheets import FaultySheets, SheetFile, Sheets, read_sheets
from tournaments.models import Club, Tournament
from tournaments.programme import Programme
from tournaments.refusals import Refused, in_words


@dataclass(frozen=True, slots=True)
class Making:
    """What a tournament is made of where it does not exist yet; where it does, only `club` is compared with it.

    `club` is the name or the address of a club, made where there is none; empty where there is only one. An empty
    `name` is the tournament's address; a `day` that is None is today.
    """

    club: str = ""
    name: str = ""
    day: date | None = None
    rules: str = "gamerules"


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did; `remarks` are odd results that were confirmed and spellings that were understood."""

    tournament: Tournament
    is_new: bool
    players_made: int
    rounds: tuple[RoundIn, ...]
    remarks: tuple[Told, ...]


def import_sheets(
    *, slug: str, seating: SheetFile, hands: SheetFile, making: Making, by: str, at: datetime
) -> Imported:
    """Take in a seating and its hands, all or nothing; what is here already and says the same stays as it is.

    Makes the club, the tournament (a draft, its plan the centres of the file), the players and entries that are not
    here. A round whose every hand is in is closed. What the engine finds odd is confirmed and remarked on, what it
    refuses is a fault. Raises NotImported with everything that is wrong, by file and line, and Refused.
    """
    try:
        sheets = read_sheets(seating, hands)
    except FaultySheets as faulty:
        told = [Told(fault.file, fault.line, in_words(fault.sentence)) for fault in faulty.faults]
        raise NotImported(told) from faulty
    notes = Notes(seating.name, hands.name)
    with transaction.atomic():
        tournament, is_new = _tournament(slug, sheets, making, notes, by=by, at=at)
        entries, made = entries_by_name(tournament, sheets, notes, by=by, at=at)
        done = []
        for number in sheets.rounds:
            done.append(take_in(tournament, SheetRound.of(sheets, number, entries), notes, by=by, at=at))
            if not done[-1].closed and notes.faults:
                break
        notes.stop_if_wrong()
    tournament.refresh_from_db()
    return Imported(tournament, is_new, made, tuple(done), tuple(notes.remarks))


def _tournament(
    slug: str, sheets: Sheets, making: Making, notes: Notes, *, by: str, at: datetime
) -> tuple[Tournament, bool]:
    """The tournament, held with its club, and whether it was made."""
    known = Tournament.with_removed.select_related("club").filter(slug=slug).first()
    if known is None:
        return _make(slug, sheets, making, notes, by=by, at=at), True
    if making.club and making.club not in {known.club.name, known.club.slug}:
        text = _("The tournament “{slug}” is one of {club}, not of {other}.")
        raise Refused(text.format(slug=slug, club=known.club, other=making.club))
    history.hold_club(known.club)
    return history.lock_unfinished(known), False


def _make(slug: str, sheets: Sheets, making: Making, notes: Notes, *, by: str, at: datetime) -> Tournament:
    club = _club(making.club, by=by, at=at)
    history.hold_club(club)
    for number in sheets.rounds:
        if not sheets.centres(number):
            line = min(seat.line for seat in sheets.seating if seat.round == number)
            text = _("Round {number} has no hands in {file}, so nobody knows how many it will have.")
            notes.fault_in_seating(line, text.format(number=number, file=notes.hands))
    if sheets.rounds != tuple(range(1, len(sheets.rounds) + 1)):
        text = _("A new tournament begins with round 1 and leaves no round out; the file has {rounds}.")
        notes.fault_in_seating(0, text.format(rounds=", ".join(map(str, sheets.rounds))))
    notes.stop_if_wrong()
    at_table = Counter((seat.round, seat.table) for seat in sheets.seating)
    sizes = Counter(at_table.values())
    zone = zoneinfo.ZoneInfo(club.time_zone)
    settings_of_it = Programme(
        name=making.name or slug,
        date=making.day or at.astimezone(zone).date(),
        place=club.place,
        time_zone=club.time_zone,
        rules=making.rules,
        plan=tuple(sheets.centres(number) for number in sheets.rounds),
        sizes=tuple(sorted(sizes)),
        preferred_size=min(sizes, key=lambda size: (-sizes[size], size)),
    )
    return programme.make_tournament(club=club, programme=settings_of_it, slug=slug, by=by, at=at)


def _club(club: str, *, by: str, at: datetime) -> Club:
    """The club with this name or address, made where there is none; the only one where nothing is said."""
    if not club:
        some = list(Club.objects.filter(is_demo=False).order_by("pk")[:2])
        if len(some) == 1:
            return some[0]
        raise Refused(_("Say which club the tournament is one of: --club NAME."))
    named = list(Club.objects.filter(Q(slug=club) | Q(name=club)).order_by("pk")[:2])
    if len(named) > 1:
        raise Refused(_("There are several clubs called {club}: say its address instead.").format(club=club))
    if named:
        return named[0]
    return clubs.make_club(name=club, place="", time_zone=settings.TIME_ZONE, owner=None, by=by, at=at)
