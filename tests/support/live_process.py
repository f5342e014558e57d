"""A real live process for tests, and a reader of its streams."""

import http.client
import json
import socket
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlencode

from tests.pages.reading import text
from tests.support.broker import child
from tournaments.management.commands import live
from tournaments.management.embedded import network
from tournaments.management.embedded.brokers import Broker
from tournaments.management.embedded.children import Child, Program

SECRET_KEY: Final = "the key of those tests in which two processes must have the same one"


@contextmanager
def running(
    folder: Path, broker: Broker, database_url: str, port: int, **environment: str
) -> Iterator[Child]:
    """The process as `up` starts it, on the test's database, once it hears of changes."""
    wanted = {
        "DIRECTOR_MODE": "embedded",
        "SECRET_KEY": SECRET_KEY,
        "DATABASE_URL": database_url,
        "CELERY_BROKER_URL": broker.url,
        "LIVE_URL": f":{port}/live/",
        **environment,
    }
    command = (sys.executable, *live.arguments("127.0.0.1", port))
    program = Program("live", command, wanted, folder / "live.log")
    with child(program, lambda: network.answers(f"http://127.0.0.1:{port}/healthz")) as process:
        yield process


class Stream:
    """One connection. `status` is what it was answered with, `changes()` what it has been told."""

    def __init__(self, port: int, event: int | str, **asked: str) -> None:
        headers = {name: asked.pop(name) for name in ("Origin", "X-Forwarded-For") if name in asked}
        packed = asked.pop("packed", "")
        if packed:
            headers["Accept-Encoding"] = "gzip"
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self._connection.request("GET", f"/live/{event}?{urlencode(asked)}", headers=headers)
        self._answer = self._connection.getresponse()
        self.status, self.headers = self._answer.status, self._answer.headers
        self._unpack = zlib.decompressobj(31) if packed else None
        self._read = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def event(self, seconds: float = 10.0) -> tuple[str, Any] | None:
        """The next event's name and data; None when there is none within that time or the stream has ended."""
        sock: socket.socket = self._connection.sock
        sock.settimeout(seconds)
        while b"\n\n" not in self._read:
            try:
                more = self._answer.read1(65536)
            except (TimeoutError, http.client.HTTPException, ConnectionError):
                return None
            if not more:
                return None
            self._read += self._unpack.decompress(more) if self._unpack else more
        text, self._read = self._read.split(b"\n\n", 1)
        name, data = text.decode().split("\n")
        return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))

    def change(self, seconds: float = 10.0) -> dict[str, Any] | None:
        """The next change, beats passed over."""
        while (found := self.event(seconds)) is not None:
            if found[0] == "change":
                data: dict[str, Any] = found[1]
                return data
        return None

    def until_shown(self, words: str) -> list[dict[str, Any]]:
        """All changes up to the first whose part has these words in it: a change may be told before its recompute."""
        found: list[dict[str, Any]] = []
        while not found or words not in text(found[-1].get("html", "")):
            told = self.change()
            assert told is not None, (words, found)
            found.append(told)
        return found
