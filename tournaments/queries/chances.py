"""Who is through, out, or may still make it into the next stage or past a table of a knockout, from the facts."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import engine
from tournaments.how_many import read_number, read_per_table, read_share
from tournaments.models import Seat, Stage
from tournaments.queries.cuts import settled_at
from tournaments.queries.facts import Facts, PlayedRound, PlayedTable, Seated
from tournaments.queries.knockout_tables import has_played, scores_of, who_came
from tournaments.queries.knockouts import KnockoutNow
from tournaments.queries.stage_lists import StageFacts, stage_ledger, withdrawn
from tournaments.queries.stages import Span
from tournaments.queries.standings import policy_of
from tournaments.seating.knockout import Kind
from tournaments.standings import (
    Chance,
    HandBounds,
    HandToCome,
    HowMany,
    Ledger,
    RuledHand,
    ToCome,
    TotalledHands,
    chances,
    part_of,
)


def chances_into(found: StageFacts, span: Span) -> Mapping[int, Chance]:
    """What can be said of each entry (by id) of the stage before: is it going to be in this one? No query.

    Nobody is through before their first hand: whoever never comes is not. Empty where there is nothing to say: into the
    first stage, into one that everybody plays, out of a knockout.
    """
    takes = span.stage.takes
    if span.is_first or takes == Stage.Takes.ALL or found.before(span).is_knockout:
        return {}
    before = found.before(span)
    said = _from_tables(found, span, before) if takes == Stage.Takes.PER_TABLE else _from_list(found, span, before)
    last = found.facts.round(before.last)
    if last is not None and last.closed:
        return said
    rounds = {before.last} if takes == Stage.Takes.PER_TABLE else {*before.numbers}
    begun = {one.entry for one in stage_ledger(found, before).entries if has_played(one, rounds)}
    return {
        entry: Chance.MAY_STILL if one is Chance.THROUGH and entry not in begun else one for entry, one in said.items()
    }


def _from_list(found: StageFacts, span: Span, before: Span) -> Mapping[int, Chance]:
    """So many of the list go on."""
    takes = span.stage.takes
    wanted: HowMany = (
        read_number(span.stage.how_many) if takes == Stage.Takes.NUMBER else read_share(span.stage.how_many)
    )
    facts = found.facts
    settled = settled_at(found, span)
    return chances(
        stage_ledger(found, before),
        policy_of(facts.tournament),
        to_come(facts, before.numbers),
        wanted,
        away=withdrawn(facts),
        settled=settled,
    )


def _from_tables(found: StageFacts, span: Span, before: Span) -> Mapping[int, Chance]:
    """So many of each table of the last round go on; before it is seated, nothing can be said."""
    ledger = stage_ledger(found, before)
    played = found.facts.round(before.last)
    if played is None:
        return {entry.entry: Chance.MAY_STILL for entry in ledger.entries}
    settled = settled_at(found, span)
    going_on = read_per_table(span.stage.how_many)
    said: dict[int, Chance] = {}
    for table in played.tables:
        there = [seat.entry for seat in table.seats if seat.entry is not None]
        said |= chances(
            part_of(ledger, {before.last}, there),
            policy_of(found.facts.tournament),
            _of_table(found.facts, played, table),
            going_on.of(table.number, len(there)),
            away=withdrawn(found.facts),
            settled=settled,
        )
    return said


def chances_at_tables(found: StageFacts, now: KnockoutNow, number: int) -> Mapping[int, Chance]:
    """What can be said of each entry (by id) at the tables of a published knockout round: does it go on? No query.

    Where somebody can go on beside the places of the tables (a wild card, a repechage, a place that nobody took or may
    take), who is past its table's places may still. Empty for the final and for a round that is not published.
    """
    played, index = found.facts.round(number), number - now.first
    if played is None or not 0 <= index < len(now.tables) or now.plan.steps[index].kind is Kind.FINAL:
        return {}
    step = now.plan.steps[index]
    level = now.plan.levels[step.level]
    unfilled = any(one.unfilled for one in now.outcomes[index].cuts.values())
    may_be_unfilled = any(
        came < step.advance_from(at) for (number_of, at), came in now.came.items() if number_of == index
    )
    more = bool(level.wild_cards or level.repechage.sizes) or unfilled or may_be_unfilled
    scores = scores_of(found, now.span)
    said: dict[int, Chance] = {}
    for at, (table, people) in enumerate(zip(played.tables, now.tables[index], strict=True)):
        came = who_came(scores, number, people)
        if not came and not table.is_in and scores.begins_level:
            said |= dict.fromkeys(people, Chance.MAY_STILL)
            continue
        ledger = scores.at_table(number, people)
        rounds = tuple(replace(one, closed=one.number != number or played.closed) for one in ledger.rounds)
        proven = chances(
            Ledger(rounds, ledger.entries),
            scores.policy,
            _of_table(found.facts, played, table),
            step.advance_from(at),
            settled=scores.settled.get((number, table.number), ()),
        )
        said |= _who_is_there(table, proven, came, step.advance_from(at))
    if more:
        said = {entry: Chance.MAY_STILL if one is Chance.OUT else one for entry, one in said.items()}
    return said


def _who_is_there(
    table: PlayedTable, proven: Mapping[int, Chance], came: frozenset[int], advance: int
) -> Mapping[int, Chance]:
    """What is proven by points, of people who may not come, or not to the end.

    Nobody is through before the first hand: who never comes goes on from no table. Whoever misses hands stands below
    those who play them all, and is out only where these are enough.
    """
    if table.is_in:
        return proven
    whole = {seat.entry for seat in table.seats if seat.entry in came and _plays_all(seat)}
    missing = {seat.entry for seat in table.seats if not _plays_all(seat)}
    return {
        entry: Chance.MAY_STILL
        if (one is Chance.THROUGH and entry not in came)
        or (one is Chance.OUT and entry in missing and len(whole) < advance)
        else one
        for entry, one in proven.items()
    }


def _plays_all(seat: Seated) -> bool:
    return seat.first_hand == 1 and seat.last_hand is None


def to_come(facts: Facts, numbers: range) -> ToCome:
    """All that is left to play in these rounds: hands not handed in, and the planned rounds without a seating."""
    rules = engine.read_rules(facts.tournament.rules)
    if not isinstance(rules, engine.Rules):
        return ToCome(bounded=False, unseated=(0,)) if _is_anything_left(facts, numbers) else ToCome()
    hands: list[HandToCome] = []
    bounded = True
    published = {played.number: played for played in facts.rounds}
    for number in numbers:
        for table in published[number].tables if number in published else ():
            found = _of_table(facts, published[number], table)
            hands += found.hands
            bounded &= found.bounded
    plan = facts.tournament.plan
    unseated = tuple(
        engine.most_points(rules, centre)
        for number in numbers
        if number not in published and number <= len(plan)
        for centre in plan[number - 1]
    )
    return ToCome(tuple(hands), unseated, bounded)


def _is_anything_left(facts: Facts, numbers: range) -> bool:
    published = {played.number: played for played in facts.rounds}
    return any(
        number not in published or any(not table.is_in for table in published[number].tables) for number in numbers
    )


def _of_table(facts: Facts, played: PlayedRound, table: PlayedTable) -> ToCome:
    """What one table has still to hand in."""
    if table.is_in:
        return ToCome()
    rules = engine.read_rules(facts.tournament.rules)
    if not isinstance(rules, engine.Rules):
        return ToCome(bounded=False, unseated=(0,))
    if table.by_totals:
        all_there = all(seat.is_there_for(hand) for seat in table.seats for hand in range(1, table.asked + 1))
        most = sum(engine.most_points(rules, centre) for centre in played.centres)
        totals = TotalledHands(len(table.seats), most, table.asked)
        return ToCome((_hand(facts, played, table, list(table.seats), totals),), bounded=all_there)
    return ToCome(tuple(_hands(facts, played, table, rules)))


def _hands(facts: Facts, played: PlayedRound, table: PlayedTable, rules: engine.Rules) -> Iterator[HandToCome]:
    for number, centre in enumerate(played.centres, 1):
        there = [seat for seat in table.seats if seat.is_there_for(number)]
        if number in table.hands or not there:
            continue
        bounds: HandBounds = RuledHand(rules, len(there), centre)
        if len(there) not in rules.player_counts():
            bounds = TotalledHands(len(there), engine.most_points(rules, centre), 1)
        yield _hand(facts, played, table, there, bounds)


def _hand(facts: Facts, played: PlayedRound, table: PlayedTable, seats: list[Seated], bounds: HandBounds) -> HandToCome:
    """A hand with whose points it counts for: a fill-in's only where the tournament says so."""
    counts = facts.tournament.fill_in_counts and any(seat.role == Seat.Role.FILLS_IN for seat in seats)
    entry_of = {entry.player_id: entry.pk for entry in facts.entries.values()} if counts else {}
    entries = tuple(seat.entry if seat.role != Seat.Role.FILLS_IN else entry_of.get(seat.player) for seat in seats)
    return HandToCome(played.number, table.number, entries, bounds)
