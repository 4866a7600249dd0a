"""What a draft is like, and the way back: each change of it keeps what was there before."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import Change, DraftStep, DrawFile, Round, Seat, Table
from tournaments.queries.draws import file_of
from tournaments.refusals import Refused


@dataclass(frozen=True, slots=True)
class Layout:
    """A draft as it is: entries by number in seat order, table by table, and how it came about.

    `locked` and `on_screen` are numbers of tables, `ignored` ids of wishes, `file` is the text of the draw ("" on
    paper). Bots beside people sit at tables on screen alone.
    """

    tables: tuple[tuple[int, ...], ...]
    sit_outs: tuple[int, ...]
    locked: tuple[int, ...]
    ignored: tuple[int, ...]
    seed: int | None
    moves: int | None
    algorithm: str
    hand_changes: int
    file: str
    on_screen: tuple[int, ...] = ()

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Layout":
        """As `DraftStep.before` holds it."""
        lists = {name: tuple(stored.get(name, ())) for name in ("sit_outs", "locked", "ignored", "on_screen")}
        return cls(**{**stored, **lists, "tables": tuple(map(tuple, stored["tables"]))})


def as_draft(draft: Round) -> Round:
    """The draft as it is now; refused when it was published or dropped meanwhile, or is not the one that was seen."""
    now = Round.objects.select_related("tournament").filter(pk=draft.pk).first()
    if now is None or now.state != Round.State.DRAFT:
        raise Refused(_("Round {number} is not a draft any more. Look at it again.").format(number=draft.number))
    if now.drawing != draft.drawing:
        raise Refused(
            _("Somebody changed the draft of round {number} meanwhile. Look at it again.").format(number=draft.number)
        )
    return now


def layout_of(draft: Round) -> Layout:
    """A draft as it is. Three queries."""
    tables: dict[int, list[int]] = {}
    sit_outs: list[int] = []
    seats = draft.seats.order_by("table__number", "place", "entry__number")
    for role, table, entry in seats.values_list("role", "table__number", "entry__number"):
        (sit_outs if role == Seat.Role.SITS_OUT else tables.setdefault(table, [])).append(entry)
    marked = list(draft.tables.filter(Q(locked=True) | Q(on_screen=True)).values_list("number", "locked", "on_screen"))
    locked = {number for number, is_locked, _on_screen in marked if is_locked}
    on_screen = {number for number, _locked, is_on_screen in marked if is_on_screen}
    in_order = sorted(tables)
    return Layout(
        tables=tuple(tuple(tables[number]) for number in in_order),
        sit_outs=tuple(sit_outs),
        locked=tuple(at for at, number in enumerate(in_order, 1) if number in locked),
        ignored=tuple(draft.ignored),
        seed=draft.seed,
        moves=draft.moves,
        algorithm=draft.algorithm,
        hand_changes=draft.hand_changes,
        file=file_of(draft),
        on_screen=tuple(at for at, number in enumerate(in_order, 1) if number in on_screen),
    )


def keep(draft: Round, layout: Layout) -> None:
    """Store a draft as this: the round's row, its tables and seats, and the file of its draw.

    Refused where somebody in it is not entered any more.
    """
    draft.seed, draft.moves, draft.algorithm = layout.seed, layout.moves, layout.algorithm
    draft.hand_changes, draft.ignored = layout.hand_changes, list(layout.ignored)
    draft.step += 1
    draft.save()
    _lay(draft, layout)
    keep_file(draft, layout.file)


def keep_file(round: Round, text: str) -> None:
    """Store the file of a draw, or none."""
    if text:
        DrawFile.objects.update_or_create(round=round, defaults={"text": text})
    else:
        DrawFile.objects.filter(round=round).delete()


def remember(draft: Round, before: Layout, change: Change) -> None:
    """Keep what a draft was before a change, for the way back."""
    DraftStep.objects.create(round=draft, change=change, before=asdict(before))


def _lay(draft: Round, layout: Layout) -> None:
    """Replace the tables and seats of a draft."""
    draft.seats.all().delete()
    draft.tables.all().delete()
    rows = draft.tournament.entries.values_list("number", "pk", "player")
    known = {number: (entry, player) for number, entry, player in rows}
    gone = [number for table in (*layout.tables, layout.sit_outs) for number in table if number not in known]
    if gone:
        raise Refused(_("Somebody who sat there is not entered any more. Draw it again."))
    lay_tables(draft, layout.tables, layout.sit_outs, known, locked=layout.locked, on_screen=layout.on_screen)


def lay_tables(
    round: Round,
    tables: Sequence[Sequence[int]],
    sit_outs: Sequence[int],
    known: Mapping[int, tuple[int, int]],
    *,
    after: int = 0,
    locked: Collection[int] = (),
    on_screen: Collection[int] = (),
) -> None:
    """Add tables to a round, numbered from behind `after`, and who sits there in seat order or sits out.

    `known` are the ids of the entry and of its player by the number of the entry.
    """
    rows = Table.objects.bulk_create(
        Table(round=round, number=number, locked=number in locked, on_screen=number in on_screen)
        for number in range(after + 1, after + 1 + len(tables))
    )
    seats = [
        Seat(round=round, table=row, place=place, entry_id=known[number][0], player_id=known[number][1])
        for row, table in zip(rows, tables, strict=True)
        for place, number in enumerate(table, 1)
    ]
    seats += [
        Seat(round=round, role=Seat.Role.SITS_OUT, entry_id=known[number][0], player_id=known[number][1])
        for number in sit_outs
    ]
    Seat.objects.bulk_create(seats)
