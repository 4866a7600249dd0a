"""The file of a round's draw: all that went into it, for whoever draws it again."""

from tournaments.models import DrawFile, Round
from tournaments.seating.record import Draw, from_text


def file_of(round: Round) -> str:
    """The organisers' file of a round; empty where it was made on paper. One query."""
    return DrawFile.objects.filter(round=round).values_list("text", flat=True).first() or ""


def draw_of(round: Round) -> Draw | None:
    """What a round was drawn from; None where it was made on paper. One query."""
    text = file_of(round)
    return from_text(text) if text else None
