"""`verify` and `show`: records of hands."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from engine import (
    N_,
    Checked,
    Fault,
    Layout,
    Record,
    Unreadable,
    UnreadableRecord,
    check_full,
    check_keys,
    check_public,
    read_records,
    say,
)
from engine.terminal import ACCEPTED, REFUSED, Commands, command

_HELP = """\
Records of hands, as docs/record.md writes them. Where the deal is in the record every turn is played again; where it is
not, everything is checked that the table could see. Where keys are in it, deal and moves have to follow from them. Each
fault names the round and the player, and what would have been right.

  python -m engine verify evening.txt
  python -m engine verify --public evening.txt

Exit status: 0 all right, 1 faults, 2 not readable.
"""

MOST_LEGAL = 12
"""More tokens than these would not help: without the deal nearly anything may have been on a rack."""


def add(commands: Commands) -> None:
    parser = command(commands, "verify", "check records", _HELP)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--public", action="store_true", help="check what the table saw even where the deal is known")
    parser.add_argument("--json", action="store_true", help="print the faults as JSON")
    parser.set_defaults(run=_verify)
    show = command(
        commands, "show", "the layout of a record, as text", "Draws what lay on the table, branch by branch."
    )
    show.add_argument("file", type=Path, metavar="FILE")
    show.set_defaults(run=_show)


def _verify(arguments: argparse.Namespace) -> int:
    found = []
    for file in arguments.files:
        for number, record in enumerate(_records(file), start=1):
            public = arguments.public or not record.deal
            checked = check_public(record) if public else check_full(record)
            if checked.is_right and record.deal_key and not arguments.public:
                checked = replace(checked, faults=check_keys(record).faults)
            found.append(checked)
            if arguments.json:
                faults = [_fault_as_json(record, fault) for fault in checked.faults]
                print(json.dumps({"file": str(file), "hand": number, "faults": faults}))
            else:
                print(f"{file}, hand {number}: {_result(record, checked)}")
                for fault in checked.faults:
                    print(f"  {_fault_text(record, fault)}")
    return ACCEPTED if all(checked.is_right for checked in found) else REFUSED


def _show(arguments: argparse.Namespace) -> int:
    for record in _records(arguments.file):
        layout = Layout(record.rules, record.players, record.centre)
        for number, turn in enumerate(record.turns):
            if turn.play is None:
                continue
            try:
                layout = layout.with_play(turn.play, turn.branch)
            except ValueError as wrong:
                print(f"{_whose(record, number)}: {wrong}", file=sys.stderr)
                return REFUSED
        print(layout)
    return ACCEPTED


def _records(file: Path) -> tuple[Record, ...]:
    try:
        return read_records(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        unread = say("file.not_text", N_("{file} cannot be read: it is not text in UTF-8."), file=str(file))
    except OSError as error:
        unread = say("file.unread", N_("{file} cannot be read: {why}."), file=str(file), why=str(error.strerror))
    except UnreadableRecord as unreadable:
        unread = say("file.record", N_("{file}: {sentence}"), file=str(file), sentence=unreadable.sentence)
    raise Unreadable(unread)


def _result(record: Record, checked: Checked) -> str:
    if not checked.is_right:
        return "faults"
    if checked.outcome is None:
        return "right as far as it goes"
    scores = ", ".join(f"{name} {points}" for name, points in zip(record.names, checked.outcome.points, strict=True))
    return f"right ({checked.outcome.ended.value}): {scores}"


def _whose(record: Record, turn: int) -> str:
    return f"round {turn // record.players + 1}, {record.names[record.seat_of(turn)]}, {record.turns[turn].text()}"


def _fault_text(record: Record, fault: Fault) -> str:
    where = ""
    if fault.turn is not None:
        where = f"{_whose(record, fault.turn)}: "
    elif fault.seat is not None:
        where = f"{record.names[fault.seat]}: "
    right = f" It could have been {' or '.join(fault.legal)}." if 0 < len(fault.legal) <= MOST_LEGAL else ""
    return f"{where}{fault.sentence}{right}"


def _fault_as_json(record: Record, fault: Fault) -> dict[str, str | int | list[str] | None]:
    return {
        "round": None if fault.turn is None else fault.turn // record.players + 1,
        "turn": None if fault.turn is None else fault.turn + 1,
        "player": None if fault.seat is None else record.names[fault.seat],
        "code": fault.sentence.code,
        "sentence": str(fault.sentence),
        "legal": list(fault.legal),
    }
