"""ASGI entry point, for the optional live updates alone: pages are served by WSGI (docs/operators.md)."""

import os

import django
from django.conf import settings

from tournaments.management.embedded.lifeline import die_with_parent
from tournaments.management.embedded.network import allow_many_connections
from tournaments.site.checks import refuse_an_unsafe_start

os.environ.setdefault("DIRECTOR_MODE", "production")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
die_with_parent()
allow_many_connections()
if not settings.CACHE_URL:
    # rendered pages are kept by the streams already; in this process's own memory a few are enough
    settings.CACHES["default"]["OPTIONS"]["MAX_ENTRIES"] = 100
django.setup()
refuse_an_unsafe_start()

# after set-up: they import models
from tournaments.pages.stream.door import Door  # noqa: E402
from tournaments.pages.stream.hub import Hub  # noqa: E402
from tournaments.services.push import address  # noqa: E402

_broker = address()
application = Door(Hub(_broker) if _broker is not None else None)
