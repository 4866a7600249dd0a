"""python benchmarks/slips.py [RULES …] [--hands N] [--bot BOT]: how many slips of the pen the verifiers catch.

One slip of each kind is made in each of many true records (one kind of bot at tables of every size that the rules can
play). A slip that leaves the record as it was is not counted. The rest of what is not caught is a hand that can be.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine import BOTS, Checked, Game, Move, Play, Record, Rules, Turn, View, check_full, check_public, record_of
from engine.bots import Choose

NAMES = ("Wren", "Finch", "Robin", "Dove", "Crow", "Heron", "Stork", "Swift")

Slip = Callable[[Record, random.Random], Record]

SLIPS: dict[str, Slip] = {}
"""A slip for each kind, by its words."""


def slip(change: Slip) -> Slip:
    """Keep a kind of slip under its words."""
    SLIPS[change.__name__.replace("_", " ")] = change
    return change


def any_move(view: View, chance: random.Random) -> Move:
    """Each legal move as likely as the others, also not to play a drawn tile that fits."""
    return chance.choice(view.legal)


def played(rules: Rules, players: int, chance: random.Random, choose: Choose = any_move) -> Record:
    """The record of a hand that is played like this at every seat."""
    hand = dealt = Game(rules, players).shuffle(chance)
    moves = []
    while hand.ended is None:
        moves.append(choose(hand.view_for(hand.turn), chance))
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


def caught(rules: Rules, kinds: Sequence[str], hands: int, *, seed: int = 2026, bot: str = "random") -> list[Caught]:
    """One slip of each kind in each of so many hands; the counts by kind."""
    counts, results = rules.player_counts(), [Caught() for _ in kinds]
    deals, slips = random.Random(seed), [random.Random(f"{seed} {kind}") for kind in kinds]
    for number in range(hands):
        record = played(rules, counts[number % len(counts)], deals, BOTS[bot])
        for kind, chance, result in zip(kinds, slips, results, strict=True):
            wrong = SLIPS[kind](record, chance)
            if wrong == record:
                continue
            result.made += 1
            result.full += not check_full(wrong).is_right
            result.public += not check_public(replace(wrong, deal=(), yard=())).is_right
    return results


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
    parser.add_argument("--bot", choices=list(BOTS), default="random")
    options = parser.parse_args(argv)
    kinds = list(SLIPS)
    columns = [caught(Rules.read(text), kinds, options.hands, bot=options.bot) for text in options.rules]
    print(f"| slip | {' | '.join(options.rules)} |")
    print(f"| --- |{' --- |' * len(options.rules)}")
    for kind, *row in zip(kinds, *columns, strict=True):
        cells = [f"{_percent(of.full, of.made)} / {_percent(of.public, of.made)}" for of in row]
        print(f"| {kind} | {' | '.join(cells)} |")
    return 0


def _percent(some: int, of: int) -> str:
    """A share in percent; 100 only where none was missed."""
    return "100" if some == of else f"{min(100 * some / of, 99.9):.1f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
