"""Players of a club: added, edited, merged where two of them are one person, and forgotten."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments import forgetting, history, names, seat_keys
from tournaments.models import Change, Club, Entry, Player, Seat, Shown, Tournament
from tournaments.queries.players import namesakes
from tournaments.refusals import Refused


class KnownAlready(Refused):
    """Somebody of this name, give or take accents and capitals, is on the club's list: the same person?"""


def add(
    *,
    club: Club,
    name: str,
    sort_name: str = "",
    note: str = "",
    shown: Shown = Shown.NAME,
    although_known: bool = False,
    by: str,
    at: datetime,
) -> Player:
    """Add a player. Two who add the same name at once make one player: the second gets KnownAlready.

    `although_known` adds a second person of the same name. Raises KnownAlready, and Refused for an unusable name.
    """
    name = _usable(name)
    with transaction.atomic():
        history.hold_club(club)
        if not although_known and namesakes(club, name):
            raise KnownAlready(_("{name} is on the list already. Is this somebody else?").format(name=name))
        player = Player.objects.create(
            club=club, name=name, sort_name=names.tidy(sort_name) or names.sort_name(name), note=note, shown=shown
        )
        history.write_down(club, "player.add", by=by, at=at, facts={"players": [player.pk]})
    return player


def add_many(*, club: Club, new_names: Sequence[str], by: str, at: datetime) -> list[Player]:
    """Add a player for every name, in order, without asking about namesakes (the caller has). Raises Refused."""
    rows = [
        Player(club=club, name=name, sort_name=names.sort_name(name)) for name in (_usable(name) for name in new_names)
    ]
    with transaction.atomic():
        history.hold_club(club)
        made = Player.objects.bulk_create(rows)
        history.write_down(club, "player.add", by=by, at=at, facts={"players": [player.pk for player in made]})
    return made


def edit(*, player: Player, name: str, sort_name: str, note: str, shown: Shown, by: str, at: datetime) -> Player:
    """Change how a player is called, noted and shown. Raises Refused for somebody forgotten, or an unusable name."""
    name = _usable(name)
    with transaction.atomic():
        player = _lock(player)
        _refuse_forgotten(player)
        _refuse_bots(player)
        new = {"name": name, "sort_name": names.tidy(sort_name) or names.sort_name(name), "note": note, "shown": shown}
        fields = [field for field, value in new.items() if getattr(player, field) != value]
        if not fields:
            return player
        for field in fields:
            setattr(player, field, new[field])
        player.save(update_fields=fields)
        if fields != ["note"]:
            history.raise_version(tournaments_of(player), at=at)
        # The history names no person, so it keeps which fields changed and not what they held.
        history.write_down(player.club, "player.edit", by=by, at=at, facts={"player": player.pk, "fields": fields})
    return player


def merge(*, keep: Player, gone: Player, by: str, at: datetime) -> Player:
    """Two players are one person: everything of `gone` becomes everything of `keep`. `unmerge` takes it back.

    Raises Refused where both are in one tournament, or one of them is merged or forgotten. Rehearsals keep them apart.
    """
    with transaction.atomic():
        keep, gone = _lock_both(keep, gone)
        _refuse_bots(keep, gone)
        _refuse_merge(keep, gone)
        tournaments = tournaments_of(gone)
        entries = list(
            Entry.objects.filter(player=gone, tournament__rehearsal_of=None).order_by("pk").values_list("pk", flat=True)
        )
        seats = list(
            Seat.objects.filter(player=gone, round__tournament__rehearsal_of=None)
            .order_by("pk")
            .values_list("pk", flat=True)
        )
        Entry.objects.filter(pk__in=entries).update(player=keep)
        Seat.objects.filter(pk__in=seats).update(player=keep)
        gone.merged_into = keep
        gone.save(update_fields=["merged_into"])
        history.raise_version(tournaments, at=at)
        facts = {"player": gone.pk, "into": keep.pk}
        undo = {"entries": entries, "seats": seats}
        history.write_down(keep.club, "player.merge", by=by, at=at, facts=facts, undo=undo)
    return keep


def unmerge(*, player: Player, by: str, at: datetime) -> Player:
    """Take the merge of this player back: what it brought returns to it. Raises Refused where that cannot be done."""
    with transaction.atomic():
        player = _lock(player)
        merged = (
            Change.objects.select_for_update()
            .filter(club=player.club_id, verb="player.merge", facts__player=player.pk, undone_at__isnull=True)
            .first()
        )
        keep = player.merged_into
        if keep is None or merged is None or merged.undo is None:
            raise Refused(_("There is no merge of {name} that could be taken back.").format(name=player))
        if keep.merged_into_id is not None:
            raise Refused(_("{name} was merged as well since then. Take that merge back first.").format(name=keep))
        Entry.objects.filter(pk__in=merged.undo["entries"], player=keep).update(player=player)
        Seat.objects.filter(pk__in=merged.undo["seats"], player=keep).update(player=player)
        player.merged_into = None
        player.save(update_fields=["merged_into"])
        history.mark_undone(merged, by=by, at=at)
        history.raise_version(tournaments_of(player), at=at)
        facts = {"player": player.pk, "out_of": keep.pk}
        history.write_down(player.club, "player.unmerge", by=by, at=at, facts=facts)
    return player


