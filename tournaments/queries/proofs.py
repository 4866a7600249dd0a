"""What anybody can check about the hands of a table: seals and keys of bots, and the records of what was played."""

from dataclasses import dataclass

import engine
from games.models import BotPlay, Report
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class HandProof:
    """One hand of a table of bots: its seal, and once it is over the keys that it was dealt and played from."""

    number: int
    seal: str
    deal_key: str = ""
    bots_key: str = ""


@dataclass(frozen=True, slots=True)
class TableProof:
    """The hands of a table of bots in order; `secret` once the last of them is over. Hexadecimal digits.

    `is_watched`: it is played at a pace at which people can look on, and is not over.
    """

    hands: tuple[HandProof, ...]
    secret: str
    is_watched: bool = False


@dataclass(frozen=True, slots=True)
class Recorded:
    """The record of one hand as it counts, with who sat at each place."""

    number: int
    record: str


def records_of(tournament: Tournament, round: int, table: int) -> tuple[Recorded, ...]:
    """The records of a table that was published, hand by hand: the newest report of each, where it has one. One query.

    What is sealed is no report yet, so it is not here.
    """
    rows = (
        Report.objects.filter(
            game__table__round__tournament=tournament,
            game__table__round__number=round,
            game__table__number=table,
            hand__isnull=False,
        )
        .exclude(game__table__round__state="draft")
        .order_by("hand__number", "revision")
        .values_list("hand__number", "record")
    )
    newest = dict(rows)
    return tuple(Recorded(number, record) for number, record in sorted(newest.items()) if record)


def proof_of(tournament: Tournament, round: int, table: int) -> TableProof | None:
    """What is shown of the keys of a table by now; None where no bots play. Two queries.

    A key is shown when the hand that was played from it is, and not before: a hand from before the table was begun
    again has another seal, and tells nothing of this one.
    """
    play = (
        BotPlay.objects.filter(
            game__table__round__tournament=tournament,
            game__table__round__number=round,
            game__table__number=table,
        )
        .exclude(game__table__round__state="draft")
        .prefetch_related("game__hands")
        .first()
    )
    if play is None:
        return None
    secret = bytes(play.secret)
    shown = {one.number: engine.read_record(one.record).seal for one in records_of(tournament, round, table)}
    hands = []
    for hand in sorted(play.game.hands.all(), key=lambda one: one.number):
        keys = engine.hand_keys(secret, hand.number)
        is_over = shown.get(hand.number) == keys.seal
        hands.append(
            HandProof(hand.number, keys.seal, keys.deal.hex(), keys.bots.hex())
            if is_over
            else HandProof(hand.number, keys.seal)
        )
    is_finished = play.state == BotPlay.State.FINISHED and all(hand.deal_key for hand in hands)
    is_watched = bool(play.pace) and play.state not in {BotPlay.State.FINISHED, BotPlay.State.CANCELLED}
    return TableProof(tuple(hands), secret.hex() if is_finished else "", is_watched)
