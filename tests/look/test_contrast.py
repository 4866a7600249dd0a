"""Text can be read in both schemes: the contrast of the token pairs that meet on pages (WCAG 2, AA)."""

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "static" / "tokens.css").read_text()
COLOUR = re.compile(r"--([a-z-]+):\s*(#[0-9a-f]{6});")
LIGHT_TEXT, DARK_AND_REST = TOKENS.split("@media (prefers-color-scheme: dark)")
LIGHT = dict(COLOUR.findall(LIGHT_TEXT))
DARK = LIGHT | dict(COLOUR.findall(DARK_AND_REST.split("@media print")[0]))

TEXT_ON = [
    *((text, ground) for text in ("ink", "soft", "comb-ink", "yard-ink") for ground in ("paper", "card", "shade")),
    *(("ink", tint) for tint in ("comb-tint", "yard-tint", "wheat-tint")),
    *(("soft", tint) for tint in ("comb-tint", "yard-tint", "wheat-tint")),
    ("comb-ink", "comb-tint"),
    ("yard-ink", "yard-tint"),
    ("wheat-ink", "wheat-tint"),
    ("wheat-ink", "card"),
    *(("on-colour", ground) for ground in ("comb", "comb-deep", "yard", "yard-deep")),
    ("pip", "tile"),
]
SHAPE_ON = [(shape, ground) for shape in ("edge", "focus", "comb") for ground in ("paper", "card")]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT_ON)
def test_text_can_be_read(scheme: dict[str, str], text: str, ground: str) -> None:
    assert contrast(scheme[text], scheme[ground]) >= 4.5


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPE_ON)
def test_shapes_can_be_seen(scheme: dict[str, str], shape: str, ground: str) -> None:
    assert contrast(scheme[shape], scheme[ground]) >= 3.0


def test_every_token_used_is_there() -> None:
    css = (Path(__file__).parents[2] / "static" / "henhouse.css").read_text()
    known = set(re.findall(r"^\s*--([a-z0-9-]+):", TOKENS, flags=re.MULTILINE))
    assert set(re.findall(r"var\(--([a-z0-9-]+)\)", css)) - known == set()
