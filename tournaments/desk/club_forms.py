"""Forms of the club's pages at the desk."""

import zoneinfo
from functools import cache

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import names
from tournaments.models import Role, Shown
from tournaments.refusals import in_words


@cache
def time_zones() -> list[tuple[str, str]]:
    """The time zones that people live in, by name."""
    places = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    known = sorted(zone for zone in zoneinfo.available_timezones() if zone.startswith(places))
    return [("UTC", "UTC"), *((zone, zone.replace("_", " ")) for zone in known)]


class NameField(forms.CharField):
    """The name of a person, tidied; says what is wrong with one that cannot be used."""

    def clean(self, value: object) -> str:
        name = names.tidy(str(super().clean(value)))
        fault = names.fault(name) if name else None
        if fault is not None:
            raise forms.ValidationError(in_words(fault))
        return name


class ClubForm(forms.Form):
    """What a club is called and where it meets."""

    name = forms.CharField(label=_("Name of the club"), max_length=80)
    place = forms.CharField(label=_("Where it meets"), max_length=120, required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)


class InviteForm(forms.Form):
    """The role that an invitation brings."""

    role = forms.ChoiceField(label=_("Invite a"), choices=Role.choices, initial=Role.SCOREKEEPER)


class RoleForm(forms.Form):
    """The role that a member is to have."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class NewPlayerForm(forms.Form):
    """A player by name alone; whether it is a namesake is asked only where there is one."""

    name = NameField(label=_("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    although_known = forms.BooleanField(label=_("This is somebody else of the same name"), required=False)


class PlayerForm(forms.Form):
    """How a player is called, noted and shown."""

    name = NameField(label=_("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    sort_name = NameField(
        label=_("Name to sort by"),
        required=False,
        help_text=_("Where it stands in lists, such as “Adair, Wren”. Left empty, it is the name as written."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    shown = forms.ChoiceField(
        label=_("On public pages"),
        choices=Shown.choices,
        widget=forms.RadioSelect,
        help_text=_("A hidden player is “Player 17” on every public page, file and list."),
    )
    note = forms.CharField(
        label=_("Private note"),
        max_length=200,
        required=False,
        help_text=_("Seen by organisers and owners only. Never exported."),
    )


class MergeForm(forms.Form):
    """The other player who is the same person."""

    gone = forms.IntegerField(error_messages={"required": _("Choose who is the same person.")})
