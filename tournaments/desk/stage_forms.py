"""The form of one stage: what is typed, and what it means."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from tournaments.desk.going_on_form import size_boxes, sizes_given, sizes_typed
from tournaments.how_many import UnreadableHowMany, read_by_table
from tournaments.models import Stage, Tournament
from tournaments.plan import UnreadablePlan, plan_text, read_plan
from tournaments.refusals import in_words
from tournaments.stages import LONGEST_NAME, StagePlan

OF_KIND = {
    Stage.Kind.OPEN: ("plan",),
    Stage.Kind.POWER: ("plan", "rematch", "snake", "top_table"),
    Stage.Kind.KNOCKOUT: (
        "centres",
        "final_centres",
        "advance",
        "advance_by_table",
        "wild_cards",
        "byes",
        "repechage",
        "final_smallest",
        "final_largest",
        "draw",
        "third_place",
    ),
}
"""The fields that only some kinds of stages have; a stage that has begun shows the rounds to come and no others."""
OF_LATER = ("takes", "how_many", "carries", "bonus")
OF_ALL = ("name", "sizes", "preferred_size")


def _digits() -> forms.TextInput:
    return forms.TextInput(attrs={"class": "digits", "inputmode": "numeric", "autocomplete": "off"})


def _words() -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off"})


class StageForm(forms.Form):
    """One stage, with the fields that its kind and its place among the stages have."""

    name = forms.CharField(label=gettext_lazy("What it is called"), max_length=LONGEST_NAME, required=False)
    takes = forms.ChoiceField(label=gettext_lazy("Who comes in"), choices=Stage.Takes.choices)
    how_many = forms.CharField(
        label=gettext_lazy("How many"),
        max_length=40,
        required=False,
        widget=_words(),
        help_text=gettext_lazy(
            "16 people, 50 in a hundred, or 3 of each table (6,3: six of table 1, three of others)."
        ),
    )
    carries = forms.ChoiceField(label=gettext_lazy("What they bring along"), choices=Stage.Carries.choices)
    bonus = forms.CharField(
        label=gettext_lazy("Bonus of the first place, the second, and so on"),
        max_length=200,
        required=False,
        widget=_words(),
        help_text=gettext_lazy("For example -10, -6, -3. Points below zero are good where the lowest total wins."),
    )
    plan = forms.CharField(
        label=gettext_lazy("Rounds and their hands"),
        widget=_words(),
        help_text=gettext_lazy("A slash begins a new round: 9-6 / 5-3 / 2-0, or only how many hands: 4 / 3 / 3."),
    )
    centres = forms.CharField(label=gettext_lazy("Hands of each round"), widget=_words())
    final_centres = forms.CharField(
        label=gettext_lazy("Hands of the final"),
        widget=_words(),
        required=False,
        help_text=gettext_lazy("Empty: as in the other rounds."),
    )
    rematch = forms.ChoiceField(label=gettext_lazy("People who met before"), choices=Stage.Rematch.choices)
    snake = forms.BooleanField(
        label=gettext_lazy("Spread the best over the tables instead of seating them together"), required=False
    )
    top_table = forms.BooleanField(
        label=gettext_lazy("The last round seats the first of the list together, whoever met before"), required=False
    )
    advance = forms.CharField(
        label=gettext_lazy("How many go on from each table"),
        max_length=10,
        widget=_words(),
        help_text=gettext_lazy("A number, or half."),
    )
    advance_by_table = forms.CharField(
        label=gettext_lazy("Table by table"),
        max_length=400,
        required=False,
        widget=_words(),
        help_text=gettext_lazy(
            "6,3 means six of table A, three of each other, in the first round of the knockout. "
            "A slash begins the next round: 6,3 / 2."
        ),
    )
    wild_cards = forms.BooleanField(
        label=gettext_lazy("The best of those who are out may fill a round (wild cards)"), required=False
    )
    byes = forms.BooleanField(
        label=gettext_lazy("The first seeds may wait for the second round (byes)"), required=False
    )
    repechage = forms.BooleanField(
        label=gettext_lazy("Those who are out may play once more and come back (repechage)"), required=False
    )
    final_smallest = forms.IntegerField(
        label=gettext_lazy("Smallest final"), min_value=2, max_value=engine.MOST_PLAYERS, widget=_digits()
    )
    final_largest = forms.IntegerField(
        label=gettext_lazy("Largest final"), min_value=2, max_value=engine.MOST_PLAYERS, widget=_digits()
    )
    draw = forms.ChoiceField(label=gettext_lazy("Later rounds"), choices=Stage.Draw.choices)
    third_place = forms.BooleanField(
        label=gettext_lazy("A table for the places after the final is played beside it"), required=False
    )
    sizes = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Table sizes of this stage"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(size, str(size)) for size in range(2, engine.MOST_PLAYERS + 1)],
        help_text=gettext_lazy("None ticked: as in the settings."),
    )
    preferred_size = forms.TypedChoiceField(
        label=gettext_lazy("Best table size of this stage"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", "–"), *((size, str(size)) for size in range(2, engine.MOST_PLAYERS + 1))],
    )

    def __init__(
        self, typed: QueryDict | None, *, tournament: Tournament, number: int, plan: StagePlan, begun: bool
    ) -> None:
        self.stage, self.number, self.begun = plan, number, begun
        self.kind = Stage.Kind(plan.kind)
        self.has_centres = engine.read_rules(tournament.rules).has_tiles
        super().__init__(typed, prefix=f"s{number}", initial=_initial(plan))
        by_size = size_boxes(plan.sizes or tournament.sizes) if self.kind == Stage.Kind.KNOCKOUT else {}
        self.fields.update(by_size)
        shown = {*OF_KIND[self.kind], *OF_ALL, *(OF_LATER if number > 1 else ()), *by_size}
        if begun:
            shown = {"name", *({"plan"} & shown)}
        for name in set(self.fields) - shown:
            del self.fields[name]

    @property
    def kind_in_words(self) -> str:
        """How the stage is seated."""
        return str(self.kind.label)

    @property
    def by_size(self) -> tuple[forms.BoundField, ...]:
        """How many go on by the size of a table."""
        return tuple(self[name] for name in self.fields if name.startswith("of_"))

    @property
    def differs(self) -> bool:
        """Whether other numbers go on from some tables, or something is wrong with what was typed there."""
        parts = [*self.by_size, *([self["advance_by_table"]] if "advance_by_table" in self.fields else ())]
        return any(part.value() or part.errors for part in parts)

    @property
    def plain(self) -> tuple[forms.BoundField, ...]:
        """All fields but those of other numbers for some tables, which follow `advance`."""
        return tuple(field for field in self if not field.name.startswith(("of_", "advance_by")))

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        for name in ("plan", "centres", "final_centres"):
            if given.get(name):
                self._read(given, name)
        if given.get("bonus"):
            self._read_bonus(given)
        if given.get("advance_by_table"):
            self._read_by_table(given)
        if given.get("takes") == Stage.Takes.ALL:
            given["how_many"] = ""
        elif "takes" in given and not given.get("how_many") and "how_many" not in self.errors:
            self.add_error("how_many", _("Say how many come in."))
        return given

    def _read(self, given: dict[str, Any], name: str) -> None:
        try:
            rounds = read_plan(given[name], has_centres=self.has_centres)
        except UnreadablePlan as unreadable:
            self.add_error(name, in_words(unreadable.sentence))
            return
        if name == "plan":
            given[name] = rounds
        elif len(rounds) > 1:
            self.add_error(name, _("Write the hands of one round, without a slash: every round has them."))
        else:
            given[name] = rounds[0]

    def _read_by_table(self, given: dict[str, Any]) -> None:
        try:
            given["advance_by_table"] = read_by_table(given["advance_by_table"]).text
        except UnreadableHowMany as unreadable:
            self.add_error("advance_by_table", in_words(unreadable.sentence))

    def _read_bonus(self, given: dict[str, Any]) -> None:
        parts = [part.strip().replace("−", "-") for part in given["bonus"].split(",")]
        if not all(part.removeprefix("-").removeprefix("+").isdecimal() and len(part) < 7 for part in parts):
            self.add_error("bonus", _("Write whole numbers with commas between them: -10, -6, -3."))
            return
        given["bonus"] = tuple(map(int, parts))

    def plan_typed(self) -> StagePlan:
        """The stage as it was typed; what the form leaves out stays as it is. Only after `is_valid`."""
        given = self.cleaned_data
        values = {name: getattr(self.stage, name) for name in StagePlan.__dataclass_fields__}
        values.update({name: given[name] for name in values if name in self.fields})
        for name in ("bonus", "final_centres"):
            values[name] = tuple(values[name])
        if "sizes" in self.fields:
            values["sizes"] = tuple(given["sizes"]) or None
        if self.kind == Stage.Kind.KNOCKOUT and "centres" in self.fields:
            values["plan"] = (values["centres"],)
            values["advance_by_size"] = sizes_typed(given)
        return StagePlan(**values)


def _initial(plan: StagePlan) -> dict[str, Any]:
    return {
        **{name: getattr(plan, name) for name in StagePlan.__dataclass_fields__},
        "plan": plan_text(plan.plan),
        "centres": _hands(plan.centres),
        "final_centres": _hands(plan.final_centres),
        "bonus": ", ".join(map(str, plan.bonus)),
        **sizes_given(plan.advance_by_size),
        "sizes": list(plan.sizes or ()),
        "preferred_size": plan.preferred_size or "",
    }


def _hands(centres: Sequence[int | None]) -> str:
    return plan_text((tuple(centres),)) if centres else ""
