"""Addresses of typing results, under /desk/t/<slug>/."""

from django.urls import path

from tournaments.desk import hand_typing, results

urlpatterns = [
    path("t/<slug:slug>/results/", results.desk_results, name="desk-results"),
    path("t/<slug:slug>/rounds/<int:number>/results/", results.desk_results, name="desk-results-of"),
    path("t/<slug:slug>/rounds/<int:number>/accept/", results.accept_results, name="accept-results"),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/", results.desk_table, name="desk-table"),
    path(
        "t/<slug:slug>/rounds/<int:number>/tables/<int:table>/check/", results.desk_table_check, name="desk-table-check"
    ),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/void/", results.void_missing, name="void-missing"),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/hands/<int:hand>/", results.desk_hand, name="desk-hand"),
    path(
        "t/<slug:slug>/rounds/<int:number>/tables/<int:table>/hands/<int:hand>/type/",
        hand_typing.type_hand,
        name="type-hand",
    ),
    path(
        "t/<slug:slug>/rounds/<int:number>/tables/<int:table>/hands/<int:hand>/check/",
        hand_typing.check_hand,
        name="check-hand",
    ),
]
