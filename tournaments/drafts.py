"""Drafts of the next round: drawn, or taken from paper; drawn again, thrown away, published."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import read_rules
from games.reports import open_games
from tournaments import drawing, history
from tournaments.bot_seats import refuse_bots_with_people, seat_bots
from tournaments.bot_tables import lay_bot_tables
from tournaments.bots import plan_of
from tournaments.draft_bots import check_screen, drawn_again, people_of
from tournaments.draft_steps import Layout, as_draft, keep, keep_file, layout_of, remember
from tournaments.drawing import USUAL, Ground, Terms, ground_of
from tournaments.entries import set_status
from tournaments.models import Entry, Round, Table, Tournament
from tournaments.queries.draws import file_of
from tournaments.queries.seating import presence_changed
from tournaments.refusals import Refused
from tournaments.rounds import allowed_sizes, last_round, next_number, number_after
from tournaments.screen_tables import lay_screen_tables
from tournaments.seating.record import Draw, from_text, to_text
from tournaments.seating.sizes import Split
from tournaments.stage_members import check_knockout, check_members, draws_bots, mark_missing
from tournaments.standings import default_comparison


def draft_round(
    *, tournament: Tournament, split: Split, seed: int, terms: Terms = USUAL, by: str, at: datetime
) -> Round:
    """Draw the next round for everybody who is here, as a draft. A draft that exists already is returned as it is.

    Refused while the round before is not closed, when all planned rounds are played, or when the split is for another
    number of people than are here; raises drawing.Clash where wishes cannot be kept. The drawing itself holds no lock:
    the desk can go on meanwhile.
    """
    # Read once: a draft that somebody makes between two looks would be taken for a round that is not closed.
    last = last_round(tournament)
    if last is not None and last.state == Round.State.DRAFT:
        return last
    number = number_after(tournament, last)
    ground = ground_of(tournament, number)
    drawn = drawing.draw(ground, split, seed=seed, terms=terms, locked={})
    with transaction.atomic():
        tournament = history.lock_unfinished(tournament)
        existing = _draft_of(tournament)
        if existing is not None:
            return existing
        number = next_number(tournament)
        _check_same(ground, tournament, number)
        centres = tournament.plan[number - 1]
        draft = Round(tournament=tournament, number=number, centres=centres, made_at=at, state=Round.State.DRAFT)
        keep(draft, _layout(drawn, ground, terms))
        history.write_down(tournament, "round.draft", by=by, at=at, facts={"round": number}, visible=False)
        return draft


def redraw_round(*, draft: Round, split: Split, seed: int, terms: Terms = USUAL, by: str, at: datetime) -> Round:
    """Draw a draft again for everybody who is here now; counts as a redraw. Locked tables stay as they are.

    Tables on screen stay so, and bots that fill seats there go on filling them.
    """
    draft = as_draft(draft)
    before = layout_of(draft)
    locked = {number: before.tables[number - 1] for number in before.locked}
    ground = ground_of(draft.tournament, draft.number)
    drawn = drawing.draw(ground, split, seed=seed, terms=terms, locked=locked)
    with transaction.atomic():
        tournament = history.lock_unfinished(draft.tournament)
        draft = as_draft(draft)
        _check_same(ground, tournament, draft.number)
        draft.redraws += 1
        keep(draft, drawn_again(draft, before, _layout(drawn, ground, terms)))
        facts = {"round": draft.number}
        remember(
            draft, before, history.write_down(tournament, "round.redraw", by=by, at=at, facts=facts, visible=False)
        )
        return draft


@transaction.atomic
def seat_from_paper(
    *, tournament: Tournament, tables: Sequence[Sequence[Entry]], sit_outs: Sequence[Entry] = (), by: str, at: datetime
) -> Round:
    """Take a seating that was made on paper as the draft of the next round: entries in seat order, table by table.

    Replaces a draft that exists. Refused, by name, where somebody sits twice or a table has a size that is not allowed.
    Whoever is on the paper is here: who was not marked so is marked now. Tables that were on screen stay so, and there
    bots may sit.
    """
    tournament = history.lock_unfinished(tournament)
    _check_tables(tournament, tables, sit_outs)
    draft = _draft_of(tournament)
    before = None if draft is None else layout_of(draft)
    on_screen = () if before is None else tuple(at for at in before.on_screen if at <= len(tables))
    real = [table for at, table in enumerate(tables, 1) if at not in on_screen]
    refuse_bots_with_people([entry.player for table in (*real, sit_outs) for entry in table])
    number = next_number(tournament) if draft is None else draft.number
    check_members(tournament, number, [entry for table in (*tables, sit_outs) for entry in table])
    numbers = [[entry.number for entry in table] for table in tables]
    check_knockout(tournament, number, numbers, [entry.number for entry in sit_outs])
    on_paper = [entry.number for table in (*tables, sit_outs) for entry in table]
    set_status(tournament=tournament, entries=on_paper, status=Entry.Status.HERE, by=by, at=at)
    if draft is None:
        draft = Round(tournament=tournament, number=number, centres=tournament.plan[number - 1], made_at=at)
    keep(
        draft,
        Layout(
            tables=tuple(tuple(entry.number for entry in table) for table in tables),
            sit_outs=tuple(entry.number for entry in sit_outs),
            locked=(),
            ignored=(),
            seed=None,
            moves=None,
            algorithm="",
            hand_changes=0 if before is None else before.hand_changes + 1,
            file="",
            on_screen=on_screen,
        ),
    )
    facts = {"round": draft.number}
    change = history.write_down(tournament, "round.from_paper", by=by, at=at, facts=facts, visible=False)
    if before is not None:
        remember(draft, before, change)
    return draft


@transaction.atomic
def drop_draft(*, draft: Round, by: str, at: datetime) -> None:
    """Throw a draft away; nobody but the club's members has seen it."""
    tournament = history.lock_unfinished(draft.tournament)
    draft = as_draft(draft)
    number = draft.number
    draft.seats.all().delete()
    draft.delete()
    history.write_down(tournament, "round.drop_draft", by=by, at=at, facts={"round": number}, visible=False)


