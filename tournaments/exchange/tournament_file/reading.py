"""A tournament in from a file: checked whole, stored whole or not at all."""

import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

import jsonschema
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.models import Game, Report, Score
from games.reports import open_games
from tournaments import clubs, history, programme
from tournaments.exchange.tournament_file.fields import FORMAT, MOST_BYTES, ROUND, SCORE, SETTINGS, VERSION
from tournaments.exchange.tournament_file.seating import check_draws, draw_in, named_in_wishes, wishes_in
from tournaments.exchange.tournament_file.stages import check_stages, named_in_stages, stages_in
from tournaments.exchange.tournament_file.times import moment, moment_or_none
from tournaments.models import Club, Entry, LedgerLine, Player, Round, Seat, Table, Tournament
from tournaments.names import fault, tidy
from tournaments.programme import Programme
from tournaments.queries.players import listed
from tournaments.refusals import Refused


def read(raw: bytes) -> dict[str, Any]:
    """The content of a file, checked against the schema. Raises Refused saying where it is wrong."""
    if len(raw) > MOST_BYTES:
        raise Refused(_("The file is larger than 50 MB, so it is not read."))
    try:
        content = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Refused(
            _("This is not a tournament file: it cannot be read as JSON ({error}).").format(error=error)
        ) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refused(_("This is not a tournament file: it does not say “format”: “{format}”.").format(format=FORMAT))
    if content.get("version") != VERSION:
        raise Refused(
            _("The file has format version {found}; this Henhouse reads version {known}.").format(
                found=content.get("version"), known=VERSION
            )
        )
    schema = json.loads((settings.BASE_DIR / "docs" / "tournament-file.schema.json").read_text())
    wrong = next(iter(jsonschema.Draft202012Validator(schema).iter_errors(content)), None)
    if wrong is not None:
        where = "/".join(map(str, wrong.absolute_path)) or _("the top")
        raise Refused(_("The file is wrong at {where}: {what}").format(where=where, what=wrong.message[:200]))
    return content


@transaction.atomic
def load(content: Mapping[str, Any], *, by: str, at: datetime) -> Tournament:
    """Make a tournament out of the content of a file: all of it or nothing.

    Its club is found by its address or made. In a club that is here already a player of the same name is taken for the
    same person where there is exactly one. Refused where the address is taken or the file contradicts itself.
    """
    _check(content)
    try:
        with transaction.atomic():
            tournament = _load(content)
    except IntegrityError as error:
        raise Refused(_("The file contradicts itself: {error}").format(error=str(error).splitlines()[0])) from error
    history.write_down(tournament, "tournament.import", by=by, at=at, visible=False)
    return tournament


def _check(content: Mapping[str, Any]) -> None:
    """What a schema cannot say: dates that exist, settings that work, names, references that lead somewhere."""
    try:
        for text in _times(content):
            datetime.fromisoformat(text)
        date.fromisoformat(content["tournament"]["date"])
    except ValueError as error:
        raise Refused(_("The file has a date or time that does not exist: {error}").format(error=error)) from error
    if Tournament.with_removed.filter(slug=content["tournament"]["slug"]).exists():
        raise Refused(
            _("A tournament with the address “{slug}” is here already.").format(slug=content["tournament"]["slug"])
        )
    _check_settings(content)
    for player in content["players"]:
        wrong = fault(tidy(player["name"]))
        if wrong is not None:
            raise Refused(wrong)
    players = {player["id"] for player in content["players"]}
    entries = {entry["number"] for entry in content["entries"]}
    seats = [seat for one in content["rounds"] for table in one["tables"] for seat in table["seats"]]
    named = {entry["player"] for entry in content["entries"]} | {seat["player"] for seat in seats}
    used = {seat["entry"] for seat in seats if seat["entry"] is not None}
    used |= {number for one in content["rounds"] for number in one["sit_outs"]}
    used |= {line["entry"] for line in content["ledger"]} | named_in_wishes(content)
    used |= named_in_stages(content)
    lost = sorted(named - players) + [str(number) for number in sorted(used - entries)]
    if lost:
        raise Refused(_("The file names players or entries that are not in it: {lost}.").format(lost=", ".join(lost)))
    check_draws(content)
    check_stages(content)
    for one in content["rounds"]:
        hands = len(one["centres"])
        for table in one["tables"]:
            for report in table["reports"]:
                if one["state"] == Round.State.DRAFT or (report["hand"] or 1) > hands:
                    raise Refused(
                        _("Round {round}, table {table}: there is a report of a hand that is not played.").format(
                            round=one["number"], table=table["number"]
                        )
                    )


def _check_settings(content: Mapping[str, Any]) -> None:
    """Settings that the desk would refuse are refused here too: a page could not show what they make."""
    club = content["club"]
    if club["slug"] in clubs.RESERVED:
        raise Refused(_("“{slug}” cannot be the address of a club.").format(slug=club["slug"]))
    programme.check_time_zone(club["time_zone"])
    given = content["tournament"]
    settings_of_it = {name: given[name] for name in SETTINGS if name != "state"}
    for name in ("sizes", "tie_breaks"):
        settings_of_it[name] = tuple(given[name])
    plan = tuple(tuple(centres) for centres in given["plan"])
    programme.checked(Programme(**{**settings_of_it, "plan": plan}, date=date.fromisoformat(given["date"])))


