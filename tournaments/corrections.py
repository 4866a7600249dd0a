"""What a correction of the settings would do to what was handed in, worked out before anything is changed."""

import hashlib
from dataclasses import dataclass, replace

import engine
from tournaments.findings import Finding, check, handed_in
from tournaments.models import Round, Tournament
from tournaments.programme import Programme, as_changed
from tournaments.queries.facts import facts_of
from tournaments.queries.overall import overall
from tournaments.queries.tables import table_states
from tournaments.standings import Row, decimals, value_text


@dataclass(frozen=True, slots=True)
class Found:
    """Something that the new rules find in a hand and the old ones did not."""

    round: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Moved:
    """One entry before and after: its place (None: none) and what it is ranked by, in words."""

    name: str
    place_before: int | None
    place_after: int | None
    value_before: str
    value_after: str

    @property
    def is_other(self) -> bool:
        return (self.place_before, self.value_before) != (self.place_after, self.value_after)


@dataclass(frozen=True, slots=True)
class Consequences:
    """What would change: hands looked at, what is newly found in them, the standings side by side."""

    hands: int
    found: tuple[Found, ...]
    standings: tuple[Moved, ...]

    @property
    def mark(self) -> str:
        """A short text that is another one whenever the consequences are."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    @property
    def moved(self) -> int:
        """How many entries have another place or another value."""
        return sum(one.is_other for one in self.standings)


def what_would_change(tournament: Tournament, programme: Programme) -> Consequences:
    """What replacing the frozen settings by those of `programme` would do. Changes nothing. Six queries a round."""
    changed = as_changed(tournament, programme)
    before, after = engine.read_rules(tournament.rules), engine.read_rules(changed.rules)
    hands = 0
    found: list[Found] = []
    for round in tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number"):
        for state in table_states(round):
            handed = handed_in(state)
            hands += len(handed)
            known = set(_sentences(check(state, before, handed)))
            new = (sentence for sentence in _sentences(check(state, after, handed)) if sentence not in known)
            found.extend(Found(round.number, sentence) for sentence in new)
    return Consequences(hands, tuple(found), _standings(tournament, changed))


def _sentences(findings: list[Finding]) -> list[str]:
    return list(dict.fromkeys(finding.sentence for finding in findings))


def _standings(tournament: Tournament, changed: Tournament) -> tuple[Moved, ...]:
    facts = facts_of(tournament)
    before = {row.entry: row for row in overall(facts).standings.rows}
    after = overall(replace(facts, tournament=changed)).standings.rows
    names = {key: str(entry.player) for key, entry in facts.entries.items()}
    return tuple(
        Moved(
            names[row.entry],
            before[row.entry].place,
            row.place,
            _value(before[row.entry], tournament),
            _value(row, changed),
        )
        for row in after
    )


def _value(row: Row, tournament: Tournament) -> str:
    if row.compared is not None:
        return decimals(row.compared.value)
    value = row.average if tournament.measure == Tournament.Measure.AVERAGE else row.total
    return "" if value is None else value_text(value)
