"""python benchmarks/standings.py [ENTRIES …] [--json]: what standings cost, from 40 to 4,000 entries.

Six rounds of three hands at tables of four, the last round half in. For each size: the rebuild (rows → ledger → list),
the public page made anew and from its shelf, a poll that finds nothing new beside a bare view, and one table's three
hands saved; then the page with a cut to come, and what its marks cost. Prints medians in milliseconds, queries, bytes,
and the power of the number of entries each grows with; says which aims are missed.
docs/benchmarks.md explains the figures.

Everything happens in a database of its own in a temporary folder, which is gone afterwards.
"""

import argparse
import datetime as dt
import json
import math
import os
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

ENTRIES = (40, 400, 1_000, 4_000)
ROUNDS, HANDS, TABLE = 6, 3, 4
START = dt.datetime(2026, 3, 6, 18, 0, tzinfo=dt.UTC)
AIMS_AT = 1_000
"""The size at which the aims hold."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one size costs: medians in milliseconds, queries, bytes as they are sent (compressed) and unpacked."""

    entries: int
    rebuild: float
    rebuild_queries: int
    cold: float
    cold_queries: int
    page_bytes: int
    sent_bytes: int
    cached: float
    cached_queries: int
    poll: float
    poll_queries: int
    bare: float
    save: float
    save_queries: int
    cut: float
    cut_queries: int
    chances: float


TIMES = ("rebuild", "cold", "cached", "poll", "save", "cut", "chances")


@dataclass(frozen=True, slots=True)
class Aim:
    """A figure at 1,000 entries that should not be passed."""

    name: str
    most: float
    figure: Callable[[Row], float]


AIMS = (
    Aim("rebuild, ms", 150, lambda row: row.rebuild),
    Aim("page cold, ms", 500, lambda row: row.cold),
    Aim("page cold, with a cut to come, ms", 500, lambda row: row.cut),
    Aim("through, out, may still: ms", 150, lambda row: row.chances),
    Aim("save, ms", 30, lambda row: row.save),
    Aim("save, queries", 15, lambda row: row.save_queries),
    Aim("unchanged poll, times a bare view", 1.5, lambda row: row.poll / row.bare),
)


def prepare(folder: str) -> None:
    """Set Django up on an empty database in this folder, whatever the environment says otherwise."""
    for name in [name for name in os.environ if name.startswith("HENHOUSE_")]:
        del os.environ[name]
    os.environ["HENHOUSE_DATA"] = folder
    os.environ["HENHOUSE_PLAIN_STATIC"] = "1"
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django  # noqa: PLC0415 - after the settings are known
    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    settings.ROOT_URLCONF = addresses()
    call_command("migrate", verbosity=0)


def addresses() -> Any:
    """The addresses of the site and one more: a view that answers nothing at all."""
    from django.http import HttpRequest, HttpResponse  # noqa: PLC0415
    from django.urls import path  # noqa: PLC0415

    from config.urls import urlpatterns  # noqa: PLC0415

    def bare(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=204)

    module = ModuleType("benchmarks.addresses")
    module.urlpatterns = [path("bare", bare), *urlpatterns]  # type: ignore[attr-defined]
    return module


# --- a tournament


def an_event(entries: int) -> Any:
    """A published tournament with this many entries: five rounds closed, in the sixth every other table is in."""
    from tournaments.models import Club, Entry, Player, Tournament  # noqa: PLC0415

    club = Club.objects.create(name=f"Club of {entries}", slug=f"club-of-{entries}")
    tournament = Tournament.objects.create(
        club=club,
        name=f"Event of {entries}",
        slug=f"event-of-{entries}",
        date=START.date(),
        state=Tournament.State.PUBLISHED,
        rules="gamerules",
        plan=[[9, 8, 7]] * ROUNDS,
        sizes=[TABLE],
        tie_breaks=["most_zeros", "lowest_other"],
    )
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Hen {number:04}", sort_name=f"Hen {number:04}") for number in range(1, entries + 1)
    )
    Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, number=number, status=Entry.Status.HERE, made_at=START)
        for number, player in enumerate(players, 1)
    )
    for number in range(1, ROUNDS + 1):
        play(tournament, number, entries)
    tournament.refresh_from_db()
    return tournament


