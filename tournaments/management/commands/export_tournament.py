"""manage.py export_tournament SLUG [FILE]: one tournament as one JSON file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.tournament_file import export
from tournaments.models import Tournament


class Command(BaseCommand):
    """Writes everything of a tournament but passwords, links and private notes."""

    help = "Write a tournament as one JSON file (docs/tournament-file.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/SLUG/")
        parser.add_argument("file", nargs="?", type=Path, help="where to write; without it, to the terminal")

    def handle(self, *_args: object, **options: Any) -> None:
        tournament = Tournament.objects.select_related("club").filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament with the address “{options['slug']}”.")
        text = export(tournament)
        file: Path | None = options["file"]
        if file is None:
            self.stdout.write(text, ending="")
            return
        try:
            file.write_bytes(text.encode())
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{tournament.name}: written to {file}.")
