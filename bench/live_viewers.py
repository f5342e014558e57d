"""Many open pages in one process: `python -m bench.live_viewers PORT EVENT PAGE HOW_MANY`.

Says when all are open; then reads when each result was sent, and says after how long each page was shown it, on the
one clock that all processes of a machine share. A phone has a processor of its own, a thousand phones on this machine
have not: they are plain sockets in one loop, and what is sent to all alike is unpacked once.
"""

import json
import re
import resource
import select
import selectors
import socket
import statistics
import sys
import time
from bisect import bisect_left
from functools import lru_cache
from urllib.parse import quote
from zlib import MAX_WBITS, decompressobj

from bench.measure import percentile

PATIENCE = 60.0
AT_ONCE = 50
MOST_READ = 1 << 17
_COUNT = re.compile(rb"(\d+) of \d+ boards scored")

Seen = list[tuple[int, float]]
"""How many results were shown, and since when."""


class Viewer:
    def __init__(self, port: int, event: str, page: str) -> None:
        self.seen: Seen = []
        self.messages = self.bytes = 0
        self._rest = b""
        self._begun = False
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        asked = f"GET /live/{event}?page={quote(page)}&language=en HTTP/1.1"
        self.socket.sendall(f"{asked}\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        self.socket.setblocking(False)

    def read(self) -> None:
        """Take what has come, chunk by chunk."""
        received = self.socket.recv(MOST_READ)
        if not received:
            raise SystemExit("A stream has ended.")
        at, rest = time.monotonic(), self._rest + received
        if not self._begun:
            head, complete, rest = rest.partition(b"\r\n\r\n")
            if complete and b" 200 " not in head:
                raise SystemExit(f"A stream was refused: {head!r}")
            self._begun = bool(complete)
            rest = rest if complete else head
        while self._begun and (end := rest.find(b"\r\n")) >= 0:
            begin, size = end + 2, int(rest[:end], 16)
            if len(rest) < begin + size + 2:
                break
            self._note(rest[begin : begin + size], at)
            rest = rest[begin + size + 2 :]
        self._rest = rest

    def _note(self, body: bytes, at: float) -> None:
        count = _shown(body)
        self.messages += 1
        self.bytes += len(body)
        if count is not None:
            self.seen.append((count, at))


@lru_cache(maxsize=64)
def _shown(body: bytes) -> int | None:
    """How many results the message shows; None when it has no part of the page in it."""
    if body.startswith(b"\x1f\x8b"):  # the header of the compressed stream
        return None
    found = _COUNT.search(decompressobj(-MAX_WBITS).decompress(body))
    return int(found[1]) if found else None


def _waits(seen: Seen, sent: list[float]) -> list[float]:
    """Seconds from each sending until the page showed so many results; nothing for those it never showed."""
    counts = [count for count, _ in seen]
    places = ((bisect_left(counts, number), at) for number, at in enumerate(sent, start=1))
    return [seen[place][1] - at for place, at in places if place < len(seen)]


def _open(port: int, event: str, page: str, how_many: int, waiting: selectors.BaseSelector) -> list[Viewer]:
    """All of them, each shown the page as it stands."""
    viewers: list[Viewer] = []
    while len(viewers) < how_many or not all(viewer.seen for viewer in viewers):
        opening = sum(not viewer.seen for viewer in viewers)
        for _ in range(min(AT_ONCE - opening, how_many - len(viewers))):
            viewer = Viewer(port, event, page)
            viewers.append(viewer)
            waiting.register(viewer.socket, selectors.EVENT_READ, viewer)
        _read(waiting)
    return viewers


def _read(waiting: selectors.BaseSelector) -> None:
    for key, _ in waiting.select(0.05):
        key.data.read()


def main(port: int, event: str, page: str, how_many: int) -> None:
    begun = time.monotonic()
    waiting = selectors.DefaultSelector()
    viewers = _open(port, event, page, how_many, waiting)
    print(json.dumps({"seconds": time.monotonic() - begun}), flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:
        _read(waiting)
    said: dict[str, list[float]] = json.loads(sys.stdin.readline())
    sent = said["sent"]
    until = time.monotonic() + PATIENCE
    while any(viewer.seen[-1][0] < len(sent) for viewer in viewers) and time.monotonic() < until:
        _read(waiting)
    waits = [wait for viewer in viewers for wait in _waits(viewer.seen, sent)]
    since_saved = [max(0.0, wait) for viewer in viewers for wait in _waits(viewer.seen, said["saved"])]
    used = resource.getrusage(resource.RUSAGE_SELF)
    told = {
        "complete": sum(viewer.seen[-1][0] == len(sent) for viewer in viewers),
        "median": statistics.median(waits),
        "99th": percentile(waits, 99),
        "saved median": statistics.median(since_saved),
        "saved 99th": percentile(since_saved, 99),
        "messages": statistics.mean(viewer.messages for viewer in viewers),
        "bytes": statistics.mean(viewer.bytes / viewer.messages for viewer in viewers),
        "processor": used.ru_utime + used.ru_stime,
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
