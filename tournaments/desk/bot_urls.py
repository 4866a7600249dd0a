"""The desk's pages of bots: one line for each."""

from django.urls import path

from tournaments.desk import bots

urlpatterns = [
    path("<slug:club>/tournaments/bots/", bots.new_bot_tournament, name="new-bot-tournament"),
    path("t/<slug:slug>/bots/", bots.bots_page, name="bots"),
    path("t/<slug:slug>/bots/plan/", bots.bots_plan, name="bots-plan"),
    path("t/<slug:slug>/bots/status/", bots.bot_status, name="bot-status"),
    path("t/<slug:slug>/bots/machine/", bots.bots_machine, name="bots-machine"),
    path("t/<slug:slug>/bots/<int:number>/<int:table>/", bots.bot_table, name="bot-table"),
]
