"""Why two people meet again in a round: one sentence for each pair, without naming anybody's wishes."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

from engine import N_, Sentence, say
from tournaments.seating.draw import Past, Round
from tournaments.seating.quality import Figure, Pair
from tournaments.seating.record import Draw


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people at one table of a round who met before: at which table now, and in which rounds before."""

    pair: Pair
    table: int
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """How a round came about, as far as it can be a reason: at which table each entry was drawn (none: on paper).

    `by_standings` and `by_seeds` are rounds of a power stage and of a knockout, where other things come before repeats.
    """

    drawn_at: Mapping[int, int] = field(default_factory=dict)
    locked: tuple[int, ...] = ()
    wishes: int = 0
    by_standings: bool = False
    by_seeds: bool = False


def meet_again(past: Past, tables: Round) -> tuple[Meeting, ...]:
    """Everybody who shares a table in this round with somebody they met before, table by table."""
    met: defaultdict[Pair, list[int]] = defaultdict(list)
    for number, played in enumerate(past.rounds, 1):
        for people in played:
            for pair in combinations(sorted(people), 2):
                met[pair].append(number)
    return tuple(
        Meeting(pair, at, tuple(met[pair]))
        for at, people in enumerate(tables, 1)
        for pair in combinations(sorted(people), 2)
        if pair in met
    )


def made_by(draw: Draw | None) -> Made:
    """How a round came about, from the file of its draw."""
    if draw is None:
        return Made()
    drawn_at = {entry: at for at, people in enumerate(draw.drawn.tables, 1) for entry in people}
    return Made(
        drawn_at, draw.locked, draw.wishes_used, by_standings=draw.power is not None, by_seeds=draw.knockout is not None
    )


def why(meeting: Meeting, made: Made, repeats: Figure, names: tuple[str, str]) -> Sentence:
    """Why these two meet again; `repeats` are the repeats of this round beside their bound."""
    reason = _reason(meeting, made, repeats)
    rounds = ", ".join(map(str, meeting.rounds))
    if len(meeting.rounds) > 1:
        words = N_("{first} and {second} met in rounds {rounds} and meet again: {reason}")
    else:
        words = N_("{first} and {second} met in round {rounds} and meet again: {reason}")
    return say("why.again", words, first=names[0], second=names[1], rounds=rounds, reason=reason)


def _reason(meeting: Meeting, made: Made, repeats: Figure) -> Sentence:
    return _by_people(meeting, made) or _by_the_draw(made, repeats)


def _by_people(meeting: Meeting, made: Made) -> Sentence | None:
    """What the organisers did after the draw, or instead of one."""
    if not made.drawn_at:
        return say("why.paper", N_("this round was seated by hand."))
    first, second = (made.drawn_at.get(entry) for entry in meeting.pair)
    if first is None or first != second:
        return say("why.by_hand", N_("somebody came or was moved by hand after the draw."))
    if first in made.locked:
        return say("why.locked", N_("their table was kept from the draft before."))
    return None


def _by_the_draw(made: Made, repeats: Figure) -> Sentence:
    if made.by_standings:
        return say("why.standings", N_("this round was seated by the standings, so that close games come about."))
    if made.by_seeds:
        return say("why.seeds", N_("in a knockout the seeds and who goes on decide who meets."))
    if repeats.bound:
        return say(
            "why.forced",
            N_("with these tables at least {bound} meetings of this round must be repeats, and there are {repeats}."),
            bound=repeats.bound,
            repeats=repeats.value,
        )
    if made.wishes:
        return say("why.wishes", N_("the organisers’ wishes came in, which left the draw less choice."))
    return say(
        "why.found",
        N_("the draw found no seating with fewer than {repeats} repeats, though none is proven to be needed."),
        repeats=repeats.value,
    )
