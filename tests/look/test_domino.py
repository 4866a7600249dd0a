"""The one drawing of a domino."""

import re

import pytest
from django.template import Context, Template


def drawn(tag: str) -> str:
    return Template("{% domino " + tag + " %}").render(Context())


@pytest.mark.parametrize("pips", range(10))
def test_each_half_has_its_pips(pips: int) -> None:
    assert drawn(f"{pips} 0").count("<circle") == pips
    assert drawn(f"0 {pips} flat=True").count("<circle") == pips


@pytest.mark.parametrize("flat", [False, True])
def test_pips_never_lie_on_each_other_nor_outside(flat: bool) -> None:  # noqa: FBT001
    places = re.findall(r'cx="(\d+)" cy="(\d+)"', drawn(f"9 8 flat={flat}"))
    assert len(set(places)) == 17
    width, height = (80, 40) if flat else (40, 80)
    assert all(4 < int(x) < width - 4 and 4 < int(y) < height - 4 for x, y in places)


def test_big_numbers_are_figures() -> None:
    tile = drawn("18 10")
    assert re.findall(r'<text class="domino-figure"[^>]*>(\d+)</text>', tile) == ["18", "10"]
    assert "<circle" not in tile


def test_it_can_be_read_aloud_or_hidden() -> None:
    assert "<title>domino 9-7</title>" in drawn("9 7")
    assert 'role="img"' in drawn("9 7")
    assert "<title>" not in drawn("9 7 hidden=True")
    assert 'aria-hidden="true"' in drawn("9 7 hidden=True")


def test_nothing_inline_that_a_strict_policy_would_block() -> None:
    assert "style=" not in drawn("9 9 size='large' comb=True")
