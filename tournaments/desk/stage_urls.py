"""The desk's pages about stages: one line for each."""

from django.urls import path

from tournaments.desk import stage, stages

urlpatterns = [
    path("t/<slug:slug>/stages/", stages.stages, name="stages"),
    path("t/<slug:slug>/stages/<int:stage>/", stage.stage, name="stage"),
    path("t/<slug:slug>/stages/<int:stage>/cut/", stage.make_cut, name="make-cut"),
    path("t/<slug:slug>/stages/<int:stage>/cut/undo/", stage.undo_cut, name="undo-cut"),
    path("t/<slug:slug>/stages/<int:stage>/replace/<int:entry>/", stage.replace, name="replace-qualifier"),
    path("t/<slug:slug>/stages/<int:stage>/settle/", stage.settle, name="settle"),
    path(
        "t/<slug:slug>/stages/<int:stage>/settled/<int:settled>/take-back/",
        stage.take_back_settled,
        name="take-back-settled",
    ),
    path("t/<slug:slug>/stages/<int:stage>/plan/", stage.choose_plan, name="choose-plan"),
    path("t/<slug:slug>/stages/<int:stage>/numbers/", stage.set_going_on, name="set-going-on"),
]
