"""How many go on from the tables of a knockout, as it is typed: one number, by the size of a table, table by table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.how_many import BySize, ByTable, UnreadableHowMany, read_by_size, read_by_table
from tournaments.seating.knockout import letter

MOST = 7
"""At a table of eight somebody goes out."""
BOXES = 12
"""Tables of a round that have a box of their own, where all that follow have one number; then one box for these."""
MOST_BOXES = 60
"""A round with more boxes than this is not typed table by table."""
LONGEST_SHOWN = 40_000

Rounds = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class RoundBoxes:
    """The boxes of one round of a knockout: one for each table."""

    number: int
    boxes: tuple[forms.BoundField, ...]


def number_box(label: str, most: int = MOST) -> forms.IntegerField:
    """A small box for how many go on."""
    typed = forms.TextInput(attrs={"class": "digits", "inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=most, widget=typed)


def size_boxes(sizes: Sequence[int]) -> dict[str, forms.IntegerField]:
    """A box for each table size, by the name of its field; from a table of two one goes on anyway."""
    return {
        f"of_{size}": number_box(_("of a table of {size}").format(size=size), size - 1) for size in sizes if size > 2
    }


def sizes_given(by_size: str) -> dict[str, int]:
    """What stands in the boxes of `size_boxes`."""
    return {f"of_{size}": number for size, number in read_by_size(by_size).numbers}


def sizes_typed(given: Mapping[str, Any]) -> str:
    """How many go on by size, as a stage keeps it."""
    boxes = {int(name.removeprefix("of_")): number for name, number in given.items() if name.startswith("of_")}
    return BySize(tuple(sorted((size, number) for size, number in boxes.items() if number))).text


class GoingOnForm(forms.Form):
    """The numbers of a knockout whose people are known: `levels` are those of the plan that stands above the form.

    A box that nobody changes says nothing, so that one other number for all tables changes all of them.
    """

    advance = forms.CharField(
        label=gettext_lazy("How many go on from each table"),
        max_length=10,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("A number, or half."),
    )
    shown = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        typed: QueryDict | None,
        *,
        advance: str,
        by_size: str,
        by_table: str,
        sizes: Sequence[int],
        shown: Rounds,
    ) -> None:
        self.said = read_by_table(by_table).rounds
        self.levels = _read(typed.get("shown", "")) if typed is not None else shown
        begin = {"advance": advance, "shown": ByTable(self.levels).text, **sizes_given(by_size)}
        super().__init__(typed, initial={**begin, **dict(_boxes(self.levels))})
        self.fields.update(size_boxes(sizes))
        for at, numbers in enumerate(self.levels):
            for table, name in enumerate(_names(at, numbers)):
                rest = table == len(_names(at, numbers)) - 1 < len(numbers) - 1
                label = _("each other table") if rest else _("table {table}").format(table=letter(table))
                self.fields[name] = number_box(label)

    @property
    def sizes(self) -> tuple[forms.BoundField, ...]:
        """The boxes by size."""
        return tuple(self[name] for name in self.fields if name.startswith("of_"))

    @property
    def rounds(self) -> tuple[RoundBoxes, ...]:
        """The boxes table by table."""
        return tuple(
            RoundBoxes(at + 1, tuple(self[name] for name in _names(at, numbers)))
            for at, numbers in enumerate(self.levels)
            if _names(at, numbers)
        )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        for at, numbers in enumerate(self.levels):
            empty = [name for name in _names(at, numbers) if name not in self.errors and given.get(name) is None]
            if empty and len(empty) < len(_names(at, numbers)):
                self.add_error(empty[0], _("Write a number for each table of the round, or leave all of them empty."))
        return given

    def by_size(self) -> str:
        """By size, as a stage keeps it. Only after `is_valid`."""
        return sizes_typed(self.cleaned_data)

    def by_table(self) -> str:
        """Table by table, as a stage keeps it. Only after `is_valid`."""
        return ByTable(tuple(self._round(at, numbers) for at, numbers in enumerate(self.levels))).text.rstrip("/")

    def _round(self, at: int, shown: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers of one round; none where they follow from the others."""
        said = self.said[at] if at < len(self.said) else ()
        if not _names(at, shown):
            return said
        typed = [self.cleaned_data[name] for name in _names(at, shown) if self.cleaned_data.get(name)]
        if typed == list(shown[: len(typed) - 1]) + list(shown[-1:]):
            return said
        while len(typed) > 1 and typed[-1] == typed[-2]:
            typed.pop()
        return tuple(typed)


def _names(at: int, numbers: Sequence[int]) -> list[str]:
    """The names of the boxes of a round: one for each table, or for the first and for all others together; or none."""
    many = len(numbers) > BOXES and len(set(numbers[BOXES - 1 :])) == 1
    boxes = BOXES if many else len(numbers)
    return [f"r{at + 1}t{table}" for table in range(1, boxes + 1)] if boxes <= MOST_BOXES else []


def _boxes(shown: Rounds) -> Iterator[tuple[str, int]]:
    for at, numbers in enumerate(shown):
        yield from zip(_names(at, numbers), numbers, strict=False)


def _read(text: str) -> Rounds:
    try:
        return read_by_table(text[:LONGEST_SHOWN]).rounds
    except UnreadableHowMany:
        return ()
