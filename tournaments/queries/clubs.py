"""What the pages of clubs read: their tournaments by time, members and open invitations, players."""

import datetime as dt
import zoneinfo
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments import names
from tournaments.models import Club, Membership, OneTimeLink, Player, Role, Round, Seat, Tournament, User
from tournaments.queries.players import listed


class When(Enum):
    """Where a tournament stands in time, for somebody who looks for tonight's."""

    LIVE = "live"
    NEXT = "next"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class Calendar:
    """Tournaments by time: what is on now, what comes (the nearest first), what was (the latest first).

    `playing` holds the ids of those with an open round.
    """

    live: tuple[Tournament, ...]
    next: tuple[Tournament, ...]
    past: tuple[Tournament, ...]
    playing: Set[int]

    @property
    def is_empty(self) -> bool:
        return not (self.live or self.next or self.past)


@dataclass(frozen=True, slots=True)
class ClubDesk:
    """One of somebody's clubs, with the role that they have there."""

    club: Club
    role: Role
    calendar: Calendar


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One line of the list of players; `tournaments` counts those that they entered."""

    player: Player
    tournaments: int


def desks(user: User, *, at: datetime) -> list[ClubDesk]:
    """Every club of a user with its tournaments, by the name of the club. Three queries."""
    memberships = list(Membership.objects.filter(user=user).select_related("club").order_by("club__name", "club"))
    rows = Tournament.objects.filter(club__in=[member.club_id for member in memberships])
    playing = _playing(rows)
    of_club = {member.club_id: [row for row in rows if row.club_id == member.club_id] for member in memberships}
    return [
        ClubDesk(member.club, Role(member.role), calendar(of_club[member.club_id], playing=playing, at=at))
        for member in memberships
    ]


def club_calendar(club: Club, *, at: datetime) -> Calendar:
    """The tournaments of one club by time. Two queries."""
    known = Tournament.objects.filter(club=club)
    return calendar(known, playing=_playing(known), at=at)


def public_calendar(tournaments: QuerySet[Tournament], *, at: datetime, most_past: int | None = None) -> Calendar:
    """What the world may see of these by time, their clubs loaded; of the past ones the latest. Two queries."""
    public = tournaments.exclude(state=Tournament.State.DRAFT).select_related("club")
    open_round = Round.objects.filter(tournament=OuterRef("pk"), state=Round.State.OPEN)
    # Nowhere on earth is it more than a day earlier, so years of evenings need not be read to find tonight's.
    recent = Q(date__gte=at.date() - dt.timedelta(days=1)) | Q(is_playing=True)
    rows = list(public.annotate(is_playing=Exists(open_round)).filter(recent, state=Tournament.State.PUBLISHED))
    found = calendar(rows, playing={one.pk for one in rows if one.is_playing}, at=at)
    ahead = [one.pk for one in (*found.live, *found.next)]
    return replace(found, past=tuple(public.exclude(pk__in=ahead).order_by("-date", "-pk")[:most_past]))


def calendar(tournaments: Iterable[Tournament], *, playing: Set[int], at: datetime) -> Calendar:
    """Sort tournaments into now, next and past by the date where each is; `playing` has ids with an open round."""
    found: dict[When, list[Tournament]] = {when: [] for when in When}
    for tournament in tournaments:
        found[_when(tournament, at, playing=tournament.pk in playing)].append(tournament)
    in_order = {when: sorted(rows, key=lambda row: (row.date, row.pk)) for when, rows in found.items()}
    past = tuple(reversed(in_order[When.PAST]))
    return Calendar(tuple(in_order[When.LIVE]), tuple(in_order[When.NEXT]), past, playing)


def members_of(club: Club) -> list[Membership]:
    """The members, owners first, then by name."""
    members = Membership.objects.filter(club=club).select_related("user")
    return sorted(members, key=lambda member: (-Role(member.role).rank, names.sort_key(str(member.user)), member.pk))


def open_invitations(club: Club, *, at: datetime) -> list[OneTimeLink]:
    """Invitations that somebody can still use, the newest first."""
    return list(club.links.filter(used_at__isnull=True, ends_at__gt=at).order_by("-made_at", "-pk"))


def player_lines(club: Club, *, search: str = "") -> list[PlayerLine]:
    """The players of a club in order; with a search, those whose name holds each of its words. One query."""
    words = names.compare_key(search).split()
    found = [
        player
        for player in listed(club).annotate(
            tournaments=Count("entries", filter=Q(entries__tournament__rehearsal_of=None))
        )
        if not words or _holds(names.compare_key(f"{player.name} {player.sort_name}"), words)
    ]
    found.sort(key=lambda player: (names.sort_key(player.sort_name), player.pk))
    return [PlayerLine(player, player.tournaments) for player in found]


def perhaps_the_same(player: Player, *, search: str = "", most: int = 20) -> list[Player]:
    """Players who may be the same person: found by the search, or, without one, those who share a word of the name."""
    own = set(names.compare_key(player.name).split())
    lines = [line.player for line in player_lines(player.club, search=search) if line.player.pk != player.pk]
    if not search:
        lines = [other for other in lines if own & set(names.compare_key(other.name).split())]
    return lines[:most]


def tournaments_with(player: Player) -> list[Tournament]:
    """Tournaments that this player entered or filled in at, the latest first."""
    filled_in = Seat.objects.filter(player=player).values("round__tournament")
    return list(
        Tournament.objects.filter(Q(entries__player=player) | Q(pk__in=filled_in)).distinct().order_by("-date", "-pk")
    )


def _holds(key: str, words: Sequence[str]) -> bool:
    return all(word in key for word in words)


def _playing(tournaments: QuerySet[Tournament]) -> set[int]:
    """Ids of those that have an open round: past midnight it is still tonight."""
    return set(
        Round.objects.filter(state=Round.State.OPEN, tournament__in=tournaments).values_list("tournament", flat=True)
    )


def _when(tournament: Tournament, at: datetime, *, playing: bool) -> When:
    today = at.astimezone(zoneinfo.ZoneInfo(tournament.time_zone)).date()
    if tournament.state == Tournament.State.FINISHED:
        return When.PAST
    if playing or tournament.date == today:
        return When.LIVE
    return When.NEXT if tournament.date > today else When.PAST
