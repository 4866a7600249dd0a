"""The stages of a tournament: chosen from what clubs do, and changed one by one until they begin."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.frame import look_and_post, page
from tournaments.desk.stage_forms import StageForm
from tournaments.models import Role, Stage, Tournament
from tournaments.queries.stages import Span, qualifiers_of, stages_of
from tournaments.refusals import Refused
from tournaments.seating.power_rules import WHAT_IT_BUYS
from tournaments.stages import Preset, StagePlan, define_stages, preset, stage_name, stage_plans


@look_and_post
@for_tournament(Role.ORGANISER)
def stages(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Every stage as a form of its own, all saved together; above them the presets."""
    refused = ""
    plans = stage_plans(tournament)
    forms = _forms(request, tournament, plans, bound="save" in request.POST)
    if request.method == "POST":
        try:
            wanted = _wanted(request, plans, forms)
            if wanted is not None:
                define_stages(tournament=tournament, plans=wanted, by=str(request.user), at=timezone.now())
                messages.success(request, _("The stages are saved."))
                return redirect("stages", tournament.slug)
        except Refused as no:
            refused = no.sentence
    context = {
        "forms": forms,
        "refused": refused,
        "presets": [(one.value, one.label) for one in Preset],
        "kinds": Stage.Kind.choices,
        "what_power_buys": _(WHAT_IT_BUYS),
        "begun": tournament.rounds.exists(),
        "can_drop": len(forms) > 1 and not forms[-1].begun,
    }
    return page(request, tournament, "desk/stages.html", "programme", context)


def _forms(
    request: DeskRequest, tournament: Tournament, plans: tuple[StagePlan, ...], *, bound: bool
) -> list[StageForm]:
    seated = tournament.rounds.count()
    spans = stages_of(tournament)
    return [
        StageForm(
            request.POST if bound else None,
            tournament=tournament,
            number=number,
            plan=plan,
            begun=_has_begun(span, seated),
        )
        for number, (span, plan) in enumerate(zip(spans, plans, strict=True), 1)
    ]


def _has_begun(span: Span, seated: int) -> bool:
    return seated >= span.first or bool(qualifiers_of(span.stage))


def _wanted(request: DeskRequest, plans: tuple[StagePlan, ...], forms: list[StageForm]) -> tuple[StagePlan, ...] | None:
    """The stages that are asked for; None where a form has to be looked at again."""
    if "preset" in request.POST:
        which = next((one for one in Preset if one.value == request.POST["preset"]), Preset.OPEN)
        rounds = tuple(centres for plan in plans if not plan.is_knockout for centres in plan.plan)
        return preset(which, rounds or plans[0].plan)
    if "add" in request.POST:
        kind = request.POST.get("kind", "")
        return (*plans, _another(plans[-1], kind if kind in Stage.Kind.values else Stage.Kind.OPEN))
    if "drop" in request.POST:
        return plans[:-1]
    wrong = [form for form in forms if not form.is_valid()]
    if wrong or "save" not in request.POST:
        return None
    return tuple(form.plan_typed() for form in forms)


def _another(last: StagePlan, kind: str) -> StagePlan:
    """One more stage after the last, with the hands of its last round."""
    hands = last.plan[-1]
    more = StagePlan(kind=kind, plan=(hands,), takes=Stage.Takes.NUMBER, how_many="8")
    return replace(more, centres=hands, carries=Stage.Carries.NOTHING) if more.is_knockout else more


def summary_of(tournament: Tournament) -> list[str]:
    """Each stage in a line: what it is called, how it is seated, how many rounds."""
    return [
        _("{stage}: {kind}").format(stage=stage_name(span.stage), kind=Stage.Kind(span.stage.kind).label)
        for span in stages_of(tournament)
        if span.stage.pk
    ]
