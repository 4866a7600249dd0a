"""Who goes on from one stage into the next: what can be said while it is played, and who is in after the cut."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.how_many import read_number, read_share
from tournaments.models import Qualifier, Stage
from tournaments.queries.chances import chances_into
from tournaments.queries.cuts import settled_at
from tournaments.queries.stage_lists import StageFacts, withdrawn
from tournaments.queries.stages import Span
from tournaments.standings import Chance, Contender, Row, Section, cut, places_of

Places = Sequence[tuple[int, int]]
"""Entry (by id) and place, in the order of the list."""


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Who goes on into a stage, by entry id: the chances before its cut, the qualifiers after it.

    `gone` were in it and did not come; whoever is in none of the three is out, once the cut is made.
    """

    into: Span
    is_cut: bool
    chances: Mapping[int, Chance]
    inside: Mapping[int, Qualifier]
    gone: Mapping[int, Qualifier]


@dataclass(frozen=True, slots=True)
class CutLine:
    """Where a list is cut: `below` is the first entry (by id) that does not go on.

    `level` share a place across the line, for `open_places`; the line is below them.
    """

    places: int
    below: int
    level: tuple[int, ...] = ()
    open_places: int = 0


def going_on(found: StageFacts, span: Span) -> GoingOn | None:
    """Who goes on from this stage. No query; None where everybody does, from a knockout, and before its first seating.

    Nothing is computed for a tournament without stages.
    """
    if span.is_knockout or span.stage.number >= len(found.spans):
        return None
    into = found.spans[span.stage.number]
    begun = any(played.number in span.numbers for played in found.facts.rounds)
    if into.stage.takes == Stage.Takes.ALL or not begun:
        return None
    if not found.is_cut(into):
        return GoingOn(into, is_cut=False, chances=chances_into(found, into), inside={}, gone={})
    inside = {one.entry_id: one for one in found.qualifiers[into.stage.number]}
    gone = {one.entry_id: one for one in found.gone.get(into.stage.number, ())}
    return GoingOn(into, is_cut=True, chances={}, inside=inside, gone=gone)


def going_on_now(found: StageFacts) -> GoingOn | None:
    """Who goes on out of the stage that is played, until its cut is made."""
    for span in found.spans[:-1]:
        if not found.is_cut(found.spans[span.stage.number]):
            return going_on(found, span)
    return None


def cut_line(found: StageFacts, going: GoingOn, rows: Sequence[Row]) -> CutLine | None:
    """Where the line of the cut is in a list; None while tables are still playing, and where there is no one line.

    There is none where so many of each table go on, where nobody is below it, and where a tie was settled, or the cut
    made, so that somebody who goes on stands below somebody who does not.
    """
    members = found.members(found.before(going.into))
    there = [row for row in rows if row.entry in members and row.section is not Section.BOTS]
    if any(row.section is Section.STILL_PLAYING for row in there):
        return None
    places = [(row.entry, row.place) for row in there if row.place is not None]
    if going.is_cut:
        return _made(going, places)
    stage = going.into.stage
    if stage.takes == Stage.Takes.PER_TABLE:
        return None
    wanted = read_number(stage.how_many) if stage.takes == Stage.Takes.NUMBER else read_share(stage.how_many)
    lines = [Contender(row.entry, row.place, took_part=row.taken_part) for row in there]
    made = cut(lines, wanted, settled_at(found, going.into), not_coming=withdrawn(found.facts))
    above = {*made.through, *made.on_the_line}
    below = _below(places, above)
    if below is None or not {entry for entry, _place in _until(places, below)} <= {*above, *made.not_coming}:
        return None
    number = places_of(wanted, made.took_part)
    return CutLine(number, below, made.on_the_line, made.open_places)


def _made(going: GoingOn, places: Places) -> CutLine | None:
    """The line between those who are in and the others, where nobody of the others stands above one of them."""
    below = _below(places, set(going.inside))
    if below is None or not {entry for entry, _place in _until(places, below)} <= {*going.inside, *going.gone}:
        return None
    return CutLine(len(going.inside), below)


def _until(places: Places, below: int) -> Places:
    """The part of a list above an entry."""
    return places[: [entry for entry, _place in places].index(below)]


def _below(places: Places, above: set[int]) -> int | None:
    """The entry after the last of these; None where nobody follows, or none of them is there."""
    order = [entry for entry, _place in places]
    last = max((at for at, entry in enumerate(order) if entry in above), default=len(order))
    return order[last + 1] if last + 1 < len(order) else None
