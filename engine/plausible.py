"""Can these points be? Checks of a reported hand that know only the points and how the hand ended.

What cannot be is refused, what is odd is asked about, the rest is accepted; each finding carries a sentence. Sentences
name the number and say what to look at again; whose number it is stands beside them in `Finding.seat`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.bounds import can_be_made, most_left, most_left_after, most_of_one, most_tiles, trains_laid
from engine.free import FreeRules
from engine.limits import rarely_more_than
from engine.options import DoubleOut
from engine.outcome import Ended
from engine.packing import Packing, pack
from engine.rules import AnyRules, Rules
from engine.tiles import Tile
from engine.words import N_, Sentence, say


class Kind(Enum):
    """What to do with a report."""

    ACCEPT = "accept"
    ASK = "ask"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is odd (ASK) or impossible (REFUSE).

    `seat` is the place in the points that were handed in, or None where the finding is about the table as a whole.
    """

    kind: Kind
    seat: int | None
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Verdict:
    """All findings about one hand: what is refused before what is asked, seat by seat before the table's."""

    findings: tuple[Finding, ...] = ()

    @property
    def kind(self) -> Kind:
        kinds = {finding.kind for finding in self.findings}
        if Kind.REFUSE in kinds:
            return Kind.REFUSE
        return Kind.ASK if kinds else Kind.ACCEPT


def check_hand(rules: AnyRules, *, players: int, centre: int | None, ended: Ended, points: Sequence[int]) -> Verdict:
    """Check the points of one hand.

    `players` were dealt to; `points` are those of the seats that count, in any order, and may be fewer. `centre` is the
    number of the starting double, None if it is not known. Other games are always accepted. Raises ValueError if there
    are more points than players, or the set has no such double.
    """
    if len(points) > players:
        raise ValueError(f"{len(points)} points for {players} players")
    if isinstance(rules, FreeRules):
        return Verdict()
    seats = [
        finding
        for seat, number in enumerate(points)
        for finding in _check_seat(rules, players, centre, ended, seat=seat, points=number)
    ]
    zeros = _check_zeros(rules, centre, ended, points, missing=players - len(points))
    findings = (*seats, *zeros, *_check_sum(rules, players, centre, ended, points))
    refused = [finding for finding in findings if finding.kind is Kind.REFUSE]
    if refused:
        return Verdict((*refused, *(finding for finding in findings if finding.kind is Kind.ASK)))
    return Verdict((*_check_tiles(rules, players, centre, ended, points), *findings))


def can_be_ended(rules: AnyRules, centre: int | None, points: Sequence[int], *, missing: int = 0) -> tuple[Ended, ...]:
    """How a hand with these points can have ended by itself, the likelier first; none if the zeros do not fit at all.

    One answer means that nobody need be asked. `missing` is the number of players whose points are not among these.
    Other games have no endings: none.
    """
    if isinstance(rules, FreeRules):
        return ()
    fits = []
    for ended in (Ended.OUT, Ended.BLOCKED):
        findings = _check_zeros(rules, centre, ended, points, missing=missing)
        if all(finding.kind is not Kind.REFUSE for finding in findings):
            fits.append(ended)
    return tuple(fits)


# One seat


def _check_seat(
    rules: Rules, players: int, centre: int | None, ended: Ended, *, seat: int, points: int
) -> list[Finding]:
    most = most_left(rules, centre)
    if points < 0:
        negative = N_("{points} is below 0, and tiles left over only add points. Please look at this number again.")
        return [_refuse(seat, say("hand.negative", negative, points=points))]
    if points > most:
        return [_refuse(seat, _too_many_points(centre, points, most))]
    if not can_be_made(rules, centre, points):
        unmade = N_("No tiles add up to {points} by these rules. Please look at this number again.")
        return [_refuse(seat, say("hand.no_such_points", unmade, points=points))]
    held = most_tiles(rules, players)
    if held is not None and points > most_of_one(rules, centre, held):
        heavy = N_(
            "{points} points would be more than the {tiles} heaviest tiles, and nobody can come to hold more than"
            " {tiles} when {players} play. Is this number right?"
        )
        return [_ask(seat, say("hand.unlikely_points", heavy, points=points, tiles=held, players=players))]
    rare = rarely_more_than(rules, players)
    if rare is not None and points > rare and ended is not Ended.STOPPED:
        template = N_(
            "{points} points are rare: with {players} players about one hand in a thousand has more than {most}."
            " Is this number right?"
        )
        return [_ask(seat, say("hand.rare_points", template, points=points, players=players, most=rare))]
    return []


def _too_many_points(centre: int | None, points: int, most: int) -> Sentence:
    if centre is None:
        template = N_("{points} points cannot be: the whole set has {most}. Please look at this number again.")
        return say("hand.too_many_points", template, points=points, most=most)
    template = N_(
        "{points} points cannot be: all tiles beside the {centre} make {most}. Please look at this number again."
    )
    return say("hand.too_many_points_beside", template, points=points, most=most, centre=str(Tile.double(centre)))


# The zeros (A32, A33, A34)


