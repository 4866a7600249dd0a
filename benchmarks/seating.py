"""python benchmarks/seating.py [ID …] [--json]: the known test instances, each with its goal, and how draws grow.

Every search is limited by moves (the seconds allowed times a fixed number), so figures are the same everywhere; only
the seconds differ. They are those of this process, so that a busy machine does not count. A goal is "R/most", or
"Q/most" where repeats are forced.
"""

import argparse
import datetime as dt
import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import standings
from benchmarks.stages import knockouts, power_rounds, rematches
from tournaments.seating.__main__ import MOVES_A_SECOND
from tournaments.seating.draw import Past, Wishes, draw_round, draw_rounds
from tournaments.seating.event import Event, plan
from tournaments.seating.quality import Quality, quality
from tournaments.seating.sizes import Split, splits

Result = TypeVar("Result")

ANY = 99
"""No goal for this figure."""


@dataclass(frozen=True, slots=True)
class Instance:
    """Tables and rounds, the best that is known, the goal and the seconds it may take.

    `repeats` says whether the goal is about R; else it is about Q. `short_spread` is a goal for the short tables.
    """

    name: str
    sizes: tuple[int, ...]
    rounds: int
    goal: int
    most: int
    seconds: float
    repeats: bool = True
    short_spread: int = ANY
    groups: int = 0
    leave: int = 0
    join: int = 0


