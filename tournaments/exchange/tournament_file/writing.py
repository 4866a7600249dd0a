"""A tournament out as a file."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.models import Game, Report, Score
from tournaments.exchange.tournament_file.fields import FORMAT, ROUND, SCORE, SETTINGS, VERSION
from tournaments.exchange.tournament_file.seating import draw_out, wishes_out
from tournaments.exchange.tournament_file.stages import stages_out
from tournaments.exchange.tournament_file.times import time_text
from tournaments.models import Entry, LedgerLine, Player, Round, Seat, Table, Tournament
from tournaments.queries.wishes import Asked, asked_in


def export(tournament: Tournament) -> str:
    """The file of a tournament: the same bytes for the same facts, whatever database they lie in.

    Eleven queries, thirteen where it has stages.
    """
    return json.dumps(_content(tournament), ensure_ascii=False, indent=1) + "\n"


def _content(tournament: Tournament) -> dict[str, Any]:
    entries = list(tournament.entries.select_related("player").order_by("number"))
    rounds = list(tournament.rounds.select_related("draw_file").order_by("number"))
    asked = asked_in(tournament)
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
            "made_at": time_text(tournament.made_at),
            "changed_at": time_text(tournament.changed_at),
        },
        "players": [
            {
                "id": name,
                "name": player.name,
                "sort_name": player.sort_name,
                "shown": player.shown,
                **({"bot": player.bot} if player.bot else {}),
                "forgotten_at": time_text(player.forgotten_at),
            }
            for player, name in ids.items()
        ],
        "entries": [
            {
                "number": entry.number,
                "player": ids[entry.player],
                "status": entry.status,
                "lot": entry.lot,
                "made_at": time_text(entry.made_at),
            }
            for entry in entries
        ],
        **wishes_out(asked),
        **stages_out(tournament),
        "rounds": _rounds(rounds, seats, ids, asked),
        "ledger": [
            {
                "entry": line.entry.number,
                "round": line.round_number,
                "kind": line.kind,
                "points": line.points,
                "reason": line.reason,
                "by": line.by,
                "at": time_text(line.at),
                "taken_back_by": line.taken_back_by,
                "taken_back_at": time_text(line.taken_back_at),
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


def _rounds(
    rounds: list[Round], seats: list[Seat], ids: Mapping[Player, str], asked: Sequence[Asked]
) -> list[dict[str, Any]]:
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
            **draw_out(one, asked),
            "made_at": time_text(one.made_at),
            "published_at": time_text(one.published_at),
            "closed_at": time_text(one.closed_at),
            "tables": [
                {
                    "number": table.number,
                    **({"locked": True} if table.locked else {}),
                    **({"on_screen": True} if table.on_screen else {}),
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
        "at": time_text(report.at),
        "why": report.why,
        "although": report.although,
        "checked": report.checked,
        "record": report.record,
        "key": str(report.key),
        "accepted_by": report.accepted_by,
        "accepted_at": time_text(report.accepted_at),
        "scores": scores,
    }
