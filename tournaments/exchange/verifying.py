"""Every stored hand of a tournament checked again, and what is different from what was said when it was handed in."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

import engine
from games.checks import check_handed, how_far
from games.models import Report
from games.reports import Handed
from tournaments.findings import hand_in_words, handed_in
from tournaments.models import Round, Table, Tournament
from tournaments.queries.tables import states_of
from tournaments.refusals import in_words


@dataclass(frozen=True, slots=True)
class Verified:
    """How many hands were looked at, how far each is checked now, and the sentences about those that differ."""

    hands: int
    checked: Counter[Report.Checked]
    differences: tuple[str, ...]


def verify(tournament: Tournament) -> Verified:
    """Check every hand that counts of every published round. Writes nothing."""
    rules = engine.read_rules(tournament.rules)
    checked: Counter[Report.Checked] = Counter()
    differences: list[str] = []
    tables = Table.objects.filter(round__tournament=tournament).exclude(round__state=Round.State.DRAFT)
    for state in states_of(list(tables.select_related("round", "game").order_by("round__number", "number"))):
        centres = {hand.number: hand.centre for hand in state.hands}
        for one in handed_in(state):
            if one.number is None:
                continue
            words, now = _difference(rules, centres[one.number], one)
            checked[now] += 1
            where = _("Round {round}, table {table}, {hand}").format(
                round=state.table.round.number, table=state.number, hand=hand_in_words(one.number)
            )
            differences += [f"{where}: {sentence}" for sentence in words]
    return Verified(sum(checked.values()), checked, tuple(differences))


def _difference(rules: engine.AnyRules, centre: int | None, one: Handed) -> tuple[list[str], Report.Checked]:
    """What is different about one hand, in words, and how far it is checked now."""
    plain = replace(one, although="")
    now = how_far(rules, plain)
    if now is Report.Checked.NOTHING:
        return ([_said(one.checked, now)] if one.checked != now else []), now
    refused = [in_words(found.sentence) for found in check_handed(rules, centre, plain) if found.kind.value == "refuse"]
    if one.checked == Report.Checked.ALTHOUGH:
        nothing = _("accepted although the checks refused it, and they have nothing against it now.")
        return ([] if refused else [nothing]), (Report.Checked.ALTHOUGH if refused else now)
    if refused:
        stored = str(one.checked.label)
        return [_("stored as “{stored}”, and refused now: {why}").format(stored=stored, why=" ".join(refused))], (
            Report.Checked.NOTHING
        )
    return ([_said(one.checked, now)] if one.checked != now else []), now


def _said(stored: Report.Checked, now: Report.Checked) -> str:
    return _("stored as “{stored}”, and now it is “{now}”.").format(stored=stored.label, now=now.label)


def summary(verified: Verified) -> Iterator[str]:
    """The counts in words, the best checked first."""
    for kind in reversed(Report.Checked):
        if verified.checked[kind]:
            yield f"{kind.label}: {verified.checked[kind]}"
