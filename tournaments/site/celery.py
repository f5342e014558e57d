"""The Celery app: `celery -A tournaments.site worker`. Every switch is a CELERY_… name in settings.py."""

import os
from typing import Any

from celery import Celery
from celery.signals import celeryd_init
from kombu.transport import TRANSPORT_ALIASES

from tournaments.site import env
from tournaments.site.checks import refuse_an_unsafe_start
from tournaments.site.clock import Clock

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")

TRANSPORT_ALIASES["folder"] = "tournaments.site.folder_broker:Transport"

app = Celery("tournaments")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
if env.flag("DIRECTOR_CLOCK", False):
    app.steps["worker"].add(Clock)


@celeryd_init.connect
def _refuse_an_unsafe_start(**_: Any) -> None:
    refuse_an_unsafe_start()