def fours(people: int, size: int = 4) -> tuple[int, ...]:
    """Equal tables."""
    return (size,) * (people // size)


INSTANCES = (
    Instance("A2", fours(32), 5, 0, 1, 0.1),
    Instance("A3", fours(32), 7, 0, 1, 1),
    Instance("A4", fours(32), 9, 0, 1, 5),
    Instance("A6", fours(28), 8, 0, 1, 5),
    Instance("A8", fours(40), 9, 0, 1, 1),
    Instance("A9", fours(64), 10, 0, 1, 1),
    Instance("A10", fours(100), 10, 0, 1, 0.1),
    Instance("A11", fours(256), 6, 0, 1, 0.1),
    Instance("A12", fours(1000), 5, 0, 1, 0.2),
    Instance("A14", fours(24), 7, 0, 1, 2),
    Instance("A16", fours(35, 5), 7, 0, 1, 0.1),
    Instance("A17", fours(50, 5), 8, 0, 1, 3),
    Instance("A18", fours(18, 3), 7, 0, 1, 1),
    Instance("A18", fours(24, 3), 10, 0, 1, 1),
    Instance("A19", fours(36, 6), 5, 13, 2, 10),
    Instance("B1", (4,) * 6 + (3,) * 2, 6, 0, 1, 1, short_spread=1),
    Instance("B2", (4,) * 4 + (3,) * 2, 7, 0, 1, 3),
    Instance("B3", (4,) * 23 + (3,) * 3, 6, 0, 1, 0.5, short_spread=1),
    Instance("B4", (4,) * 3 + (3,) * 3, 6, 0, 1, 1),
    Instance("B7", (4, 4, 3, 3, 3), 6, 2, 2, 10),
    Instance("B9", (6,) * 5 + (5,) * 3, 6, 0, 1, 0.5),
    Instance("B10", (6,) * 3 + (5,) * 3, 5, 9, 2, 10),
    Instance("C1", (4, 3), 5, 30, 3, 1, repeats=False),
    Instance("C2", (4, 4), 4, 24, 2, 1, repeats=False),
    Instance("C3", (3, 3, 3), 6, 18, 2, 1, repeats=False),
    Instance("C5", (4, 4, 3), 5, 20, 2, 2, repeats=False),
    Instance("C7", (4, 3, 3, 3), 6, 12, 2, 2, repeats=False),
    Instance("C9", fours(16), 6, 24, 2, 3, repeats=False),
    Instance("C9", fours(16), 7, 48, 2, 3, repeats=False),
    Instance("C10", fours(18, 6), 5, 90, 3, 5, repeats=False),
    Instance("C12", fours(24), 9, 51, 2, 10, repeats=False),
    Instance("C13", fours(25, 5), 7, 52, 2, 10, repeats=False),
    Instance("C15", (6, 5, 4, 3), 5, 32, ANY, 5, repeats=False),
    Instance("C15", (5, 5, 4, 4), 5, 20, ANY, 5, repeats=False),
    Instance("C15", (5, 4, 4), 6, 60, 3, 5, repeats=False),
    Instance("D1", fours(32), 6, 0, 1, 0.5, leave=3, join=1),
    Instance("D3", (4,) * 4 + (3,) * 2, 6, 0, 1, 2, leave=2, join=1),
    Instance("D5", fours(32), 6, 0, 1, 1, groups=16),
    Instance("D5", (4,) * 6 + (3,) * 2, 5, 0, 1, 1, groups=4),
    Instance("D6", fours(32), 6, 0, 1, 5, groups=6),
    Instance("D8", fours(24), 5, 2, ANY, 10, groups=6),
)


def wishes_of(instance: Instance) -> Wishes:
    """Clubs dealt out in turn; repeats come before turns unless the goal names a short-table spread."""
    people = range(1, sum(instance.sizes) + 1)
    clubs = frozenset(frozenset(people[first :: instance.groups]) for first in range(instance.groups))
    return Wishes(apart=clubs, turns_first=instance.short_spread != ANY)


def split_for(instance: Instance) -> Callable[[int], Split]:
    """The announced tables, and fours with threes for any other number of people."""
    sizes = instance.sizes
    return lambda people: Split(sizes) if people == sum(sizes) else splits(people, frozenset({3, 4}), 4)[0]


def run(instance: Instance, seed: int) -> tuple[Quality, float]:
    """Plan one instance (the changes come after round 3); returns its report and the seconds it took."""
    event = Event(
        sum(instance.sizes),
        instance.rounds,
        split_for(instance),
        leave={3: instance.leave},
        join={3: instance.join},
    )
    began = time.process_time()
    moves = int(instance.seconds * MOVES_A_SECOND)
    planned = plan(event, seed=seed, wishes=wishes_of(instance), moves=moves)
    return planned.quality, time.process_time() - began


def reached(instance: Instance, report: Quality) -> bool:
    """Whether every goal of the instance is met."""
    figure = report.repeats if instance.repeats else report.weighted
    return (
        figure.value <= instance.goal
        and report.most.value <= instance.most
        and report.short.spread <= instance.short_spread
        and not report.apart_broken
    )


def instances(names: Sequence[str], seed: int) -> Iterator[dict[str, object]]:
    """One row for each instance that was asked for (all without names)."""
    for instance in INSTANCES:
        if names and instance.name not in names:
            continue
        report, seconds = run(instance, seed)
        yield {
            "id": instance.name,
            "people": sum(instance.sizes),
            "tables": len(instance.sizes),
            "rounds": instance.rounds,
            "R": f"{report.repeats.value} ({report.repeats.bound})",
            "most": f"{report.most.value} ({report.most.bound})",
            "Q": f"{report.weighted.value} ({report.weighted.bound})",
            "short": f"{report.short.least}-{report.short.most}",
            "goal": f"{'R' if instance.repeats else 'Q'} {instance.goal}/{instance.most}",
            "seconds": round(seconds, 2),
            "allowed": instance.seconds,
            "reached": reached(instance, report),
        }


PLAYED = 9
"""Rounds before the one more whose growth is measured."""


def growth(sizes: Sequence[int]) -> Iterator[dict[str, object]]:
    """The table sizes, nine rounds planned whole, a tenth after them, and the report, for more and more people."""
    for people in sizes:
        sizing, (split, *_) = timed(partial(splits, people, frozenset({3, 4, 5}), 4), 5)
        whole, drawn = timed(partial(draw_rounds, range(people), split, Past(), rounds=PLAYED, seed=1), 2)
        past = Past(tuple(seating.tables for seating in drawn))
        more, tenth = timed(partial(draw_round, range(people), split, past, seed=2), 3)
        reporting, report = timed(partial(quality, range(people), past, tenth), 3)
        yield {
            "people": people,
            "sizes": round(sizing, 5),
            f"plan of {PLAYED}": round(whole, 4),
            "one more": round(more, 4),
            "report": round(reporting, 4),
            "moves": tenth.moves,
            "repeats": report.repeats.value,
        }


def timed(work: Callable[[], Result], times: int) -> tuple[float, Result]:
    """The least seconds of this process that the work took, and what came of it."""
    least = math.inf
    for _ in range(times):
        began = time.process_time()
        result = work()
        least = min(least, time.process_time() - began)
    return least, result


def exponent(rows: Sequence[dict[str, object]], column: str) -> float:
    """The power of the number of people that the seconds grow with, from the first to the last row."""
    first, last = rows[0], rows[-1]
    ratio = float(str(last[column])) / max(float(str(first[column])), 0.00001)
    return math.log(ratio) / math.log(int(str(last["people"])) / int(str(first["people"])))


STORED = 1_000
STORED_ROUNDS = 4
STORED_AIM = 2.0
"""Seconds from pressing "draw" to a draft that can be read, with this many people, in the fourth round."""


def stored_and_shown(people: int) -> dict[str, object]:
    """Seconds for each thing that happens to a draft of so many people, through commands and pages."""
    from django.test import Client  # noqa: PLC0415 - after the settings are known

    from tournaments import draft_changes, drafts  # noqa: PLC0415
    from tournaments.models import Membership, Role, Round, User  # noqa: PLC0415

    tournament = an_event(people)
    user = User.objects.create_user("bench", name="Bench")
    Membership.objects.create(club=tournament.club, user=user, role=Role.ORGANISER)
    desk = Client(headers={"host": "localhost"})
    desk.force_login(user)
    split = splits(people, frozenset(tournament.sizes), tournament.preferred_size)[0]
    who: dict[str, Any] = {"by": "bench", "at": standings.START}
    page, public = f"/en/desk/t/{tournament.slug}/seat/", f"/en/t/{tournament.slug}/seating/"
    seconds: dict[str, object] = {"id": "STORE", "people": people}

    def timed(name: str, act: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        found = act()
        seconds[name] = round(time.perf_counter() - began, 2)
        return found

    for number in range(1, STORED_ROUNDS):
        draft = drafts.draft_round(tournament=tournament, split=split, seed=number, **who)
        drafts.publish_round(draft=draft, **who)
        Round.objects.update(state=Round.State.CLOSED, closed_at=standings.START)
    draft = timed("draw", lambda: drafts.draft_round(tournament=tournament, split=split, seed=9, **who))
    shown = timed("page", lambda: desk.get(page))
    one, other = tournament.entries.filter(number__in=[1, people]).order_by("number")
    draft = timed("swap", lambda: draft_changes.swap(draft=draft, first=one, second=other, **who))
    draft = timed("redraw", lambda: drafts.redraw_round(draft=draft, split=split, seed=10, **who))
    timed("undo", lambda: draft_changes.step_back(draft=draft, **who))
    draft = Round.objects.get(pk=draft.pk)
    timed("publish", lambda: drafts.publish_round(draft=draft, **who))
    world = timed("public", lambda: Client(headers={"host": "localhost"}).get(public))
    assert (shown.status_code, world.status_code) == (200, 200)
    waited = float(str(seconds["draw"])) + float(str(seconds["page"]))
    return {**seconds, "KB": len(shown.content) // 1024, "allowed": STORED_AIM, "reached": waited <= STORED_AIM}


def an_event(people: int) -> Any:
    """A published tournament with so many people, all of them here, before its first round."""
    from tournaments.models import Club, Entry, Player, Tournament  # noqa: PLC0415

    club = Club.objects.create(name="Bench", slug="bench")
    tournament = Tournament.objects.create(
        club=club,
        name="Bench",
        slug="bench-evening",
        date=dt.date(2026, 3, 6),
        state=Tournament.State.PUBLISHED,
        rules="gamerules",
        plan=[[9, 8]] * STORED_ROUNDS,
        sizes=[3, 4, 5],
        tie_breaks=["most_zeros"],
    )
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Hen {number:04}", sort_name=f"Hen {number:04}") for number in range(1, people + 1)
    )
    Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, number=number, status=Entry.Status.HERE, made_at=standings.START)
        for number, player in enumerate(players, 1)
    )
    return tournament


