"""The house's own fixtures: a task queued in a test is done by another process, on the same database."""

from tests.support.broker import eventually
from tournaments.management.embedded.children import Child
from tournaments.site.celery import app


def test_a_queued_task_reaches_the_worker(worker: Child) -> None:
    sent = app.send_task("tournaments.sweep")
    eventually(lambda: f"{sent.id}] succeeded" in worker.last_words(200))
