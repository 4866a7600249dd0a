"""What the page of a practice hand is made of: the view of its person, and what lies on the table."""

from typing import Any

from django.utils.translation import gettext as _

import engine
from games.practice import SEAT, Practice
from games.screen import Shown, shown_to
from tournaments.queries.replays import context_of
from tournaments.queries.shown import context_of_end, context_of_hand
from tournaments.refusals import in_words

BOT_NAMES = ("Robin", "Wren", "Heron")


def _names(found: Practice) -> tuple[str, ...]:
    return (_("Your seat"), *BOT_NAMES[: len(found.dealing.bots) - 1])


def shown_for(found: Practice) -> Shown:
    """What the person sees of the hand."""
    return shown_to(found.sitting, SEAT, _names(found))


def context_for(found: Practice, *, chosen: str, shows: bool, turn: str) -> dict[str, Any]:
    """The context of the page. `chosen` is the tile of which is asked where it goes, `turn` that of the replay."""
    shown, names = shown_for(found), _names(found)
    context = {
        "counter": found.counter,
        "shown": shown,
        "rules_title": in_words(engine.TITLES[found.dealing.rules]),
        "rules": found.dealing.rules,
        "bot": found.dealing.bots[-1],
    }
    if shown.view.outcome is not None and shown.replay is not None:
        record = found.sitting.record(tuple(map(str, range(1, len(names) + 1))))
        replayed = context_of(shown.replay, names, turn)
        return context | context_of_end(shown, names) | {"record": record.text()} | replayed
    return context | context_of_hand(shown, names, chosen=chosen, shows=shows)
