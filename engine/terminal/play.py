"""`play`: a person against bots."""

import argparse
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from engine import (
    DRAW,
    N_,
    PASS,
    Game,
    Hand,
    IllegalMove,
    Layout,
    Move,
    Play,
    Rules,
    Unreadable,
    UnreadableMove,
    read_move,
    record_of,
    say,
)
from engine.bots import BOTS
from engine.terminal import ACCEPTED, UNREADABLE, Commands, board, command

_HELP = """\
A game of Chicken Foot against bots. You are shown the table, your tiles and the moves that are allowed, and type the
number of a move, or the move itself:

  96     9-6 on a 9, leaving a 6 (the number that joins comes first)
  +      draw a tile          -      keep the tile you drew
  undo   take your last move back          hint   what a strong bot would do
  help   this list                         quit   leave the game

Where nothing can be chosen (a draw because nothing fits, a pass) it is done for you. The same seed deals the
same tiles.

  python -m engine play
  python -m engine play --bots lookahead monte-carlo-60 --hands 3
  python -m engine play --rules "spruce set=12" --bots heaviest --seed 7 --record evening.txt
"""

_KEYS = "Type the number of a move, or the move, or one of: undo, hint, help, quit."

YOU = 0
"""The seat of the person."""

NAMES = ("You", "Wren", "Finch", "Robin", "Dove", "Crow", "Heron", "Stork")


class _Left(Exception):
    """The person wants to leave."""


def add(commands: Commands) -> None:
    parser = command(commands, "play", "a game against bots", _HELP)
    parser.add_argument(
        "--bots",
        nargs="+",
        choices=list(BOTS),
        default=["doubles-first", "lookahead", "monte-carlo-20"],
        metavar="BOT",
        help=f"who plays against you, one name each: {', '.join(BOTS)} (default: three of rising strength)",
    )
    parser.add_argument("--rules", default="gamerules", metavar="TEXT", help="preset and options (default: gamerules)")
    parser.add_argument("--hands", type=int, metavar="N", help="stop after so many hands (default: the whole game)")
    parser.add_argument("--seed", type=int, metavar="N", help="chance (default: another one each time)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="add the record of each hand to this file")
    parser.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> int:
    rules = Rules.read(arguments.rules)
    if refusals := rules.refusals(len(arguments.bots) + 1):
        raise Unreadable(refusals[0])
    if arguments.hands is not None and arguments.hands < 1:
        print("--hands must be 1 or more.", file=sys.stderr)
        return UNREADABLE
    seed = random.SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed
    names = NAMES[: len(arguments.bots) + 1]
    print(f"{rules.title} ({rules}), seed {seed}. {_KEYS}")
    print(", ".join(f"{name} is {bot}" for name, bot in zip(names[1:], arguments.bots, strict=True)) + ".")
    chance, game = random.Random(seed), Game(rules, len(names))
    try:
        while not game.is_over and len(game.played) != arguments.hands:
            game = _one_hand(game, chance, names, arguments)
    except _Left:
        print("\nGood-bye.")
        return ACCEPTED
    print(f"\nThe game is over: {_places(names, game.totals)}.")
    return ACCEPTED


def _places(names: Iterable[str], totals: Iterable[int]) -> str:
    ranked = sorted(zip(totals, names, strict=True), key=lambda place: place[0])
    return ", ".join(f"{name} {total}" for total, name in ranked)


def _one_hand(game: Game, chance: random.Random, names: tuple[str, ...], arguments: argparse.Namespace) -> Game:
    dealt = game.shuffle(chance)
    print(f"\nHand {len(game.played) + 1}, starting from the double {dealt.centre}. {names[dealt.turn]} first.")
    table = _Table(dealt, names, arguments.bots, str(chance.random()))
    while table.hand.ended is None:
        if table.hand.turn == YOU:
            _your_move(table)
        else:
            table.bot_moves()
    after = game.after(table.hand)
    print("\n".join(board.result(table.hand, names, after.totals)))
    if arguments.record is not None:
        _keep(arguments.record, record_of(dealt, table.moves, names).text())
    return after


def _keep(file: Path, text: str) -> None:
    try:
        with file.open("a", encoding="utf-8") as records:
            records.write(text + "\n")
    except OSError as error:
        template = N_("{file} cannot be written: {why}.")
        unwritten = say("file.unwritten", template, file=str(file), why=str(error.strerror))
        raise Unreadable(unwritten) from None


@dataclass
class _Table:
    """A hand while it is played. Everything follows from the deal and the moves, so a move can be taken back."""

    dealt: Hand
    names: tuple[str, ...]
    bots: list[str]
    seed: str
    moves: list[Move] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    """How many moves there were each time the person chose."""

    def __post_init__(self) -> None:
        self.hand = self.dealt

    def make(self, move: Move) -> None:
        """Play, and tell everybody. Raises IllegalMove."""
        before, seat = self.hand, self.hand.turn
        self.hand = before.play(move)
        self.moves.append(move)
        print(board.told(before, move, self.names[seat], own=seat == YOU))

    def bot_moves(self) -> None:
        """A bot's choice hangs on what it sees and on the seed, so it is the same again after a move was taken back."""
        seat = self.hand.turn
        chance = random.Random(f"{self.seed} {len(self.moves)}")
        self.make(BOTS[self.bots[seat - 1]](self.hand.view_for(seat), chance))

    def undo(self) -> bool:
        """Back to the person's last choice; says whether there was one."""
        if not self.asked:
            return False
        del self.moves[self.asked.pop() :]
        self.hand = self.dealt
        for move in self.moves:
            self.hand = self.hand.play(move)
        return True

    @property
    def layout(self) -> Layout:
        plays = [move for move in self.moves if isinstance(move, Play)]
        return Layout.of(self.dealt.rules, self.dealt.start.players, self.hand.centre, plays)


def _your_move(table: _Table) -> None:
    legal = table.hand.legal_moves()
    if len(legal) == 1 and legal[0] in (DRAW, PASS):
        table.make(legal[0])
        return
    print("\n".join(board.board(table.hand.view_for(YOU), table.layout, table.names)))
    print("\n".join(board.choices(legal)))
    while not _answered(table, _typed(), legal):
        pass


def _typed() -> str:
    try:
        return input("> ").strip().lower()
    except (EOFError, KeyboardInterrupt):
        raise _Left from None


def _answered(table: _Table, word: str, legal: tuple[Move, ...]) -> bool:
    """Do what was typed; False if the person has to be asked again for the same move."""
    match word:
        case "quit":
            raise _Left
        case "undo":
            if table.undo():
                print("Your last move is taken back.")
                return True
            print("There is no move of yours to take back.")
        case "hint":
            bot = BOTS["monte-carlo-60"](table.hand.view_for(YOU), random.Random(table.seed))
            print(f"A strong bot would play {bot.text()}.")
        case "" | "help":
            print(_KEYS)
        case _:
            return _made(table, word, legal)
    return False


def _made(table: _Table, word: str, legal: tuple[Move, ...]) -> bool:
    try:
        numbered = word.isdecimal() and len(word) <= 2 and 1 <= int(word) <= len(legal) and not _is_play(word, legal)
        move = legal[int(word) - 1] if numbered else read_move(word)
        asked = len(table.moves)
        table.make(move)
    except (UnreadableMove, IllegalMove) as wrong:
        print(wrong.sentence)
        return False
    table.asked.append(asked)
    return True


def _is_play(word: str, legal: tuple[Move, ...]) -> bool:
    """Whether two figures are a move rather than a number in the list."""
    return len(word) == 2 and any(move.text() == word for move in legal)
