"""The plan of a tournament as text that a person types: "9 8 7 6 / 5 4 3 / 2 1 0". Pure.

Rounds are parted by a slash or a new line, hands by blanks or commas; a run may be written 9-6, a double 9-9. Games
without starting doubles say only how many hands each round has: "4 / 3 / 3".
"""

import re

from engine import N_, AnyRules, Sentence, Unreadable, say

Plan = tuple[tuple[int | None, ...], ...]

MOST_HANDS = 60
"""Hands that a round may have; more is a typing error."""


MOST_ROUNDS = 40
"""Rounds that a tournament may have."""


class UnreadablePlan(Unreadable):
    """The text is no plan; `sentence` says which part and why."""


def plan_text(plan: Plan) -> str:
    """The plan as it is typed; `read_plan` reads it back."""
    return " / ".join(
        str(len(centres)) if None in centres else " ".join(str(centre) for centre in centres) for centres in plan
    )


def faults(rules: AnyRules, plan: Plan) -> tuple[Sentence, ...]:
    """Why a plan cannot be played by these rules; empty if it can."""
    centres = [centre for centres in plan for centre in centres]
    if not plan or not all(plan):
        return (say("plan.round_without_hand", N_("Each round needs at least one hand.")),)
    named = [centre for centre in centres if centre is not None]
    if not rules.has_tiles:
        template = N_("This game has no starting doubles: say only how many hands each round has.")
        return (say("plan.no_doubles", template),) if named else ()
    if len(named) < len(centres):
        return (say("plan.name_doubles", N_("Name the starting double of each hand.")),)
    return rules.refuse_centres(named)


def read_plan(text: str, *, has_centres: bool) -> Plan:
    """The centres of each round, or as many None as it has hands. Raises UnreadablePlan."""
    rounds = [part.strip() for part in re.split(r"[/\n]", text)]
    while rounds and not rounds[-1]:
        rounds.pop()
    if not rounds:
        raise UnreadablePlan(say("plan.empty", N_("Write down at least one round.")))
    if len(rounds) > MOST_ROUNDS:
        template = N_("These are {count} rounds; at most {most} can be planned.")
        raise UnreadablePlan(say("plan.too_many_rounds", template, count=len(rounds), most=MOST_ROUNDS))
    read = _centres if has_centres else _count
    return tuple(read(part, number) for number, part in enumerate(rounds, 1))


def _centres(part: str, number: int) -> tuple[int | None, ...]:
    found: list[int | None] = []
    for word in re.split(r"[\s,;]+", part):
        run = re.fullmatch(r"(\d{1,2})(?:[-–](\d{1,2}))?", word, re.ASCII)
        if run is None:
            raise UnreadablePlan(_unreadable(word, number) if word else _no_hands(number))
        first = int(run[1])
        last = first if run[2] is None else int(run[2])
        step = 1 if last >= first else -1
        found.extend(range(first, last + step, step))
    return _bounded(tuple(found), number)


def _count(part: str, number: int) -> tuple[int | None, ...]:
    if not re.fullmatch(r"\d{1,3}", part, re.ASCII):
        template = N_("Round {number}: write how many hands it has, as one number, not “{text}”.")
        raise UnreadablePlan(say("plan.not_a_count", template, number=number, text=part))
    return _bounded((None,) * int(part), number)


def _bounded(hands: tuple[int | None, ...], number: int) -> tuple[int | None, ...]:
    if not hands:
        raise UnreadablePlan(_no_hands(number))
    if len(hands) > MOST_HANDS:
        template = N_("Round {number} has {count} hands; at most {most} can be planned.")
        raise UnreadablePlan(say("plan.too_many", template, number=number, count=len(hands), most=MOST_HANDS))
    return hands


def _no_hands(number: int) -> Sentence:
    return say("plan.no_hands", N_("Round {number} has no hand. Write one, or take the round out."), number=number)


def _unreadable(word: str, number: int) -> Sentence:
    template = N_("Round {number}: “{word}” is not a starting double. Write 9 for 9-9, or 9-6 for a run down to 6-6.")
    return say("plan.unreadable", template, number=number, word=word)
