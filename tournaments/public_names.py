"""What a player is called where the world can read it: every public page, file and list asks here and nowhere else."""

from django.utils.translation import gettext

from tournaments import names
from tournaments.models import Shown

Key = tuple[bool, tuple[str, str], int]


def public_name(*, name: str, shown: str, number: int) -> str:
    """The public name of the entry with this number: its player's name, initials, or "Player 17".

    Anything but the two open ways hides, so that a forgotten player, or a way that somebody adds later, never leaks.
    """
    if shown == Shown.NAME:
        return name
    if shown == Shown.INITIALS:
        return names.initials(name)
    return gettext("Player %(number)d") % {"number": number}


def public_name_of_guest(*, name: str, shown: str) -> str:
    """The public name of somebody who fills in without an entry of their own, and so without a number."""
    if shown == Shown.NAME:
        return name
    return names.initials(name) if shown == Shown.INITIALS else gettext("A guest")


def public_order(*, name: str, sort_name: str, shown: str, number: int) -> Key:
    """Where the entry stands in a public list by name: the place in the alphabet gives no hidden name away.

    Names by their sort name, initials by the initials, hidden ones last by number.
    """
    if shown == Shown.NAME:
        return (False, names.sort_key(sort_name), number)
    if shown == Shown.INITIALS:
        return (False, names.sort_key(names.initials(name)), number)
    return (True, ("", ""), number)
