"""The beat schedule inside the one embedded worker, as a thread: no process of its own to look after.

Production runs `celery beat` beside its workers instead: there must be one clock, however many workers
there are.
"""

from typing import Any

from celery import bootsteps
from celery.beat import EmbeddedService, Scheduler


class Clock(bootsteps.StartStopStep):
    """Starts with the worker, ends with it; keeps its last runs in memory (the sweep may run once too
    often).
    """

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.service: Any = EmbeddedService(parent.app, thread=True, scheduler_cls=Scheduler)

    def start(self, parent: Any) -> None:
        self.service.start()

    def stop(self, parent: Any) -> None:
        self.service.stop()
