"""What people asked for, as values: for the page of the wishes and for the draw."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from tournaments.models import Entry, Tournament, Wish
from tournaments.seating.wishes import Place, Wishes


@dataclass(frozen=True, slots=True)
class Asked:
    """One wish: who it is about (number and name, in the order of the numbers) and, for a place, which one."""

    pk: int
    kind: Wish.Kind
    people: tuple[tuple[int, str], ...]
    label: str = ""
    table: int = 0
    place: int | None = None
    note: str = ""

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the entries it is about."""
        return frozenset(number for number, _name in self.people)

    @property
    def wish(self) -> tuple[int, Wish.Kind, frozenset[int], int, int | None]:
        """What the draw minds of it: not its words, nor what the people are called."""
        return self.pk, self.kind, self.numbers, self.table, self.place

    @property
    def names(self) -> tuple[str, ...]:
        """The people it is about."""
        return tuple(name for _number, name in self.people)


def asked_in(tournament: Tournament) -> tuple[Asked, ...]:
    """The wishes of a tournament in the order in which they were made, without those that were removed. Two queries."""
    return _asked(tournament.wishes.filter(removed_at=None))


def removed_in(tournament: Tournament) -> tuple[Asked, ...]:
    """The wishes that were removed, the last one first. Two queries."""
    return _asked(tournament.wishes.exclude(removed_at=None).order_by("-removed_at", "-pk"))


def wishes_from(asked: Iterable[Asked], ignored: Collection[int], *, turns_first: bool) -> Wishes:
    """What the draw minds of them: everything but the wishes that are left out (by id)."""
    minded = [one for one in asked if one.pk not in ignored]
    return Wishes(
        apart=frozenset(one.numbers for one in minded if one.kind == Wish.Kind.APART),
        together=frozenset(one.numbers for one in minded if one.kind == Wish.Kind.TOGETHER),
        fixed={
            number: Place(one.table, one.place)
            for one in minded
            if one.kind == Wish.Kind.PLACE
            for number, _name in one.people
        },
        turns_first=turns_first,
    )


def _asked(rows: QuerySet[Wish]) -> tuple[Asked, ...]:
    people = Prefetch("entries", Entry.objects.select_related("player").order_by("number"))
    return tuple(
        Asked(
            pk=row.pk,
            kind=Wish.Kind(row.kind),
            people=tuple((entry.number, str(entry.player)) for entry in row.entries.all()),
            label=row.label,
            table=row.table or 0,
            place=row.place,
            note=row.note,
        )
        for row in rows.prefetch_related(people)
    )
