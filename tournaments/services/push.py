"""Telling the live process that an event has changed, so that it pushes what the event's pages now show.

Owns: the message, the name of the channel it goes by, and that nobody ever waits for it: short time-outs, and silence
for a while after a failure.
Never does: carry anything that is on a page, or promise to arrive: pages that hear nothing ask by themselves.

Terms: *settled*, a change after which no recompute is to be waited for: the pages show it already.
"""

import json
import logging
import time
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, Self

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

CONNECT_SECONDS: Final = 0.25
SILENT_SECONDS: Final = 10.0
"""After a failure nothing is sent for so long: a broker that answers nobody costs one result a quarter of a second."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Change:
    event: int
    version: int
    settled: bool

    def to_bytes(self) -> bytes:
        return json.dumps([self.event, self.version, int(self.settled)]).encode()

    @classmethod
    def parse(cls, text: bytes) -> Self | None:
        """None for whatever is not a message of ours."""
        try:
            event, version, settled = json.loads(text)
            return cls(int(event), int(version), bool(settled))
        except (ValueError, TypeError):
            return None


def tell(event_id: int, version: int, *, settled: bool) -> None:
    """After this transaction, say that an event is at this version; at once where there is no transaction."""
    if address() is not None:
        transaction.on_commit(partial(_send, Change(event_id, version, settled)), robust=True)


def address() -> str | None:
    """Where both sides meet, as redis-py writes it: the broker; None where nothing is to be pushed."""
    broker: str = settings.CELERY_BROKER_URL
    if not settings.LIVE_URL:
        return None
    if broker.startswith(("redis://", "rediss://")):
        return broker
    # Celery's name for a Redis server that is reached by a socket
    return broker.replace("redis+socket://", "unix://", 1) if broker.startswith("redis+socket://") else None


def channel() -> str:
    """Of this installation alone, whoever else uses the same server, and known to nobody without its key."""
    return f"director-{salted_hmac('tournaments.push', 'changes').hexdigest()[:24]}"


class _Sender:
    """One connection to the broker, and how it went the last time."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=CONNECT_SECONDS,
            retry=Retry(NoBackoff(), 1),  # a connection kept from before the broker's restart is no failure
        )
        self._silent_until = 0.0
        self._told = False

    def send(self, change: Change) -> None:
        if time.monotonic() < self._silent_until:
            return
        try:
            self._redis.publish(channel(), change.to_bytes())
        except (RedisError, OSError) as error:
            self._silent_until = time.monotonic() + SILENT_SECONDS
            if not self._told:
                logger.warning("Changes are not pushed, pages ask by themselves meanwhile: %s", error)
            self._told = True
        else:
            self._told = False


@cache
def _sender(url: str) -> _Sender:
    return _Sender(url)


def _send(change: Change) -> None:
    url = address()
    if url is not None:
        _sender(url).send(change)
