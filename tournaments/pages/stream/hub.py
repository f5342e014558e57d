"""Hears that events change, and puts what their pages now show into the channels.

Owns: the one subscription of this process, the channels somebody looks at, and the pace: a change waits for its
recompute as long as SETTLING, and no channel gets two messages within PAUSE, so that a hall full of results is a few
messages a second. A slow reader skips what has been overtaken; nothing queues up.
Never does: render in the event loop (a thread does), or keep anything of a channel that nobody looks at.

Without the broker nothing would be heard, so all streams are ended then, and pages ask by themselves.
"""

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from django.db import DatabaseError
from redis import RedisError
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from tournaments.pages.stream import fragments
from tournaments.pages.stream.fragments import Fragment, Page
from tournaments.pages.stream.messages import Message
from tournaments.services.push import Change, channel

SETTLING: Final = 0.5
PAUSE: Final = 0.04
MOST_PAGES: Final = 24
"""Pages of an event that are rendered here, those that most look at; who looks at others is told to fetch them."""
LISTEN_SECONDS: Final = 5.0
SHORTEST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 5.0

_T = TypeVar("_T")

logger = logging.getLogger(__name__)


class Channel:
    """What the last message was, and whom the next one wakes."""

    def __init__(self, page: Page | None) -> None:
        self.page = page
        self.viewers: set[asyncio.Event] = set()
        self.number = 0
        self.ended = False
        self.digest = ""
        self.news = self.whole = Message.of("change", {})
        """The last message, to whom has the part as it was before, and to whom has not."""
        self.part = 0
        """The number of the message with which the part itself last changed."""
        self._html: str | None = None

    def put(self, version: int, fragment: Fragment | None) -> None:
        """A message with the fragment, or without one: fetch it."""
        self.number += 1
        if fragment is None:
            self.digest, self._html, self.part = "", None, self.number
            self.news = self.whole = Message.of("change", {"version": version})
        else:
            known = {"version": version, "etag": fragment.digest}
            self.digest = fragment.digest
            self.whole = Message.of("change", {**known, "html": fragment.html})
            self.news = Message.of("change", known)
            if fragment.html != self._html:
                self._html, self.part, self.news = fragment.html, self.number, self.whole
        self._wake()

    def end(self) -> None:
        self.ended = True
        self._wake()

    def _wake(self) -> None:
        for viewer in self.viewers:
            viewer.set()


