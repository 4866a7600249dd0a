"""The addresses of the world's pages, below the language."""

from django.urls import path

from tournaments.public import (
    bracket,
    drawn,
    entry,
    files,
    front,
    hand,
    moving,
    practice,
    results,
    rules,
    seating,
    standings,
    watching,
)

urlpatterns = [
    path("", front.home, name="home"),
    path("practice/", practice.practice_start, name="practice"),
    path("practice/<slug:name>/", practice.practice_hand, name="practice-hand"),
    path("c/<slug:club>/", front.club, name="club"),
    path("t/<slug:slug>/", standings.standings, name="tournament"),
    path("t/<slug:slug>/after/<int:number>/", standings.after_round, name="after-round"),
    path("t/<slug:slug>/stage/<int:number>/", standings.stage, name="stage-list"),
    path("t/<slug:slug>/seating/", seating.seating, name="seating"),
    path("t/<slug:slug>/seating/<int:number>/", seating.seating, name="seating-round"),
    path("t/<slug:slug>/seating/<int:number>/draw.json", drawn.draw_file, name="draw-file"),
    path("t/<slug:slug>/results/", results.results, name="results"),
    path("t/<slug:slug>/results/<int:number>/", results.results, name="results-round"),
    path("t/<slug:slug>/results/<int:number>/hands/", results.results, {"by": "hands"}, name="results-hands"),
    path("t/<slug:slug>/results/<int:number>/<int:table>/", results.table_result, name="table-result"),
    path("t/<slug:slug>/results/<int:number>/<int:table>/<int:hand>/", hand.hand, name="hand"),
    path(
        "t/<slug:slug>/results/<int:number>/<int:table>/records.txt",
        results.table_records,
        name="table-records",
    ),
    path("t/<slug:slug>/results/<int:number>/<int:table>/watch/", watching.watch, name="watch"),
    path("t/<slug:slug>/bracket/", bracket.bracket_page, name="bracket"),
    path("t/<slug:slug>/bracket/list/", bracket.bracket_list, name="bracket-list"),
    path("t/<slug:slug>/bracket/<int:number>/", bracket.bracket_page, name="bracket-round"),
    path("t/<slug:slug>/rules/", rules.rules, name="rules"),
    path("t/<slug:slug>/entry/<int:number>/", entry.entry, name="entry"),
    path("t/<slug:slug>/standings.csv", files.standings_csv, name="standings-csv"),
    path("t/<slug:slug>/standings.json", files.standings_json, name="standings-json"),
    path("t/<slug:slug>/live/standings", standings.live_standings, name="live-standings"),
    path("t/<slug:slug>/live/<path:page>", moving.live_page, name="live-page"),
]
