"""An evening on which buttons are pressed in odd orders, through the pages of the desk; after each press it is whole.

`Evening.press` chooses a button by chance and presses it with what is on the page, or with what was there a while ago,
as somebody would whose page is old. Whatever is refused is refused in a sentence; `assert_whole` looks at the rest.
"""

import random
import uuid
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.reports import OutOfDate
from tests.conftest import browser
from tests.factories import NOW, a_club, a_member, a_player, a_tournament, an_entry
from tests.played import hand_of
from tournaments.models import Change, Entry, LedgerLine, Role, Round, Seat, Settled, Stage, Table, Tournament, Wish
from tournaments.queries.chances import chances_into
from tournaments.queries.coming_round import expected_in
from tournaments.queries.cuts import cut_into
from tournaments.queries.facts import facts_of
from tournaments.queries.knockouts import KnockoutNow, knockout_now
from tournaments.queries.stage_lists import StageFacts, stage_facts
from tournaments.queries.stages import Coming, Span, course_of
from tournaments.queries.tables import table_state
from tournaments.refusals import Refused
from tournaments.results import report_table
from tournaments.settling import next_ties, ties_of
from tournaments.stages import StagePlan, define_stages
from tournaments.standings import Chance

STATUSES = tuple(Entry.Status)
PUBLIC = ("tournament", "seating", "results", "rules", "bracket", "bracket-list", "standings-csv", "live-standings")
DESK = (
    "console",
    "seat",
    "stages",
    "desk-results",
    "arrivals",
    "wishes",
    "points",
    "history",
    "programme",
    "seat-paper",
)
KEEPS = ("report", "close", "draw", "publish", "swap", "lock", "redraw", "step_back", "wish", "drop", "look")
"""Presses after which what was said of people, that they are through or out, still holds."""
AFTER = 15
"""So many buttons are pressed when everything is played."""