class Watched:
    """An event that somebody looks at: its channels and what is due."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.channels: dict[Page | None, Channel] = {}
        self.due = math.inf
        self.pushed = -math.inf
        self.changed = asyncio.Event()

    def note(self, change: Change) -> None:
        now = asyncio.get_running_loop().time()
        self.version = max(self.version, change.version)
        self.due = min(self.due, now if change.settled else now + SETTLING)
        self.changed.set()

    def most_watched(self) -> list[Channel]:
        """Who waits for the version alone, which costs nothing, then the pages from the most looked at on."""
        return sorted(self.channels.values(), key=lambda found: (found.page is not None, -len(found.viewers)))

    async def until_due(self) -> None:
        """Return when something is to be pushed, and count it as pushed."""
        now = asyncio.get_running_loop().time
        while (left := max(self.due, self.pushed + PAUSE) - now()) > 0:
            self.changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if left == math.inf else left):
                    await self.changed.wait()
        self.due, self.pushed = math.inf, now()


class Hub:
    def __init__(self, url: str) -> None:
        self.hears = False
        self._url = url
        self._events: dict[int, Watched] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._opening = asyncio.Lock()
        self._renderer = ThreadPoolExecutor(1, "render")

    async def run(self) -> None:
        """Listen until cancelled, through every restart of the broker."""
        pause = SHORTEST_PAUSE
        while True:
            try:
                await self._listen()
            except (RedisError, OSError) as error:
                if self.hears:
                    logger.warning("The broker is lost, so all streams end: %s", error)
                    pause = SHORTEST_PAUSE
            self.hears = False
            for event_id in list(self._events):
                self._end(event_id)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def join(self, event_id: int, page: Page | None, viewer: asyncio.Event) -> Channel | None:
        """The channel, which sets `viewer` whenever there is news; None when there is no such event or page."""
        found = self._channel(event_id, page)
        if found is None:
            async with self._opening:  # the first of those who come at once opens it
                found = self._channel(event_id, page)
                if found is None:
                    return await self._open(event_id, page, viewer)
        found.viewers.add(viewer)
        return found

    def leave(self, event_id: int, left: Channel, viewer: asyncio.Event) -> None:
        """Nothing is kept of what nobody looks at."""
        left.viewers.discard(viewer)
        watched = self._events.get(event_id)
        if watched is None:
            return
        if not left.viewers and watched.channels.get(left.page) is left:
            del watched.channels[left.page]
        if not watched.channels:
            self._end(event_id)

    async def _listen(self) -> None:
        client = Redis.from_url(
            self._url,
            socket_connect_timeout=LISTEN_SECONDS,
            retry=Retry(NoBackoff(), 0),  # reconnected in silence, it would not tell what it has missed
        )
        async with client, client.pubsub() as subscription:
            await subscription.subscribe(channel())
            asked = False
            while True:
                message = await subscription.get_message(timeout=LISTEN_SECONDS)
                if message is None and asked:
                    raise TimeoutError("it does not answer")
                asked = message is None
                if message is None:
                    await subscription.ping()
                    continue
                self.hears = True  # the first one confirms the subscription
                change = Change.parse(message["data"]) if message["type"] == "message" else None
                if change is not None and change.event in self._events:
                    self._events[change.event].note(change)

    def _channel(self, event_id: int, page: Page | None) -> Channel | None:
        watched = self._events.get(event_id)
        return watched.channels.get(page) if watched is not None else None

    async def _open(self, event_id: int, page: Page | None, viewer: asyncio.Event) -> Channel | None:
        version = await self._in_thread(lambda: fragments.version_of(event_id, page))
        if version is None:
            return None
        watched = self._events.get(event_id)
        if watched is None:
            watched = self._events[event_id] = Watched(version)
            self._tasks[event_id] = asyncio.create_task(self._serve(event_id, watched))
        opened = watched.channels[page] = Channel(page)  # before it is rendered, so that no change is missed
        opened.viewers.add(viewer)
        filled = False
        try:
            filled = await self._fill(watched, opened)
        finally:
            if not filled:
                self.leave(event_id, opened, viewer)
        return opened if filled else None

    async def _serve(self, event_id: int, watched: Watched) -> None:
        """Push what is due for as long as somebody looks at the event."""
        try:
            while True:
                await watched.until_due()
                for place, waiting in enumerate(watched.most_watched()):
                    if waiting.page is None or place < MOST_PAGES:
                        await self._fill(watched, waiting)
                    else:
                        waiting.put(watched.version, None)
        except Exception:
            logger.exception("The streams of event %s end", event_id)
            self._end(event_id)

    async def _fill(self, watched: Watched, channel: Channel) -> bool:
        """Put in what the page shows now; False when there is no such page (any more)."""
        version, page = watched.version, channel.page
        if page is None:
            channel.put(version, None)
            return True
        try:
            fragment = await self._in_thread(lambda: fragments.render(page))
        except DatabaseError as error:
            logger.warning("%s is not rendered, whoever looks at it fetches it: %s", page.path, error)
            channel.put(version, None)
            return True
        if fragment is not None:
            channel.put(version, fragment)
            return True
        channel.end()
        if watched.channels.get(page) is channel:
            del watched.channels[page]
        return False

    async def _in_thread(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._renderer, work)

    def _end(self, event_id: int) -> None:
        """End the event's streams."""
        for ended in self._events.pop(event_id).channels.values():
            ended.end()
        self._tasks.pop(event_id).cancel()
