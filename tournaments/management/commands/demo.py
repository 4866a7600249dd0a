"""manage.py demo: a club to look around in."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.demo.fill import Stage, fill_demo
from tournaments.refusals import Refused


class Command(BaseCommand):
    """Everything goes through the commands that the pages use, so it is what an evening leaves behind."""

    help = "Fill a demo club: an evening of last week, tonight's, and next week's."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--stage",
            choices=[stage.value for stage in Stage],
            default=Stage.PLAYING.value,
            help="how far tonight's evening is (playing: round 2 with some tables in)",
        )
        parser.add_argument("--seed", type=int, default=1, help="another seed deals other hands")

    def handle(self, *_args: object, **options: Any) -> None:
        try:
            tonight = fill_demo(stage=Stage(options["stage"]), seed=options["seed"], at=timezone.now())
        except Refused as refused:
            raise CommandError(refused.sentence) from refused
        if options["verbosity"]:
            self.stdout.write(f"{tonight.club.name} is filled. Tonight is at /t/{tonight.slug}/.")
