"""The Django app of games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Games, hands and reports."""

    name = "games"
    verbose_name = _("Games")
