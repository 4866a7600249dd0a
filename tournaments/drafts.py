"""Drafts of the next round: drawn, or taken from paper; changed by hand, thrown away, published."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import read_rules
from games.reports import open_games
from tournaments import history
from tournaments.entries import set_status
from tournaments.models import Entry, Round, Seat, Table, Tournament
from tournaments.queries.seating import past_of, presence_changed
from tournaments.refusals import Refused
from tournaments.rounds import last_round, next_number, number_after
from tournaments.seating.draw import Past, Seating, draw_round
from tournaments.seating.sizes import Split

MOST_MOVES = 300_000
"""The most moves of a draw that somebody waits for: about a second. A fixed number, so that a seed stays a seating."""


def draft_round(*, tournament: Tournament, split: Split, seed: int, by: str, at: datetime) -> Round:
    """Draw the next round for everybody who is here, as a draft. A draft that exists already is returned as it is.

    Refused while the round before is not closed, when all planned rounds are played, or when the split is for another
    number of people than are here. The drawing itself holds no lock: the desk can go on meanwhile.
    """
    # Read once: a draft that somebody makes between two looks would be taken for a round that is not closed.
    last = last_round(tournament)
    if last is not None and last.state == Round.State.DRAFT:
        return last
    drawn = _draw(tournament, number_after(tournament, last), split, seed)
    with transaction.atomic():
        tournament = history.lock_unfinished(tournament)
        existing = _draft_of(tournament)
        if existing is not None:
            return existing
        number = next_number(tournament)
        _check_same(drawn, tournament, number)
        centres = tournament.plan[number - 1]
        draft = Round(tournament=tournament, number=number, centres=centres, made_at=at, state=Round.State.DRAFT)
        _keep(draft, drawn.seating)
        history.write_down(tournament, "round.draft", by=by, at=at, facts={"round": number}, visible=False)
        return draft


def redraw_round(*, draft: Round, split: Split, seed: int, by: str, at: datetime) -> Round:
    """Draw a draft again for everybody who is here now; counts as a redraw."""
    draft = _as_draft(draft)
    drawn = _draw(draft.tournament, draft.number, split, seed)
    with transaction.atomic():
        tournament = history.lock_unfinished(draft.tournament)
        draft = _as_draft(draft)
        _check_same(drawn, tournament, draft.number)
        draft.redraws, draft.hand_changes = draft.redraws + 1, 0
        _keep(draft, drawn.seating)
        history.write_down(tournament, "round.redraw", by=by, at=at, facts={"round": draft.number}, visible=False)
        return draft


@transaction.atomic
def swap(*, draft: Round, first: Entry, second: Entry, by: str, at: datetime) -> Round:
    """Let two people of a draft change places, at tables or sitting out; counts as a change by hand."""
    tournament = history.lock_unfinished(draft.tournament)
    draft = _as_draft(draft)
    if first.pk == second.pk:
        raise Refused(_("Choose two different people: {name} is named twice.").format(name=first.player))
    seats = {seat.entry_id: seat for seat in draft.seats.filter(entry__in=[first.pk, second.pk])}
    for entry in (first, second):
        if entry.pk not in seats:
            raise Refused(_("{name} is not in this draft. Draw it again.").format(name=entry.player))
    draft.seats.filter(entry__in=list(seats)).delete()
    Seat.objects.bulk_create(
        Seat(round=draft, table_id=to.table_id, place=to.place, role=to.role, entry=entry, player_id=entry.player_id)
        for entry, to in ((first, seats[second.pk]), (second, seats[first.pk]))
    )
    draft.hand_changes += 1
    draft.save(update_fields=["hand_changes"])
    facts = {"round": draft.number, "players": [first.player_id, second.player_id]}
    history.write_down(tournament, "round.swap", by=by, at=at, facts=facts, visible=False)
    return draft


@transaction.atomic
def seat_from_paper(
    *, tournament: Tournament, tables: Sequence[Sequence[Entry]], sit_outs: Sequence[Entry] = (), by: str, at: datetime
) -> Round:
    """Take a seating that was made on paper as the draft of the next round: entries in seat order, table by table.

    Replaces a draft that exists. Refused, by name, where somebody sits twice or a table has a size that is not allowed.
    Whoever is on the paper is here: who was not marked so is marked now.
    """
    tournament = history.lock_unfinished(tournament)
    _check_tables(tournament, tables, sit_outs)
    on_paper = [entry.number for table in (*tables, sit_outs) for entry in table]
    set_status(tournament=tournament, entries=on_paper, status=Entry.Status.HERE, by=by, at=at)
    draft = _draft_of(tournament)
    if draft is None:
        number = next_number(tournament)
        draft = Round(tournament=tournament, number=number, centres=tournament.plan[number - 1], made_at=at)
    else:
        draft.hand_changes += 1
    draft.seed, draft.moves, draft.algorithm = None, None, ""
    draft.save()
    _lay(draft, [[entry.number for entry in table] for table in tables], [entry.number for entry in sit_outs])
    history.write_down(tournament, "round.from_paper", by=by, at=at, facts={"round": draft.number}, visible=False)
    return draft


@transaction.atomic
def drop_draft(*, draft: Round, by: str, at: datetime) -> None:
    """Throw a draft away; nobody but the club's members has seen it."""
    tournament = history.lock_unfinished(draft.tournament)
    draft = _as_draft(draft)
    number = draft.number
    draft.seats.all().delete()
    draft.delete()
    history.write_down(tournament, "round.drop_draft", by=by, at=at, facts={"round": number}, visible=False)


