"""Score tables typed as text: one line for each entry, rounds parted by a bar, one word for each hand.

A word is points (`12`), `absent`, `left`, `void`, `not_yet`, `sat_out`, `imputed`, `imputed=35`, or points in brackets
for a fill-in hand that does not count (`(12)`). `@2` puts what follows in the round at table 2 and starts again with
hand 1; without it everybody sits at table 1, and a sit-out at none.
"""

from collections.abc import Mapping

from tournaments.standings import (
    Adjustment,
    EntryLedger,
    HandScore,
    Ledger,
    Policy,
    RoundAsked,
    SheetTotal,
    State,
    TableAsked,
    rank,
)

UNSEATED = (State.SAT_OUT,)


def typed(
    lines: Mapping[int, str],
    *,
    open_tables: Mapping[int, bool] | None = None,
    hands: tuple[int, ...] = (),
    sheets: Mapping[int, tuple[SheetTotal, ...]] | None = None,
    penalties: Mapping[int, tuple[Adjustment, ...]] | None = None,
    lots: Mapping[int, int] | None = None,
    withdrawn: tuple[int, ...] = (),
) -> Ledger:
    """A ledger; the last round is open when `open_tables` says which of its tables are in.

    `hands` are the hands asked of each round, by default the most that anybody has there.
    """
    scores = {entry: _hands(text) for entry, text in lines.items()}
    texts = [text.split("|") for text in lines.values()]
    rounds = len(hands) or max((len(parts) for parts in texts), default=0)
    asked = []
    for number in range(1, rounds + 1):
        most = max(len({h.hand for h in own if h.round == number}) for own in scores.values())
        last = number == rounds and open_tables is not None
        tables = tuple(TableAsked(table, is_in) for table, is_in in (open_tables or {}).items()) if last else ()
        asked.append(RoundAsked(number, hands[number - 1] if hands else most, not last, tables))
    return Ledger(
        tuple(asked),
        tuple(
            EntryLedger(
                entry,
                entry in withdrawn,
                own,
                (sheets or {}).get(entry, ()),
                (penalties or {}).get(entry, ()),
                (lots or {}).get(entry),
            )
            for entry, own in scores.items()
        ),
    )


def _hands(text: str) -> tuple[HandScore, ...]:
    lines = []
    for number, part in enumerate(text.split("|"), start=1):
        table, hand = 1, 0
        for word in part.split():
            if word.startswith("@"):
                table, hand = int(word[1:]), 0
                continue
            hand += 1
            lines.append(_line(number, hand, table, word))
    return tuple(lines)


def _line(number: int, hand: int, table: int, word: str) -> HandScore:
    name, equals, value = word.partition("=")
    if name in {state.value for state in State}:
        state = State(name)
        at = None if state in UNSEATED else table
        return HandScore(number, hand, at, state, int(value) if equals else None)
    counts = not word.startswith("(")
    return HandScore(number, hand, table, State.PLAYED, int(word.strip("()")), counts)


def places(ledger: Ledger, policy: Policy | None = None) -> list[tuple[int | None, int]]:
    """(place, entry) from the top."""
    return [(row.place, row.entry) for row in rank(ledger, policy or Policy()).rows]


def reasons(ledger: Ledger, policy: Policy | None = None) -> list[str]:
    """Why each row stands above the next, in English."""
    return [str(row.order_reason) for row in rank(ledger, policy or Policy()).ranked[:-1]]
