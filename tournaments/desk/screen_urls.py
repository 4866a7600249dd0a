"""The desk's pages about tables on screen: one line for each."""

from django.urls import path

from tournaments.desk import screen

urlpatterns = [
    path("t/<slug:slug>/rounds/<int:number>/screen/", screen.tables, name="screen-tables"),
    path("t/<slug:slug>/rounds/<int:number>/screen/links/", screen.links, name="screen-links"),
    path("t/<slug:slug>/rounds/<int:number>/screen/take-back/", screen.take_back, name="screen-take-back"),
    path("t/<slug:slug>/rounds/<int:number>/screen/<int:table>/", screen.table, name="screen-table"),
]
