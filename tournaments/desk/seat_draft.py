"""A draft changed by hand: two people change places, a table is locked, the last change is taken back; and its file."""

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import draft_changes
from tournaments.access import DeskRequest, for_tournament
from tournaments.desk.changes import describe
from tournaments.desk.forms import number_in
from tournaments.desk.rounds import published_round
from tournaments.desk.seat_page import done, refused_page, seat_page, seen_draft
from tournaments.models import Entry, Role, Tournament
from tournaments.queries.changes import told
from tournaments.queries.draws import file_of
from tournaments.refusals import Refused


@require_POST
@for_tournament(Role.ORGANISER)
def swap(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Let two people of the draft change places. Where only one is named yet, the page asks for the other."""
    try:
        draft = seen_draft(request, tournament)
        if request.POST.get("first") == "" and "second" in request.POST:
            return seat_page(request, tournament, picked=_entry(request, tournament, "second").number)
        first, second = (_entry(request, tournament, name) for name in ("first", "second"))
        draft_changes.swap(draft=draft, first=first, second=second, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return refused_page(request, tournament, refused)
    said = _("{first} and {second} have changed places.").format(first=first.player, second=second.player)
    return done(request, tournament, said)


@require_POST
@for_tournament(Role.ORGANISER)
def lock(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Lock a table of the draft (`lock`), or unlock it (`unlock`)."""
    locked = "lock" in request.POST
    table = number_in(request.POST.get("lock" if locked else "unlock"))
    try:
        draft = seen_draft(request, tournament)
        draft_changes.lock_table(draft=draft, table=table, locked=locked, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return refused_page(request, tournament, refused)
    if locked:
        said = _("Table {table} is locked: it stays as it is when the rest is drawn again.").format(table=table)
    else:
        said = _("Table {table} is unlocked.").format(table=table)
    return done(request, tournament, said)


@require_POST
@for_tournament(Role.ORGANISER)
def step_back(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Take the last change of the draft back."""
    try:
        draft = seen_draft(request, tournament)
        change = draft_changes.step_back(draft=draft, by=str(request.user), at=timezone.now())
    except Refused as refused:
        return refused_page(request, tournament, refused)
    words = describe(told(tournament, [change])[0])
    return done(request, tournament, _("Taken back: {change}.").format(change=words))


@require_safe
@for_tournament(Role.ORGANISER)
def draw_file(_request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The organisers' file of the draw of a published round: with the wishes that were minded."""
    text = file_of(published_round(tournament, number))
    if not text:
        raise Http404
    name = f"{tournament.slug}-round-{number}-with-wishes.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


def _entry(request: DeskRequest, tournament: Tournament, name: str) -> Entry:
    number = number_in(request.POST.get(name))
    found = tournament.entries.select_related("player").filter(number=number).first()
    if found is None:
        raise Refused(_("Choose the two people who are to change places."))
    return found
