"""Names: a list is pasted or uploaded, looked at row by row, and taken in."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from tournaments import uploads
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.forms import number_in
from tournaments.desk.frame import look_and_post, page
from tournaments.models import Role, Tournament, Upload
from tournaments.queries import evening
from tournaments.queries.uploads import Choice, Kind, Looked, PreviewRow, answer_of, look
from tournaments.refusals import Refused, in_words

ROW = "row-"
HEADERS_SHOWN = 20
"""So many of the first rows are offered as the row with the headings."""


class ListForm(forms.Form):
    """A list of names, pasted or as a file."""

    names = forms.CharField(
        label=gettext_lazy("Paste the names"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("One name a line, or cells copied out of a spreadsheet. Nothing is saved yet."),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        required=False,
        help_text=gettext_lazy("A spreadsheet (.xlsx) or a list as text (.csv, .tsv, .txt), at most 2 MB."),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors and not given.get("names", "").strip() and not given.get("file"):
            raise forms.ValidationError(_("Paste some names, or choose a file."))
        return given


class LayoutForm(forms.Form):
    """Where the names stand in a list."""

    header_row = forms.TypedChoiceField(
        label=gettext_lazy("Row with the headings"), coerce=int, empty_value=None, required=False
    )
    first_column = forms.TypedChoiceField(label=gettext_lazy("The name stands in"), coerce=int)
    second_column = forms.TypedChoiceField(
        label=gettext_lazy("and its second part in"), coerce=int, empty_value=None, required=False
    )
    turn_around = forms.BooleanField(label=gettext_lazy("Turn “Last, First” around into “First Last”"), required=False)
    every_row = forms.BooleanField(label=gettext_lazy("Read titles and totals as names too"), required=False)

    def __init__(self, looked: Looked, typed: QueryDict | None = None) -> None:
        layout = looked.layout
        super().__init__(
            typed,
            initial={
                "header_row": layout.header_row,
                "first_column": layout.name_columns[0],
                "second_column": layout.name_columns[1] if len(layout.name_columns) > 1 else None,
                "turn_around": layout.turn_around,
                "every_row": layout.every_row,
            },
        )
        columns = [(column, _column(looked, column)) for column in range(looked.grid.width)]
        headers = [
            (row.number, f"{row.number}: {' · '.join(cell for cell in row.cells if cell)[:60]}")
            for row in looked.grid.rows[:HEADERS_SHOWN]
        ]
        self.fields["header_row"].choices = [("", _("there are no headings")), *headers]  # type: ignore[attr-defined]
        self.fields["first_column"].choices = columns  # type: ignore[attr-defined]
        self.fields["second_column"].choices = [("", _("it has no second part")), *columns]  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the preview in words: what it is, and what can be done with it."""

    number: int
    name: str
    kind: Kind
    chip: str
    sentence: str
    answer: str
    answers: tuple[tuple[str, str], ...]


