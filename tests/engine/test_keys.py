"""Hands out of keys: what anybody can work out again, what gives a wrong key away, and that a key stays a hand."""

import hashlib
import hmac
import re
from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from engine import (
    BOTS,
    VERSION,
    BotHand,
    Record,
    Rules,
    Tile,
    Turn,
    check_full,
    check_keys,
    hand_keys,
    play_bots,
    preset,
    read_record,
    table_secret,
)
from engine.__main__ import main
from engine.keys import shuffled

DOCUMENT = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
SECRET = bytes(range(32))
PRESETS = ("gamerules", "spruce", "classic4", "coop6", "chickie6")
MIXED = ("lookahead", "random", "heaviest", "doubles-first", "random", "heaviest", "random", "heaviest")


def hands(rules: Rules, bots: tuple[str, ...], *, count: int, secret: bytes = SECRET) -> list[BotHand]:
    """The first hands of a game, one after the other."""
    played: list[BotHand] = []
    for number, centre in enumerate(rules.centres()[:count], 1):
        before = played[-1].first if played else None
        played.append(play_bots(rules, bots, centre=centre, hand=number, before=before, secret=secret))
    return played


def one() -> Record:
    return hands(Rules(), MIXED[:4], count=1)[0].record


def test_keys_are_derived_as_the_page_says() -> None:
    keys = hand_keys(SECRET, 7)
    assert keys.deal == hmac.new(SECRET, b"deal 7", hashlib.sha256).digest()
    assert keys.bots == hmac.new(SECRET, b"bots 7", hashlib.sha256).digest()
    assert keys.seal == hashlib.sha256(keys.deal).hexdigest()
    assert table_secret(SECRET, "round 1") == hmac.new(SECRET, b"table round 1", hashlib.sha256).digest()


def test_no_key_of_a_table_is_another_one() -> None:
    keys = [hand_keys(table_secret(SECRET, table), number) for table in ("1", "2") for number in range(1, 21)]
    assert len({key for pair in keys for key in (pair.deal, pair.bots)}) == 80


