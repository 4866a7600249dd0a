"""Who may sign in after a restore, and with which roles."""

from dataclasses import dataclass

from tournaments.backups import rows
from tournaments.backups.rows import Row
from tournaments.models import Club, Membership, User

USER = {name: place for place, name in enumerate(rows.names(User))}
MEMBERSHIP = {name: place for place, name in enumerate(rows.names(Membership))}


@dataclass(frozen=True, slots=True)
class Accounts:
    """The accounts to add to those that are here, and the memberships that hold afterwards."""

    added: tuple[Row, ...]
    memberships: tuple[Row, ...]

    @classmethod
    def meeting(cls, here: str, there: str) -> "Accounts":
        """Today's accounts win; the backup's come along where today has none of that name.

        A club that exists today keeps today's members. One that comes back from the backup brings its own.
        """
        today = list(rows.read(User, here))
        same = same_clubs(here, there) if today else set()
        taken = {row[USER["id"]] for row in today}
        ids = {row[USER["username"]]: row[USER["id"]] for row in today}
        added: list[Row] = []
        for row in rows.read(User, there):
            if row[USER["username"]] not in ids:
                number = row[USER["id"]] if row[USER["id"]] not in taken else max(taken) + 1
                taken.add(number)
                ids[row[USER["username"]]] = number
                added.append(replaced(row, USER["id"], number))
        username = dict(User.objects.using(there).values_list("pk", "username"))
        memberships = [row for row in rows.read(Membership, here) if row[MEMBERSHIP["club_id"]] in same]
        memberships += [
            replaced(row, MEMBERSHIP["user_id"], ids[username[row[MEMBERSHIP["user_id"]]]])
            for row in rows.read(Membership, there)
            if row[MEMBERSHIP["club_id"]] not in same
        ]
        numbered = [replaced(row, MEMBERSHIP["id"], number) for number, row in enumerate(memberships, start=1)]
        return cls(tuple(added), tuple(numbered))

    def write(self, alias: str) -> None:
        """Add them; today's accounts are still there, today's memberships are not."""
        rows.write(User, self.added, alias)
        rows.write(Membership, self.memberships, alias)


def same_clubs(here: str, there: str) -> set[int]:
    """The ids of the clubs that are in both; another club with the same id was not made at the same instant."""
    return {
        pk
        for pk, _made_at in set(Club.objects.using(here).values_list("pk", "made_at"))
        & set(Club.objects.using(there).values_list("pk", "made_at"))
    }


def replaced(row: Row, place: int, value: object) -> Row:
    """The row with another value in one place."""
    return (*row[:place], value, *row[place + 1 :])
