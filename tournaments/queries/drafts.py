"""A draft of a round with its report: what is good and bad about it, and why."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine import N_, Sentence, say
from tournaments.models import DraftStep, Round
from tournaments.queries.changes import Told, told
from tournaments.queries.coming_round import unit_of
from tournaments.queries.draws import draw_of
from tournaments.queries.seating import Laid, LaidTable, Marks, laid_of, met_in, past_of, presence_changed
from tournaments.queries.wishes import Asked, asked_in, wishes_from
from tournaments.seating.draw import Seating
from tournaments.seating.power_report import closeness
from tournaments.seating.quality import Figure, Quality, quality, repeats_now, times_short
from tournaments.seating.record import Draw
from tournaments.seating.why import Made, Meeting, made_by, meet_again, why


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft before it is published. `repeats` is of this round alone, `report` of all rounds with this one.

    `again` says why for each pair that meets again, `broken` which of the `wishes` minded are not kept. `drawn` is None
    for a seating from paper; `close` says how close the tables of a power round are; `last` is the change that can be
    taken back.
    """

    laid: Laid
    repeats: Figure
    report: Quality
    again: tuple[Sentence, ...]
    drawn: Draw | None
    close: tuple[Sentence, ...]
    wishes: int
    broken: tuple[Sentence, ...]
    ignored: tuple[Asked, ...]
    last: Told | None
    came: tuple[str, ...]
    went: tuple[str, ...]

    @property
    def short_tables(self) -> tuple[LaidTable, ...]:
        """The tables that are smaller than the largest."""
        return tuple(table for table in self.laid.tables if table.is_short)

    @property
    def locked(self) -> tuple[int, ...]:
        """The numbers of the locked tables."""
        return tuple(table.number for table in self.laid.tables if table.locked)

    @property
    def sizes(self) -> str:
        """Its tables as the form of the desk names them: bots that fill seats are not counted."""
        return "-".join(str(len(table.sitters) - (table.bots if self.has_people else 0)) for table in self.laid.tables)

    @property
    def has_people(self) -> bool:
        """Whether anybody in it is no bot; then bots only fill seats."""
        return self.laid.has_people

    @property
    def on_screen(self) -> tuple[int, ...]:
        """The numbers of the tables that are played on screen."""
        return tuple(table.number for table in self.laid.tables if table.on_screen)

    @property
    def is_all_on_screen(self) -> bool:
        """Whether every table is played on screen."""
        return all(table.on_screen for table in self.laid.tables)

    @property
    def filled(self) -> tuple[int, ...]:
        """The numbers of the tables at which bots fill seats."""
        return tuple(table.number for table in self.laid.tables if table.bots and self.has_people)

    def with_lacks(self, missing: Mapping[int, int]) -> "Draft":
        """It with the seats that bots could fill, by number, at its tables on screen."""
        tables = tuple(
            replace(table, lacks=missing.get(table.number, 0) if table.on_screen else 0) for table in self.laid.tables
        )
        return replace(self, laid=replace(self.laid, tables=tables))

    @property
    def turns_first(self) -> bool:
        """Whether it was drawn so that turns at the smaller tables come before repeats."""
        return self.drawn is None or self.drawn.wishes.turns_first


def draft_of(draft: Round) -> Draft:
    """A draft with its report, which is about people: to meet a bot again is no repeat. Eleven queries at most."""
    past = past_of(draft.tournament, draft.number)
    asked = asked_in(draft.tournament)
    wishes = wishes_from(asked, draft.ignored, turns_first=True)
    sat_out = Counter(number for out in past.sat_out for number in out)
    laid = laid_of(draft, Marks(met_in(past), times_short(past.rounds), sat_out, wishes))
    every_seat = tuple(tuple(sitter.number for sitter in table.sitters) for table in laid.tables)
    tables = tuple(tuple(sitter.number for sitter in laid.people_at(table)) for table in laid.tables)
    sit_outs = tuple(sitter.number for sitter in laid.sit_outs)
    people = [number for table in tables for number in table] + list(sit_outs)
    report = quality(people, past, Seating(tables, sit_outs, seed=0, moves=0), wishes)
    if tables != every_seat:  # who sits with a bot sits at no smaller table
        full = quality(people, past, Seating(every_seat, sit_outs, seed=0, moves=0))
        report = replace(report, short=full.short)
    repeats = repeats_now(report, past)
    drawn = draw_of(draft)
    made = made_by(drawn)
    names = {sitter.number: sitter.name for table in laid.tables for sitter in table.sitters}
    came, went = presence_changed(draft)
    return Draft(
        laid=laid,
        repeats=repeats,
        report=report,
        again=tuple(_why(meeting, made, repeats, names) for meeting in meet_again(past, tables)),
        drawn=drawn,
        close=_close(draft, drawn, tables),
        wishes=len(asked) - len(draft.ignored),
        broken=tuple(_broken(report, laid, names)),
        ignored=tuple(one for one in asked if one.pk in draft.ignored),
        last=_last(draft),
        came=tuple(str(entry.player) for entry in came),
        went=tuple(str(entry.player) for entry in went),
    )


def _close(draft: Round, drawn: Draw | None, tables: tuple[tuple[int, ...], ...]) -> tuple[Sentence, ...]:
    """How close the tables of a power round are; nothing as long as everybody is level."""
    if drawn is None or drawn.power is None or not tables:
        return ()
    found = closeness(drawn.power.standings, tables, unit=unit_of(draft.tournament))
    return found.words if found.everybody else ()


def _why(meeting: Meeting, made: Made, repeats: Figure, names: dict[int, str]) -> Sentence:
    first, second = meeting.pair
    return why(meeting, made, repeats, (names[first], names[second]))


def _broken(report: Quality, laid: Laid, names: dict[int, str]) -> Iterator[Sentence]:
    """The wishes that this seating does not keep, by name."""
    for broken in report.apart_broken:
        first, second = (names[number] for number in broken.pair)
        words = N_("{first} and {second} were to be kept apart and are not.")
        yield say("draft.apart", words, first=first, second=second)
    for broken in report.together_broken:
        first, second = (names[number] for number in broken.pair)
        words = N_("{first} and {second} were to sit together and do not.")
        yield say("draft.together", words, first=first, second=second)
    for table in laid.tables:
        for sitter in table.sitters:
            if sitter.keeps:
                words = N_("{name} was to keep table {kept} and sits at table {table}.")
                yield say("draft.place", words, name=sitter.name, kept=sitter.keeps, table=table.number)


def _last(draft: Round) -> Told | None:
    """The last change of a draft with the names of who it is about."""
    step = DraftStep.objects.select_related("change").filter(round=draft).defer("before").order_by("-pk").first()
    return None if step is None else told(draft.tournament, [step.change])[0]
