"""A list of names on its way in: held on the server, looked at, changed, and taken in whole or not at all."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import entries, history
from tournaments.files.roster import (
    Choice,
    Decision,
    Grid,
    Layout,
    UnreadableFile,
    decisions_to_json,
    guess,
    read_file,
    read_pasted,
)
from tournaments.models import Entry, Player, Tournament, Upload
from tournaments.names import sort_name
from tournaments.queries.uploads import Looked, look
from tournaments.refusals import Refused, in_words

ANSWERS = {choice.value for choice in Choice}


class Undecided(Refused):
    """Some rows have to be decided before the list is taken in; `sentences` says which and why."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self.sentences = tuple(sentences)
        text = ngettext(
            "Nothing is taken in yet: {count} row is to be decided.",
            "Nothing is taken in yet: {count} rows are to be decided.",
            len(sentences),
        )
        super().__init__(text.format(count=len(sentences)))


def hold_file(*, tournament: Tournament, source: str, data: bytes, by: str, at: datetime) -> Upload:
    """Hold an uploaded file until it is accepted. Refused, with what it is, where it cannot be read as a list."""
    try:
        return _hold(tournament, source, read_file(data), by=by, at=at)
    except UnreadableFile as unreadable:
        text = _("{file} was not taken in. {reason}")
        raise Refused(text.format(file=source, reason=in_words(unreadable.sentence))) from unreadable


def hold_text(*, tournament: Tournament, text: str, by: str, at: datetime) -> Upload:
    """Hold a pasted list until it is accepted. Refused where it cannot be read as a list."""
    try:
        return _hold(tournament, _("pasted list"), read_pasted(text), by=by, at=at)
    except UnreadableFile as unreadable:
        raise Refused(in_words(unreadable.sentence)) from unreadable


@transaction.atomic
def change_layout(
    *, upload: Upload, header_row: int | None, name_columns: Sequence[int], turn_around: bool, every_row: bool
) -> bool:
    """Say where the names stand; decisions on rows are dropped, for other rows may be people now. True if it changed.

    Refused where no column is named or a column does not exist.
    """
    upload = _waiting(upload)
    grid = Grid.from_json(upload.grid)
    columns = tuple(dict.fromkeys(name_columns))
    if not columns or not all(0 <= column < grid.width for column in columns):
        raise Refused(_("Choose the column in which the names stand."))
    layout = Layout(header_row, columns, turn_around, every_row)
    if layout == Layout.from_json(upload.layout):
        return False
    upload.layout = dict(layout.to_json())
    upload.decisions = {}
    upload.save(update_fields=["layout", "decisions"])
    return True


@transaction.atomic
def decide(*, upload: Upload, answers: Mapping[int, str]) -> Upload:
    """Keep what a person chose for rows: "add", "leave_out", or "take:" and the id of a player."""
    upload = _waiting(upload)
    decisions = []
    for row, answer in answers.items():
        word, _colon, player = answer.partition(":")
        if word not in ANSWERS or (word == Choice.TAKE.value) != _is_id(player):
            continue
        decisions.append(Decision(row, Choice(word), int(player) if player else None))
    upload.decisions = dict(decisions_to_json(decisions))
    upload.save(update_fields=["decisions"])
    return upload


@transaction.atomic
def accept(*, upload: Upload, by: str, at: datetime) -> list[Entry]:
    """Enter everybody of the list in its order, all or nobody. Returns the new entries.

    Raises Undecided where a row is open, Refused when the list was taken in or dropped before: pressing twice makes
    one import. Who is known is looked up again now, so that a person who came in another way meanwhile is asked about.
    """
    tournament = history.lock_unfinished(upload.tournament)
    upload = _waiting(upload)
    looked = look(upload)
    if looked.settled.questions:
        raise Undecided([in_words(question.sentence) for question in looked.settled.questions])
    players = _players(tournament, looked)
    if not players:
        raise Refused(_("There is nobody to add in this list."))
    entered = entries.enter(tournament=tournament, players=players, status=Entry.Status.EXPECTED, by=by, at=at)
    facts = {"upload": upload.pk, "count": len(entered)}
    upload.delete()
    history.write_down(tournament, "names.accept", by=by, at=at, facts=facts, visible=False)
    return entered


@transaction.atomic
def drop(*, upload: Upload, by: str, at: datetime) -> None:
    """Throw a list away that was not accepted."""
    tournament = history.lock(upload.tournament)
    upload = _waiting(upload)
    facts = {"upload": upload.pk}
    upload.delete()
    history.write_down(tournament, "names.drop", by=by, at=at, facts=facts, visible=False)


def is_over(tournament: Tournament, upload: int) -> bool:
    """Whether the list with this id was taken in or thrown away before, in this tournament."""
    over = tournament.changes.filter(verb__in=["names.accept", "names.drop"], facts__upload=upload)
    return over.exists()


@transaction.atomic
def _hold(tournament: Tournament, source: str, grid: Grid, *, by: str, at: datetime) -> Upload:
    """Hold a grid with the layout that it most likely has; a list that the same person held before gives way."""
    tournament = history.lock_unfinished(tournament)
    tournament.uploads.filter(by=by).delete()
    return Upload.objects.create(
        tournament=tournament,
        source=source[:120],
        grid=dict(grid.to_json()),
        layout=dict(guess(grid).to_json()),
        by=by,
        at=at,
    )


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def _waiting(upload: Upload) -> Upload:
    now = Upload.objects.select_for_update(of=("self",)).select_related("tournament").filter(pk=upload.pk).first()
    if now is None:
        raise Refused(_("This list has been taken in or thrown away already."))
    return now


def _players(tournament: Tournament, looked: Looked) -> list[Player]:
    """The players of a settled list in its order; the new ones are made."""
    settled = looked.settled
    made = Player.objects.bulk_create(
        Player(
            club_id=tournament.club_id,
            name=row.name,
            sort_name=sort_name(row.name),
            only_in=history.rehearsal_in(tournament),
        )
        for row in settled.new
    )
    by_row = {row.row_number: player for row, player in zip(settled.new, made, strict=True)}
    known = Player.objects.filter(club=tournament.club_id).in_bulk([player.id for _row, player in settled.known])
    by_row.update({row.row_number: known[player.id] for row, player in settled.known})
    return [by_row[number] for number in sorted(by_row)]
