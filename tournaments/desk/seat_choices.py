"""The tables that an organiser can choose for a round: every way that fits, and one that bots make even."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from tournaments.models import Entry, Tournament
from tournaments.queries.bots import bot_entries
from tournaments.queries.coming_round import ComingRound
from tournaments.queries.stages import Sizes, sizes_in
from tournaments.refusals import in_words
from tournaments.seating.knockout_round import KnockoutDraw
from tournaments.seating.sizes import NoSplit, Split, seats_left, splits, tables_in_words


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to lay the tables: its text in the form, what it means and costs, and the split of the people.

    Where `bots` fill seats, every table is played on screen.
    """

    text: str
    words: str
    split: Split
    bots: int = 0


def choices_for(tournament: Tournament, coming: ComingRound) -> list[Choice]:
    """The ways to seat who plays the round, the recommended one first; in a knockout the one of its plan.

    Last comes the one in which bots that are here fill the tables, if they can. Raises NoSplit.
    """
    if isinstance(coming.way, KnockoutDraw):
        words = _("The tables of the knockout: {sizes}.").format(sizes=", ".join(map(str, coming.way.sizes)))
        return [_choice_of(coming.way.split, words)]
    sizes = sizes_in(tournament, coming.span.stage)
    filled = _filled(tournament, coming, sizes)
    try:
        found = splits(len(coming.here), sizes.allowed, sizes.preferred)
    except NoSplit:
        if not filled:
            raise
        return filled
    return [*(_choice_of(split, in_words(split.words)) for split in found), *filled]


def with_bots(text: str) -> str:
    """The text of the choice of the same tables with bots in the seats that are free."""
    return f"{text}-bots"


def _filled(tournament: Tournament, coming: ComingRound, sizes: Sizes) -> list[Choice]:
    """Tables of the preferred size with bots in the seats that people leave free, where so many bots are here."""
    if not coming.span.is_first or not engine.read_rules(tournament.rules).has_tiles:
        return []
    split = seats_left(len(coming.here), sizes.preferred) if sizes.preferred in sizes.allowed else None
    if split is None:
        return []
    bots = sizes.preferred * len(split.sizes) - split.people
    here = [bot.number for bot in bot_entries(tournament) if bot.status == Entry.Status.HERE]
    if bots > len(here) or set(here) & set(coming.here):  # where only bots are entered, they are drawn themselves
        return []
    words = ngettext(
        "{tables}, all played on screen: {count} bot fills the seat that is free.",
        "{tables}, all played on screen: {count} bots fill the seats that are free.",
        bots,
    ).format(tables=in_words(tables_in_words((sizes.preferred,) * len(split.sizes))), count=bots)
    return [Choice(with_bots(_text_of(split)), words, split, bots)]


def _choice_of(split: Split, words: str) -> Choice:
    return Choice(_text_of(split), words, split)


def _text_of(split: Split) -> str:
    return "-".join(map(str, split.sizes))
