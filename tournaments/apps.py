"""The Django app of tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Clubs and their tournaments."""

    name = "tournaments"
    verbose_name = _("Tournaments")
