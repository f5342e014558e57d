"""The wiring, which alone knows everything.

The Celery app is imported here so that whoever queues a task uses its settings.
"""

from tournaments.site.celery import app

__all__ = ["app"]
