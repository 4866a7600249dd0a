"""The door for web servers."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.collector import leave_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

# What is read at the first request is read now, so that it belongs to what is loaded.
len(get_resolver().url_patterns)
leave_what_is_loaded()
