"""manage.py backup FILE"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments import backups


class Command(BaseCommand):
    help = "Write everything into one new file; Henhouse may be running meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file to make")

    def handle(self, *, file: Path, **_options: Any) -> None:
        try:
            backups.backup(file, at=timezone.now())
        except FileExistsError as error:
            raise CommandError(f"{file} exists already. Choose another name; no backup is written over.") from error
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from error
        self.stdout.write(
            f"Everything is in {file}. It holds names and passwords' hashes: keep it where only you can read it."
        )
