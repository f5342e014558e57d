"""A real broker and a real Celery worker for tests, in processes of their own."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from celery import Celery

from tournaments.management.embedded import brokers
from tournaments.management.embedded.children import Child, Program


@contextmanager
def running(folder: Path) -> Iterator[brokers.Broker]:
    """A Redis or Valkey server on a socket in `folder`. Raises RuntimeError when the machine has none."""
    binary = brokers.find_server()
    if binary is None:
        raise RuntimeError(
            "No Redis or Valkey server found: install redis-server (Debian: apt-get install redis-server)."
        )
    broker = brokers.redis_on_a_socket(binary, folder)
    with child(
        Program("broker", broker.command, {}, folder / "broker.log"),
        lambda: bool(broker.socket and broker.socket.exists()),
    ):
        yield broker


@contextmanager
def child(program: Program, ready: Callable[[], bool], seconds: float = 30.0) -> Iterator[Child]:
    """A program that runs while the block does. Raises RuntimeError with its last words when it does not get ready."""
    process = Child(program)
    process.start()
    try:
        until = time.monotonic() + seconds
        while not ready():
            if process.died() is not None or time.monotonic() > until:
                raise RuntimeError(f"The {program.name} does not start:\n{process.last_words()}")
            time.sleep(0.05)
        yield process
    finally:
        process.signal()
        if not process.wait(15):
            process.signal(kill=True)
            process.wait(5)


@contextmanager
def producing_for(app: Celery, broker: brokers.Broker) -> Iterator[None]:
    """This process queues its tasks there for as long as the block lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CELERY_BROKER_URL", broker.url)  # Celery lets this name win over its configuration
        _forget_connections(app)
        yield
    _forget_connections(app)


def _forget_connections(app: Celery) -> None:
    """Celery keeps its connections per app, not per address, and offers no public way to drop them."""
    app._pool = None
    app.amqp._producer_pool = None


def eventually(true: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until a condition that another process brings about holds. Raises AssertionError when it does not."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, f"did not come true within {seconds:.0f} s"
        time.sleep(0.02)
