"""Many open pages in one process: `python -m bench.live_viewers PORT EVENT PAGE HOW_MANY`.

Says when all are open; then reads when each result was sent, and says after how long each page was shown it, on the
one clock that all processes of a machine share. What is sent to all alike is unpacked once: a phone has a processor of
its own, a thousand phones on this machine have not.
"""

import asyncio
import json
import re
import statistics
import sys
import time
import zlib
from bisect import bisect_left
from functools import lru_cache
from urllib.parse import quote

from bench.measure import percentile

PATIENCE = 60.0
AT_ONCE = 50
_COUNT = re.compile(rb"(\d+) of \d+ boards scored")

Seen = list[tuple[int, float]]
"""How many results were shown, and since when."""


class Viewer:
    def __init__(self) -> None:
        self.seen: Seen = []
        self.messages = self.bytes = 0

    async def look(self, port: int, event: str, page: str, opened: asyncio.Semaphore) -> None:
        async with opened:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            asked = f"GET /live/{event}?page={quote(page)}&language=en HTTP/1.1"
            writer.write(f"{asked}\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head:
                raise SystemExit(f"A stream was refused: {head!r}")
            await self._chunk(reader)  # the header of the compressed stream
            while not self.seen:
                self._note(await self._chunk(reader))
        while True:
            self._note(await self._chunk(reader))

    async def _chunk(self, reader: asyncio.StreamReader) -> bytes:
        size = int(await reader.readline(), 16)
        return (await reader.readexactly(size + 2))[:-2]

    def _note(self, body: bytes) -> None:
        count = _shown(body)
        self.messages += 1
        self.bytes += len(body)
        if count is not None:
            self.seen.append((count, time.monotonic()))


@lru_cache(maxsize=64)
def _shown(body: bytes) -> int | None:
    """How many results the message shows; None when it has no part of the page in it."""
    found = _COUNT.search(zlib.decompressobj(-zlib.MAX_WBITS).decompress(body))
    return int(found[1]) if found else None


def _waits(seen: Seen, sent: list[float]) -> list[float]:
    """Seconds from each sending until the page showed so many results; nothing for those it never showed."""
    counts = [count for count, _ in seen]
    places = ((bisect_left(counts, number), at) for number, at in enumerate(sent, start=1))
    return [seen[place][1] - at for place, at in places if place < len(seen)]


async def main(port: int, event: str, page: str, how_many: int) -> None:
    begun = time.monotonic()
    viewers = [Viewer() for _ in range(how_many)]
    opening = asyncio.Semaphore(AT_ONCE)
    looking = [asyncio.create_task(viewer.look(port, event, page, opening)) for viewer in viewers]
    while not all(viewer.seen for viewer in viewers):
        await asyncio.sleep(0.05)
        for task in looking:
            if task.done():
                task.result()
    print(json.dumps({"seconds": time.monotonic() - begun}), flush=True)
    sent: list[float] = json.loads(await asyncio.to_thread(sys.stdin.readline))
    until = time.monotonic() + PATIENCE
    while any(viewer.seen[-1][0] < len(sent) for viewer in viewers) and time.monotonic() < until:
        await asyncio.sleep(0.05)
    waits = [wait for viewer in viewers for wait in _waits(viewer.seen, sent)]
    told = {
        "complete": sum(viewer.seen[-1][0] == len(sent) for viewer in viewers),
        "median": statistics.median(waits),
        "99th": percentile(waits, 99),
        "messages": statistics.mean(viewer.messages for viewer in viewers),
        "bytes": statistics.mean(viewer.bytes / viewer.messages for viewer in viewers),
    }
    print(json.dumps(told), flush=True)
    for task in looking:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])))
