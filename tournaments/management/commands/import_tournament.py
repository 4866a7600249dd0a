"""manage.py import_tournament FILE: a tournament out of the file that export_tournament wrote."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.exchange.tournament_file import load, read
from tournaments.refusals import Refused


class Command(BaseCommand):
    """Makes the whole tournament or nothing. Authors stay names: no account is made."""

    help = "Read a tournament from a JSON file (docs/tournament-file.md): all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file")

    def handle(self, *_args: object, **options: Any) -> None:
        file: Path = options["file"]
        try:
            tournament = load(read(file.read_bytes()), by="import_tournament", at=timezone.now())
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except Refused as refused:
            raise CommandError(f"{file}: {refused.sentence}") from refused
        self.stdout.write(f"{tournament.name}: imported as {tournament.slug}.")
