"""What a tournament is to be: its settings, made, changed, copied, frozen; published, finished, removed."""

import copy
import zoneinfo
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, datetime

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.models import Game
from tournaments import history
from tournaments.models import Club, Round, Tournament
from tournaments.plan import Plan, faults
from tournaments.queries.standings import policy_of
from tournaments.reasons import reason
from tournaments.refusals import Refused, in_words
from tournaments.stages import copy_stages, follow_plan
from tournaments.standings import DEFAULT_TIE_BREAKS, PolicyRefused

FROZEN = {
    "rules": gettext_lazy("rules"),
    "measure": gettext_lazy("ranked by"),
    "comparison": gettext_lazy("what is compared between tables of different size"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "imputation": gettext_lazy("a hand not played"),
    "imputed_points": gettext_lazy("fixed points for a hand not played"),
    "fill_in_counts": gettext_lazy("whether fill-in hands count"),
    "hands_asked": gettext_lazy("hands needed to be ranked"),
}
"""What stays as it is from the first seating on; only the owner can replace it, as a correction."""

LONGEST_SLUG = 80
"""Most characters of a tournament's address; the width of its database column too."""
MOST_POINTS = 99_999
"""Points that a missed hand can be given at most, above or below zero: no sheet has larger numbers."""
MOST_HANDS_ASKED = 999


@dataclass(frozen=True, slots=True)
class Programme:
    """The settings of a tournament. `plan` holds the centres of each round's hands, None where a hand has none."""

    name: str
    date: date
    place: str = ""
    time_zone: str = "UTC"
    rules: str = "gamerules"
    plan: Plan = ((9, 8, 7, 6), (5, 4, 3), (2, 1, 0))
    sizes: tuple[int, ...] = (3, 4, 5)
    preferred_size: int = 4
    measure: str = Tournament.Measure.TOTAL
    comparison: str = Tournament.Comparison.FITTING
    tie_breaks: tuple[str, ...] = tuple(one.value for one in DEFAULT_TIE_BREAKS)
    imputation: str = Tournament.Imputation.NONE
    imputed_points: int | None = None
    fill_in_counts: bool = False
    hands_asked: int | None = None


@dataclass(frozen=True, slots=True)
class StruckSize:
    """A table size that was asked for and that the rules cannot deal to, with the reason."""

    size: int
    reason: str


def programme_of(tournament: Tournament) -> Programme:
    """The settings that a tournament has now."""
    values = {field.name: getattr(tournament, field.name) for field in fields(Programme)}
    plan = tuple(tuple(centres) for centres in tournament.plan)
    return Programme(
        **{**values, "plan": plan, "sizes": tuple(tournament.sizes), "tie_breaks": tuple(tournament.tie_breaks)}
    )


def spread(centres: Sequence[int | None], rounds: int) -> Plan:
    """Centres over so many rounds, in order, as even as can be, the longer rounds first: 10 over 3 is 4, 3, 3."""
    each, longer = divmod(len(centres), rounds)
    plan, start = [], 0
    for number in range(rounds):
        end = start + each + (number < longer)
        plan.append(tuple(centres[start:end]))
        start = end
    return tuple(plan)


def cut_sizes(rules: engine.AnyRules, sizes: Sequence[int]) -> tuple[tuple[int, ...], tuple[StruckSize, ...]]:
    """The sizes that the rules can deal to, and those struck out with why."""
    kept, struck = [], []
    for size in sorted(set(sizes)):
        reasons = rules.refusals(size)
        if reasons:
            struck.append(StruckSize(size, " ".join(in_words(reason) for reason in reasons)))
        else:
            kept.append(size)
    return tuple(kept), tuple(struck)


@transaction.atomic
def make_tournament(*, club: Club, programme: Programme, slug: str = "", by: str, at: datetime) -> Tournament:
    """Make a tournament as a draft; sizes that the rules cannot deal to are struck out. Refused if it cannot work.

    Its address is made from name and date unless a `slug` is asked for.
    """
    programme = checked(programme)
    tournament = Tournament(club=club, slug=_usable_slug(slug) if slug else free_slug(programme.name, programme.date))
    _write(tournament, programme)
    tournament.changed_at = at
    tournament.save()
    history.write_down(tournament, "tournament.make", by=by, at=at)
    return tournament


@transaction.atomic
def change_tournament(*, tournament: Tournament, programme: Programme, by: str, at: datetime) -> Tournament:
    """Change the settings. Refused for what is frozen since the first seating, and for rounds that are seated."""
    tournament = history.lock_unfinished(tournament)
    programme = checked(programme)
    before = programme_of(tournament)
    seated = tournament.rounds.count()
    if seated:
        frozen = [name for name in FROZEN if getattr(before, name) != getattr(programme, name)]
        if frozen:
            labels = settings_in_words(frozen)
            raise Refused(
                _(
                    "Since the first seating these stay as they are: {settings}. "
                    "The owner can replace them as a correction."
                ).format(settings=labels)
            )
        if programme.plan[:seated] != before.plan[:seated]:
            raise Refused(
                _("Rounds 1 to {number} are seated, so their centres stay. Later rounds can be changed.").format(
                    number=seated
                )
            )
    changed = [
        field.name for field in fields(Programme) if getattr(before, field.name) != getattr(programme, field.name)
    ]
    if changed:
        _write(tournament, programme)
        tournament.save()
        follow_plan(tournament, before.plan)
        history.write_down(tournament, "tournament.change", by=by, at=at, facts={"settings": changed})
    return tournament


@transaction.atomic
def copy_tournament(*, tournament: Tournament, name: str, on: date, by: str, at: datetime) -> Tournament:
    """Make a new draft with the same settings, tie-breaks and their order included; no people, no rounds.

    Refused for a rehearsal: its settings are those of the tournament.
    """
    if tournament.is_rehearsal:
        raise Refused(_("This is a rehearsal. Copy the settings of the tournament itself."))
    copied = replace(programme_of(tournament), name=name, date=on)
    made = make_tournament(club=tournament.club, programme=copied, by=by, at=at)
    copy_stages(tournament, made)
    return made


@transaction.atomic
def replace_frozen(
    *, tournament: Tournament, programme: Programme, seen: int, why: str, by: str, at: datetime
) -> Tournament:
    """Replace frozen settings after the first seating, as a correction with a reason. Reports stay as they are.

    Only for the owner. Games are checked by the new rules from then on; `corrections.what_would_change` shows the
    consequences before, of the version `seen`. Refused without a reason, where nothing is different, where the rules do
    not fit the plan, or where the tournament has moved on since.
    """
    tournament = history.lock_unfinished(tournament)
    if tournament.version != seen:
        raise Refused(
            _("Something was handed in or changed since this page was shown. Look at what would change again.")
        )
    why = reason(why)
    if not why:
        raise Refused(_("Say why the settings are replaced."))
    before = programme_of(tournament)
    programme = _with_frozen_of(before, programme)
    changed = [name for name in FROZEN if getattr(before, name) != getattr(programme, name)]
    if not changed:
        raise Refused(_("Nothing is different from what it is now."))
    _write(tournament, programme)
    tournament.save()
    Game.objects.filter(table__round__tournament=tournament).update(rules=programme.rules)
    facts = {"settings": changed, "why": why}
    history.write_down(tournament, "tournament.replace", by=by, at=at, facts=facts)
    return tournament


def as_changed(tournament: Tournament, programme: Programme) -> Tournament:
    """The tournament with the frozen settings of `programme`, as `replace_frozen` would make it; stored nowhere."""
    changed = copy.copy(tournament)
    _write(changed, _with_frozen_of(programme_of(tournament), programme))
    return changed


def _with_frozen_of(before: Programme, programme: Programme) -> Programme:
    return checked(replace(before, **{name: getattr(programme, name) for name in FROZEN}))


@transaction.atomic
def publish(*, tournament: Tournament, by: str, at: datetime) -> Tournament:
    """Show the tournament to the world."""
    return _set_state(tournament, Tournament.State.DRAFT, Tournament.State.PUBLISHED, by=by, at=at)


@transaction.atomic
def hide(*, tournament: Tournament, by: str, at: datetime) -> Tournament:
    """Take a published tournament back to a draft, seen by the club's members only."""
    return _set_state(tournament, Tournament.State.PUBLISHED, Tournament.State.DRAFT, by=by, at=at)


@transaction.atomic
def finish(*, tournament: Tournament, by: str, at: datetime) -> Tournament:
    """Finish the tournament: nothing in it changes any more. Refused while a round is open or none was played."""
    tournament = history.lock_unfinished(tournament)
    rounds = list(tournament.rounds.order_by("number"))
    waiting = [str(one.number) for one in rounds if one.state != Round.State.CLOSED]
    if waiting:
        raise Refused(_("Round {rounds} is not closed yet.").format(rounds=", ".join(waiting)))
    if not rounds:
        raise Refused(_("No round has been played yet."))
    tournament.state = Tournament.State.FINISHED
    tournament.save(update_fields=["state"])
    history.write_down(tournament, "tournament.finish", by=by, at=at)
    return tournament


@transaction.atomic
def reopen(*, tournament: Tournament, why: str, by: str, at: datetime) -> Tournament:
    """Go on with a finished tournament, with a reason."""
    why = reason(why)
    if not why:
        raise Refused(_("Say why the tournament is reopened."))
    tournament = history.lock(tournament)
    if tournament.state != Tournament.State.FINISHED:
        raise Refused(_("{tournament} is not finished.").format(tournament=tournament))
    tournament.state = Tournament.State.PUBLISHED
    tournament.save(update_fields=["state"])
    history.write_down(tournament, "tournament.reopen", by=by, at=at, facts={"why": why})
    return tournament


@transaction.atomic
def remove(*, tournament: Tournament, typed_name: str, by: str, at: datetime) -> Tournament:
    """Remove a tournament from every page; it can be put back. Asks for its name to be typed."""
    tournament = history.lock(tournament)
    if tournament.is_rehearsal:
        raise Refused(_("{tournament} is a rehearsal: it is thrown away for good.").format(tournament=tournament))
    if typed_name.strip() != tournament.name:
        raise Refused(_("Type the name of the tournament, {name}, to remove it.").format(name=tournament.name))
    tournament.removed_at = at
    tournament.save(update_fields=["removed_at"])
    history.write_down(tournament, "tournament.remove", by=by, at=at)
    return tournament


@transaction.atomic
def put_back(*, tournament: Tournament, by: str, at: datetime) -> Tournament:
    """Put a removed tournament back as it was."""
    tournament = history.lock(tournament)
    tournament.removed_at = None
    tournament.save(update_fields=["removed_at"])
    history.write_down(tournament, "tournament.put_back", by=by, at=at)
    return tournament


def settings_in_words(names: Sequence[str]) -> str:
    """Settings by their names in `Programme`, as a person calls them."""
    labels = {
        **{field.name: str(field.verbose_name) for field in Tournament._meta.fields},
        **{name: str(label) for name, label in FROZEN.items()},
    }
    return ", ".join(labels[name] for name in names)


def free_slug(name: str, on: date) -> str:
    """An address that no tournament of the installation has: from the name and date, with a number where needed."""
    base = f"{slugify(name)[:60]}-{on.isoformat()}".strip("-")
    taken = set(Tournament.with_removed.filter(slug__startswith=base).values_list("slug", flat=True))
    numbered = (base if number == 1 else f"{base}-{number}" for number in range(1, len(taken) + 2))
    return next(slug for slug in numbered if slug not in taken)


def _usable_slug(slug: str) -> str:
    if len(slug) > LONGEST_SLUG or slug != slugify(slug):
        raise Refused(
            _("“{slug}” cannot be an address: write small letters, digits and hyphens, at most {most}.").format(
                slug=slug, most=LONGEST_SLUG
            )
        )
    if Tournament.with_removed.filter(slug=slug).exists():
        raise Refused(_("A tournament with the address “{slug}” is here already.").format(slug=slug))
    return slug


def checked(programme: Programme) -> Programme:
    """The programme with its sizes cut to what the rules can deal to. Raises Refused where it cannot work."""
    try:
        rules = engine.read_rules(programme.rules)
    except engine.UnreadableRules as unreadable:
        raise Refused(unreadable.sentence) from unreadable
    if not programme.name.strip():
        raise Refused(_("The tournament needs a name."))
    check_time_zone(programme.time_zone)
    _check_ranking(programme)
    wrong = faults(rules, programme.plan)
    if wrong:
        raise Refused(" ".join(map(in_words, wrong)))
    kept, struck = cut_sizes(rules, programme.sizes)
    if not kept:
        raise Refused(
            _("No table size is left. {reasons}").format(reasons=" ".join(size.reason for size in struck))
            if struck
            else _("Choose at least one table size.")
        )
    preferred = min(kept, key=lambda size: (abs(size - programme.preferred_size), size))
    return replace(programme, name=programme.name.strip(), rules=rules.text(), sizes=kept, preferred_size=preferred)


def check_time_zone(zone: str) -> None:
    """Refuse what is not the name of a time zone."""
    try:
        zoneinfo.ZoneInfo(zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError) as unknown:
        raise Refused(_("“{zone}” is not a time zone. Write one such as Asia/Kolkata.").format(zone=zone)) from unknown


def _check_ranking(programme: Programme) -> None:
    if abs(programme.imputed_points or 0) > MOST_POINTS:
        raise Refused(
            _("{points} points for a missed hand cannot be: at most {most}.").format(
                points=programme.imputed_points, most=MOST_POINTS
            )
        )
    if (programme.hands_asked or 0) > MOST_HANDS_ASKED:
        raise Refused(
            _("{hands} hands cannot be needed to be ranked: at most {most}.").format(
                hands=programme.hands_asked, most=MOST_HANDS_ASKED
            )
        )
    planned = Tournament()
    _write(planned, programme)
    try:
        policy_of(planned)
    except PolicyRefused as refused:
        raise Refused(refused.sentence) from refused


def _write(tournament: Tournament, programme: Programme) -> None:
    for field in fields(Programme):
        value = getattr(programme, field.name)
        if field.name == "plan":
            value = [list(centres) for centres in value]
        elif isinstance(value, tuple):
            value = list(value)
        setattr(tournament, field.name, value)


def _set_state(tournament: Tournament, before: str, after: str, *, by: str, at: datetime) -> Tournament:
    tournament = history.lock(tournament)
    if tournament.state != before:
        raise Refused(
            _("{tournament} is “{state}” now; look at it again.").format(
                tournament=tournament, state=tournament.get_state_display()
            )
        )
    tournament.state = after
    tournament.save(update_fields=["state"])
    history.write_down(tournament, f"tournament.{after}", by=by, at=at)
    return tournament