def _check_zeros(
    rules: Rules, centre: int | None, ended: Ended, points: Sequence[int], *, missing: int
) -> tuple[Finding, ...]:
    zeros = list(points).count(0)
    can_hold_zero = rules.zero_blank == 0 and centre != 0
    if ended is Ended.OUT:
        return _zeros_of_out(rules, zeros, missing=missing, can_hold_zero=can_hold_zero, fifty=50 in points)
    if zeros == 0:
        return ()
    if zeros == 1 and can_hold_zero:
        lone = N_(
            "One player has 0 points although nobody went out: that is right only if they were left with the 0-0 and"
            " nothing else. Is it so?"
        )
        return (_ask(None, say("hand.zero_without_out", lone)),)
    if ended is Ended.BLOCKED:
        blocked = N_(
            "In a blocked hand everybody is left with tiles, so nobody can have 0 points. Please look at the zeros"
            " again, or did somebody go out?"
        )
        return (_refuse(None, say("hand.zero_in_blocked", blocked)),)
    stopped = N_(
        "When a hand is stopped everybody is left with tiles, so nobody can have 0 points. Please look at the zeros"
        " again, or did somebody go out?"
    )
    return (_refuse(None, say("hand.zero_in_stopped", stopped)),)


def _zeros_of_out(rules: Rules, zeros: int, *, missing: int, can_hold_zero: bool, fifty: bool) -> tuple[Finding, ...]:
    if zeros == 0:
        out_with_fifty = fifty and rules.double_out is DoubleOut.COSTS_50
        if missing or out_with_fifty:
            return ()
        nobody = N_(
            "Nobody has 0 points, so nobody went out. Was the hand blocked? If not, look for the player who went out:"
            " they have 0."
        )
        return (_refuse(None, say("hand.nobody_on_zero", nobody)),)
    if zeros == 1:
        return ()
    if zeros == 2 and can_hold_zero:
        two = N_(
            "Two players have 0 points: that is right only if one of them was left with the 0-0 and nothing else."
            " Is it so?"
        )
        return (_ask(None, say("hand.two_zeros", two)),)
    if can_hold_zero:
        many = N_(
            "{count} players have 0 points. Only the one who went out can, and one who was left with the 0-0 alone."
            " Please look at the zeros again."
        )
        return (_refuse(None, say("hand.too_many_zeros", many, count=zeros)),)
    only_out = N_(
        "{count} players have 0 points, but only the one who went out can have 0 in this hand."
        " Please look at the zeros again."
    )
    return (_refuse(None, say("hand.more_than_one_zero", only_out, count=zeros)),)


# The table


def _check_sum(
    rules: Rules, players: int, centre: int | None, ended: Ended, points: Sequence[int]
) -> tuple[Finding, ...]:
    total = sum(points)
    beside = most_left(rules, centre)
    laid = 0 if ended is Ended.STOPPED else trains_laid(rules, players, somebody_out=ended is Ended.OUT)
    most = most_left_after(rules, centre, laid)
    penalty = 50 if rules.double_out is DoubleOut.COSTS_50 and ended is Ended.OUT else 0
    if total <= most + penalty:
        return ()
    if total <= beside + penalty:
        template = N_(
            "Together these are {sum} points, but at most {most} can be left over: the first {laid} trains are on the"
            " table. Please look at the numbers again."
        )
        return (_refuse(None, say("hand.sum_beside_trains", template, sum=total, most=most + penalty, laid=laid)),)
    if centre is None:
        template = N_(
            "Together these are {sum} points, but the whole set has {most}. Please look at the numbers again."
        )
        return (_refuse(None, say("hand.sum_of_set", template, sum=total, most=beside + penalty)),)
    template = N_(
        "Together these are {sum} points, but all tiles beside the {centre} make {most}."
        " Please look at the numbers again."
    )
    double = str(Tile.double(centre))
    return (_refuse(None, say("hand.sum_beside_centre", template, sum=total, most=beside + penalty, centre=double)),)


def _check_tiles(
    rules: Rules, players: int, centre: int | None, ended: Ended, points: Sequence[int]
) -> tuple[Finding, ...]:
    """Whether the tiles of the set can be left so that they make all these points at once."""
    for holding in _left_with_tiles(rules, ended, points):
        for number in range(rules.set + 1) if centre is None else (centre,):
            packing = pack(rules, players=players, centre=number, ended=ended, points=holding)
            if packing is not Packing.IMPOSSIBLE:
                return ()
    template = N_(
        "Each number alone is possible, but no tiles can be left that make all of them together."
        " Please look at the numbers again, the small ones first."
    )
    return (_refuse(None, say("hand.no_such_tiles", template)),)


def _left_with_tiles(rules: Rules, ended: Ended, points: Sequence[int]) -> list[list[int]]:
    """The points of those who hold tiles; there are two ways where going out on a double costs (A29)."""
    ways = []
    for cost in (0, 50) if rules.double_out is DoubleOut.COSTS_50 else (0,):
        if ended is Ended.OUT and cost in points:
            ways.append(list(points))
            ways[-1].remove(cost)
    return ways or [list(points)]


def _refuse(seat: int | None, sentence: Sentence) -> Finding:
    return Finding(Kind.REFUSE, seat, sentence)


def _ask(seat: int | None, sentence: Sentence) -> Finding:
    return Finding(Kind.ASK, seat, sentence)