class Evening:
    """A tournament, somebody who organises it, and everything that has been pressed."""

    def __init__(self, seed: int, people: int, *plans: StagePlan, **more: Any) -> None:
        self.random = random.Random(seed)
        club = a_club(slug=f"barn-{seed}")
        self.tournament = a_tournament(club, slug=f"pressed-{seed}", **{"plan": [[9]], **more})
        if plans:
            define_stages(tournament=self.tournament, plans=plans, by="Orla", at=NOW)
        for number in range(people):
            an_entry(self.tournament, a_player(club, f"Hen {number + 1}"))
        self.desk = browser(a_member(club, Role.ORGANISER, "Orla"))
        self.hall = Client()
        self.done: list[str] = []
        self.refused: Counter[str] = Counter()
        self.said: dict[tuple[int, int], Chance] = {}
        self.shown: dict[str, tuple[int, bytes]] = {}
        self.old_drawing = ""

    # --- what is there

    @property
    def now(self) -> Tournament:
        return Tournament.objects.select_related("club").get(pk=self.tournament.pk)

    @property
    def last(self) -> Round | None:
        return self.tournament.rounds.select_related("tournament").order_by("-number").first()

    @property
    def found(self) -> StageFacts:
        return stage_facts(facts_of(self.now))

    def address(self, name: str, *more: object) -> str:
        return reverse(name, args=[self.tournament.slug, *more])

    def send(self, name: str, /, *more: object, **sent: object) -> Any:
        """Press something; a refusal is a sentence on a page, and anything else goes on to a page that is there."""
        answer = self.desk.post(self.address(name, *more), sent)
        assert answer.status_code in (200, 302, 404), (name, more, sent, answer.status_code)
        context = answer.context or {}
        refused = context.get("refused") or (context.get("ask") and "clash") or ""
        self.refused[str(refused)[:60] if refused else name] += 1
        return answer

    def one(self, rows: Any) -> Any:
        """One of several by chance, None where there is none."""
        found = list(rows)
        return self.random.choice(found) if found else None

    # --- pressing

    def press(self) -> str:
        """Press one button, mostly one that leads on."""
        names = [name.removeprefix("_press_") for name in dir(self) if name.startswith("_press_")]
        return self.act(self._next_step() if self.random.random() < 0.5 else self.random.choice(names))

    def act(self, name: str) -> str:
        """Press one button by its name."""
        getattr(self, f"_press_{name}")()
        self.done.append(name)
        if name not in KEEPS:
            self.said.clear()
        return name

    def _next_step(self) -> str:
        last = self.last
        if last is not None and last.state == Round.State.DRAFT:
            return "publish"
        if last is not None and last.state == Round.State.OPEN:
            missing = any(table_state(table).missing for table in last.tables.all())
            return "report" if missing else "close"
        found = self.found
        if any(ties_of(found, span) for span in found.spans):
            return "settle"
        coming = course_of(self.now).coming
        ways = {Coming.SEAT: "draw", Coming.CUT: "make_cut", Coming.PLAN: "plan"}
        return ways.get(coming) or self.random.choice(["reopen", "correct", "settle", "look"])

    def _press_arrive(self) -> None:
        entry, status = self.one(self.tournament.entries.all()), self.random.choice(STATUSES)
        self.send("set-status", set=f"{entry.number}:{status}")

    def _press_everybody(self) -> None:
        self.send("everybody-is-here")

    def _press_walk_in(self) -> None:
        if self.tournament.entries.count() < 40:
            self.send("walk-in", name=f"Guest {uuid.UUID(int=self.random.getrandbits(128)).hex[:6]}", is_new="on")

    def _press_undo(self) -> None:
        change = self.one(Change.objects.filter(tournament=self.tournament).order_by("-pk")[:6])
        if change is not None:
            self.send("undo", change.pk)

    def _tables(self) -> dict[str, object]:
        page = self.desk.get(self.address("seat")).context
        choice = self.one(page.get("choices") or ())
        more: dict[str, object] = {"tables": choice.text if choice else "4-4"}
        if self.random.random() < 0.3:
            more["twice_small"] = "1"
        if self.random.random() < 0.3:
            more["ignore"] = [str(wish.pk) for wish in Wish.objects.filter(tournament=self.tournament)]
        return more

    def _press_draw(self) -> None:
        self.send("seat-draw", **self._tables())

    def _drawing(self) -> str:
        """What the page says of the draft that is on it; now and then that of an older page."""
        last = self.last
        seen = last.drawing if last is not None and last.state == Round.State.DRAFT else ""
        old, self.old_drawing = self.old_drawing, seen
        return old if self.random.random() < 0.1 else seen

    def _press_redraw(self) -> None:
        self.send("seat-redraw", drawing=self._drawing(), **self._tables())

    def _press_drop(self) -> None:
        if self.random.random() < 0.3:
            self.send("seat-drop", drawing=self._drawing())

    def _press_publish(self) -> None:
        before = self.last
        self.send("seat-publish", drawing=self._drawing())
        after = self.last
        if before is not None and before.state == Round.State.DRAFT and after is not None and after.pk == before.pk:
            if after.state == Round.State.OPEN:
                seated = after.seats.exclude(entry=None).values_list("entry__number", flat=True)
                assert sorted(seated) == sorted(expected_in(self.now, after.number))
            elif self.refused:
                self._press_redraw()

    def _press_swap(self) -> None:
        first, second = (self.one(self.tournament.entries.all()) for _ in range(2))
        self.send("seat-swap", drawing=self._drawing(), first=first.number, second=second.number)

    def _press_lock(self) -> None:
        self.send("seat-lock", drawing=self._drawing(), **{self.random.choice(("lock", "unlock")): self._number(4)})

    def _press_step_back(self) -> None:
        self.send("seat-back", drawing=self._drawing())

    def _press_wish(self) -> None:
        wish = self.one(Wish.objects.filter(tournament=self.tournament))
        if wish is not None and self.random.random() < 0.5:
            self.send(self.random.choice(("wish-remove", "wish-put-back")), wish.pk)
            return
        people = self.random.sample(list(self.tournament.entries.values_list("number", flat=True)), 2)
        kind = self.random.choice(list(Wish.Kind))
        is_place = kind == Wish.Kind.PLACE
        table: dict[str, object] = {"table": self._number(6)} if is_place else {}
        self.send("wishes", kind=kind, entries=people[:1] if is_place else people, **table)

    def _number(self, most: int) -> int:
        return self.random.randint(1, most)

    def _press_report(self) -> None:
        """Hand in one hand, or all that are missing, of one table or of all."""
        last = self.last
        if last is None or last.state != Round.State.OPEN:
            return
        tables = list(last.tables.order_by("number"))
        for table in tables if self.random.random() < 0.5 else [self.random.choice(tables)]:
            hands = table_state(table).missing
            for hand in hands if self.random.random() < 0.8 else hands[:1]:
                self._hand(table, hand)

    def _hand(self, table: Table, hand: int, based_on: int = 0) -> None:
        state = table_state(table)
        points: list[int | None] = [self.random.choice((0, 3, 3, 7, 7, 12, 20)) for _seat in state.seats]
        there = [at for at, seat in enumerate(state.seats) if seat.is_there_for(hand) and hand >= seat.first_hand]
        for at in range(len(points)):
            if at not in there:
                points[at] = None
            elif points[at] == 0 and self.random.random() < 0.7:
                points[at] = 5
        if there and self.random.random() < 0.8:
            points = [5 if one == 0 else one for one in points]
            points[self.random.choice(there)] = 0
        try:
            handed = [hand_of(table, hand, points, based_on=based_on)]
            report_table(
                table=table,
                handed=handed,
                key=uuid.UUID(int=self.random.getrandbits(128)),
                by="Skye",
                at=NOW,
                why="misread",
                confirmed=True,
                accepted=self.random.random() < 0.9,
            )
        except (Refused, OutOfDate) as refused:
            self.refused[str(refused)[:60]] += 1

    def _press_correct(self) -> None:
        """Correct a hand of any round."""
        table = self.one(Table.objects.filter(round__tournament=self.tournament, game__isnull=False))
        if table is not None:
            state = table_state(table)
            hand = self.one(hand for hand in state.reports if hand)
            if hand is not None:
                self._hand(table, hand, state.reports[hand].report.revision)

    def _press_void(self) -> None:
        last = self.last
        if last is not None and last.state == Round.State.OPEN and self.random.random() < 0.2:
            table = self.one(last.tables.all())
            self.send("void-missing", last.number, table.number, why="spilt tea")

    def _press_close(self) -> None:
        last = self.last
        if last is not None:
            tables = list(last.tables.values_list("number", flat=True))
            self.send("accept-results", last.number, table=tables)
            self.send("close-round", last.number)

    def _press_take_back(self) -> None:
        if self.last is not None:
            self.send("take-back-round", self.last.number)

    def _press_reopen(self) -> None:
        if self.last is not None and self.random.random() < 0.5:
            self.send("reopen-round", self.last.number, why="a sheet was lost")

    def _press_cut_round(self) -> None:
        if self.last is not None and self.random.random() < 0.3:
            self.send("cut-round", self.last.number, hands=1)

    def _press_sit_down(self) -> None:
        last = self.last
        if last is not None:
            entry, table = self.one(self.tournament.entries.all()), self._number(last.tables.count() + 1)
            self.send("seat-add", last.number, entry=entry.number, table=table)

    def _seat(self) -> Seat | None:
        found: Seat | None = self.one(Seat.objects.filter(round=self.last, table__isnull=False).select_related("table"))
        return found

    def _press_move(self) -> None:
        last, seat = self.last, self._seat()
        if last is not None and seat is not None and seat.table is not None:
            to = self._number(last.tables.count())
            self.send("seat-move", last.number, seat.table.number, seat.place, table=to)

    def _press_leave(self) -> None:
        last, seat = self.last, self._seat()
        if last is not None and seat is not None and seat.table is not None:
            hand = self.random.choice(["back", *map(str, range(1, len(last.centres) + 1))])
            self.send("seat-leave", last.number, seat.table.number, seat.place, hand=hand)

    def _press_fill_in(self) -> None:
        last = self.last
        if last is not None and self.random.random() < 0.4:
            entry = self.one(self.tournament.entries.all())
            self.send("seat-fill-in", last.number, player=entry.player_id, table=self._number(last.tables.count()))

    def _stage(self) -> Stage | None:
        found: Stage | None = self.one(self.tournament.stages.all())
        return found

    def _press_make_cut(self) -> None:
        for stage in self.tournament.stages.filter(number__gt=1):
            found = self.found
            span = found.span(stage.number)
            assert span is not None
            was = found.is_cut(span)
            self.send("make-cut", stage.number)
            after = self.found
            if not was and after.is_cut(span):
                inside = {one.entry_id for one in after.qualifiers[stage.number]}
                assert cut_into(found, span).is_settled
                promised = {pk: what for (number, pk), what in self.said.items() if number == stage.number}
                assert {pk for pk, what in promised.items() if what is Chance.THROUGH} <= inside
                assert not {pk for pk, what in promised.items() if what is Chance.OUT} & inside

    def _press_undo_cut(self) -> None:
        stage = self._stage()
        if stage is not None and self.random.random() < 0.4:
            self.send("undo-cut", stage.number)

    def _press_replace(self) -> None:
        stage = self._stage()
        if stage is not None:
            entry = self.one(self.tournament.entries.filter(qualified__stage=stage))
            if entry is not None:
                self.send("replace-qualifier", stage.number, entry.number, why="went home")

    def _press_settle(self) -> None:
        found = self.found
        ties = [(span, tie) for span in found.spans for tie in (*ties_of(found, span), *next_ties(found, span))]
        if not ties:
            return
        span, tie = self.random.choice(ties)
        numbers = [found.facts.entries[one].number for one in tie.entries]
        how = self.random.choice(list(Settled.How))
        more: dict[str, object] = {f"points-{number}": self._number(9) for number in numbers}
        more |= {"picked": numbers[: tie.open_places], "why": "the younger"}
        if self.random.random() < 0.1:
            numbers = numbers[1:]
        self.send("settle", span.stage.number, how=how, tied=" ".join(map(str, numbers)), **more)

    def _press_take_back_settled(self) -> None:
        row = self.one(Settled.objects.filter(stage__tournament=self.tournament).select_related("stage"))
        if row is not None:
            self.send("take-back-settled", row.stage.number, row.pk)

    def _press_plan(self) -> None:
        stage = self.one(self.tournament.stages.filter(kind="knockout"))
        if stage is not None:
            page = self.desk.get(self.address("stage", stage.number)).context["stage"]
            plan = self.one(page.plans)
            self.send("choose-plan", stage.number, plan=plan.text if plan else "4x4 -> final 4")

    def _press_paper(self) -> None:
        """Seat everybody who is here from paper in tables of four, and sometimes somebody else, or one twice."""
        people = [entry.number for entry in self.tournament.entries.filter(status=Entry.Status.HERE)]
        self.random.shuffle(people)
        people += [self.one(self.tournament.entries.all()).number] if self.random.random() < 0.2 else []
        cells = {f"t{at // 4 + 1}s{at % 4 + 1}": str(number) for at, number in enumerate(people)}
        rest = {"rest": "on"} if self.random.random() < 0.5 else {}
        self.send("seat-paper", tables=len(people) // 4 + 1, seats=4, **cells, **rest)

    def _press_stages(self) -> None:
        """Add a stage, drop the last, or take a preset; what has begun stays."""
        if self.random.random() < 0.15 and self.tournament.stages.count() < 4:
            kind = self.random.choice(list(Stage.Kind))
            more = [{"add": "1", "kind": kind}, {"drop": "1"}, {"preset": "final_table"}, {"preset": "progressive"}]
            self.send("stages", **self.random.choice(more))

    def _press_points(self) -> None:
        entry, line = self.one(self.tournament.entries.all()), self.one(LedgerLine.objects.filter(taken_back_at=None))
        if line is not None and line.entry.tournament_id == self.tournament.pk and self.random.random() < 0.5:
            self.send("take-back-line", line.pk)
        else:
            self.send("points", entry=entry.number, kind="penalty", points=self._number(9), reason="late")

    def _press_finish(self) -> None:
        if self.random.random() < 0.1:
            self.send("finish")
        if self.now.state == Tournament.State.FINISHED:
            self.send("reopen", why="one more round")

    def _press_look(self) -> None:
        self.look(*self.random.sample(PUBLIC, 2))

    # --- looking

    def look(self, *names: str) -> None:
        """Look at pages: each is there, and a public one that is other than before has a higher version."""
        for name in names:
            if name in PUBLIC:
                self._look_in_the_hall(self.address(name))
            else:
                assert self.desk.get(self.address(name)).status_code == 200, name
        stage = self._stage()
        if stage is not None:
            assert self.desk.get(self.address("stage", stage.number)).status_code == 200

    def look_at_parts(self) -> None:
        """Look at a page of some round, table, entry or stage, and at one of the desk."""
        entry = self.one(self.tournament.entries.all())
        parts: list[tuple[Any, ...]] = [("entry", entry.number)]
        parts += [("stage-list", stage.number) for stage in self.tournament.stages.all()]
        played = self.one(self.tournament.rounds.exclude(state=Round.State.DRAFT))
        if played is not None:
            table = self.one(played.tables.all())
            names = ("after-round", "seating-round", "results-round", "results-hands")
            parts += [(name, played.number) for name in names]
            parts.append(("table-result", played.number, table.number))
            for name in self.random.sample(("desk-table", "seat-table"), 1):
                answer = self.desk.get(self.address(name, played.number, table.number))
                assert answer.status_code == 200, name
        for name, *numbers in [self.random.choice(parts)]:
            self._look_in_the_hall(self.address(name, *numbers))

    def _look_in_the_hall(self, address: str) -> None:
        cache.clear()
        version = self.now.version
        answer = self.hall.get(address)
        assert answer.status_code in (200, 404), address
        before = self.shown.get(address)
        assert before is None or before[0] < version or before[1] == answer.content, (address, self.done[-4:])
        self.shown[address] = (version, answer.content)

    def assert_whole(self) -> None:
        """No half-made round, everybody once, no cut by a guess, and nobody who is through is out."""
        rounds = list(self.tournament.rounds.order_by("number").prefetch_related("seats", "tables__game__hands"))
        assert [round.number for round in rounds] == [*range(1, len(rounds) + 1)]
        assert all(round.state == Round.State.CLOSED for round in rounds[:-1])
        for round in rounds:
            self._assert_round(round)
        found = self.found
        for span in found.spans:
            self._assert_stage(found, span, rounds)

    def _assert_round(self, round: Round) -> None:
        where = (round.number, self.done[-4:])
        seats, tables = list(round.seats.all()), list(round.tables.all())
        entries = [seat.entry_id for seat in seats if seat.entry_id is not None]
        assert len(entries) == len(set(entries)), where
        assert all((seat.table_id is None) == (seat.role == Seat.Role.SITS_OUT) for seat in seats)
        assert tables, where
        for table in tables:
            places = [seat.place for seat in seats if seat.table_id == table.pk]
            assert places, where
            assert len(places) == len(set(places)), where
            assert (table.game is None) == (round.state == Round.State.DRAFT), where
            assert table.game is None or len(table.game.hands.all()) == len(round.centres), where

    def _assert_stage(self, found: StageFacts, span: Span, rounds: list[Round]) -> None:
        number = span.stage.number
        inside = found.qualifiers.get(number, ())
        seeds = [one.seed for one in inside]
        assert seeds == [*range(1, len(seeds) + 1)], (number, seeds, self.done[-4:])
        members = {one.entry_id for one in inside}
        own = [round for round in rounds if round.number in span.numbers]
        seated = {seat.entry_id for round in own for seat in round.seats.all() if seat.entry_id is not None}
        assert not inside or seated <= members, (number, self.done[-4:])
        if inside and not span.is_first:
            earlier = [round for round in rounds if round.number < span.first]
            assert [round.state for round in earlier] == [Round.State.CLOSED] * (span.first - 1), self.done[-4:]
        if not span.is_first and not inside:
            for pk, chance in chances_into(found, span).items():
                before = self.said.get((number, pk), Chance.MAY_STILL)
                assert before is Chance.MAY_STILL or chance is before, (number, pk, before, chance, self.done[-4:])
                self.said[number, pk] = chance
        knockout = knockout_now(found, span)
        if knockout is not None:
            self._assert_knockout(knockout, [round for round in own if round.state != Round.State.DRAFT])

    def _assert_knockout(self, now: KnockoutNow, own: list[Round]) -> None:
        """Everybody in it plays the first round or has a bye as a top seed; nobody comes back; through is not out."""
        for outcome in now.outcomes:
            for cut in outcome.cuts.values():
                assert not set(cut.through) & set(cut.out)
        people = [{seat.entry_id for seat in round.seats.all() if seat.entry_id} for round in own]
        outside = [{seat.entry_id for seat in round.seats.all() if seat.table_id is None} for round in own]
        if own:
            byes = now.plan.levels[0].byes if now.plan.levels else 0
            assert (people[0], outside[0]) == (set(now.seeds), set(now.seeds[:byes])), self.done[-4:]
        assert not any(outside[1:]), self.done[-4:]


def presses(evening: Evening, count: int) -> Iterator[str]:
    """Press so many buttons, looking around after each; once all is played, a few more and no further."""
    over = 0
    for _ in range(count):
        name = evening.press()
        evening.assert_whole()
        evening.look(evening.random.choice(PUBLIC), evening.random.choice(DESK))
        evening.look_at_parts()
        yield name
        over += course_of(evening.now).coming is Coming.NOTHING
        if over > AFTER:
            break
    evening.look(*PUBLIC, *DESK)
