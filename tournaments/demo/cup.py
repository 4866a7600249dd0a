"""The club's cup: a qualifying round, then a knockout that is half-way, for all the pages of stages and the bracket."""

import datetime as dt
import random
import zoneinfo
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

import engine
from tournaments import cuts, entries, knockouts, programme, settling
from tournaments.demo.cast import CUP, DESK, NEVER_CAME, PLACE
from tournaments.demo.play import Clock, Evening
from tournaments.models import Club, Entry, Player, Stage, Tournament
from tournaments.programme import Programme
from tournaments.queries.facts import facts_of
from tournaments.queries.stage_lists import StageFacts, stage_facts
from tournaments.queries.stages import Span
from tournaments.queries.tables import table_states
from tournaments.stages import Preset, define_stages, preset

BEGAN = dt.timedelta(days=2)
PLAN = ((9, 8, 7),)


def fill_cup(club: Club, people: Mapping[str, Player], seed: int, at: datetime) -> Tournament:
    """A cup that was begun two days ago: sixteen of all came through, the semi-finals are being played."""
    start = at - BEGAN
    cup = _made(club, start)
    evening = Evening(cup, engine.Rules.read(cup.rules), random.Random(f"{seed} cup"), Clock(start))
    coming = [player for name, player in people.items() if name != NEVER_CAME]
    entries.enter(tournament=cup, players=coming, status=Entry.Status.HERE, by=DESK, at=evening.clock.later(1))
    _whole_round(evening)
    knockout = cup.stages.select_related("tournament").get(number=2)
    _settle(evening, knockout)
    cuts.make_cut(stage=knockout, by=DESK, at=evening.clock.later(2))
    plan = knockouts.plans_for(*_now(cup, knockout))[0]
    lot = evening.chance.randrange(2**31)
    knockouts.choose_plan(stage=knockout, plan=plan, seed=lot, by=DESK, at=evening.clock.later(1))
    _whole_round(evening)
    _settle(evening, knockout)
    first, *_others = table_states(evening.seat())
    evening.play(first, first.missing)
    cup.refresh_from_db()
    return cup


def _made(club: Club, start: datetime) -> Tournament:
    date = start.astimezone(zoneinfo.ZoneInfo(club.time_zone)).date()
    wanted = Programme(name=CUP, date=date, place=PLACE, time_zone=club.time_zone, plan=PLAN)
    cup = programme.make_tournament(club=club, programme=wanted, by=DESK, at=start)
    qualifying, knockout = preset(Preset.KNOCKOUT, PLAN)
    knockout = replace(knockout, third_place=True, final_centres=(9, 8, 7, 6))
    define_stages(tournament=cup, plans=(qualifying, knockout), by=DESK, at=start)
    return programme.publish(tournament=cup, by=DESK, at=start)


def _whole_round(evening: Evening) -> None:
    evening.tournament.refresh_from_db()
    played = evening.seat()
    evening.play_round(played, table_states(played))


def _settle(evening: Evening, knockout: Stage) -> None:
    """Draw a lot wherever people are level on a line."""
    found, span = _now(evening.tournament, knockout)
    for tie in settling.ties_of(found, span):
        tied = [found.facts.entries[entry].number for entry in tie.entries]
        lot = evening.chance.randrange(2**31)
        settling.draw_lot(stage=knockout, tied=tied, seed=lot, by=DESK, at=evening.clock.later(1))


def _now(cup: Tournament, knockout: Stage) -> tuple[StageFacts, Span]:
    cup.refresh_from_db()
    found = stage_facts(facts_of(cup))
    return found, next(span for span in found.spans if span.stage.pk == knockout.pk)
