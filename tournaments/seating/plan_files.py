"""What `python -m tournaments.seating plan` reads from files, and what is asked of an event before it is planned."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tournaments.seating.draw import Past, Round
from tournaments.seating.event import Event
from tournaments.seating.sizes import LARGEST, SMALLEST


class Unreadable(Exception):
    """An option or a file that cannot be read, or does not fit the event, with a sentence."""


def read(file: Path) -> str:
    """The text of a file; a mark at its beginning, as some editors leave one, plays no part. Raises Unreadable."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Unreadable(f"{file.name} is not a text in UTF-8. Save it as one, and try again.") from wrong


def past_in(file: Path) -> Past:
    """Rounds already played: a table a line, an empty line between rounds. Raises Unreadable."""
    rounds: list[Round] = []
    tables: list[tuple[int, ...]] = []
    for row in [*_rows(file), ()]:
        if row:
            tables.append(row)
        elif tables:
            rounds.append(tuple(tables))
            tables = []
    everybody = {entry for tables in rounds for table in tables for entry in table}
    out = [everybody.difference(entry for table in tables for entry in table) for tables in rounds]
    return Past(tuple(rounds), tuple(tuple(sorted(entries)) for entries in out))


def apart_in(file: Path, event: Event) -> frozenset[frozenset[int]]:
    """Groups to keep apart: their numbers, a group a line. Raises Unreadable, for numbers of nobody too."""
    highest = event.people + sum(event.join.values())
    groups = set()
    for number, row in enumerate(_rows(file), 1):
        strangers = [entry for entry in row if not 1 <= entry <= highest]
        if strangers:
            raise Unreadable(f"{file.name}, line {number}: nobody is {strangers[0]}; the people are 1 to {highest}.")
        if row and len(set(row)) < 2:
            raise Unreadable(f"{file.name}, line {number}: a group is two people or more, not {row[0]} alone.")
        if row:
            groups.add(frozenset(row))
    return frozenset(groups)


def check(event: Event) -> None:
    """Raise Unreadable where the changes or the rounds played do not fit the event."""
    for sentence in _wrong(event):
        raise Unreadable(sentence)
    played = len(event.past.rounds)
    if played >= event.rounds:
        raise Unreadable(f"{event.rounds} rounds are planned, and {played} are played: nothing is left to plan.")
    changes = sorted({*event.leave, *event.join})
    late = [number for number in changes if number >= event.rounds]
    if late:
        raise Unreadable(f"Nobody can leave or join after round {late[0]}: the last round is {event.rounds}.")
    early = [number for number in changes if number < played]
    if early:
        raise Unreadable(
            f"Round {played} is played already, so nobody leaves or joins after round {early[0]}: "
            "say how many people are there now."
        )
    here = event.people
    for number in range(event.rounds):
        if event.leave.get(number, 0) > here:
            raise Unreadable(f"--leave {number}:{event.leave[number]}: only {here} people are there then.")
        here += event.join.get(number, 0) - event.leave.get(number, 0)


def _wrong(event: Event) -> Iterator[str]:
    """What is wrong with the rounds played, each in a sentence."""
    for number, tables in enumerate(event.past.rounds, 1):
        for table in tables:
            if not SMALLEST <= len(table) <= LARGEST:
                yield (
                    f"Round {number} of the rounds played has a table of {len(table)}; "
                    f"tables have {SMALLEST} to {LARGEST} seats."
                )
        times = Counter(entry for table in tables for entry in table)
        for entry in sorted(times):
            if times[entry] > 1:
                yield f"Round {number} of the rounds played has {entry} at {times[entry]} places."
            if not 1 <= entry <= event.people:
                yield f"Round {number} of the rounds played has {entry}; the people are 1 to {event.people}."


def _rows(file: Path) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = []
    for number, line in enumerate(read(file).splitlines(), 1):
        try:
            rows.append(tuple(int(part) for part in line.replace(",", " ").split()))
        except ValueError as wrong:
            raise Unreadable(f"{file.name}, line {number}: numbers with spaces or commas are needed.") from wrong
    return rows
