"""How a published round was drawn, for anybody who asks: what it takes to draw it again, and why some meet again."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.models import Round, Seat, Tournament
from tournaments.public.frame import People
from tournaments.public.shelf import for_everybody
from tournaments.queries.draws import draw_of
from tournaments.queries.facts import Facts, PlayedRound
from tournaments.refusals import in_words
from tournaments.seating.draw import Past, Seating
from tournaments.seating.draw import Round as Laid
from tournaments.seating.quality import Figure, quality, repeats_now
from tournaments.seating.record import to_text
from tournaments.seating.why import made_by, meet_again, why


@dataclass(frozen=True, slots=True)
class HowDrawn:
    """How a round came about. Without `file` it was seated by hand, or before files were kept.

    `wishes` counts the organisers' private wishes that were minded, `ignored` those left out; `locked` are the numbers
    of tables kept from an earlier draft. `again` says why for each pair that meets again.
    """

    round: Round
    file: str
    wishes: int
    ignored: int
    locked: tuple[int, ...]
    repeats: Figure
    again: tuple[str, ...]


def how_drawn(facts: Facts, played: PlayedRound, people: People) -> HowDrawn:
    """How a round of these facts came about. Two queries."""
    round = Round.objects.get(tournament=facts.tournament, number=played.number)
    draw = draw_of(round)
    numbers = {entry.pk: entry.number for entry in facts.entries.values()}
    before = [earlier for earlier in facts.rounds if earlier.number < played.number]
    past = Past(
        tuple(_tables(earlier, numbers) for earlier in before), tuple(_out(earlier, numbers) for earlier in before)
    )
    tables, out = _tables(played, numbers), _out(played, numbers)
    if draw is not None:  # bots beside people sit where no draw has laid them
        drawn = frozenset(draw.entries)
        bots = frozenset(entry.number for entry in facts.entries.values() if entry.is_bot) - drawn
        tables = tuple(
            tuple(number for number in table if number not in bots) for table in tables if drawn.intersection(table)
        )
    here = [number for table in tables for number in table] + list(out)
    repeats = repeats_now(quality(here, past, Seating(tables, out, seed=0, moves=0)), past)
    names = {number: people.name(pk) for pk, number in numbers.items()}
    made = made_by(draw)
    return HowDrawn(
        round=round,
        file=reverse("draw-file", args=[facts.tournament.slug, played.number]) if draw else "",
        wishes=draw.wishes_used if draw else 0,
        ignored=draw.ignored_wishes if draw else 0,
        locked=draw.locked if draw else (),
        repeats=repeats,
        again=tuple(
            in_words(why(one, made, repeats, (names[one.pair[0]], names[one.pair[1]])))
            for one in meet_again(past, tables)
        ),
    )


@for_everybody()
def draw_file(_request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The public file of a draw: numbers instead of names, wishes counted and not listed."""
    published = Round.objects.filter(tournament=tournament, number=number).exclude(state=Round.State.DRAFT).first()
    draw = draw_of(published) if published else None
    if draw is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{tournament.slug}-round-{number}.json"'}
    return HttpResponse(to_text(draw.public()), content_type="application/json; charset=utf-8", headers=headers)


def _tables(played: PlayedRound, numbers: dict[int, int]) -> Laid:
    """The tables as the numbers of the entries who play there for themselves."""
    return tuple(
        tuple(numbers[seat.entry] for seat in table.seats if seat.entry is not None and seat.role == Seat.Role.PLAYS)
        for table in played.tables
    )


def _out(played: PlayedRound, numbers: dict[int, int]) -> tuple[int, ...]:
    return tuple(numbers[seat.entry] for seat in played.sits_out if seat.entry is not None)