def play(tournament: Any, number: int, entries: int) -> None:
    """Seat a round with the real commands, put reports of its tables straight into the database, close it."""
    from tournaments import drafts, rounds  # noqa: PLC0415
    from tournaments.seating.sizes import Split  # noqa: PLC0415

    at = START + dt.timedelta(minutes=30 * number)
    split = Split((TABLE,) * (entries // TABLE))
    draft = drafts.draft_round(tournament=tournament, split=split, seed=number, by="bench", at=at)
    published = drafts.publish_round(draft=draft, by="bench", at=at)
    tables = list(published.tables.order_by("number"))
    report([table.game_id or 0 for table in tables[:: 1 if number < ROUNDS else 2]], Random(number), at)
    if number < ROUNDS:
        rounds.close_round(round=published, by="bench", at=at)


def report(games: Sequence[int], chance: Random, at: dt.datetime) -> None:
    """Accepted reports of every hand of these games."""
    from games.models import Hand, Report, Score  # noqa: PLC0415

    hands = Hand.objects.filter(game__in=games).order_by("game", "number")
    reports = Report.objects.bulk_create(
        Report(
            game_id=hand.game_id,
            hand=hand,
            revision=1,
            ended=Report.Ended.OUT,
            out_place=1,
            by="bench",
            at=at,
            key=uuid.uuid4(),
            accepted_by="bench",
            accepted_at=at,
        )
        for hand in hands
    )
    Score.objects.bulk_create(
        Score(report=one, place=place, points=points)
        for one in reports
        for place, points in enumerate(hand_of(chance), 1)
    )


def hand_of(chance: Random) -> list[int]:
    """The points of a hand by place: one of them goes out."""
    points = [0, *(5 + int(chance.random() * 40) for _ in range(TABLE - 1))]
    start = int(chance.random() * TABLE)
    return points[start:] + points[:start]


# --- measuring


def clock() -> float:
    """Seconds by the clock, or, asked so, of this process's own work: for a machine that others keep busy."""
    return time.process_time() if "--cpu" in sys.argv else time.perf_counter()


def milliseconds(act: Callable[[], object], times: int, before: Callable[[], object] = lambda: None) -> float:
    """The median of what one call takes; `before` is done before each and not counted."""
    took = []
    for _ in range(times):
        before()
        start = clock()
        act()
        took.append(clock() - start)
    return round(1000 * median(took), 3)


def queries(act: Callable[[], object]) -> int:
    """How many queries one call makes."""
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def visitor() -> Callable[[str], bytes]:
    """Asks the site for an address as its server does, with a browser's compression; gives the body."""
    from io import BytesIO  # noqa: PLC0415

    from config.wsgi import application  # noqa: PLC0415

    def ask(address: str) -> bytes:
        path, _mark, query = address.partition("?")
        said: list[str] = []

        def start(status: str, _headers: Any, _error: Any = None, /) -> Callable[[bytes], object]:
            said.append(status)
            return bytes

        answer = application(
            {
                "REQUEST_METHOD": "GET",
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "SERVER_NAME": "localhost",
                "SERVER_PORT": "80",
                "SERVER_PROTOCOL": "HTTP/1.1",
                "HTTP_HOST": "localhost",
                "HTTP_ACCEPT_ENCODING": "gzip",
                "wsgi.input": BytesIO(),
                "wsgi.url_scheme": "http",
            },
            start,
        )
        body = b"".join(answer)
        assert said[0][:3] in {"200", "204"}, f"{address}: {said[0]}"
        answer.close()
        return body

    return ask


def measure(entries: int, ask: Callable[[str], bytes]) -> Row:
    """Make a tournament of this size and measure everything on it."""
    import gzip  # noqa: PLC0415

    from django.core.cache import cache  # noqa: PLC0415

    from tournaments.queries.standings import standings_of  # noqa: PLC0415

    tournament = an_event(entries)
    page = f"/en/t/{tournament.slug}/"
    poll = f"{page}live/standings?v={tournament.version}"
    few = 5 if entries > AIMS_AT else 9
    ask(page)  # whatever is loaded with the first page of all is not counted
    sent = ask(page)
    rebuild = milliseconds(lambda: standings_of(tournament), few)
    cold = milliseconds(lambda: ask(page), few, cache.clear)
    cached = milliseconds(lambda: ask(page), 100)
    polled = milliseconds(lambda: ask(poll), 400)
    bare = milliseconds(lambda: ask("/bare"), 400)
    saves = saves_of(tournament)
    counted = queries(next(saves))
    now = f"{page}live/standings?v={version_of(tournament)}"
    anew, rebuilt = cold_queries(ask, page), queries(lambda: standings_of(tournament))
    kept, unchanged = queries(lambda: ask(page)), queries(lambda: ask(now))
    saved = median(milliseconds(next(saves), 1) for _ in range(min(25, entries // TABLE // 2 - 2)))
    chances = with_a_cut(tournament)
    return Row(
        entries=entries,
        rebuild=rebuild,
        rebuild_queries=rebuilt,
        cold=cold,
        cold_queries=anew,
        page_bytes=len(gzip.decompress(sent)),
        sent_bytes=len(sent),
        cached=cached,
        cached_queries=kept,
        poll=polled,
        poll_queries=unchanged,
        bare=bare,
        save=saved,
        save_queries=counted,
        cut=milliseconds(lambda: ask(page), few, cache.clear),
        cut_queries=cold_queries(ask, page),
        chances=milliseconds(chances, few),
    )


def with_a_cut(tournament: Any) -> Callable[[], object]:
    """Let a quarter of the people go on to a knockout after the last round; gives what says who is through or out."""
    from tournaments.models import Stage  # noqa: PLC0415
    from tournaments.queries.chances import chances_into  # noqa: PLC0415
    from tournaments.queries.facts import facts_of  # noqa: PLC0415
    from tournaments.queries.stage_lists import stage_facts  # noqa: PLC0415

    Stage.objects.create(tournament=tournament, number=1, rounds=ROUNDS)
    final = {"kind": Stage.Kind.KNOCKOUT, "takes": "number", "how_many": str(tournament.entries.count() // 4)}
    Stage.objects.create(tournament=tournament, number=2, rounds=0, **final)
    found = stage_facts(facts_of(tournament))
    return lambda: chances_into(found, found.spans[1])


def cold_queries(ask: Callable[[str], bytes], page: str) -> int:
    """The queries of a page that is not on the shelf."""
    from django.core.cache import cache  # noqa: PLC0415

    cache.clear()
    return queries(lambda: ask(page))


def version_of(tournament: Any) -> int:
    """The version that a poll has to carry to find nothing new."""
    tournament.refresh_from_db(fields=["version"])
    return int(tournament.version)


def saves_of(tournament: Any) -> Iterator[Callable[[], object]]:
    """For one more table of the open round each: what saves its three hands, which are typed already."""
    from games.models import Report  # noqa: PLC0415
    from games.reports import Handed  # noqa: PLC0415
    from tournaments.models import Table  # noqa: PLC0415
    from tournaments.queries.tables import table_state  # noqa: PLC0415
    from tournaments.results import lines_for, report_table  # noqa: PLC0415

    chance = Random(99)
    numbers = range(2, tournament.rounds.get(number=ROUNDS).tables.count() + 1, 2)
    for number in numbers:
        rows = Table.objects.select_related("round__tournament", "game")
        table = rows.get(round__tournament=tournament, round__number=ROUNDS, number=number)
        state = table_state(table)
        handed = [
            Handed(hand, Report.Ended.OUT, lines_for(state, hand, dict(enumerate(hand_of(chance), 1))))
            for hand in range(1, HANDS + 1)
        ]
        yield partial(
            report_table,
            table=table,
            handed=handed,
            key=uuid.uuid4(),
            by="bench",
            at=START,
            confirmed=True,
            accepted=True,
        )


def exponent(rows: Sequence[Row], name: str) -> float:
    """The power of the number of entries that a time grows with: the slope of the logarithms, least squares."""
    points = [(math.log(row.entries), math.log(getattr(row, name))) for row in rows]
    across, up = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    slope = sum((x - across) * (y - up) for x, y in points) / sum((x - across) ** 2 for x, _y in points)
    return round(slope, 2)


def show(row: Row) -> None:
    """One size as a line."""
    print(
        f"{row.entries:>7}  {row.rebuild:>8.1f} {row.rebuild_queries:>3}  {row.cold:>8.1f} {row.cold_queries:>3}"
        f"  {row.page_bytes:>9} {row.sent_bytes:>7}  {row.cached:>7.2f} {row.cached_queries:>3}"
        f"  {row.poll:>6.3f} {row.poll_queries:>3} {row.bare:>6.3f} {row.poll / row.bare:>5.2f}"
        f"  {row.save:>7.1f} {row.save_queries:>3}  {row.cut:>8.1f} {row.cut_queries:>3}  {row.chances:>7.1f}",
        flush=True,
    )


def main() -> int:
    """Measure every size; the exit code says whether an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("entries", nargs="*", type=int, help="other sizes than 40, 400, 1000, 4000")
    parser.add_argument("--json", action="store_true", help="print everything as JSON as well")
    parser.add_argument("--cpu", action="store_true", help="count the processor's time, where others use the machine")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hh-bench-") as folder:
        prepare(folder)
        ask = visitor()
        print(
            "entries   rebuild   q      cold   q       page    sent   cached   q    poll   q   bare ratio     save   q"
            "       cut   q  chances"
        )
        rows = []
        for entries in options.entries or ENTRIES:
            rows.append(measure(entries, ask))
            show(rows[-1])
        from django.db import connections  # noqa: PLC0415

        connections.close_all()
    powers = {name: exponent(rows, name) for name in TIMES} if len(rows) > 1 else {}
    missed = [
        f"{aim.name}: {aim.figure(row):.2f}, aim {aim.most:g}"
        for row in rows
        if row.entries == AIMS_AT
        for aim in AIMS
        if aim.figure(row) > aim.most
    ]
    print("grows with the power of the entries:", ", ".join(f"{name} {power}" for name, power in powers.items()) or "-")
    print("aims missed at 1000 entries:", "; ".join(missed) or "none")
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], "exponents": powers, "missed": missed}))
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
