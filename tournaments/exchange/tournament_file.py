"""One tournament as one JSON file, out and in: docs/tournament-file.md says what is in it and what never is."""

import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any

import jsonschema
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

import engine
from games.models import Game, Report, Score
from games.reports import open_games
from tournaments import clubs, history
from tournaments.models import Club, Entry, LedgerLine, Player, Round, Seat, Table, Tournament
from tournaments.refusals import Refused

FORMAT = "henhouse-tournament"
VERSION = 1
SETTINGS = [
    "name",
    "place",
    "time_zone",
    "state",
    "rules",
    "plan",
    "sizes",
    "preferred_size",
    "measure",
    "tie_breaks",
    "imputation",
    "imputed_points",
    "fill_in_counts",
    "hands_asked",
]
ROUND = ("number", "state", "centres", "seed", "moves", "algorithm", "redraws", "hand_changes")
SCORE = ("place", "state", "points", "hands", "zeros", "lowest_other")
MOST_BYTES = 50 * 1024 * 1024


def export(tournament: Tournament) -> str:
    """The file of a tournament: the same bytes for the same facts, whatever database they lie in. Eight queries."""
    return json.dumps(_content(tournament), ensure_ascii=False, indent=1) + "\n"


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


def _content(tournament: Tournament) -> dict[str, Any]:
    entries = list(tournament.entries.select_related("player").order_by("number"))
    rounds = list(tournament.rounds.order_by("number"))
    seats = list(
        Seat.objects.filter(round__tournament=tournament)
        .select_related("player", "entry")
        .order_by("table__number", "place", "entry__number")
    )
    ids = _player_ids(entries, seats)
    lines = LedgerLine.objects.filter(entry__tournament=tournament).select_related("entry").order_by("at", "pk")
    club = tournament.club
    return {
        "format": FORMAT,
        "version": VERSION,
        "club": {"name": club.name, "slug": club.slug, "place": club.place, "time_zone": club.time_zone},
        "tournament": {
            **{name: getattr(tournament, name) for name in SETTINGS},
            "slug": tournament.slug,
            "date": tournament.date.isoformat(),
            "made_at": _time(tournament.made_at),
            "changed_at": _time(tournament.changed_at),
        },
        "players": [
            {
                "id": name,
                "name": player.name,
                "sort_name": player.sort_name,
                "shown": player.shown,
                "forgotten_at": _time(player.forgotten_at),
            }
            for player, name in ids.items()
        ],
        "entries": [
            {
                "number": entry.number,
                "player": ids[entry.player],
                "status": entry.status,
                "lot": entry.lot,
                "made_at": _time(entry.made_at),
            }
            for entry in entries
        ],
        "rounds": _rounds(rounds, seats, ids),
        "ledger": [
            {
                "entry": line.entry.number,
                "round": line.round_number,
                "kind": line.kind,
                "points": line.points,
                "reason": line.reason,
                "by": line.by,
                "at": _time(line.at),
                "taken_back_by": line.taken_back_by,
                "taken_back_at": _time(line.taken_back_at),
            }
            for line in lines
        ],
    }


def _player_ids(entries: Iterable[Entry], seats: Iterable[Seat]) -> dict[Player, str]:
    """Ids of the file's own: entries in order, then whoever only fills in, by name."""
    players = {entry.player: None for entry in entries}
    fill_ins = sorted((seat.player for seat in seats if seat.entry is None), key=lambda one: (one.sort_name, one.pk))
    players |= dict.fromkeys(fill_ins)
    return {player: f"p{number}" for number, player in enumerate(players, 1)}


def _rounds(rounds: list[Round], seats: list[Seat], ids: Mapping[Player, str]) -> list[dict[str, Any]]:
    tables = list(Table.objects.filter(round__in=rounds).select_related("game").order_by("round__number", "number"))
    games = [table.game_id for table in tables if table.game_id is not None]
    reports: dict[int, list[dict[str, Any]]] = {game: [] for game in games}
    scores: dict[int, list[dict[str, Any]]] = {}
    for score in Score.objects.filter(report__game__in=games).order_by("place"):
        scores.setdefault(score.report_id, []).append({name: getattr(score, name) for name in SCORE})
    stored = Report.objects.filter(game__in=games).select_related("hand")
    for report in sorted(stored, key=lambda one: (one.hand.number if one.hand else 0, one.revision)):
        reports[report.game_id].append(_report(report, scores.get(report.pk, [])))
    return [
        {
            **{name: getattr(one, name) for name in ROUND},
            "made_at": _time(one.made_at),
            "published_at": _time(one.published_at),
            "closed_at": _time(one.closed_at),
            "tables": [
                {
                    "number": table.number,
                    "counted_by": table.game.counted_by if table.game else Game.CountedBy.HANDS.value,
                    "seats": [
                        {
                            "place": seat.place,
                            "role": seat.role,
                            "entry": seat.entry.number if seat.entry else None,
                            "player": ids[seat.player],
                            "first_hand": seat.first_hand,
                            "last_hand": seat.last_hand,
                        }
                        for seat in seats
                        if seat.table_id == table.pk
                    ],
                    "reports": reports.get(table.game_id or 0, []),
                }
                for table in tables
                if table.round_id == one.pk
            ],
            "sit_outs": [
                seat.entry.number
                for seat in seats
                if seat.round_id == one.pk and seat.role == Seat.Role.SITS_OUT and seat.entry
            ],
        }
        for one in rounds
    ]


