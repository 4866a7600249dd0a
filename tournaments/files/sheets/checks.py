"""Lines of a seating and of its hands against each other: what cannot be true of all of them."""

from collections.abc import Iterable

from engine import N_, Sentence, say
from tournaments.files.sheets.rows import Faults
from tournaments.files.sheets.values import HandLine, SeatLine
from tournaments.names import compare_key


def check_seating(seats: list[SeatLine], faults: Faults) -> None:
    """Nobody sits twice in a round, nobody shares a seat, nobody sits alone, nobody is spelt in two ways."""
    by_place: dict[tuple[int, int, int], SeatLine] = {}
    by_name: dict[tuple[int, str], SeatLine] = {}
    at_table: dict[tuple[int, int], list[SeatLine]] = {}
    for seat in seats:
        first = by_place.setdefault((seat.round, seat.table, seat.seat), seat)
        if first is not seat:
            faults.add(seat.line, _place_taken(seat, first))
        first = by_name.setdefault((seat.round, seat.name), seat)
        if first is not seat:
            faults.add(seat.line, _seated_twice(seat, first))
        at_table.setdefault((seat.round, seat.table), []).append(seat)
    for alone in (table[0] for table in at_table.values() if len(table) == 1):
        sentence = N_("{name} sits alone at table {table} in round {round}.")
        faults.add(alone.line, say("sheet.alone", sentence, name=alone.name, table=alone.table, round=alone.round))
    _check_spelling(seats, faults)


def _check_spelling(seats: list[SeatLine], faults: Faults) -> None:
    """One person spelt in two ways would become two; people who sit in the same round are two."""
    rounds: dict[str, set[int]] = {}
    for seat in seats:
        rounds.setdefault(seat.name, set()).add(seat.round)
    first_spelt: dict[str, SeatLine] = {}
    told: set[str] = set()
    for seat in seats:
        first = first_spelt.setdefault(compare_key(seat.name), seat)
        if first.name != seat.name and seat.name not in told and not rounds[first.name] & rounds[seat.name]:
            told.add(seat.name)
            sentence = N_("{name} is spelt {other} in line {line}. Write both alike if they are one person.")
            faults.add(seat.line, say("sheet.spelling", sentence, name=seat.name, other=first.name, line=first.line))


def check_hands(hands: list[HandLine], faults: Faults) -> None:
    """No hand stands there twice; a hand of a round has one centre at all tables; none is left out by all."""
    first_of_hand: dict[tuple[int, int, int], HandLine] = {}
    first_of_centre: dict[tuple[int, int], HandLine] = {}
    for hand in hands:
        first = first_of_hand.setdefault((hand.round, hand.table, hand.hand), hand)
        if first is not hand:
            faults.add(hand.line, _hand_twice(hand, first))
        first = first_of_centre.setdefault((hand.round, hand.hand), hand)
        if first.centre != hand.centre:
            faults.add(hand.line, _other_centre(hand, first))
    for (round_number, number), hand in sorted(first_of_centre.items()):
        if number > 1 and (round_number, number - 1) not in first_of_centre:
            sentence = N_("Round {round} has a hand {hand} and no hand {before} at any table.")
            faults.add(
                hand.line,
                say("sheet.hand_left_out", sentence, round=round_number, hand=number, before=number - 1),
            )


def check_points(seats: list[SeatLine], hands: list[HandLine], faults: Faults) -> None:
    """Each hand belongs to a seated table, and has points for everybody who sits there and for nobody else."""
    seated: dict[tuple[int, int], dict[int, str]] = {}
    for seat in seats:
        seated.setdefault((seat.round, seat.table), {})[seat.seat] = seat.name
    for hand in hands:
        people = seated.get((hand.round, hand.table))
        if people is None:
            sentence = N_("Nobody is seated at table {table} in round {round}.")
            faults.add(hand.line, say("sheet.no_seating", sentence, table=hand.table, round=hand.round))
            continue
        scored = {points.seat for points in hand.points}
        for seat_number in sorted(people.keys() - scored):
            sentence = N_("{name} at seat {seat} has no points. Write the points, or “absent”.")
            faults.add(hand.line, say("sheet.no_points", sentence, name=people[seat_number], seat=seat_number))
        for seat_number in sorted(scored - people.keys()):
            sentence = N_("There are points for seat {seat}, where nobody sits.")
            faults.add(hand.line, say("sheet.nobody_there", sentence, seat=seat_number))
        _check_named_seats(hand, people.keys(), faults)


def _check_named_seats(hand: HandLine, seats: Iterable[int], faults: Faults) -> None:
    absent = {points.seat for points in hand.points if points.points is None}
    playing = set(seats) - absent
    for column, seat in (("starter_seat", hand.starter_seat), ("out_seat", hand.out_seat)):
        if seat is not None and seat not in playing:
            sentence = N_("Under {column} stands seat {seat}, where nobody played.")
            faults.add(hand.line, say("sheet.named_seat", sentence, column=column, seat=seat))


def _place_taken(seat: SeatLine, first: SeatLine) -> Sentence:
    return say(
        "sheet.place_taken",
        N_("{name} and {other} (line {line}) both sit at seat {seat} of table {table} in round {round}."),
        name=seat.name,
        other=first.name,
        line=first.line,
        seat=seat.seat,
        table=seat.table,
        round=seat.round,
    )


def _seated_twice(seat: SeatLine, first: SeatLine) -> Sentence:
    return say(
        "sheet.seated_twice",
        N_("{name} sits in round {round} already, at table {table} (line {line})."),
        name=seat.name,
        round=seat.round,
        table=first.table,
        line=first.line,
    )


def _hand_twice(hand: HandLine, first: HandLine) -> Sentence:
    return say(
        "sheet.hand_twice",
        N_("Round {round}, table {table}, hand {hand} stands in line {line} already."),
        round=hand.round,
        table=hand.table,
        hand=hand.hand,
        line=first.line,
    )


def _other_centre(hand: HandLine, first: HandLine) -> Sentence:
    return say(
        "sheet.other_centre",
        N_("Hand {hand} of round {round} has the centre {centre} here and {other} in line {line}."),
        hand=hand.hand,
        round=hand.round,
        centre=_or_none(hand.centre),
        other=_or_none(first.centre),
        line=first.line,
    )


def _or_none(centre: int | None) -> int | Sentence:
    return say("sheet.no_centre", N_("none")) if centre is None else centre
