"""manage.py restore FILE"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments import backups


class Command(BaseCommand):
    help = "Go back to a backup. The present state is kept in a file first, and those who are signed in stay so."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *, file: Path, yes: bool, **_options: Any) -> None:
        try:
            for sentence in backups.difference(file).sentences():
                self.stdout.write(sentence)
            if not yes and input("Go back to this backup? Type yes: ").strip().lower() != "yes":
                raise CommandError("Nothing was changed.")
            done = backups.restore(file, at=timezone.now())
        except EOFError as error:
            raise CommandError("Nothing was changed: say --yes where nobody can be asked.") from error
        except backups.Unusable as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(f"Done. As it was a moment ago, everything is in {done.kept_in}")
        self.stdout.write("Accounts, roles and who is signed in have stayed as they were.")
