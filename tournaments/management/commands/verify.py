"""manage.py verify SLUG: every stored hand of a tournament checked again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext

from tournaments.exchange.verifying import summary, verify
from tournaments.models import Tournament


class Command(BaseCommand):
    """For use after a change of the engine, or of a file that was read in. Changes nothing."""

    help = "Check every stored hand again and say what is different (docs/verification.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/SLUG/")

    def handle(self, *_args: object, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament at /t/{options['slug']}/.")
        verified = verify(tournament)
        for line in verified.differences:
            self.stdout.write(line)
        hands = ngettext("{count} hand looked at.", "{count} hands looked at.", verified.hands)
        self.stdout.write(" ".join([hands.format(count=verified.hands), *summary(verified)]))
        if verified.differences:
            raise CommandError(
                ngettext("{count} difference.", "{count} differences.", len(verified.differences)).format(
                    count=len(verified.differences)
                )
            )
