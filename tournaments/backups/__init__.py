"""Backups of the whole installation, and the way back.

A backup is always one SQLite file, whichever database serves: SQLite's own backup call makes it, or the rows are read
from PostgreSQL in one unchanging view. So a club that moves from a laptop to a server takes its evenings along, and
no other program is needed.
"""

from tournaments.backups.making import backup, copy_beside
from tournaments.backups.restoring import Difference, Restored, Unusable, difference, restore

__all__ = ["Difference", "Restored", "Unusable", "backup", "copy_beside", "difference", "restore"]
