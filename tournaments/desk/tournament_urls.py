"""The desk's pages of a tournament: one line for each."""

from django.urls import path

from tournaments.desk import arrivals, console, history, names, points, programme

urlpatterns = [
    path("<slug:club>/tournaments/new/", programme.new_tournament, name="new-tournament"),
    path("<slug:club>/tournaments/removed/", programme.removed_tournaments, name="removed-tournaments"),
    path("t/<slug:slug>/", console.console, name="console"),
    path("t/<slug:slug>/live/", console.console_live, name="console-live"),
    path("t/<slug:slug>/publish/", console.publish, name="publish"),
    path("t/<slug:slug>/hide/", console.hide, name="hide"),
    path("t/<slug:slug>/finish/", console.finish, name="finish"),
    path("t/<slug:slug>/reopen/", console.reopen, name="reopen"),
    path("t/<slug:slug>/rounds/<int:number>/close/", console.close_round, name="close-round"),
    path("t/<slug:slug>/rounds/<int:number>/take-back/", console.take_back_round, name="take-back-round"),
    path("t/<slug:slug>/rounds/<int:number>/reopen/", console.reopen_round, name="reopen-round"),
    path("t/<slug:slug>/rounds/<int:number>/cut/", console.cut_round, name="cut-round"),
    path("t/<slug:slug>/settings/", programme.programme, name="programme"),
    path("t/<slug:slug>/settings/replace/", programme.replace_rules, name="replace-rules"),
    path("t/<slug:slug>/copy/", programme.copy_tournament, name="copy-tournament"),
    path("t/<slug:slug>/remove/", programme.remove_tournament, name="remove-tournament"),
    path("t/<slug:slug>/put-back/", programme.put_back, name="put-back"),
    path("t/<slug:slug>/arrivals/", arrivals.arrivals, name="arrivals"),
    path("t/<slug:slug>/arrivals/live/", arrivals.arrivals_live, name="arrivals-live"),
    path("t/<slug:slug>/arrivals/status/", arrivals.set_status, name="set-status"),
    path("t/<slug:slug>/arrivals/everybody/", arrivals.everybody_is_here, name="everybody-is-here"),
    path("t/<slug:slug>/arrivals/walk-in/", arrivals.walk_in, name="walk-in"),
    path("t/<slug:slug>/undo/<int:change>/", arrivals.undo, name="undo"),
    path("t/<slug:slug>/names/", names.names, name="names"),
    path("t/<slug:slug>/names/<int:upload>/", names.names_preview, name="names-preview"),
    path("t/<slug:slug>/names/<int:upload>/drop/", names.drop_names, name="drop-names"),
    path("t/<slug:slug>/points/", points.points, name="points"),
    path("t/<slug:slug>/points/<int:line>/take-back/", points.take_back_line, name="take-back-line"),
    path("t/<slug:slug>/points/lots/", points.draw_lots, name="draw-lots"),
    path("t/<slug:slug>/history/", history.history, name="history"),
]
