"""The WSGI application."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.lazy_import import imports

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

with imports():
    application = get_wsgi_application()
    import_module(settings.ROOT_URLCONF)  # all addresses; their views follow
