"""The players of a club: who is on its list, and how a tournament meets them."""

from django.db.models import Q, QuerySet

from tournaments import names
from tournaments.files.roster.match import KnownPlayer, likenesses
from tournaments.models import Club, Player, Tournament

__all__ = ["KnownPlayer", "known_in", "known_players", "listed", "look_alikes", "namesakes", "present"]


def listed(club: Club | int) -> QuerySet[Player]:
    """Everybody on the club's list: not those who were merged away or forgotten, nor who came to a rehearsal alone."""
    return Player.objects.filter(club=club, merged_into=None, forgotten_at=None, only_in=None)


def known_in(tournament: Tournament) -> QuerySet[Player]:
    """Whom a tournament can enter: everybody on the club's list, and who walked into this very rehearsal."""
    everybody = Player.objects.filter(club=tournament.club_id, merged_into=None, forgotten_at=None)
    return everybody.filter(Q(only_in=None) | Q(only_in=tournament))


def present(club: Club) -> list[Player]:
    """Everybody on the club's list, in order. One query."""
    return sorted(listed(club), key=lambda player: (names.sort_key(player.sort_name), player.pk))


def namesakes(club: Club, name: str) -> list[Player]:
    """Players of the club whose name differs from this one in accents, capitals and signs at most. One query."""
    key = names.compare_key(name)
    return [player for player in present(club) if names.compare_key(player.name) == key]


def known_players(tournament: Tournament) -> list[KnownPlayer]:
    """The players of the tournament's club by name, and whether they are entered. Two queries."""
    entered = set(tournament.entries.values_list("player", flat=True))
    rows = known_in(tournament).order_by("sort_name", "id").values_list("pk", "name")
    return [KnownPlayer(key, name, key in entered) for key, name in rows]


def look_alikes(tournament: Tournament, name: str) -> list[KnownPlayer]:
    """The players who could be meant by a name: case, accents, spaces and the order of the words do not count."""
    wanted = likenesses(name)
    return [player for player in known_players(tournament) if wanted & likenesses(player.name)]
