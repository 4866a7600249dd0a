"""Which lists of a tournament there are to choose from: now, of each stage, and as they stood after each round."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.public.frame import Choice
from tournaments.queries.stage_lists import StageFacts
from tournaments.queries.stages import Span
from tournaments.stages import stage_name


def list_choices(found: StageFacts, after: int | None, stage: int = 0) -> list[Choice]:
    """The lists to choose from; `after` or `stage` say which one is shown (neither: the one of now)."""
    facts = found.facts
    closed = [played for played in facts.rounds if played.closed]
    current = facts.last_round
    if current is not None and current.closed and after != current.number:
        closed = closed[:-1]
    stages = [span for span in found.spans if len(found.spans) > 1 and not span.is_knockout and has_list(found, span)]
    if not closed and not stages:
        return []
    slug = facts.tournament.slug
    now = _("Final") if facts.tournament.state == Tournament.State.FINISHED else _("Now")
    return [
        Choice(now, reverse("tournament", args=[slug]), after is None and not stage),
        *(
            Choice(
                stage_name(span.stage),
                reverse("stage-list", args=[slug, span.stage.number]),
                span.stage.number == stage,
            )
            for span in stages
        ),
        *(
            Choice(
                _("After round %(number)d") % {"number": played.number},
                reverse("after-round", args=[slug, played.number]),
                after == played.number,
            )
            for played in closed
        ),
    ]


def has_list(found: StageFacts, span: Span) -> bool:
    """Whether anything of a stage has been played or seated."""
    return any(played.number in span.numbers for played in found.facts.rounds)
