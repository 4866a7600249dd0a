"""A form with a mistake: said beside the field, summed up at the top, nothing typed is lost."""

from django import forms
from django.template.loader import render_to_string


class Visit(forms.Form):
    name = forms.CharField(help_text="As it is called out.")
    how_many = forms.IntegerField(min_value=1)
    lunch = forms.BooleanField(required=False)
    size = forms.ChoiceField(choices=[("4", "four"), ("5", "five")], widget=forms.RadioSelect)


def test_errors_stand_beside_the_field_and_at_the_top() -> None:
    html = render_to_string("_form.html", {"form": Visit({"name": "Wren", "how_many": "0"}), "submit": "Save"})
    assert html.count("Ensure this value is greater than or equal to 1.") == 2
    assert '<a href="#id_how_many">How many</a>' in html
    assert 'value="Wren"' in html
    assert 'aria-describedby="id_name_helptext"' in html
    assert 'id="id_name_helptext">As it is called out.' in html


def test_no_summary_before_anything_was_sent() -> None:
    html = render_to_string("_form.html", {"form": Visit(), "submit": "Save", "cancel": "/back/"})
    assert "Not saved yet" not in html
    assert html.count('type="radio"') == 2
    assert '<a class="button button-quiet" href="/back/">Cancel</a>' in html
