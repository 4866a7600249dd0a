"""What is stored of clubs and their tournaments. Facts only: everything shown is computed from them."""

from tournaments.models.bots import BotTables
from tournaments.models.change import Change
from tournaments.models.club import Club, Membership, Player, Role, Shown
from tournaments.models.machine import Heartbeat, QueueLength
from tournaments.models.rehearsal import Rehearsal, RehearsalStep
from tournaments.models.round import DraftStep, DrawFile, Round, Seat, Table
from tournaments.models.seat_key import SeatKey
from tournaments.models.stage import Qualifier, Settled, Stage
from tournaments.models.tournament import Entry, LedgerLine, Tournament
from tournaments.models.upload import Upload
from tournaments.models.user import FailedSignIn, OneTimeLink, User
from tournaments.models.wish import Wish

__all__ = [
    "BotTables",
    "Change",
    "Club",
    "DraftStep",
    "DrawFile",
    "Entry",
    "FailedSignIn",
    "Heartbeat",
    "LedgerLine",
    "Membership",
    "OneTimeLink",
    "Player",
    "Qualifier",
    "QueueLength",
    "Rehearsal",
    "RehearsalStep",
    "Role",
    "Round",
    "Seat",
    "SeatKey",
    "Settled",
    "Shown",
    "Stage",
    "Table",
    "Tournament",
    "Upload",
    "User",
    "Wish",
]
