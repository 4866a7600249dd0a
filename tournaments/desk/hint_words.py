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
    special = _HINTS.get(one.why)
    if special is not None:
        return special(one, step, tournament, organises=organises)
    return _table_hint(one, step, tournament)


def _stage_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    found = stage_address(step, tournament) if organises else ""
    said = ", ".join(one.said)
    if one.why is Why.LEVEL:
        return Hint(_("Level: {names}.").format(names=said), _("Settle it"), found)
    if one.why is Why.SHARED:
        return Hint(_("They share the first place: {names}.").format(names=said), _("Part them"), found)
    if one.why is Why.CORRECTED:
        return Hint(_("After a correction: {what}").format(what=said), _("Look at it"), found)
    text = _("Goes on and is not here: {names}. A seat stays empty and is placed last.")
    return Hint(text.format(names=said), _("Replace"), found)


def _alone_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    text = ngettext(
        "Table {table} has {count} person left, who cannot play alone: move them, or declare its hands void.",
        "Table {table} has {count} people left, so nobody plays there: declare its hands void.",
        one.count,
    )
    found = reverse("seat-table", args=[tournament.slug, step.round, one.table])
    return _at_table(text, _("Change the table"), found if organises else "", one)


def _bots_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    text = ngettext(
        "Bots play at table {table}: {count} hand is to come.",
        "Bots play at table {table}: {count} hands are to come.",
        one.count,
    )
    found = reverse("bot-table", args=[tournament.slug, step.round, one.table])
    return _at_table(text, _("Look at it"), found if organises else "", one)


def _resting_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    text = ngettext(
        "The bots of table {table} wait until somebody lets them play: {count} hand is to come.",
        "The bots of table {table} wait until somebody lets them play: {count} hands are to come.",
        one.count,
    )
    found = reverse("bot-table", args=[tournament.slug, step.round, one.table])
    return _at_table(text, _("Let them"), found if organises else "", one)


def _screen_hint(one: InTheWay, step: NextStep, tournament: Tournament, *, organises: bool) -> Hint:
    text = ngettext(
        "Table {table} is being played on screen: {count} hand is to come.",
        "Table {table} is being played on screen: {count} hands are to come.",
        one.count,
    )
    found = reverse("screen-table", args=[tournament.slug, step.round, one.table])
    return _at_table(text, _("Look at it"), found if organises else "", one)


def _at_table(text: str, link: str, address: str, one: InTheWay) -> Hint:
    return Hint(text.format(table=one.table, count=one.count), link, address)


_HINTS = {
    Why.LEVEL: _stage_hint,
    Why.SHARED: _stage_hint,
    Why.GOES_ON_AND_NOT_HERE: _stage_hint,
    Why.CORRECTED: _stage_hint,
    Why.TOO_FEW_AT_TABLE: _alone_hint,
    Why.BOTS_PLAY: _bots_hint,
    Why.BOTS_REST: _resting_hint,
    Why.ON_SCREEN: _screen_hint,
}


def _table_hint(one: InTheWay, step: NextStep, tournament: Tournament) -> Hint:
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