@transaction.atomic
def publish_round(*, draft: Round, by: str, at: datetime) -> Round:
    """Publish a draft: its games are made and everybody can see where they sit. Bots beside people get tables too.

    Refused when somebody came or went since it was drawn. The first one decides what is compared between tables of
    different size, where that was left to it. Whoever goes on in a knockout and is not here has a seat and plays no
    hand: placed last, and there again as soon as they come.
    """
    tournament = history.lock_unfinished(draft.tournament)
    draft = as_draft(draft)
    laid = layout_of(draft)
    check_knockout(tournament, draft.number, laid.tables, laid.sit_outs)
    came, went = presence_changed(draft)
    if came or went:
        raise Refused(
            _("The draft is out of date. Came since: {came}. Gone since: {went}. Draw it again.").format(
                came=_names(came), went=_names(went)
            )
        )
    _settle_screens(draft)
    _finish_file(draft)
    if draws_bots(tournament, draft.number):
        seat_bots(round=draft, plan=plan_of(tournament), allowed=allowed_sizes(tournament))
    tables = list(draft.tables.order_by("number"))
    games = open_games(rules=tournament.rules, centres=draft.centres, count=len(tables))
    for table, game in zip(tables, games, strict=True):
        table.game = game
    Table.objects.bulk_update(tables, ["game"])
    lay_bot_tables(round=draft, tables=tables, at=at)
    lay_screen_tables(round=draft, tables=tables)
    mark_missing(draft)
    draft.state, draft.published_at = Round.State.OPEN, at
    draft.save()
    draft.steps.all().delete()
    decided = _decide_comparison(tournament, draft)
    history.write_down(tournament, "round.publish", by=by, at=at, facts={"round": draft.number, **decided})
    return draft


def _decide_comparison(tournament: Tournament, draft: Round) -> dict[str, str]:
    """What is to fit the first seating is decided by it and then stays. Returns it for the history."""
    if tournament.comparison != Tournament.Comparison.FITTING:
        return {}
    at_tables = draft.seats.exclude(table=None).order_by("table").values_list("table").annotate(people=Count("pk"))
    comparison, _why = default_comparison(people for _table, people in at_tables)
    tournament.comparison = comparison.value
    tournament.save(update_fields=["comparison"])
    return {"comparison": comparison.value}