def in_a_database_of_its_own(people: int) -> dict[str, object]:
    """`stored_and_shown` on an empty database that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="hh-bench-") as folder:
        standings.prepare(folder)
        return stored_and_shown(people)


def show(rows: Iterator[dict[str, object]]) -> list[dict[str, object]]:
    """Print rows under their names as they come."""
    shown: list[dict[str, object]] = []
    for row in rows:
        if not shown:
            print("  ".join(f"{name:>9}" for name in row))
        print("  ".join(f"{value!s:>9}" for value in row.values()), flush=True)
        shown.append(row)
    return shown


def main() -> int:
    """Run the instances and the growth; the exit code says whether every goal was reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = show(instances(options.names, options.seed))
    grown = [] if options.names else show(growth((100, 400, 1_000, 4_000, 10_000)))
    power = [] if options.names else show(power_rounds())
    stages = [] if options.names else [*power, *show(rematches()), *show(knockouts())]
    columns = ("sizes", f"plan of {PLAYED}", "one more", "report") if grown else ()
    powers = {column: round(exponent(grown, column), 2) for column in columns}
    if power:
        powers["power"] = round(exponent(power, "power"), 2)
    print("growth exponents:", powers or "not measured")
    stored = show(iter([in_a_database_of_its_own(STORED)])) if not options.names or "STORE" in options.names else []
    missed = [row.get("id", row) for row in (*rows, *stages, *stored) if not row["reached"]]
    print("goals missed:", missed or "none")
    if options.json:
        print(json.dumps({"instances": rows, "growth": grown, "exponents": powers, "stages": stages, "stored": stored}))
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