def _report(report: Report, scores: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "hand": report.hand.number if report.hand else None,
        "revision": report.revision,
        "ended": report.ended,
        "out": report.out_place,
        "starter": report.starter_place,
        "by": report.by,
        "at": _time(report.at),
        "why": report.why,
        "although": report.although,
        "key": str(report.key),
        "accepted_by": report.accepted_by,
        "accepted_at": _time(report.accepted_at),
        "scores": scores,
    }


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def _at(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _check(content: Mapping[str, Any]) -> None:
    """What a schema cannot say: rules that can be read, dates that exist, references that lead somewhere."""
    try:
        engine.read_rules(content["tournament"]["rules"])
        for text in _times(content):
            datetime.fromisoformat(text)
        date.fromisoformat(content["tournament"]["date"])
    except engine.UnreadableRules as error:
        raise Refused(error.sentence) from error
    except ValueError as error:
        raise Refused(_("The file has a date or time that does not exist: {error}").format(error=error)) from error
    if Tournament.with_removed.filter(slug=content["tournament"]["slug"]).exists():
        raise Refused(
            _("A tournament with the address “{slug}” is here already.").format(slug=content["tournament"]["slug"])
        )
    players = {player["id"] for player in content["players"]}
    entries = {entry["number"] for entry in content["entries"]}
    seats = [seat for one in content["rounds"] for table in one["tables"] for seat in table["seats"]]
    named = {entry["player"] for entry in content["entries"]} | {seat["player"] for seat in seats}
    used = {seat["entry"] for seat in seats if seat["entry"] is not None}
    used |= {number for one in content["rounds"] for number in one["sit_outs"]}
    used |= {line["entry"] for line in content["ledger"]}
    lost = sorted(named - players) + [str(number) for number in sorted(used - entries)]
    if lost:
        raise Refused(_("The file names players or entries that are not in it: {lost}.").format(lost=", ".join(lost)))
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
        made_at=_moment(given["made_at"]), changed_at=_moment(given["changed_at"])
    )
    tournament.refresh_from_db()
    rows = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=players[entry["player"]],
            number=entry["number"],
            status=entry["status"],
            lot=entry["lot"],
            made_at=_moment(entry["made_at"]),
        )
        for entry in content["entries"]
    )
    entries = {entry.number: entry for entry in rows}
    for one in content["rounds"]:
        _load_round(tournament, one, entries, players)
    LedgerLine.objects.bulk_create(
        LedgerLine(
            entry=entries[line["entry"]],
            round_number=line["round"],
            at=_moment(line["at"]),
            taken_back_at=_at(line["taken_back_at"]),
            **{name: line[name] for name in ("kind", "points", "reason", "by", "taken_back_by")},
        )
        for line in content["ledger"]
    )
    return tournament


def _load_players(club: Club, given: Iterable[Mapping[str, Any]], *, new_club: bool) -> dict[str, Player]:
    on_file: dict[str, list[Player]] = {}
    if not new_club:
        for player in club.players.filter(merged_into=None, forgotten_at=None):
            on_file.setdefault(player.name, []).append(player)
    players = {}
    for one in given:
        same = on_file.pop(one["name"], [])
        players[one["id"]] = (
            same[0]
            if len(same) == 1
            else Player.objects.create(
                club=club,
                name=one["name"],
                sort_name=one["sort_name"],
                shown=one["shown"],
                forgotten_at=_at(one["forgotten_at"]),
            )
        )
    return players


def _load_round(
    tournament: Tournament,
    given: Mapping[str, Any],
    entries: Mapping[int, Entry],
    players: Mapping[str, Player],
) -> None:
    round_ = Round.objects.create(
        tournament=tournament,
        made_at=_moment(given["made_at"]),
        published_at=_at(given["published_at"]),
        closed_at=_at(given["closed_at"]),
        **{name: given[name] for name in ROUND},
    )
    tables = given["tables"]
    draft = given["state"] == Round.State.DRAFT
    games = [] if draft else open_games(rules=tournament.rules, centres=given["centres"], count=len(tables))
    rows = Table.objects.bulk_create(
        Table(round=round_, number=table["number"], game=None if draft else games[index])
        for index, table in enumerate(tables)
    )
    seats = [
        Seat(
            round=round_,
            table=row,
            entry=None if seat["entry"] is None else entries[seat["entry"]],
            player=players[seat["player"]],
            **{name: seat[name] for name in ("place", "role", "first_hand", "last_hand")},
        )
        for row, table in zip(rows, tables, strict=True)
        for seat in table["seats"]
    ]
    seats += [
        Seat(round=round_, role=Seat.Role.SITS_OUT, entry=entries[number], player=entries[number].player)
        for number in given["sit_outs"]
    ]
    Seat.objects.bulk_create(seats)
    for game, table in zip(games, tables, strict=not draft):
        _load_reports(game, table)


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
            at=_moment(report["at"]),
            accepted_at=_at(report["accepted_at"]),
            key=uuid.UUID(report["key"]),
            **{name: report[name] for name in ("revision", "ended", "by", "why", "although", "accepted_by")},
        )
        for report in table["reports"]
    )
    Score.objects.bulk_create(
        Score(report=row, **{name: score[name] for name in SCORE})
        for row, report in zip(reports, table["reports"], strict=True)
        for score in report["scores"]
    )
