"""The players of a club as a tournament meets them: who is known, who is entered, who looks like a name."""

from tournaments.files.roster.match import KnownPlayer, likenesses
from tournaments.models import Player, Tournament

__all__ = ["KnownPlayer", "known_players", "look_alikes"]


def known_players(tournament: Tournament) -> list[KnownPlayer]:
    """The players of the tournament's club, neither merged away nor forgotten, by name. Two queries."""
    entered = set(tournament.entries.values_list("player", flat=True))
    rows = (
        Player.objects.filter(club=tournament.club_id, merged_into=None, forgotten_at=None)
        .order_by("sort_name", "id")
        .values_list("pk", "name")
    )
    return [KnownPlayer(key, name, key in entered) for key, name in rows]


def look_alikes(tournament: Tournament, name: str) -> list[KnownPlayer]:
    """The players who could be meant by a name: case, accents, spaces and the order of the words do not count."""
    wanted = likenesses(name)
    return [player for player in known_players(tournament) if wanted & likenesses(player.name)]
