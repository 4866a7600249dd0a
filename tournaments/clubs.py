"""Clubs: how one is made and changed, and how the demo club goes away with everything in it."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.models import Game
from tournaments import history
from tournaments.models import Change, Club, Entry, Membership, Player, Role, Round, Seat, Stage, Tournament, User
from tournaments.refusals import Refused

# Words that stand in addresses where a club's own would stand: /desk/clubs/new/, /desk/t/friday/.
RESERVED = frozenset({"clubs", "t", "c", "new"})


def make_club(
    *, name: str, place: str, time_zone: str, owner: User | None, by: str, at: datetime, is_demo: bool = False
) -> Club:
    """Make a club with its first owner. Its address is made from its name.

    None: it is made from the terminal, and belongs to whoever may see the support pages, now or later.
    """
    with transaction.atomic():
        club = Club.objects.create(
            name=name, slug=_free_slug(name), place=place, time_zone=time_zone or settings.TIME_ZONE, is_demo=is_demo
        )
        owners = own_from_the_terminal(club) if owner is None else [_own(club, owner)]
        facts = {"club": club.pk, "owners": [{"member": one.pk, "user": one.user_id} for one in owners]}
        history.write_down(club, "club.make", by=by, at=at, facts=facts)
    return club


def own_from_the_terminal(club: Club) -> list[Membership]:
    """Make everybody who may see the support pages an owner of a club that was made from the terminal.

    Nobody yet: then the first account becomes its owner, as of every club without members.
    """
    users = User.objects.filter(is_superuser=True, is_active=True).order_by("pk")
    return [_own(club, user) for user in users]


def _own(club: Club, user: User) -> Membership:
    return Membership.objects.create(club=club, user=user, role=Role.OWNER)


def change_club(*, club: Club, name: str, place: str, time_zone: str, by: str, at: datetime) -> Club:
    """Change what the club is called, where it meets, and in which time zone. Its address stays: people have it."""
    with transaction.atomic():
        club = history.hold_club(club)
        undo = {"name": club.name, "place": club.place, "time_zone": club.time_zone}
        facts = {"name": name, "place": place, "time_zone": time_zone}
        if facts == undo:
            return club
        club.name, club.place, club.time_zone = name, place, time_zone
        club.save(update_fields=["name", "place", "time_zone"])
        history.raise_version(history.lock_all(club.pk), at=at)
        history.write_down(club, "club.change", by=by, at=at, facts=facts, undo=undo)
    return club


def remove_demo_club(*, club: Club) -> None:
    """Delete the demo club with its tournaments, players, history, and the accounts that were made for it alone.

    Raises Refused for any other club.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        history.lock_all(club.pk)
        if not club.is_demo:
            raise Refused(_("{club} is not the demo club, so it stays.").format(club=club))
        users = list(User.objects.filter(memberships__club=club).exclude(is_superuser=True))
        _delete_tournaments(club)
        Change.objects.filter(club=club).delete()
        Player.objects.filter(club=club).update(merged_into=None)
        Player.objects.filter(club=club).delete()
        club.delete()
        for user in users:
            if not user.has_usable_password() and not user.memberships.exists():
                user.delete()


def _delete_tournaments(club: Club) -> None:
    """Every tournament of the club with its games. In this order, because facts protect what they stand on."""
    tournaments = Tournament.with_removed.filter(club=club)
    games = list(Game.objects.filter(table__round__tournament__in=tournaments).values_list("pk", flat=True))
    Seat.objects.filter(round__tournament__in=tournaments).delete()
    Round.objects.filter(tournament__in=tournaments).delete()
    Game.objects.filter(pk__in=games).delete()
    Stage.objects.filter(tournament__in=tournaments).delete()
    Entry.objects.filter(tournament__in=tournaments).delete()
    tournaments.delete()


def _free_slug(name: str) -> str:
    """An address that no club has: the name in plain letters, with a number where it is taken."""
    stem = slugify(name)[:50].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True)) | RESERVED
    if stem not in taken:
        return stem
    return next(slug for number in range(2, len(taken) + 3) if (slug := f"{stem}-{number}") not in taken)
