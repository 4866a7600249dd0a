"""python -m tournaments.seating plan|redraw|knockout: seatings without a database and without settings."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from tournaments.how_many import UnreadableHowMany, read_by_size, read_by_table
from tournaments.seating.draw import CannotSeat, Past, Wishes
from tournaments.seating.event import Event, Plan, plan
from tournaments.seating.knockout import NoPlan
from tournaments.seating.knockout_planner import half_the_table, knockout_plans, the_best
from tournaments.seating.plan_files import Unreadable, apart_in, check, past_in, read
from tournaments.seating.record import UnreadableDraw, from_text, verdict
from tournaments.seating.sizes import LARGEST, SMALLEST, NoSplit, Split, splits

MOVES_A_SECOND = 400_000
"""Seconds are turned into so many moves before the start; a faster machine is done earlier, with the same plan."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    options = _options().parse_args(arguments)
    try:
        return int(options.run(options))
    except (CannotSeat, NoPlan, NoSplit, UnreadableDraw, Unreadable, OSError) as wrong:
        print(wrong, file=sys.stderr)
        return 2


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tournaments.seating", description="Seatings for an event.")
    commands = parser.add_subparsers(dest="command", required=True)
    redraw = commands.add_parser("redraw", help="draw a published round again from its file")
    redraw.set_defaults(run=_redraw)
    redraw.add_argument("file", type=Path)
    planned = commands.add_parser("plan", help="plan all rounds of an event and report on the plan")
    planned.set_defaults(run=_plan)
    planned.add_argument("--people", type=_count, required=True)
    planned.add_argument("--rounds", type=_count, required=True)
    sizes = planned.add_mutually_exclusive_group()
    sizes.add_argument("--size", type=_size, default=4, help="the size that is preferred; one more or less is allowed")
    sizes.add_argument(
        "--sizes", type=_sizes, help="exactly these tables, for example 4,4,3; tables of these sizes for another number"
    )
    planned.add_argument(
        "--fixed", type=Path, help="rounds already played: a table a line, an empty line between rounds"
    )
    planned.add_argument("--apart", type=Path, help="people to keep apart: a group of numbers a line")
    planned.add_argument("--leave", type=_change, action="append", default=[], metavar="ROUND:PEOPLE")
    planned.add_argument("--join", type=_change, action="append", default=[], metavar="ROUND:PEOPLE")
    planned.add_argument("--seconds", type=_seconds, help="about how long each search may take; turned into moves")
    planned.add_argument("--seed", type=int, default=1)
    planned.add_argument("--json", action="store_true")
    _knockout_options(commands.add_parser("knockout", help="the best knockout plans for a number of people"))
    return parser


def _knockout_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_knockout)
    parser.add_argument("--people", type=_count, required=True)
    parser.add_argument("--advance", type=_advance, default=the_best(2), help="how many go on from a table, or: half")
    parser.add_argument("--by-size", type=_by_size, default={}, help="other numbers for tables of a size: 4:2,5:3")
    parser.add_argument(
        "--by-table", type=_by_table, default=(), help="other numbers for tables A, B … of a round: 6,3/2"
    )
    parser.add_argument("--sizes", type=_range, default=(3, 4, 5), help="table sizes, for example 3-5 or 4,6")
    parser.add_argument("--preferred", type=_size, default=4)
    parser.add_argument("--final", type=_range, default=(), help="sizes of the final, for example 4 or 3-6")
    parser.add_argument("--no-wild-cards", action="store_true")
    parser.add_argument("--no-byes", action="store_true")
    parser.add_argument("--repechage", action="store_true", help="show a plan in which those who went out play again")
    parser.add_argument("--third-place", action="store_true", help="a table for the places after the final")
    parser.add_argument("--json", action="store_true")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a whole number from 1 is needed, not {text}")
    return int(text)


def _size(text: str) -> int:
    if not text.isdecimal() or not SMALLEST <= int(text) <= LARGEST:
        raise argparse.ArgumentTypeError(f"tables have {SMALLEST} to {LARGEST} seats, not {text}")
    return int(text)


def _sizes(text: str) -> tuple[int, ...]:
    sizes = tuple(_size(part) for part in text.replace(",", " ").split())
    if not sizes:
        raise argparse.ArgumentTypeError("the sizes of the tables are needed, for example 4,4,3")
    return sizes


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3_600:
        raise argparse.ArgumentTypeError(f"seconds above 0, up to an hour, are needed, not {text}")
    return seconds


def _change(text: str) -> tuple[int, int]:
    after, colon, people = text.partition(":")
    if not colon or not after.isdecimal() or not people.isdecimal():
        raise argparse.ArgumentTypeError(f"a round and a number of people are needed, for example 3:2, not {text}")
    return int(after), int(people)


def _changes(given: Sequence[tuple[int, int]]) -> dict[int, int]:
    """How many people for each round; an option given twice for a round counts twice."""
    changes: Counter[int] = Counter()
    for after, people in given:
        changes[after] += people
    return dict(changes)