def forget(*, player: Player, by: str, at: datetime) -> Player:
    """Replace the name of a player, and of everybody merged into it, wherever it stands. The points stay.

    Cannot be undone. Raises Refused for somebody forgotten or merged.
    """
    with transaction.atomic():
        player = _lock(player)
        _refuse_bots(player)
        _refuse_forgotten(player)
        if player.merged_into is not None:
            raise Refused(
                _("{name} was merged into {other}. Forget {other}.").format(name=player, other=player.merged_into)
            )
        everybody = [player, *_merged_into(player)]
        forgetting.forget_names(player.club, _all_names(everybody), instead=_("Forgotten player"))
        ids = [each.pk for each in everybody]
        Player.objects.filter(pk__in=ids).update(
            name=_("Forgotten player"), sort_name=_("Forgotten player"), note="", shown=Shown.HIDDEN, forgotten_at=at
        )
        seat_keys.end_keys(everybody, at=at)
        # Nobody can come out of a forgotten player again, for the name that they would come out with is gone.
        Change.objects.filter(club=player.club_id, verb="player.merge", facts__player__in=ids).update(undo=None)
        history.raise_version(tournaments_of(player), at=at)
        history.write_down(player.club, "player.forget", by=by, at=at, facts={"player": player.pk})
        player.refresh_from_db()
    return player


def tournaments_of(player: Player) -> list[int]:
    """Ids of every tournament whose pages name this player: by an entry, or by a seat filled in."""
    involved = Q(entries__player=player) | Q(rounds__seats__player=player)
    return sorted(set(Tournament.with_removed.filter(involved).values_list("pk", flat=True)))


def _usable(name: str) -> str:
    tidied = names.tidy(name)
    fault = names.fault(tidied)
    if fault is not None:
        raise Refused(fault)
    return tidied


def _lock(player: Player) -> Player:
    """The player as it is now, held until the transaction ends, and before it the tournaments it may be in."""
    history.lock_all(player.club_id)
    return _locked().get(pk=player.pk)


def _locked() -> QuerySet[Player]:
    """Players to be held until the transaction ends.

    Nothing is joined to them: after a wait, PostgreSQL reads a locked row afresh, but not what was joined. Their keys
    stay free: a row that only points at a player waits for nobody.
    """
    return Player.objects.select_for_update(no_key=True)


def _lock_both(keep: Player, gone: Player) -> tuple[Player, Player]:
    history.lock_all(keep.club_id)
    both = _locked().filter(pk__in=[keep.pk, gone.pk]).order_by("pk")
    locked = {player.pk: player for player in both}
    return locked[keep.pk], locked[gone.pk]


def _refuse_bots(*players: Player) -> None:
    """Refuse what is done to people alone: a bot's name says that it is one, and nobody knows it."""
    for player in players:
        if player.bot:
            raise Refused(_("{name} is a bot: it is not renamed, merged or forgotten.").format(name=player))


def _refuse_forgotten(player: Player) -> None:
    if player.forgotten_at is not None:
        raise Refused(_("This player was forgotten, which cannot be undone. Add the person anew."))


def _refuse_merge(keep: Player, gone: Player) -> None:
    if keep.pk == gone.pk or keep.club_id != gone.club_id:
        raise Refused(_("Choose two different players of the club."))
    for player in (keep, gone):
        _refuse_forgotten(player)
        if player.merged_into is not None:
            raise Refused(_("{name} is merged into {other} already.").format(name=player, other=player.merged_into))
    both = set(tournaments_of(keep)) & set(tournaments_of(gone))
    shared = Tournament.with_removed.filter(pk__in=both, rehearsal_of=None).order_by("pk").first()
    if shared is not None:
        raise Refused(
            _(
                "{keep} and {gone} are both in “{tournament}”, so they cannot be one person there. "
                "Withdraw one of the two from that tournament first if one was entered by mistake."
            ).format(keep=keep, gone=gone, tournament=shared)
        )


def _merged_into(player: Player) -> list[Player]:
    """Everybody who was merged into this player, directly or through another."""
    found: list[Player] = []
    next_ones = list(player.merged.order_by("pk"))
    while next_ones:
        found += next_ones
        next_ones = list(Player.objects.filter(merged_into__in=next_ones).order_by("pk"))
    return found


def _all_names(players: Sequence[Player]) -> list[str]:
    return sorted({name for player in players for name in (player.name, player.sort_name)})
