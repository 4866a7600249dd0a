"""python benchmarks/slips.py [RULES …] [--hands N]: how many slips of the pen the verifiers catch.

One slip of each kind is made in each of many true records (random moves, tables of every size that the rules can play).
A slip that leaves the record as it was is not counted. The rest of what is not caught is a hand that can be.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine import Checked, Game, Play, Record, Rules, Turn, check_full, check_public, record_of

NAMES = ("Wren", "Finch", "Robin", "Dove", "Crow", "Heron", "Stork", "Swift")

Slip = Callable[[Record, random.Random], Record]

SLIPS: dict[str, Slip] = {}
"""A slip for each kind, by its words."""


def slip(change: Slip) -> Slip:
    """Keep a kind of slip under its words."""
    SLIPS[change.__name__.replace("_", " ")] = change
    return change


def played(rules: Rules, players: int, chance: random.Random) -> Record:
    """The record of a hand of random moves."""
    hand = dealt = Game(rules, players).shuffle(chance)
    moves = []
    while hand.ended is None:
        moves.append(chance.choice(hand.legal_moves()))
        hand = hand.play(moves[-1])
    return record_of(dealt, moves, NAMES[:players])


def changed(
    record: Record, chance: random.Random, like: Callable[[Turn], bool], turn: Callable[[Turn], Turn]
) -> Record:
    """One turn of this kind changed; the same record if it has none."""
    places = [number for number, one in enumerate(record.turns) if like(one)]
    if not places:
        return record
    number = chance.choice(places)
    return replace(record, turns=(*record.turns[:number], turn(record.turns[number]), *record.turns[number + 1 :]))


def is_play(turn: Turn) -> bool:
    """A tile of the rack, no draw before it."""
    return turn.drawn == 0 and turn.play is not None


@slip
def a_turn_is_lost(record: Record, chance: random.Random) -> Record:
    number = chance.randrange(max(1, len(record.turns) - record.players))
    return replace(record, turns=(*record.turns[:number], *record.turns[number + 1 :]))


@slip
def a_play_is_written_for_a_draw(record: Record, chance: random.Random) -> Record:
    plays = [turn.play for turn in record.turns if turn.play is not None]
    return changed(record, chance, lambda turn: turn == Turn(1), lambda _: Turn(0, chance.choice(plays)))


@slip
def a_draw_is_written_for_a_play(record: Record, chance: random.Random) -> Record:
    return changed(record, chance, is_play, lambda _: Turn(1))


@slip
def a_plus_is_lost(record: Record, chance: random.Random) -> Record:
    return changed(
        record, chance, lambda turn: turn.drawn == 1 and turn.play is not None, lambda turn: Turn(0, turn.play)
    )


@slip
def a_plus_is_added(record: Record, chance: random.Random) -> Record:
    return changed(record, chance, is_play, lambda turn: Turn(1, turn.play))


@slip
def a_score_is_off_by_one(record: Record, chance: random.Random) -> Record:
    seat = chance.randrange(record.players)
    return replace(record, score=(*record.score[:seat], record.score[seat] + 1, *record.score[seat + 1 :]))


@slip
def another_tile_is_written(record: Record, chance: random.Random) -> Record:
    tile = chance.choice(record.rules.tiles.tiles)
    play = Play(tile, chance.choice((tile.high, tile.low)))
    return changed(record, chance, lambda turn: turn.play is not None, lambda turn: Turn(turn.drawn, play))


@slip
def the_two_numbers_are_exchanged(record: Record, chance: random.Random) -> Record:
    def exchanged(turn: Turn) -> Turn:
        return turn if turn.play is None else Turn(turn.drawn, Play(turn.play.tile, turn.play.leaves))

    return changed(record, chance, lambda turn: turn.play is not None and not turn.play.tile.is_double, exchanged)


@slip
def two_turns_are_exchanged(record: Record, chance: random.Random) -> Record:
    number = chance.randrange(len(record.turns) - 1)
    one, other = record.turns[number : number + 2]
    return replace(record, turns=(*record.turns[:number], other, one, *record.turns[number + 2 :]))


@slip
def a_wrong_tile_is_left(record: Record, chance: random.Random) -> Record:
    """Another tile is shown at the end, and counted."""
    holders = [seat for seat, rack in enumerate(record.left) if rack]
    if not holders:
        return record
    seat = chance.choice(holders)
    gone, instead = chance.choice(record.left[seat]), chance.choice(record.rules.tiles.tiles)
    rack = tuple(instead if tile == gone else tile for tile in record.left[seat])
    points = record.score[seat] + record.rules.value(instead) - record.rules.value(gone)
    return replace(
        record,
        left=(*record.left[:seat], rack, *record.left[seat + 1 :]),
        score=(*record.score[:seat], points, *record.score[seat + 1 :]),
    )


@dataclass(slots=True)
class Caught:
    """How many slips of a kind were made, and how many each verifier caught."""

    made: int = 0
    full: int = 0
    public: int = 0


def caught(rules: Rules, kind: str, hands: int, seed: int = 2026) -> Caught:
    """One slip of a kind in each of so many hands."""
    counts = rules.player_counts()
    chance, result = random.Random(f"{seed} {kind}"), Caught()
    for number in range(hands):
        record = played(rules, counts[number % len(counts)], chance)
        wrong = SLIPS[kind](record, chance)
        if wrong == record:
            continue
        result.made += 1
        result.full += not check_full(wrong).is_right
        result.public += not check_public(replace(wrong, deal=(), yard=())).is_right
    return result


def true_hands(rules: Rules, hands: int, seed: int) -> Iterator[Checked]:
    """What both verifiers say of true records: nothing."""
    counts, chance = rules.player_counts(), random.Random(seed)
    for number in range(hands):
        record = played(rules, counts[number % len(counts)], chance)
        yield check_full(record)
        yield check_public(replace(record, deal=(), yard=()))


def main(argv: Sequence[str]) -> int:
    """Print a row for each kind and a pair of columns (with the deal, without it) for each set of rules."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    presets = ["gamerules", "spruce", "classic4", "coop6", "chickie6"]
    parser.add_argument("rules", nargs="*", default=presets, metavar="RULES")
    parser.add_argument("--hands", type=int, default=4000)
    options = parser.parse_args(argv)
    print(f"| slip | {' | '.join(options.rules)} |")
    print(f"| --- |{' --- |' * len(options.rules)}")
    for kind in SLIPS:
        cells = []
        for text in options.rules:
            of = caught(Rules.read(text), kind, options.hands)
            cells.append(f"{_percent(of.full, of.made)} / {_percent(of.public, of.made)}")
        print(f"| {kind} | {' | '.join(cells)} |", flush=True)
    return 0


def _percent(some: int, of: int) -> str:
    """A share in percent; 100 only where none was missed."""
    return "100" if some == of else f"{min(100 * some / of, 99.9):.1f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
