"""The form with the settings of a tournament: what is typed, what it means, what is frozen."""

import zoneinfo
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from tournaments.desk.forms import number_in
from tournaments.models import Tournament
from tournaments.plan import Plan, UnreadablePlan, plan_text, read_plan
from tournaments.programme import FROZEN, Programme, cut_sizes, spread
from tournaments.refusals import in_words
from tournaments.stages import Preset
from tournaments.standings.policy import TieBreak, Wins

SIZES = tuple(range(2, engine.MOST_PLAYERS + 1))
OPTION = "option-"
TIE = "tie-"
COURSE = "stages"
ROUNDS = ("plan", "rounds_wanted")


class ProgrammeForm(forms.Form):
    """Every setting of a tournament. `typed` is what a person has sent, to be shown again unchecked or to be checked.

    `frozen` leaves the frozen settings out; `only_frozen` leaves everything else out.
    """

    name = forms.CharField(label=gettext_lazy("Name"), max_length=100)
    date = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    place = forms.CharField(label=gettext_lazy("Place"), max_length=120, required=False)
    time_zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        max_length=60,
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}),
        help_text=gettext_lazy("For example Asia/Kolkata. Begin to type, and choose."),
    )
    preset = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        # The options below follow the rules at once; without JavaScript the button beside it does the same.
        widget=forms.Select(
            attrs={
                "hx-post": "",
                "hx-trigger": "change",
                "hx-vals": '{"show": "1"}',
                "hx-select": "#programme-form",
                "hx-target": "#programme-form",
                "hx-swap": "outerHTML",
            }
        ),
    )
    stages = forms.ChoiceField(
        label=gettext_lazy("How the tournament goes"),
        choices=[(one.value, one.label) for one in Preset],
        required=False,
        help_text=gettext_lazy("Every stage can be changed afterwards, on a page of its own."),
    )
    plan = forms.CharField(
        label=gettext_lazy("Rounds and their hands"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        strip=True,
    )
    rounds_wanted = forms.IntegerField(
        label=gettext_lazy("Rounds"), min_value=1, max_value=40, required=False, widget=forms.NumberInput
    )
    sizes = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Allowed table sizes"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    preferred_size = forms.TypedChoiceField(label=gettext_lazy("Best table size"), coerce=int)
    measure = forms.ChoiceField(label=gettext_lazy("Ranked by"), choices=Tournament.Measure.choices)
    comparison = forms.ChoiceField(
        label=gettext_lazy("Tables of different size"),
        choices=Tournament.Comparison.choices,
        help_text=gettext_lazy(
            "What is compared. Total points are fair where tables differ by one seat and everybody has a turn at the"
            " smaller ones; else adjusted points are. Raw points are always shown."
        ),
    )
    imputation = forms.ChoiceField(
        label=gettext_lazy("Somebody who missed a hand gets"), choices=Tournament.Imputation.choices
    )
    imputed_points = forms.IntegerField(
        label=gettext_lazy("Fixed points for a missed hand"),
        required=False,
        widget=forms.TextInput(attrs={"class": "digits", "inputmode": "numeric"}),
    )
    fill_in_counts = forms.BooleanField(
        label=gettext_lazy("Hands that somebody plays at a second table count for them"), required=False
    )
    hands_asked = forms.IntegerField(
        label=gettext_lazy("Hands needed to be ranked"),
        required=False,
        min_value=1,
        help_text=gettext_lazy("Empty: all of them. Fewer are possible where averages are compared."),
        widget=forms.TextInput(attrs={"class": "digits", "inputmode": "numeric"}),
    )

    def __init__(
        self,
        typed: QueryDict | None = None,
        *,
        settings: Programme,
        check: bool = True,
        frozen: bool = False,
        only_frozen: bool = False,
    ) -> None:
        self.settings = settings
        self.rules = engine.read_rules(settings.rules)
        if typed is not None and typed.get("preset") in engine.PRESETS and not frozen:
            self.rules = engine.read_rules(str(typed["preset"]))
        super().__init__(typed if typed is not None and check else None, initial=_initial(settings))
        self._choose()
        self._add_options()
        self._add_tie_breaks()
        if frozen or only_frozen:
            for name in list(self.fields):
                if _is_frozen(name) is frozen:
                    del self.fields[name]
        if typed is not None and not check:
            self.initial = {
                name: field.widget.value_from_datadict(typed, MultiValueDict(), name)
                for name, field in self.fields.items()
            }

    def _choose(self) -> None:
        self.fields["preset"].choices = [(name, in_words(engine.TITLES[name])) for name in engine.PRESETS]  # type: ignore[attr-defined]
        sizes = [(size, str(size)) for size in SIZES]
        self.fields["sizes"].choices = sizes  # type: ignore[attr-defined]
        self.fields["preferred_size"].choices = sizes  # type: ignore[attr-defined]
        self.fields["plan"].help_text = (
            _("The starting doubles in the order they are played; a slash begins a new round.")
            if self.rules.has_tiles
            else _("How many hands each round has; a slash begins a new round: 4 / 3 / 3.")
        )

    def _add_options(self) -> None:
        """One field for each option of the rules; left empty it is as the rules have it."""
        of_preset = engine.read_rules(self.rules.name)
        set_now = _options_set(self.settings.rules) if self.rules.name == _preset(self.settings.rules) else {}
        for option in of_preset.options():
            usual = _("As these rules have it: {value}").format(value=in_words(option.value))
            field: forms.Field
            if option.choices:
                choices = [(choice.text, in_words(choice.label)) for choice in option.choices]
                field = forms.ChoiceField(choices=[("", usual), *choices], required=False)
            else:
                field = forms.CharField(required=False, help_text=usual, max_length=60)
            field.label = in_words(option.label)
            self.fields[OPTION + option.name] = field
            self.initial.setdefault(OPTION + option.name, set_now.get(option.name, ""))

    def _add_tie_breaks(self) -> None:
        choices = [("", _("nothing more")), *((one.value, in_words(one.label(_wins(self.rules)))) for one in TieBreak)]
        chosen = dict(enumerate(self.settings.tie_breaks, 1))
        for place in range(1, len(TieBreak) + 1):
            label = _("Tie-break {number}").format(number=place)
            self.fields[f"{TIE}{place}"] = forms.ChoiceField(choices=choices, required=False, label=label)
            self.initial[f"{TIE}{place}"] = chosen.get(place, "")

    # --- what the page shows beside the fields

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields of the single options."""
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        """The fields of the tie-breaks, in order."""
        return [self[name] for name in self.fields if name.startswith(TIE)]

    @property
    def explanations(self) -> list[tuple[str, str]]:
        """Each tie-break and what it compares."""
        wins = _wins(self.rules)
        return [(in_words(one.label(wins)), in_words(one.explanation(wins))) for one in TieBreak]

    @property
    def options_open(self) -> bool:
        """Whether a single option is set or wrong, or there is only one, so that the list should not be folded away."""
        return len(self.options) == 1 or any(field.errors or field.value() for field in self.options)

    @property
    def cannot_be_dealt(self) -> list[tuple[int, str]]:
        """The table sizes that the rules cannot deal to, with why."""
        try:
            rules = engine.read_rules(self._rules_typed())
        except engine.UnreadableRules:
            rules = self.rules
        return [(struck.size, struck.reason) for struck in cut_sizes(rules, SIZES)[1]]

    # --- what is typed

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if "preset" in self.fields:
            self._read_rules(given)
        if "plan" in given:
            try:
                given["plan"] = read_plan(given["plan"], has_centres=self.rules.has_tiles)
            except UnreadablePlan as unreadable:
                self.add_error("plan", in_words(unreadable.sentence))
        zone = given.get("time_zone")
        if zone is not None and zone not in zoneinfo.available_timezones():
            self.add_error(
                "time_zone", _("“{zone}” is not a time zone. Write one such as Asia/Kolkata.").format(zone=zone)
            )
        if given.get("imputation") == Tournament.Imputation.FIXED and given.get("imputed_points") is None:
            if "imputed_points" not in self.errors:
                self.add_error("imputed_points", _("Say how many points a missed hand gets."))
        elif "imputation" in given and given["imputation"] != Tournament.Imputation.FIXED:
            given["imputed_points"] = None
        return given

    def _read_rules(self, given: Mapping[str, Any]) -> None:
        """Read the rules with their options, each alone first, so that what is wrong stands beside its field."""
        preset = given.get("preset", self.rules.name)
        for name, value in _options_typed(given):
            try:
                engine.read_rules(f"{preset} {name}={value}")
            except engine.UnreadableRules as unreadable:
                self.add_error(OPTION + name, in_words(unreadable.sentence))
        if not self.errors:
            self.rules = engine.read_rules(_rules_text(preset, _options_typed(given)))

    def _rules_typed(self) -> str:
        typed = {name: self[name].value() for name in self.fields if name.startswith(OPTION)}
        return _rules_text(self.rules.name, _options_typed(typed))

    def leave_out(self, *names: str) -> None:
        """Take fields out that this page does not ask for: what they say stays as it is."""
        for name in names:
            self.fields.pop(name, None)

    def course(self) -> Preset:
        """The stages that were chosen. Only after `is_valid`."""
        return Preset(self.cleaned_data[COURSE] or Preset.OPEN.value)

    def programme(self) -> Programme:
        """The settings as they were typed; what the form leaves out stays as it is. Only after `is_valid`."""
        given = self.cleaned_data
        values = {name: getattr(self.settings, name) for name in Programme.__dataclass_fields__}
        values.update({name: given[name] for name in values if name in self.fields and name in given})
        if "sizes" in self.fields:
            values["sizes"] = tuple(given["sizes"])
        if "preset" in self.fields:
            values["rules"] = self.rules.text()
            values["tie_breaks"] = tuple(given[name] for name in self.fields if name.startswith(TIE) and given[name])
        return Programme(**values)


@dataclass(frozen=True, slots=True)
class Frozen:
    """A frozen setting in words."""

    label: str
    value: str


def frozen_in_words(settings: Programme) -> list[Frozen]:
    """What cannot be changed any more since the first seating, as it stands."""
    rules = engine.read_rules(settings.rules)
    wins = _wins(rules)
    changed = _options_set(settings.rules)
    ties = [in_words(TieBreak(code).label(wins)) for code in settings.tie_breaks]
    asked = _("all of them") if settings.hands_asked is None else str(settings.hands_asked)
    imputation = str(Tournament.Imputation(settings.imputation).label)
    return [
        Frozen(_("Rules"), in_words(rules.title)),
        *(Frozen(in_words(one.label), in_words(one.value)) for one in rules.options() if one.name in changed),
        Frozen(_("Ranked by"), str(Tournament.Measure(settings.measure).label)),
        Frozen(_("Tables of different size"), str(Tournament.Comparison(settings.comparison).label)),
        Frozen(_("If level"), ", ".join(ties) or _("a shared place")),
        Frozen(
            _("Somebody who missed a hand gets"),
            imputation if settings.imputed_points is None else f"{imputation}: {settings.imputed_points}",
        ),
        Frozen(_("Hands at a second table count"), _("yes") if settings.fill_in_counts else _("no")),
        Frozen(_("Hands needed to be ranked"), asked),
    ]


def with_rounds(typed: QueryDict, settings: Programme) -> QueryDict:
    """What was typed, with the hands of a whole game spread over the number of rounds that is wanted."""
    return _with_plan(typed, _spread(_rules_chosen(typed, settings), number_in(typed.get("rounds_wanted")) or 1))


def with_fitting_plan(typed: QueryDict, settings: Programme) -> QueryDict:
    """What was typed; where rules with centres take the place of rules without, or the other way, the plan follows."""
    rules = _rules_chosen(typed, settings)
    shown = str(typed.get("rules_shown"))
    had_centres = engine.read_rules(shown).has_tiles if shown in engine.PRESETS else rules.has_tiles
    if had_centres is rules.has_tiles:
        return typed
    try:
        plan = read_plan(str(typed.get("plan", "")), has_centres=had_centres)
    except UnreadablePlan:
        return typed
    return _with_plan(
        typed, _spread(rules, len(plan)) if rules.has_tiles else tuple((None,) * len(one) for one in plan)
    )


def _with_plan(typed: QueryDict, plan: Plan) -> QueryDict:
    changed = typed.copy()
    changed["plan"] = plan_text(plan)
    return changed


def _spread(rules: engine.AnyRules, rounds: int) -> Plan:
    """A whole game over so many rounds; a game without centres has ten hands."""
    centres: Sequence[int | None] = rules.centres() or [None] * 10
    return spread(centres, min(rounds, len(centres)))


def _rules_chosen(typed: QueryDict, settings: Programme) -> engine.AnyRules:
    """The rules with the options as they are typed, or as far as they can be read."""
    preset = str(typed.get("preset"))
    if preset not in engine.PRESETS:
        return engine.read_rules(settings.rules)
    options = [(name.removeprefix(OPTION), value) for name, value in typed.items() if name.startswith(OPTION)]
    return _readable(_rules_text(preset, _tidied(options)), preset)


def _readable(text: str, otherwise: str) -> engine.AnyRules:
    try:
        return engine.read_rules(text)
    except engine.UnreadableRules:
        return engine.read_rules(otherwise)


def _initial(settings: Programme) -> dict[str, Any]:
    return {
        **{name: getattr(settings, name) for name in Programme.__dataclass_fields__},
        "preset": _preset(settings.rules),
        "plan": plan_text(settings.plan),
        "rounds_wanted": len(settings.plan),
        "sizes": list(settings.sizes),
    }


def _is_frozen(name: str) -> bool:
    return name in FROZEN or name == "preset" or name.startswith((OPTION, TIE))


def _preset(rules: str) -> str:
    return engine.read_rules(rules).name


def _options_set(rules: str) -> dict[str, str]:
    """The options that differ from the preset, by name, as they are written."""
    return dict(setting.split("=", 1) for setting in engine.read_rules(rules).text().split()[1:])


def _options_typed(given: Mapping[str, Any]) -> list[tuple[str, str]]:
    return _tidied((name.removeprefix(OPTION), given[name]) for name in given if name.startswith(OPTION))


def _tidied(options: Iterable[tuple[str, Any]]) -> list[tuple[str, str]]:
    """Options with something in them, blanks taken out: 12 / 11 is 12/11."""
    return [(name, "".join(str(value).split())) for name, value in options if value and str(value).strip()]


def _rules_text(preset: str, options: Iterable[tuple[str, str]]) -> str:
    return " ".join([preset, *(f"{name}={value}" for name, value in options)])


def _wins(rules: engine.AnyRules) -> Wins:
    return Wins(rules.wins.value)
