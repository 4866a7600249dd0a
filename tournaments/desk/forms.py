"""Small forms that several desk pages share."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.names import LONGEST_NAME


def number_in(text: object) -> int:
    """The whole number that a button or an address carries; 0, which is the number of nothing, for anything else."""
    digits = str(text)
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else 0


class ReasonForm(forms.Form):
    """Why something is done that the history should explain."""

    why = forms.CharField(label=_("Why"), max_length=200, help_text=_("The history shows it."))


class HandsForm(forms.Form):
    """How many hands a round is to have."""

    hands = forms.IntegerField(label=_("Hands to play"), min_value=1)

    def __init__(self, most: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["hands"]
        field.initial = most
        field.help_text = _("At most {count}.").format(count=most)


class WalkInForm(forms.Form):
    """Somebody who is not on the list."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, strip=True)
