"""One tournament as one JSON file, out and in: docs/tournament-file.md says what is in it and what never is."""

from tournaments.exchange.tournament_file.reading import load, read
from tournaments.exchange.tournament_file.writing import export

__all__ = ["export", "load", "read"]