@transaction.atomic
def publish_round(*, draft: Round, by: str, at: datetime) -> Round:
    """Publish a draft: its games are made and everybody can see where they sit.

    Refused when somebody came or went since it was drawn.
    """
    tournament = history.lock_unfinished(draft.tournament)
    draft = _as_draft(draft)
    came, went = presence_changed(draft)
    if came or went:
        raise Refused(
            _("The draft is out of date. Came since: {came}. Gone since: {went}. Draw it again.").format(
                came=_names(came), went=_names(went)
            )
        )
    tables = list(draft.tables.order_by("number"))
    games = open_games(rules=tournament.rules, centres=draft.centres, count=len(tables))
    for table, game in zip(tables, games, strict=True):
        table.game = game
    Table.objects.bulk_update(tables, ["game"])
    draft.state, draft.published_at = Round.State.OPEN, at
    draft.save()
    history.write_down(tournament, "round.publish", by=by, at=at, facts={"round": draft.number})
    return draft


def _as_draft(draft: Round) -> Round:
    """The draft as it is now; refused when it was published or dropped meanwhile, or is not the one that was seen."""
    now = Round.objects.select_related("tournament").filter(pk=draft.pk).first()
    if now is None or now.state != Round.State.DRAFT:
        raise Refused(_("Round {number} is not a draft any more. Look at it again.").format(number=draft.number))
    if now.drawing != draft.drawing:
        raise Refused(
            _("Somebody changed the draft of round {number} meanwhile. Look at it again.").format(number=draft.number)
        )
    return now


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A seating with what it was drawn from: the numbers of those here, the rounds before."""

    here: tuple[int, ...]
    past: Past
    seating: Seating


def _draw(tournament: Tournament, number: int, split: Split, seed: int) -> _Drawn:
    """Draw round `number` for everybody who is here. Takes its time and changes nothing."""
    here = _here(tournament)
    if split.people != len(here):
        raise Refused(
            _("The tables are for {planned} people, and {here} are here. Choose the tables again.").format(
                planned=split.people, here=len(here)
            )
        )
    past = past_of(tournament, number)
    ahead = max(1, len(tournament.plan) - number + 1)
    return _Drawn(here, past, draw_round(here, split, past, seed=seed, moves=MOST_MOVES, ahead=ahead))


def _check_same(drawn: _Drawn, tournament: Tournament, number: int) -> None:
    """Refuse a drawing whose ground has changed while it was made."""
    if (drawn.here, drawn.past) != (_here(tournament), past_of(tournament, number)):
        raise Refused(_("Somebody came or went while the tables were drawn. Nothing was changed; draw them once more."))


def _here(tournament: Tournament) -> tuple[int, ...]:
    """The numbers of the entries who are here, in order."""
    here = tournament.entries.filter(status=Entry.Status.HERE).order_by("number")
    return tuple(here.values_list("number", flat=True))


def _draft_of(tournament: Tournament) -> Round | None:
    return tournament.rounds.filter(state=Round.State.DRAFT).first()


def _keep(draft: Round, seating: Seating) -> None:
    """Store what was drawn as the tables of a draft."""
    draft.seed, draft.moves, draft.algorithm = seating.seed, seating.moves, seating.algorithm
    draft.save()
    _lay(draft, seating.tables, seating.sit_outs)


def _lay(draft: Round, tables: Sequence[Sequence[int]], sit_outs: Sequence[int]) -> None:
    """Replace the tables and seats of a draft; entries by number, in seat order."""
    draft.seats.all().delete()
    draft.tables.all().delete()
    entries = {entry.number: entry for entry in draft.tournament.entries.all()}
    rows = Table.objects.bulk_create(Table(round=draft, number=number) for number in range(1, len(tables) + 1))
    seats = [
        Seat(round=draft, table=row, place=place, entry=entries[number], player_id=entries[number].player_id)
        for row, table in zip(rows, tables, strict=True)
        for place, number in enumerate(table, 1)
    ]
    seats += [
        Seat(round=draft, role=Seat.Role.SITS_OUT, entry=entries[number], player_id=entries[number].player_id)
        for number in sit_outs
    ]
    Seat.objects.bulk_create(seats)


def _check_tables(tournament: Tournament, tables: Sequence[Sequence[Entry]], sit_outs: Sequence[Entry]) -> None:
    dealable = read_rules(tournament.rules).player_counts()
    seen: dict[int, int] = {}
    for number, table in enumerate(tables, 1):
        if len(table) not in dealable:
            raise Refused(
                ngettext(
                    "Table {table} has {count} person; the rules can deal to {sizes}.",
                    "Table {table} has {count} people; the rules can deal to {sizes}.",
                    len(table),
                ).format(table=number, count=len(table), sizes=", ".join(map(str, dealable)))
            )
        for entry in table:
            if entry.pk in seen:
                raise Refused(
                    _("{name} sits at table {first} and at table {second}. Take one of them out.").format(
                        name=entry.player, first=seen[entry.pk], second=number
                    )
                )
            seen[entry.pk] = number
    for entry in sit_outs:
        if entry.pk in seen:
            raise Refused(
                _("{name} sits at table {table} and sits out. Choose one of them.").format(
                    name=entry.player, table=seen[entry.pk]
                )
            )


def _names(entries: Sequence[Entry]) -> str:
    return ", ".join(str(entry.player) for entry in entries) or _("nobody")
