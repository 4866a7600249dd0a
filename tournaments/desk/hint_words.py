"""What is in the way of the console's next step, in words, and where each is put right."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.next_step import InTheWay, NextStep, Why


@dataclass(frozen=True, slots=True)
class Hint:
    """One thing in the way, in words, and where it is put right (empty: nowhere, or not by this person)."""

    text: str
    link: str = ""
    address: str = ""
    posts: bool = False


def hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    """One thing in the way of a step, in words; somebody who does not organise is led to no page of organisers."""
    arrivals = reverse("arrivals", args=[tournament.slug])
    if one.why is Why.NOT_PUBLIC:
        found = reverse("publish", args=[tournament.slug]) if organises else ""
        return Hint(_("Only the club's members can see this tournament."), _("Publish it"), found, posts=True)
    if one.why is Why.NOT_ARRIVED:
        text = ngettext("{count} person has not arrived.", "{count} people have not arrived.", one.count)
        return Hint(text.format(count=one.count), _("Arrivals"), arrivals)
    if one.why is Why.TOO_FEW_HERE:
        text = ngettext(
            "{count} person is here; the smallest table is for {smallest}.",
            "{count} people are here; the smallest table is for {smallest}.",
            one.count,
        )
        return Hint(text.format(count=one.count, smallest=one.of))
    if one.why in (Why.CAME_SINCE, Why.WENT_SINCE):
        text = _("Came since it was drawn: {names}.") if one.why is Why.CAME_SINCE else _("Gone since: {names}.")
        return Hint(text.format(names=", ".join(one.said)), _("Arrivals"), arrivals)
    if one.why in _OF_STAGE:
        return _stage_hint(one, stage_address(step, tournament) if organises else "")
    return _table_hint(one, step, tournament, organises=organises)


def _stage_hint(one: InTheWay, found: str) -> Hint:
    said = ", ".join(one.said)
    if one.why is Why.LEVEL:
        return Hint(_("Level: {names}.").format(names=said), _("Settle it"), found)
    if one.why is Why.SHARED:
        return Hint(_("They share the first place: {names}.").format(names=said), _("Part them"), found)
    if one.why is Why.CORRECTED:
        return Hint(_("After a correction: {what}").format(what=said), _("Look at it"), found)
    text = _("Goes on and is not here: {names}. A seat stays empty and is placed last.")
    return Hint(text.format(names=said), _("Replace"), found)


AtTable = tuple[str, str, str]
"""Text about a table, the page where it is put right, and what the link there is called."""


def _alone(count: int) -> AtTable:
    text = ngettext(
        "Table {table} has {count} person left, who cannot play alone: move them, or declare its hands void.",
        "Table {table} has {count} people left, so nobody plays there: declare its hands void.",
        count,
    )
    return text, "seat-table", _("Change the table")


def _bots_play(count: int) -> AtTable:
    text = ngettext(
        "Bots play at table {table}: {count} hand is to come.",
        "Bots play at table {table}: {count} hands are to come.",
        count,
    )
    return text, "bot-table", _("Look at it")


def _bots_rest(count: int) -> AtTable:
    text = ngettext(
        "The bots of table {table} wait until somebody lets them play: {count} hand is to come.",
        "The bots of table {table} wait until somebody lets them play: {count} hands are to come.",
        count,
    )
    return text, "bot-table", _("Let them")


def _on_screen(count: int) -> AtTable:
    text = ngettext(
        "Table {table} is being played on screen: {count} hand is to come.",
        "Table {table} is being played on screen: {count} hands are to come.",
        count,
    )
    return text, "screen-table", _("Look at it")


_OF_STAGE = frozenset({Why.LEVEL, Why.SHARED, Why.GOES_ON_AND_NOT_HERE, Why.CORRECTED})
_FOR_ORGANISERS = {
    Why.TOO_FEW_AT_TABLE: _alone,
    Why.BOTS_PLAY: _bots_play,
    Why.BOTS_REST: _bots_rest,
    Why.ON_SCREEN: _on_screen,
}
"""What organisers alone put right at a table."""


def _table_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    if one.why in _FOR_ORGANISERS:
        text, page, link = _FOR_ORGANISERS[one.why](one.count)
        found = reverse(page, args=[tournament.slug, step.round, one.table]) if organises else ""
        return Hint(text.format(table=one.table, count=one.count), link, found)
    found = reverse("desk-table", args=[tournament.slug, step.round, one.table])
    if one.why is Why.NOT_HANDED_IN and one.count == one.of:
        return Hint(_("Table {table} has not handed in.").format(table=one.table), _("Type it"), found)
    if one.why is Why.NOT_HANDED_IN:
        text = ngettext(
            "Table {table}: {count} hand is missing.", "Table {table}: {count} hands are missing.", one.count
        )
        return Hint(text.format(table=one.table, count=one.count), _("Type it"), found)
    if one.why is Why.ASKED_ABOUT:
        return Hint(" ".join(one.said), _("Look at it"), found)
    return Hint(_("Table {table} is typed, not accepted.").format(table=one.table), _("Look at it"), found)


def stage_address(step: NextStep, tournament: Tournament) -> str:
    """The page of the stage that a step is about."""
    return reverse("stage", args=[tournament.slug, step.stage])