def _range(text: str) -> tuple[int, ...]:
    """Sizes with commas, each one size or a range: 3-5 or 4,6."""
    sizes: list[int] = []
    for part in text.split(","):
        least, dash, most = part.partition("-")
        first, last = _size(least), _size(most if dash else least)
        if last < first:
            raise argparse.ArgumentTypeError(f"the smaller size stands first: {last}-{first}, not {part}")
        sizes += range(first, last + 1)
    return tuple(sizes)


def _advance(text: str) -> Mapping[int, int]:
    if text != "half" and (not text.isdecimal() or not 1 <= int(text) < LARGEST):
        raise argparse.ArgumentTypeError(f"a number from 1 to {LARGEST - 1} is needed, or: half; not {text}")
    return half_the_table() if text == "half" else the_best(int(text))


def _by_size(text: str) -> Mapping[int, int]:
    try:
        return dict(read_by_size(text).numbers)
    except UnreadableHowMany as unreadable:
        raise argparse.ArgumentTypeError(str(unreadable)) from unreadable


def _by_table(text: str) -> Sequence[Sequence[int]]:
    try:
        return read_by_table(text).rounds
    except UnreadableHowMany as unreadable:
        raise argparse.ArgumentTypeError(str(unreadable)) from unreadable


def _redraw(options: argparse.Namespace) -> int:
    holds, words = verdict(from_text(read(options.file)))
    print(words)
    return 0 if holds else 1


def _knockout(options: argparse.Namespace) -> int:
    plans = knockout_plans(
        options.people,
        sizes=options.sizes,
        preferred=options.preferred,
        advance={**options.advance, **options.by_size},
        by_table=options.by_table,
        final_sizes=options.final,
        wild_cards=not options.no_wild_cards,
        byes=not options.no_byes,
        repechage=options.repechage,
        third_place=options.third_place,
    )
    if options.json:
        found = [{"plan": one.text, "words": list(map(str, one.words)), "rows": one.rows()} for one in plans]
        print(json.dumps(found))
        return 0
    for number, choice in enumerate(plans, 1):
        print(f"{number}. {choice.text}", *(f"   {words}" for words in choice.words), sep="\n")
    return 0


def _plan(options: argparse.Namespace) -> int:
    event = Event(
        options.people,
        options.rounds,
        lambda people: _split(people, options.size, options.sizes),
        past_in(options.fixed) if options.fixed else Past(),
        _changes(options.leave),
        _changes(options.join),
    )
    check(event)
    wishes = Wishes(apart_in(options.apart, event)) if options.apart else Wishes()
    moves = None if options.seconds is None else int(options.seconds * MOVES_A_SECOND)
    planned = plan(event, seed=options.seed, wishes=wishes, moves=moves)
    print(_as_json(planned) if options.json else _as_text(planned, len(event.past.rounds)))
    return 0


def _split(people: int, size: int, sizes: tuple[int, ...] | None) -> Split:
    if sizes is None:
        near = range(max(SMALLEST, size - 1), min(LARGEST, size + 1) + 1)
        return splits(people, frozenset(near), size)[0]
    if sum(sizes) == people:
        return Split(tuple(sorted(sizes, reverse=True)))
    return splits(people, frozenset(sizes), max(sizes))[0]


def _as_text(planned: Plan, before: int) -> str:
    lines: list[str] = []
    for number, seating in enumerate(planned.drawn, before + 1):
        tables = " | ".join(" ".join(f"{entry:>2}" for entry in table) for table in seating.tables)
        out = f"   sit out: {' '.join(map(str, seating.sit_outs))}" if seating.sit_outs else ""
        lines.append(f"round {number}: {tables}{out}")
    last = planned.drawn[-1] if planned.drawn else None
    drawn = [f"seed {last.seed}, {last.moves} moves, {last.algorithm}"] if last else []
    return "\n".join([*lines, "", *map(str, planned.quality.words()), *drawn])


def _as_json(planned: Plan) -> str:
    report = planned.quality
    return json.dumps(
        {
            "rounds": [
                {"tables": seating.tables, "sit_outs": seating.sit_outs, "seed": seating.seed, "moves": seating.moves}
                for seating in planned.drawn
            ],
            "repeats": [report.repeats.value, report.repeats.bound],
            "most_meetings_of_a_pair": [report.most.value, report.most.bound],
            "q": [report.weighted.value, report.weighted.bound],
            "again": [[*again.pair, list(again.rounds)] for again in report.again],
            "short_tables": [report.short.least, report.short.most],
            "sit_outs": [report.sit_outs.least, report.sit_outs.most],
            "seat_spread": report.seat_spread,
            "table_revisits": report.revisits,
            "apart_broken": [[*broken.pair, list(broken.rounds)] for broken in report.apart_broken],
        }
    )


if __name__ == "__main__":
    sys.exit(main())
