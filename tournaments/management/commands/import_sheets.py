"""manage.py import_sheets SLUG --seating seating.csv --hands hands.csv: rounds that were seated and played on paper."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.exchange.sheet_words import NotImported
from tournaments.exchange.sheets_import import Imported, Making, import_sheets
from tournaments.files.sheets import SheetFile
from tournaments.refusals import Refused


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"“{text}” is no day; write it as 2026-03-06") from error


class Command(BaseCommand):
    """All or nothing. More rounds may follow in a later call; what is here already must say the same."""

    help = "Take in a seating and the results of its hands (docs/sheets.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/SLUG/; made where it does not exist")
        parser.add_argument("--seating", type=Path, required=True, help="round,table,seat,name")
        parser.add_argument(
            "--hands",
            type=Path,
            required=True,
            help="round,table,hand,centre,starter_seat,ended,out_seat,seat_1,seat_2,…",
        )
        new = parser.add_argument_group("where the tournament does not exist yet")
        new.add_argument("--club", default="", help="name or address of the club; made where it does not exist")
        new.add_argument("--name", default="", help="what the tournament is called")
        new.add_argument("--date", type=_day, help="its day, as 2026-03-06; today unless said")
        new.add_argument("--rules", default="gamerules", help="a preset, perhaps with options: 'spruce hand=8'")
        new.add_argument("--set", type=int, help="the highest double of the set, such as 9")

    def handle(self, *_args: object, **options: Any) -> None:
        rules = options["rules"] if options["set"] is None else f"{options['rules']} set={options['set']}"
        try:
            done = import_sheets(
                slug=options["slug"],
                seating=_file(options["seating"]),
                hands=_file(options["hands"]),
                making=Making(options["club"], options["name"], options["date"], rules),
                by="import_sheets",
                at=timezone.now(),
            )
        except NotImported as refused:
            raise CommandError("\n".join([*map(str, refused.told), refused.sentence])) from refused
        except Refused as refused:
            raise CommandError(refused.sentence) from refused
        self._say(done)

    def _say(self, done: Imported) -> None:
        for remark in done.remarks:
            self.stdout.write(str(remark))
        made = f", {done.players_made} new players" if done.players_made else ""
        self.stdout.write(f"{done.tournament.name}{' is made' if done.is_new else ''}{made}.")
        for one in done.rounds:
            seated, state = "seated" if one.seated else "here already", "closed" if one.closed else "open"
            self.stdout.write(f"Round {one.number}: {seated}, {one.hands} hands taken in, {state}.")
        if not done.tournament.is_public:
            self.stdout.write("It is a draft: only the club's members see it until it is published.")


def _file(path: Path) -> SheetFile:
    try:
        return SheetFile(path.name, path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
