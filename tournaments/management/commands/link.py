"""manage.py link"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from tournaments import links


class Command(BaseCommand):
    help = "Print a link that lets one person in, once, within 15 minutes: the first account, or a way back in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--address", default="http://127.0.0.1:8000", help="where Henhouse is reached, if not on this machine"
        )

    def handle(self, *, address: str, **_options: Any) -> None:
        secret = links.terminal_link(at=timezone.now())
        self.stdout.write(f"{address.rstrip('/')}{reverse('enter', args=[secret])}")
