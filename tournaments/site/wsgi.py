"""WSGI entry point: `tournaments.site.wsgi:application`. Production unless the environment says otherwise."""

import os

from django.core.wsgi import get_wsgi_application

from tournaments.management.embedded.lifeline import die_with_parent
from tournaments.site.checks import refuse_an_unsafe_start

os.environ.setdefault("DIRECTOR_MODE", "production")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
die_with_parent()
application = get_wsgi_application()

refuse_an_unsafe_start()
