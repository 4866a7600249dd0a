"""The standings for a terminal or another program: as a table, as JSON, as CSV."""

import json
from enum import Enum

from django.utils.translation import gettext as _

from tournaments.files.spreadsheet import for_machines
from tournaments.files.text_table import text_table
from tournaments.models import Tournament
from tournaments.queries.facts import Facts, facts_of
from tournaments.queries.standings_list import COLUMNS, as_content, standings_list
from tournaments.refusals import Refused
from tournaments.standings import Section


class Form(Enum):
    """How the list is written. TABLE is for people; CSV is UTF-8 without a mark, every line ended by LF alone."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


def standings_text(tournament: Tournament, form: Form, after_round: int | None = None) -> str:
    """The list now, or as it stood after a round. Raises Refused where that round is not closed."""
    facts = facts_of(tournament)
    if after_round is not None:
        played = facts.round(after_round)
        if played is None or not played.closed:
            raise Refused(_("There is no list after round {number}: it is not closed.").format(number=after_round))
    match form:
        case Form.JSON:
            return json.dumps(as_content(facts, after_round), ensure_ascii=False, indent=2) + "\n"
        case Form.CSV:
            found = standings_list(facts, after_round)
            rows = [(*row.cells, *found.more_cells(row)) for row in found.rows]
            return for_machines((*COLUMNS, *found.more_columns), rows).decode()
        case Form.TABLE:
            return "\n".join(_table(facts, after_round)) + "\n"


def _table(facts: Facts, after_round: int | None) -> list[str]:
    """The list as people read it; who is still playing and who is not ranked stand below lines of their own."""
    found = standings_list(facts, after_round)
    header = (_("place"), _("name"), _("total"), _("zeros"), _("lowest other"), _("hands"))
    lines = text_table(header, [row.cells for row in found.rows], left=frozenset({header[1]}))
    titles = {Section.STILL_PLAYING: _("still playing"), Section.UNRANKED: _("not ranked"), Section.BOTS: _("bots")}
    text = [str(facts.tournament), _progress(facts, after_round), "", lines[0]]
    before = Section.RANKED
    for row, line in zip(found.rows, lines[1:], strict=True):
        if row.section is not before:
            text.append(f"-- {titles[row.section]}")
            before = row.section
        text.append(line)
    return text


def _progress(facts: Facts, after_round: int | None) -> str:
    if after_round is not None:
        return _("After round {number}").format(number=after_round)
    if facts.tournament.state == Tournament.State.FINISHED:
        return _("Final")
    last = facts.last_round
    if last is None:
        return _("No round is seated yet.")
    if last.closed:
        return _("After round {number}").format(number=last.number)
    return _("Provisional: round {number}, {done} of {tables} tables in").format(
        number=last.number, done=last.tables_in, tables=len(last.tables)
    )