def test_a_shuffle_can_be_done_by_hand() -> None:
    """The page's words in other words: numbers of four bytes from the top of each block, the tile at the end first."""
    tiles, stream, block = list(Rules(set=6).tiles.tiles), b"", 0
    expected = list(tiles)
    for last in range(len(tiles) - 1, 0, -1):
        number = 2**32
        while number >= 2**32 // (last + 1) * (last + 1):
            if not stream:
                stream = hmac.new(SECRET, f"deal {block}".encode(), hashlib.sha256).digest()
                block += 1
            number, stream = int.from_bytes(stream[:4], "big"), stream[4:]
        other = number % (last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert shuffled(tiles, SECRET, "deal") == tuple(expected)


def test_every_order_is_as_likely_as_another() -> None:
    tiles = [Tile.double(number) for number in range(4)]
    counted = Counter(shuffled(tiles, number.to_bytes(32), "deal") for number in range(4_800))
    assert counted.keys() == set(permutations(tiles))
    assert sum((count - 200) ** 2 / 200 for count in counted.values()) < 49.7  # 23 degrees of freedom, 0.1 %


@pytest.mark.parametrize("name", PRESETS)
def test_the_record_of_a_hand_says_all_that_is_needed_to_play_it_again(name: str) -> None:
    rules = preset(name)
    for players in rules.player_counts():
        for played in hands(rules, MIXED[:players], count=3):
            record = read_record(played.record.text())
            assert record == played.record
            assert (check_full(record).is_right, check_keys(record).faults) == (True, ())
            assert check_keys(record).outcome == played.outcome
            assert record.score == played.outcome.points


def test_the_same_secret_makes_the_same_hand_and_another_one_another() -> None:
    first, again, other = (
        hands(Rules(), MIXED[:4], count=2, secret=secret) for secret in (SECRET, SECRET, SECRET[::-1])
    )
    assert first == again
    assert [hand.record.deal for hand in first] != [hand.record.deal for hand in other]


def code(record: Record) -> list[str]:
    return [fault.sentence.code for fault in check_keys(record).faults]


def test_what_does_not_follow_from_the_keys_is_named() -> None:
    record = one()
    first, second, *racks = record.deal
    exchanged = ((*first[:-1], second[0]), (first[-1], *second[1:]), *racks)
    assert code(record) == []
    assert code(replace(record, seal="0" * 64)) == ["keys.seal"]
    assert code(replace(record, deal_key="0" * 64, seal="")) == ["keys.deal"]
    assert code(replace(record, deal=exchanged)) == ["keys.deal"]
    assert code(replace(record, yard=record.yard[::-1])) == ["keys.deal"]
    assert code(replace(record, first=(record.first + 1) % 4)) == ["keys.first"]
    assert code(replace(record, bots=("heaviest",) * 4)) == ["keys.other_move"]
    assert code(replace(record, turns=record.turns[:-1])) == ["keys.other_end"]
    assert code(replace(record, deal_key="", seal="")) == []


def test_the_first_move_that_a_bot_would_not_have_made_is_named_with_the_right_one() -> None:
    record = one()
    changed = replace(record, turns=(*record.turns[:5], Turn(3), *record.turns[6:]))
    (fault,) = check_keys(changed).faults
    assert (fault.turn, fault.seat, fault.legal) == (5, record.seat_of(5), (record.turns[5].text(),))


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("DealKey", "12ab"),
        ("Seal", "Z" * 64),
        ("BotsKey", ""),
        ("Bots", "heaviest"),
        ("Bots", "a;b"),
        ("Hand", "x"),
    ],
)
def test_keys_that_are_none_are_not_readable(
    tag: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [line for line in one().text().splitlines() if not line.startswith((f"[{tag} ", "[Hand "))]
    file = tmp_path / "hand.txt"
    file.write_text("\n".join([f"[{tag} {value}]", *lines]))
    assert main(["verify", str(file)]) == 2
    assert f"[{tag} {value}] cannot be read" in capsys.readouterr().err


def test_verify_plays_a_hand_again_from_its_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, file = one(), tmp_path / "hand.txt"
    file.write_text(record.text() + replace(record, bots=("random",) * 4).text())
    assert main(["verify", str(file)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"{file}, hand 1: right")
    assert (said[1], "The bot would have played otherwise." in said[2]) == (f"{file}, hand 2: faults", True)


def test_the_hand_on_the_page_follows_from_its_keys() -> None:
    record = read_record(re.findall(r"```record\n(.*?)```", DOCUMENT, re.DOTALL)[-1])
    keys = hand_keys(SECRET, record.hand)
    assert (record.seal, record.deal_key, record.bots_key) == (keys.seal, keys.deal.hex(), keys.bots.hex())
    assert (check_full(record).is_right, check_keys(record).faults) == (True, ())


GOLDEN = {
    "1": {
        "random": "6be38650bf5baa44",
        "heaviest": "ed378bdb0cc33cc1",
        "doubles-first": "3ae022325abae01f",
        "lookahead": "d694427616a129a5",
        "monte-carlo-20": "0264926ff9c17ec9",
        "monte-carlo-60": "d2303d1e89dfe223",
    },
}
"""The first hands of one table, as a hash of their records, for each bot: a stored secret has to stay a stored game."""


@pytest.mark.parametrize("bot", BOTS)
def test_a_change_of_any_hand_raises_the_version(bot: str) -> None:
    """Where this fails, `engine.VERSION` has to rise, and the new hashes stand under the new version."""
    texts = "".join(hand.record.text() for hand in hands(Rules(), (bot,) * 4, count=2))
    assert GOLDEN[VERSION][bot] == hashlib.sha256(texts.encode()).hexdigest()[:16]
