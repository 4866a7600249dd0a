"""The list of a whole tournament: whoever came further stands above whoever did not, stage by stage.

Within a stage its own list decides, in a knockout the round that was reached and the place at that table. A tournament
of one open stage has its standings, and nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.queries.facts import Facts
from tournaments.queries.knockouts import KnockoutNow, knockout_now
from tournaments.queries.stage_lists import StageFacts, stage_facts, stage_list
from tournaments.queries.stages import Span
from tournaments.queries.standings import standings_from
from tournaments.seating.knockout import Kind
from tournaments.standings import Row, Section, Standings

Groups = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Reached:
    """How far somebody came: the stage, and in a knockout the last step in which they played."""

    span: Span
    kind: Kind | None = None
    round: int = 0
    still_in: bool = False


@dataclass(frozen=True, slots=True)
class Overall:
    """The list of a tournament, and how far everybody came (by entry id; empty for one open stage).

    `found` are the facts with the stages. While people are still in a knockout, `standings` has them in the section
    "still playing", and the places after theirs are taken by who is out.
    """

    standings: Standings
    reached: Mapping[int, Reached]
    found: StageFacts


@dataclass(frozen=True, slots=True)
class _Part:
    """What one stage says of its people: who is still in, who is level with whom (best first), who has no place.

    `still_above`: whoever is still in will stand above all who have a place; otherwise they may end anywhere.
    """

    still: tuple[int, ...]
    groups: Groups
    below: tuple[int, ...]
    reached: Mapping[int, Reached]
    still_above: bool = True


def overall(facts: Facts, after_round: int | None = None) -> Overall:
    """The list now, or as it stood after a round. One query for an open evening, three for a tournament with stages."""
    found = stage_facts(facts)
    ranked = standings_from(facts, after_round)
    if not found.spans[0].stage.pk:
        return Overall(ranked, {}, found)
    if after_round is not None:
        rounds = tuple(played for played in facts.rounds if played.number <= after_round)
        found = replace(found, facts=replace(facts, rounds=rounds))
    begun = [span for span in found.spans if span.is_first or found.is_cut(span)]
    if after_round is not None:
        begun = [span for span in begun if span.first <= after_round]
    if len(begun) == 1 and not begun[0].is_knockout:
        return Overall(ranked, {}, found)  # the list of the first stage, with its reasons
    parts = [_part(found, span, after_round) for span in reversed(begun)]
    reached = {pk: how for part in reversed(parts) for pk, how in part.reached.items()}
    return Overall(_placed(ranked, parts), reached, found)


def _placed(ranked: Standings, parts: list[_Part]) -> Standings:
    """The rows in the order of the stages, the last one first."""
    rows = {row.entry: row for row in ranked.rows if row.section is not Section.BOTS}
    placed: list[Row] = []
    still: list[Row] = []
    place = 1

    def take(entry: int, section: Section, at: int | None) -> list[Row]:
        row = rows.pop(entry, None)
        return [] if row is None else [replace(row, section=section, place=at, decision=None)]

    for number, part in enumerate(parts):
        in_it = [row for entry in part.still for row in take(entry, Section.STILL_PLAYING, None)]
        still += in_it
        above = len(in_it) if part.still_above else 0
        place += above
        first_stage = number == len(parts) - 1
        for group in [*part.groups, *(() if first_stage else ((one,) for one in part.below))]:
            level = [row for entry in group for row in take(entry, Section.RANKED, place)]
            placed += level
            place += len(level)
        place += len(in_it) - above
    rest = [replace(row, section=Section.UNRANKED, place=None, decision=None) for row in rows.values()]
    bots = [row for row in ranked.rows if row.section is Section.BOTS]
    return replace(ranked, rows=(*placed, *still, *rest, *bots), skipped=())


def _part(found: StageFacts, span: Span, after_round: int | None) -> _Part:
    seeded = tuple(one.entry_id for one in found.qualifiers.get(span.stage.number, ()))
    begun = any(played.number in span.numbers for played in found.facts.rounds)
    here = Reached(span, still_in=True)
    if seeded and not begun:
        return _Part(seeded, [], (), dict.fromkeys(seeded, here))
    knockout = knockout_now(found, span)
    if knockout is not None:
        return _knockout(span, knockout)
    list_of = stage_list(found, span, after_round)
    groups = [tuple(row.entry for row in level) for _place, level in groupby(list_of.ranked, key=lambda row: row.place)]
    still = tuple(row.entry for row in list_of.still_playing)
    below = tuple(row.entry for row in list_of.unranked)
    everybody = (*still, *(one for group in groups for one in group), *below)
    reached = {} if span.is_first else dict.fromkeys(everybody, Reached(span))
    return _Part(still, groups, below, reached, still_above=False)


def _knockout(span: Span, knockout: KnockoutNow) -> _Part:
    ranks = knockout.ranking
    groups = [tuple(rank.entry for rank in level) for _place, level in groupby(ranks, key=lambda rank: rank.place)]
    out = {rank.entry for rank in ranks}
    still = tuple(one for one in knockout.seeds if one not in out)
    reached = {
        rank.entry: Reached(span, knockout.plan.steps[rank.step].kind, knockout.first + rank.step) for rank in ranks
    }
    return _Part(still, groups, (), {**reached, **dict.fromkeys(still, Reached(span, still_in=True))})
