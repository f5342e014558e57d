"""The Celery app: `celery -A tournaments.site worker`. Every switch is a CELERY_… name in settings.py."""

import os
from typing import Any

from celery import Celery
from celery.signals import celeryd_init

from tournaments.site.checks import refuse_an_unsafe_start

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")

app = Celery("tournaments")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect
def _refuse_an_unsafe_start(**_: Any) -> None:
    refuse_an_unsafe_start()