@look_and_post
@for_tournament(Role.ORGANISER)
def names(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Hand in a list; it is held on the server and shown row by row before anybody is entered."""
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    if form.is_valid():
        by, at = str(request.user), timezone.now()
        file = form.cleaned_data["file"]
        try:
            if file:
                held = uploads.hold_file(
                    tournament=tournament, source=file.name or _("file"), data=file.read(), by=by, at=at
                )
            else:
                held = uploads.hold_text(tournament=tournament, text=form.cleaned_data["names"], by=by, at=at)
        except Refused as refused:
            form.add_error("file" if file else "names", refused.sentence)
        else:
            return redirect("names-preview", tournament.slug, held.pk)
    context = {
        "form": form,
        "waiting": tournament.uploads.order_by("-pk"),
        "entered": sum(evening.heads(tournament).values()),
    }
    return page(request, tournament, "desk/names.html", "names", context)


@look_and_post
@for_tournament(Role.ORGANISER)
def names_preview(request: DeskRequest, tournament: Tournament, upload: int) -> HttpResponse:
    """The list row by row. Posted with `look` it is read anew; with `accept` everybody in it is entered."""
    held = tournament.uploads.select_related("tournament").filter(pk=upload).first()
    if held is None:
        return _over(request, tournament, upload)
    if request.method != "POST":
        return _preview(request, tournament, held)
    form = LayoutForm(look(held), request.POST)
    try:
        if not form.is_valid():
            return _preview(request, tournament, held, form)
        return _read_or_take_in(request, tournament, held, form)
    except Refused as refused:
        return _preview(request, tournament, held, refused=refused.sentence)


def _read_or_take_in(request: DeskRequest, tournament: Tournament, held: Upload, form: LayoutForm) -> HttpResponse:
    """Keep what was chosen; take the list in where that was asked for and the rows are those that were seen."""
    taking_in = "accept" in request.POST
    if _change_layout(held, form):
        held.refresh_from_db()
        again = _("The list is read anew; look at the rows again.") if taking_in else ""
        return _preview(request, tournament, held, refused=again)
    held = uploads.decide(upload=held, answers=_answers(request.POST))
    if not taking_in:
        return _preview(request, tournament, held)
    entered = uploads.accept(upload=held, by=str(request.user), at=timezone.now())
    text = ngettext("{count} person is entered.", "{count} people are entered.", len(entered))
    messages.success(request, text.format(count=len(entered)))
    return redirect("arrivals", tournament.slug)


@require_POST
@for_tournament(Role.ORGANISER)
def drop_names(request: DeskRequest, tournament: Tournament, upload: int) -> HttpResponse:
    """Throw a held list away."""
    held = tournament.uploads.filter(pk=upload).first()
    if held is None:
        return _over(request, tournament, upload)
    try:
        uploads.drop(upload=held, by=str(request.user), at=timezone.now())
    except Refused as refused:
        messages.warning(request, refused.sentence)
    else:
        messages.success(request, _("The list is thrown away; nobody was entered."))
    return redirect("names", tournament.slug)


def _over(request: DeskRequest, tournament: Tournament, upload: int) -> HttpResponse:
    """What a second press finds; a list that never was here is nowhere."""
    if not uploads.is_over(tournament, upload):
        raise Http404
    messages.info(request, _("That list has been taken in or thrown away already."))
    return redirect("names", tournament.slug)


def _change_layout(held: Upload, form: LayoutForm) -> bool:
    given = form.cleaned_data
    columns = [given["first_column"], given["second_column"]]
    return uploads.change_layout(
        upload=held,
        header_row=given["header_row"],
        name_columns=[column for column in columns if column is not None],
        turn_around=given["turn_around"],
        every_row=given["every_row"],
    )


def _answers(typed: QueryDict) -> dict[int, str]:
    """What was chosen for each row, by row number."""
    chosen = ((name.removeprefix(ROW), str(value)) for name, value in typed.items() if name.startswith(ROW))
    return {number_in(number): answer for number, answer in chosen if answer}


def _preview(
    request: DeskRequest, tournament: Tournament, held: Upload, form: LayoutForm | None = None, refused: str = ""
) -> HttpResponse:
    looked = look(held)
    shown = [_shown(row, looked) for row in looked.rows]
    open_rows = looked.open_rows()
    counted = Counter(row.kind for row in looked.rows)
    settled = looked.settled
    context = {
        "upload": held,
        "form": form or LayoutForm(looked),
        "open": [row for row in shown if row.number in open_rows],
        "rows": [row for row in shown if row.number not in open_rows],
        "skipped": [(one.row_number, one.text, in_words(one.sentence)) for one in looked.skipped],
        "counted": [(_CHIPS[kind], _counted(kind, counted[kind])) for kind in Kind if counted[kind]],
        "people": len(settled.new) + len(settled.known),
        "refused": refused,
    }
    return page(request, tournament, "desk/names_preview.html", "names", context)


def _shown(row: PreviewRow, looked: Looked) -> ShownRow:
    answers = []
    if row.kind is not Kind.NOT_READABLE:
        answers.append((Choice.ADD.value, _("enter as somebody new")))
    known = row.look_alikes or ((row.known_player,) if row.known_player else ())
    answers += [
        (f"{Choice.TAKE.value}:{player.id}", _("is {name}, whom the club knows").format(name=player.name))
        for player in known
        if not player.entered
    ]
    answers.append((Choice.LEAVE_OUT.value, _("leave out")))
    return ShownRow(
        row.row_number,
        row.name,
        row.kind,
        _CHIPS[row.kind],
        in_words(row.sentence),
        answer_of(looked.decided.get(row.row_number)),
        tuple(answers),
    )


_CHIPS = {
    Kind.NEW: "",
    Kind.KNOWN: "chip-in",
    Kind.ALREADY_ENTERED: "chip-done",
    Kind.TWICE_IN_FILE: "chip-odd",
    Kind.LOOKS_LIKE: "chip-odd",
    Kind.NOT_READABLE: "chip-wrong",
}


def _counted(kind: Kind, count: int) -> str:
    texts = {
        Kind.NEW: ngettext("{count} new", "{count} new", count),
        Kind.KNOWN: ngettext("{count} known", "{count} known", count),
        Kind.ALREADY_ENTERED: ngettext("{count} entered already", "{count} entered already", count),
        Kind.TWICE_IN_FILE: ngettext("{count} twice in the list", "{count} twice in the list", count),
        Kind.LOOKS_LIKE: ngettext("{count} looks like somebody", "{count} look like somebody", count),
        Kind.NOT_READABLE: ngettext("{count} not readable", "{count} not readable", count),
    }
    return texts[kind].format(count=count)


def _column(looked: Looked, column: int) -> str:
    """A column by its letter, its heading, and the first cell below it."""
    header = next((row for row in looked.grid.rows if row.number == looked.layout.header_row), None)
    cells = [row.cell(column) for row in looked.grid.rows if header is None or row.number > header.number]
    first = next((cell for cell in cells if cell), "")
    letter = chr(ord("A") + column) if column < 26 else str(column + 1)
    return " · ".join(part[:40] for part in (letter, header.cell(column) if header else "", first) if part)
