"""A round drawn the way of its stage: balanced, by the standings, or as the knockout says."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.queries.coming_round import Balanced, ByStandings, Way
from tournaments.refusals import Refused
from tournaments.seating.draw import Past, Seating, Wishes, draw_round
from tournaments.seating.knockout_round import KnockoutDraw, draw_knockout_round
from tournaments.seating.power import draw_power_round
from tournaments.seating.sizes import Split


@dataclass(frozen=True, slots=True)
class Task:
    """One round to be drawn: who plays, at which tables, after what, with which wishes; `ahead` rounds are to come."""

    people: tuple[int, ...]
    split: Split
    past: Past
    wishes: Wishes
    seed: int
    ahead: int


def draw_by(way: Way, task: Task, *, moves: int) -> Seating:
    """Draw a round. Raises CannotSeat where wishes cannot be kept; refused where the tables are not the knockout's."""
    if isinstance(way, Balanced):
        return draw_round(
            task.people,
            task.split,
            task.past,
            seed=task.seed,
            wishes=task.wishes,
            moves=moves,
            ahead=task.ahead,
        )
    if isinstance(way, ByStandings):
        return draw_power_round(
            way.standings, task.split, task.past, seed=task.seed, rules=way.rules, wishes=task.wishes, moves=moves
        )
    split = knockout_split(way)
    if split != task.split:
        sizes = ", ".join(map(str, split.sizes))
        raise Refused(_("The knockout has tables of {sizes} in this round. Choose these.").format(sizes=sizes))
    return draw_knockout_round(way, task.past, seed=task.seed, wishes=task.wishes)


def knockout_split(way: KnockoutDraw) -> Split:
    """The tables of a knockout round, in their order: they follow from its plan."""
    return Split(way.sizes, way.byes)
