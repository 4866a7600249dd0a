"""Addresses of rehearsals at the desk, below /desk/."""

from django.urls import path

from tournaments.desk import rehearsal

urlpatterns = [
    path("t/<slug:slug>/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("t/<slug:slug>/rehearsal/step/", rehearsal.rehearsal_step, name="rehearsal-step"),
    path("t/<slug:slug>/rehearsal/speed/", rehearsal.rehearsal_speed, name="rehearsal-speed"),
    path("t/<slug:slug>/rehearsal/throw-away/", rehearsal.rehearsal_throw_away, name="rehearsal-throw-away"),
]
