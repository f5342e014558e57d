"""ASGI entry point, for the optional live updates alone: pages are served by WSGI (docs/operators.md)."""

import os

from django.core.asgi import get_asgi_application

from tournaments.site.checks import refuse_an_unsafe_start

os.environ.setdefault("DIRECTOR_MODE", "production")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
application = get_asgi_application()

refuse_an_unsafe_start()
