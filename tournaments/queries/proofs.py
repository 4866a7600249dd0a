"""What anybody can check about the hands of a table: seals and keys of deals, and the records of what was played."""

from collections.abc import Mapping
from dataclasses import dataclass

import engine
from games.models import BotPlay, Report, ScreenPlay
from games.screens import keys_of
from tournaments.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class HandProof:
    """One hand that is dealt from a key: its seal, and once it is over the key of the deal; that of bots among bots."""

    number: int
    seal: str
    deal_key: str = ""
    bots_key: str = ""


@dataclass(frozen=True, slots=True)
class TableProof:
    """The hands of a table in order; `secret` once the last of them is over. Hexadecimal digits.

    `is_watched`: people can look on, and it is not over. `with_people`: not only bots play.
    """

    hands: tuple[HandProof, ...]
    secret: str
    is_watched: bool = False
    with_people: bool = False


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
    """What is shown of the keys of a table by now; None where it plays with real tiles. At most four queries.

    A key is shown when the hand that was played from it is, and not before: a hand from before the table was begun
    again has another seal, and tells nothing of this one.
    """
    here = {
        "game__table__round__tournament": tournament,
        "game__table__round__number": round,
        "game__table__number": table,
        "game__table__round__state__in": [Round.State.OPEN, Round.State.CLOSED],
    }
    play = BotPlay.objects.filter(**here).prefetch_related("game__hands").first()
    records = {one.number: engine.read_record(one.record) for one in records_of(tournament, round, table)}
    if play is not None:
        return _of_bots(play, records)
    on_screen = ScreenPlay.objects.filter(**here).prefetch_related("game__hands").first()
    return None if on_screen is None else _of_people(on_screen, records)


def _of_people(play: ScreenPlay, records: Mapping[int, engine.Record]) -> TableProof:
    """What is shown of a table on screen: what was dealt again stays hidden, but for the secret of all at the end."""
    hands = []
    for hand in sorted(play.game.hands.all(), key=lambda one: one.number):
        record = records.get(hand.number)
        if record is not None and record.deal_key:
            hands.append(HandProof(hand.number, record.seal, record.deal_key))
        elif not play.is_over:
            hands.append(HandProof(hand.number, keys_of(play, hand.number).seal))
    is_finished = play.state == ScreenPlay.State.FINISHED
    return TableProof(tuple(hands), bytes(play.secret).hex() if is_finished else "", not play.is_over, with_people=True)


def _of_bots(play: BotPlay, records: Mapping[int, engine.Record]) -> TableProof:
    secret = bytes(play.secret)
    hands = []
    for hand in sorted(play.game.hands.all(), key=lambda one: one.number):
        keys = engine.hand_keys(secret, hand.number)
        is_over = hand.number in records and records[hand.number].seal == keys.seal
        hands.append(
            HandProof(hand.number, keys.seal, keys.deal.hex(), keys.bots.hex())
            if is_over
            else HandProof(hand.number, keys.seal)
        )
    is_finished = play.state == BotPlay.State.FINISHED and all(hand.deal_key for hand in hands)
    is_watched = bool(play.pace) and play.state not in {BotPlay.State.FINISHED, BotPlay.State.CANCELLED}
    return TableProof(tuple(hands), secret.hex() if is_finished else "", is_watched)
