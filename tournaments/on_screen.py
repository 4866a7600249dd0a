"""What may not be done to a table while it is played on screen."""

from django.utils.translation import gettext as _

from games.models import ScreenPlay
from tournaments.models import Round, Table
from tournaments.queries.screens import played_now, tables_begun
from tournaments.refusals import Refused


def is_on_screen(table: Table) -> bool:
    """Whether a table is played on screen to its end: it was not stopped. No query for a table with real tiles."""
    stopped = ScreenPlay.State.STOPPED
    return table.on_screen and not ScreenPlay.objects.filter(game=table.game_id, state=stopped).exists()


def refuse_while_on_screen(table: Table) -> None:
    """Refuse what would change a table that is played on screen: results that are typed, people who come or go."""
    if played_now(table) is not None:
        raise Refused(
            _(
                "Table {table} is played on screen, and its hands are handed in by themselves. To type results or to "
                "seat somebody else there, stop it on screen first."
            ).format(table=table.number)
        )


def refuse_leaving_hand(table: Table, from_hand: int | None) -> None:
    """Refuse that somebody leaves in the middle of a hand on screen, which goes on only with them."""
    play = played_now(table)
    if play is not None and from_hand is not None and from_hand <= (play.hand or 0):
        raise Refused(
            _(
                "Hand {hand} of table {table} is being played on screen, so nobody can leave before the next one. Say "
                "a hand from {next} on, or stop the table on screen."
            ).format(hand=play.hand, table=table.number, next=(play.hand or 0) + 1)
        )


def refuse_once_begun(round: Round) -> None:
    """Refuse to change the seating or the hands of a round of which hands were dealt on screen."""
    begun = tables_begun(round)
    if begun:
        raise Refused(
            _("Table {table} has begun on screen. Stop it there first.").format(table=", ".join(map(str, begun)))
        )
