"""Every address. The language is part of it, so that a page is the same bytes for everybody.

A seat on screen is one person's own: its address has no language, so the cookie for it is good in every one of them.
"""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.health import health
from tournaments.public.front import root

urlpatterns: list[URLPattern | URLResolver] = [
    path("health", health, name="health"),
    path("", root, name="root"),
    path("seat/", include("tournaments.seatside.urls")),
    *i18n_patterns(
        path("", include("tournaments.accounts.urls")),
        path("desk/", include("tournaments.desk.tournament_urls")),
        path("desk/", include("tournaments.desk.bot_urls")),
        path("desk/", include("tournaments.desk.screen_urls")),
        path("desk/", include("tournaments.desk.rehearsal_urls")),
        path("desk/", include("tournaments.desk.seat_urls")),
        path("desk/", include("tournaments.desk.stage_urls")),
        path("desk/", include("tournaments.desk.result_urls")),
        path("desk/", include("tournaments.desk.club_urls")),
        path("support/", admin.site.urls),
        path("", include("tournaments.public.urls")),
    ),
]
