"""The door for web servers."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

# The collector went through everything that is loaded, again and again, for a third of the time of large standings.
# What is loaded once stays; and a large list is tens of thousands of values that all live until it is done.
len(get_resolver().url_patterns)
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)
