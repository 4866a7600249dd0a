"""Who may have a seat in a round: everybody in an open evening, only its own people in a later stage or a knockout."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import Entry, Round, Tournament
from tournaments.queries.coming_round import coming_round
from tournaments.queries.stages import qualifiers_of, span_of, stages_of
from tournaments.refusals import Refused, in_words
from tournaments.seating.knockout_round import KnockoutDraw
from tournaments.stages import stage_name


def check_members(tournament: Tournament, number: int, entries: Sequence[Entry]) -> None:
    """Refuse, by name, people who are not in the stage of a round: they can be on standby for its next cut."""
    span = span_of(stages_of(tournament), number)
    inside = {one.entry_id for one in qualifiers_of(span.stage)}
    if not inside:
        return
    strangers = [str(entry.player) for entry in entries if entry.pk not in inside]
    if strangers:
        raise Refused(
            _("{names} cannot play in {stage}: who is in it was decided by the cut.").format(
                names=", ".join(strangers), stage=stage_name(span.stage)
            )
        )


def check_seat(tournament: Tournament, number: int, entry: Entry) -> None:
    """Refuse to seat somebody in a round that runs who is not in its stage; in a knockout everybody has a seat, a bye,
    or is out."""
    check_members(tournament, number, [entry])
    if stays(tournament, number):
        raise Refused(
            _(
                "{name} cannot be seated in round {number}: who plays a round of a knockout is decided before it."
            ).format(name=entry.player, number=number)
        )


def stays(tournament: Tournament, number: int) -> bool:
    """Whether the tables of a round stay what they are: those of a knockout do."""
    return span_of(stages_of(tournament), number).is_knockout


def check_knockout(
    tournament: Tournament, number: int, tables: Sequence[Sequence[int]], sit_outs: Sequence[int]
) -> None:
    """Refuse a seating (numbers of entries) of a knockout round at other tables than its plan has, or with others
    sitting out than the top seeds who have a bye; and any as long as it is not decided who goes on."""
    coming = coming_round(tournament, number)
    if coming.undecided is not None:
        raise Refused(in_words(coming.undecided.sentence))
    if not isinstance(coming.way, KnockoutDraw):
        return
    if [len(table) for table in tables] != list(coming.way.sizes):
        raise Refused(
            _("The knockout has tables of {sizes} in this round, in this order; these are of {found}.").format(
                sizes=", ".join(map(str, coming.way.sizes)), found=", ".join(str(len(table)) for table in tables)
            )
        )
    byes = coming.way.order[: coming.way.byes]
    others = [one for one in sit_outs if one not in byes]
    if others:
        raise Refused(
            _("{names} cannot sit out: in a knockout everybody plays but the top seeds who have a bye.").format(
                names=", ".join(_names_of(tournament, others))
            )
        )


def _names_of(tournament: Tournament, numbers: Sequence[int]) -> list[str]:
    rows = tournament.entries.filter(number__in=numbers).select_related("player").order_by("number")
    return [str(entry.player) for entry in rows]


def draws_bots(tournament: Tournament, number: int) -> bool:
    """Whether bots beside people get tables in a round: not in a knockout nor a later stage, whose people are named."""
    span = span_of(stages_of(tournament), number)
    return span.is_first and not span.is_knockout and tournament.entries.exclude(player__bot="").exists()


def mark_missing(draft: Round) -> None:
    """Note at the tables of a knockout that is published who is not there: they have a seat, and play no hand yet."""
    missing = coming_round(draft.tournament, draft.number).missing
    if missing:
        draft.seats.filter(entry__number__in=missing, table__isnull=False).update(last_hand=0)
