"""What a round is drawn from, and the draw itself, which holds nothing while it takes its time."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.queries.coming_round import BALANCED, Balanced, ByStandings, Way, coming_round
from tournaments.queries.seating import past_of
from tournaments.queries.wishes import Asked, asked_in, wishes_from
from tournaments.refusals import Refused, in_words
from tournaments.seating.draw import CannotSeat, Past, Wishes
from tournaments.seating.knockout_round import KnockoutDraw
from tournaments.seating.power_record import PowerDraw
from tournaments.seating.record import Draw
from tournaments.seating.sizes import Split
from tournaments.seating.wishes import clashes
from tournaments.ways import Task, draw_by
from tournaments.wishes import in_one_sentence

MOST_MOVES = 300_000
"""The most moves of a draw that somebody waits for: about a second. A fixed number, so that a seed stays a seating."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the organiser says about a draw beside the tables.

    `turns_first`: nobody sits at a smaller table twice before everybody did once. `ignored`: ids of wishes left out.
    """

    turns_first: bool = True
    ignored: frozenset[int] = frozenset()


USUAL = Terms()
"""Turns at the smaller tables first, all wishes minded."""


class Clash(Refused):
    """Wishes that cannot all be kept at these tables; without any single one of `wishes` this clash is gone."""

    def __init__(self, wishes: Sequence[Asked], locked: Sequence[int]) -> None:
        self.wishes = tuple(wishes)
        told = " ".join(in_one_sentence(one) for one in wishes)
        sentence = _("Nothing is drawn, because this cannot be had at these tables: {wishes}").format(wishes=told)
        if locked:
            tables = ", ".join(map(str, locked))
            sentence = _("{sentence} Locked: table {tables}.").format(sentence=sentence, tables=tables)
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class Ground:
    """What a round is drawn from, as it was read: the numbers of those who play, the rounds before, the wishes.

    `ahead` counts the rounds of the stage that are still to come, this one included; `way` is by what it is seated.
    """

    here: tuple[int, ...]
    past: Past
    asked: tuple[Asked, ...]
    ahead: int = 1
    way: Way = BALANCED


Locked = dict[int, tuple[int, ...]]
"""The locked tables of a draft by number, with the numbers of the entries in seat order."""


def ground_of(tournament: Tournament, number: int) -> Ground:
    """What round `number` would be drawn from at this moment. Five queries for an open evening.

    Refused where a table of the knockout round before has not decided who goes on.
    """
    coming = coming_round(tournament, number)
    if coming.undecided is not None:
        raise Refused(in_words(coming.undecided.sentence))
    ahead = max(1, coming.span.last - number + 1)
    return Ground(coming.here, past_of(tournament, number), asked_in(tournament), ahead, coming.way)


def draw(ground: Ground, split: Split, *, seed: int, terms: Terms, locked: Locked) -> Draw:
    """Draw one round. Takes its time and changes nothing.

    The rounds to come are kept in mind; not so where tables are locked, for they are locked in this one alone.
    Refused where the tables are for another number of people; raises Clash where wishes cannot be kept.
    """
    if split.people != len(ground.here):
        raise Refused(
            _("The tables are for {planned} people, and {here} are here. Choose the tables again.").format(
                planned=split.people, here=len(ground.here)
            )
        )
    kept = _kept(ground, split, locked)
    wishes = _of_those(
        wishes_from(ground.asked, terms.ignored, turns_first=terms.turns_first).locking(kept), ground.here
    )
    rounds = 1 if locked or not isinstance(ground.way, Balanced) else ground.ahead
    try:
        drawn = draw_by(ground.way, Task(ground.here, split, ground.past, wishes, seed, rounds), moves=MOST_MOVES)
    except CannotSeat as cannot:
        raise _clash(ground, split, terms, kept) or Refused(in_words(cannot.sentence)) from cannot
    return Draw(
        entries=ground.here,
        split=split,
        past=ground.past,
        wishes=wishes,
        ahead=rounds,
        limit=MOST_MOVES,
        drawn=drawn,
        tables=drawn.tables,
        sit_outs=drawn.sit_outs,
        ignored_wishes=sum(one.pk in terms.ignored for one in ground.asked),
        locked=tuple(sorted(locked)),
        power=PowerDraw(ground.way.standings, ground.way.rules) if isinstance(ground.way, ByStandings) else None,
        knockout=ground.way if isinstance(ground.way, KnockoutDraw) else None,
    )


def _kept(ground: Ground, split: Split, locked: Locked) -> Locked:
    """The locked tables without those who have gone. Refused where the new tables have none to put them at."""
    kept: Locked = {}
    for number, entries in sorted(locked.items()):
        size = split.sizes[number - 1] if number <= len(split.sizes) else 0
        kept[number] = tuple(entry for entry in entries if entry in ground.here)
        if not len(kept[number]) <= size <= len(entries):
            raise Refused(
                _(
                    "Table {table} is locked with {count} people, and these tables have no such table {table}. "
                    "Unlock it, or choose other tables."
                ).format(table=number, count=len(kept[number]))
            )
    return kept


def _clash(ground: Ground, split: Split, terms: Terms, locked: Locked) -> Clash | None:
    """The wishes of one clash, by leaving out each that the clash can do without; None where it is not theirs."""

    def clashing(asked: Sequence[Asked]) -> bool:
        wishes = wishes_from(asked, terms.ignored, turns_first=terms.turns_first).locking(locked)
        return bool(clashes(ground.here, split, wishes))

    if clashing(()):
        return None
    needed = [one for one in ground.asked if one.pk not in terms.ignored]
    for one in list(needed):
        rest = [other for other in needed if other is not one]
        if clashing(rest):
            needed = rest
    return Clash(needed, sorted(locked))


def _of_those(wishes: Wishes, here: Sequence[int]) -> Wishes:
    """The wishes as far as they are about people who are here: nothing else can have played a part."""
    present = frozenset(here)
    return Wishes(
        apart=frozenset(group & present for group in wishes.apart if len(group & present) > 1),
        together=frozenset(group & present for group in wishes.together if len(group & present) > 1),
        fixed={entry: place for entry, place in wishes.fixed.items() if entry in present},
        turns_first=wishes.turns_first,
    )
