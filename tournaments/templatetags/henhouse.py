"""Template tags and filters of our own, known to every template."""

from django import template

register = template.Library()