def _layout(drawn: Draw, ground: Ground, terms: Terms) -> Layout:
    """A drawing as a draft of which nothing is changed yet."""
    return Layout(
        tables=drawn.tables,
        sit_outs=drawn.sit_outs,
        locked=drawn.locked,
        ignored=tuple(one.pk for one in ground.asked if one.pk in terms.ignored),
        seed=drawn.drawn.seed,
        moves=drawn.drawn.moves,
        algorithm=drawn.drawn.algorithm,
        hand_changes=0,
        file=to_text(drawn),
    )


def _check_same(ground: Ground, tournament: Tournament, number: int) -> None:
    """Refuse a drawing whose ground has changed while it was made, and say what changed."""
    changed = _what_changed(ground, ground_of(tournament, number))
    if changed:
        raise Refused(
            _("{changed} while the tables were drawn. Nothing was changed; draw them once more.").format(
                changed=changed
            )
        )


def _what_changed(drawn: Ground, now: Ground) -> str:
    """The first thing that is other now than when a round was drawn, in words; empty where nothing is."""
    if drawn.here != now.here:
        return _("Somebody came or went")
    if drawn.past != now.past:
        return _("Who sat where in a round before was changed")
    if [one.wish for one in drawn.asked] != [one.wish for one in now.asked]:
        return _("A wish was changed")
    if drawn.way != now.way:
        return _("A result or the settings of the stage were changed")
    return _("The number of rounds to come was changed") if drawn.ahead != now.ahead else ""


def _settle_screens(draft: Round) -> None:
    """Refuse tables on screen under rules without tiles. Where only bots sit, nobody needs a screen."""
    on_screen = draft.tables.filter(on_screen=True)
    if on_screen.exists():
        check_screen(draft.tournament)
        people = draft.seats.filter(player__bot="", table__isnull=False).values("table")
        on_screen.exclude(pk__in=people).update(on_screen=False)


def _finish_file(draft: Round) -> None:
    """Write into the file of the draw what is published. Where others sit there than were drawn, it holds no longer.

    Bots that fill seats were not drawn, and are not in it.
    """
    text = file_of(draft)
    if not text:
        return
    drawn, now = from_text(text), people_of(draft)
    people = [entry for table in (*now.tables, now.sit_outs) for entry in table]
    if sorted(people) != sorted(drawn.entries) or len(now.tables) != len(drawn.tables):
        draft.seed, draft.moves, draft.algorithm = None, None, ""
        keep_file(draft, "")
        return
    changed = (now.tables, now.sit_outs) != (drawn.drawn.tables, drawn.drawn.sit_outs)
    draft.hand_changes = max(draft.hand_changes, int(changed))
    published = replace(
        drawn,
        tables=now.tables,
        sit_outs=now.sit_outs,
        redraws=draft.redraws,
        hand_changes=draft.hand_changes,
    )
    keep_file(draft, to_text(published))


def _draft_of(tournament: Tournament) -> Round | None:
    return tournament.rounds.filter(state=Round.State.DRAFT).first()


def _check_tables(tournament: Tournament, tables: Sequence[Sequence[Entry]], sit_outs: Sequence[Entry]) -> None:
    dealable = read_rules(tournament.rules).player_counts()
    seen: dict[int, int] = {}
    for number, table in enumerate(tables, 1):
        if len(table) not in dealable:
            raise Refused(
                ngettext(
                    "Table {table} has {count} person; the rules can deal to {sizes}.",
                    "Table {table} has {count} people; the rules can deal to {sizes}.",
                    len(table),
                ).format(table=number, count=len(table), sizes=", ".join(map(str, dealable)))
            )
        for entry in table:
            if entry.pk in seen:
                raise Refused(
                    _("{name} sits at table {first} and at table {second}. Take one of them out.").format(
                        name=entry.player, first=seen[entry.pk], second=number
                    )
                )
            seen[entry.pk] = number
    for entry in sit_outs:
        if entry.pk in seen:
            raise Refused(
                _("{name} sits at table {table} and sits out. Choose one of them.").format(
                    name=entry.player, table=seen[entry.pk]
                )
            )


def _names(entries: Sequence[Entry]) -> str:
    return ", ".join(str(entry.player) for entry in entries) or _("nobody")
