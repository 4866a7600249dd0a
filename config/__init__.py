"""Wiring: settings, addresses, the queue, the launcher. Nothing imports it but the doors themselves."""

from config import sqlite  # isort: skip - the SQLite that everything else gets
from config.celery_app import app

# Loaded with the settings, so that a task published from anywhere goes to the configured application.
__all__ = ["app", "sqlite"]
