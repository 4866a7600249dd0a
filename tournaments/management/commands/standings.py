"""manage.py standings SLUG: who stands where, in the terminal or for another program."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.standings_text import Form, standings_text
from tournaments.models import Tournament
from tournaments.refusals import Refused


class Command(BaseCommand):
    """By public names: whoever is hidden is hidden here too."""

    help = "Write the standings of a tournament. CSV is UTF-8 without a byte-order mark, lines end with LF."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/SLUG/")
        parser.add_argument("--format", choices=[form.value for form in Form], default=Form.TABLE.value)
        parser.add_argument("--after", type=int, metavar="N", help="as they stood after round N")

    def handle(self, *_args: object, **options: Any) -> None:
        tournament = Tournament.objects.select_related("club").filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament with the address “{options['slug']}”.")
        try:
            text = standings_text(tournament, Form(options["format"]), options["after"])
        except Refused as refused:
            raise CommandError(refused.sentence) from refused
        self.stdout.write(text, ending="")