def _times(content: Any) -> Iterable[str]:
    """Every time in the content, wherever it stands."""
    if isinstance(content, dict):
        for key, value in content.items():
            if isinstance(value, str) and (key == "at" or key.endswith("_at")):
                yield value
            else:
                yield from _times(value)
    elif isinstance(content, list):
        for value in content:
            yield from _times(value)


def _load(content: Mapping[str, Any]) -> Tournament:
    given = content["tournament"]
    known = content["club"]
    club, made = Club.objects.get_or_create(
        slug=known["slug"],
        defaults={"name": known["name"], "place": known["place"], "time_zone": known["time_zone"]},
    )
    if made:
        clubs.own_from_the_terminal(club)
    players = _load_players(club, content["players"], new_club=made)
    tournament = Tournament.objects.create(
        club=club,
        slug=given["slug"],
        date=date.fromisoformat(given["date"]),
        **{name: given[name] for name in SETTINGS},
    )
    Tournament.objects.filter(pk=tournament.pk).update(
        made_at=moment(given["made_at"]), changed_at=moment(given["changed_at"])
    )
    tournament.refresh_from_db()
    rows = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=players[entry["player"]],
            number=entry["number"],
            status=entry["status"],
            lot=entry["lot"],
            made_at=moment(entry["made_at"]),
        )
        for entry in content["entries"]
    )
    entries = {entry.number: entry for entry in rows}
    wishes = wishes_in(tournament, content.get("wishes", ()), entries, tournament.made_at)
    for one in content["rounds"]:
        draw_in(_load_round(tournament, one, entries, players), one, wishes)
    stages_in(tournament, content, entries)
    LedgerLine.objects.bulk_create(
        LedgerLine(
            entry=entries[line["entry"]],
            round_number=line["round"],
            at=moment(line["at"]),
            taken_back_at=moment_or_none(line["taken_back_at"]),
            **{name: line[name] for name in ("kind", "points", "reason", "by", "taken_back_by")},
        )
        for line in content["ledger"]
    )
    return tournament


def _load_players(club: Club, given: Iterable[Mapping[str, Any]], *, new_club: bool) -> dict[str, Player]:
    on_file: dict[str, list[Player]] = {}
    if not new_club:
        for player in listed(club):
            on_file.setdefault(player.name, []).append(player)
    players = {}
    for one in given:
        name = tidy(one["name"])
        same = on_file.pop(name, [])
        players[one["id"]] = (
            same[0]
            if len(same) == 1
            else Player.objects.create(
                club=club,
                name=name,
                sort_name=tidy(one["sort_name"]),
                shown=one["shown"],
                bot=one.get("bot", ""),
                forgotten_at=moment_or_none(one["forgotten_at"]),
            )
        )
    return players


def _load_round(
    tournament: Tournament,
    given: Mapping[str, Any],
    entries: Mapping[int, Entry],
    players: Mapping[str, Player],
) -> Round:
    round = Round.objects.create(
        tournament=tournament,
        made_at=moment(given["made_at"]),
        published_at=moment_or_none(given["published_at"]),
        closed_at=moment_or_none(given["closed_at"]),
        **{name: given[name] for name in ROUND},
    )
    tables = given["tables"]
    draft = given["state"] == Round.State.DRAFT
    games = [] if draft else open_games(rules=tournament.rules, centres=given["centres"], count=len(tables))
    rows = Table.objects.bulk_create(
        Table(
            round=round,
            number=table["number"],
            locked=table.get("locked", False),
            # what was going on on screen is not in a file: an open round goes on with real tiles
            on_screen=table.get("on_screen", False) and given["state"] != Round.State.OPEN,
            game=None if draft else games[index],
        )
        for index, table in enumerate(tables)
    )
    seats = [
        Seat(
            round=round,
            table=row,
            entry=None if seat["entry"] is None else entries[seat["entry"]],
            player=players[seat["player"]],
            **{name: seat[name] for name in ("place", "role", "first_hand", "last_hand")},
        )
        for row, table in zip(rows, tables, strict=True)
        for seat in table["seats"]
    ]
    seats += [
        Seat(round=round, role=Seat.Role.SITS_OUT, entry=entries[number], player=entries[number].player)
        for number in given["sit_outs"]
    ]
    Seat.objects.bulk_create(seats)
    for game, table in zip(games, tables, strict=not draft):
        _load_reports(game, table)
    return round


def _load_reports(game: Game, table: Mapping[str, Any]) -> None:
    hands = {hand.number: hand for hand in game.hands.all()} if table["reports"] else {}
    if game.counted_by != table["counted_by"]:
        game.counted_by = table["counted_by"]
        game.save(update_fields=["counted_by"])
    reports = Report.objects.bulk_create(
        Report(
            game=game,
            hand=None if report["hand"] is None else hands[report["hand"]],
            out_place=report["out"],
            starter_place=report["starter"],
            at=moment(report["at"]),
            accepted_at=moment_or_none(report["accepted_at"]),
            key=uuid.UUID(report["key"]),
            **{
                name: report[name]
                for name in ("revision", "ended", "by", "why", "although", "checked", "record", "accepted_by")
            },
        )
        for report in table["reports"]
    )
    Score.objects.bulk_create(
        Score(report=row, **{name: score[name] for name in SCORE})
        for row, report in zip(reports, table["reports"], strict=True)
        for score in report["scores"]
    )
