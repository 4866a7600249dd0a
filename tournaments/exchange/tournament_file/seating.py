"""What a tournament file holds of wishes and draws; each part is there only where there is something to say."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import DrawFile, Entry, Round, Tournament, Wish
from tournaments.queries.wishes import Asked
from tournaments.refusals import Refused, in_words
from tournaments.seating.record import UnreadableDraw, from_text


def wishes_out(asked: Sequence[Asked]) -> dict[str, Any]:
    """The wishes of a tournament without their private notes."""
    wishes = [
        {
            "kind": one.kind.value,
            "entries": sorted(one.numbers),
            "label": one.label,
            "table": one.table or None,
            "place": one.place,
        }
        for one in asked
    ]
    return {"wishes": wishes} if wishes else {}


def draw_out(round: Round, asked: Sequence[Asked]) -> dict[str, Any]:
    """What a round was drawn from, and which wishes its draft leaves out, by their place on the list of wishes."""
    ignored = [at for at, one in enumerate(asked, 1) if one.pk in round.ignored]
    text = round.draw_file.text if hasattr(round, "draw_file") else ""
    return {**({"draw": text} if text else {}), **({"ignored_wishes": ignored} if ignored else {})}


def named_in_wishes(content: Mapping[str, Any]) -> set[int]:
    """The numbers of entries that the wishes of a file name."""
    return {number for wish in content.get("wishes", ()) for number in wish["entries"]}


def check_draws(content: Mapping[str, Any]) -> None:
    """Refuse a file with a draw that cannot be read, or that leaves out a wish that is not there."""
    for one in content["rounds"]:
        try:
            if "draw" in one:
                from_text(one["draw"])
        except UnreadableDraw as wrong:
            raise Refused(
                _("Round {round}: {what}").format(round=one["number"], what=in_words(wrong.sentence))
            ) from wrong
        if any(at > len(content.get("wishes", ())) for at in one.get("ignored_wishes", ())):
            raise Refused(_("Round {round} leaves out a wish that is not in the file.").format(round=one["number"]))


def wishes_in(
    tournament: Tournament, given: Iterable[Mapping[str, Any]], entries: Mapping[int, Entry], at: datetime
) -> list[Wish]:
    """Store the wishes of a file; returns them in its order."""
    wishes = []
    for one in given:
        wish = Wish.objects.create(
            tournament=tournament, made_at=at, **{name: one[name] for name in ("kind", "label", "table", "place")}
        )
        wish.entries.set([entries[number] for number in one["entries"]])
        wishes.append(wish)
    return wishes


def draw_in(round: Round, given: Mapping[str, Any], wishes: Sequence[Wish]) -> None:
    """Store what a round was drawn from, and which wishes its draft leaves out."""
    if "draw" in given:
        DrawFile.objects.create(round=round, text=given["draw"])
    if "ignored_wishes" in given:
        round.ignored = [wishes[at - 1].pk for at in given["ignored_wishes"]]
        round.save(update_fields=["ignored"])
