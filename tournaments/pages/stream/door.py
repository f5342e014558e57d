"""Requests for a stream: who is let in, and what each connection is sent until it ends.

Owns: GET /live/<event id>, GET /healthz, and the limits: how many connections there may be, of one address and in all,
how long one may last, how long one may leave unread what it was sent.
Never does: keep a queue for anybody: a connection remembers what it has, and is sent what is newest.

`?page=/t/…/&language=en&etag=…` asks for that page's moving part whenever it differs from what the ETag stands for;
without `page` only for the event's versions. This is an ASGI application of its own: Django's would put each stream
through the middleware of pages.
"""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http.request import validate_host

from tournaments.pages.stream.fragments import page_at
from tournaments.pages.stream.hub import Channel, Hub
from tournaments.pages.stream.messages import BEAT, GZIP_HEADER

BEAT_SECONDS: Final = 15.0
LIFE_SECONDS: Final = 1200.0
"""After that, give or take a quarter, a connection ends and the page makes another: none is forgotten."""
UNREAD_SECONDS: Final = 30.0
ROUND_SECONDS: Final = 1.0
"""How often all connections are looked at for the three above: a timer for each would cost more than the sending."""

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = dict[bytes, bytes]

_STREAM: Final = re.compile(r"/live/([0-9]{1,9})")


class Door:
    """The ASGI application. Its hub listens from its start to its end (the protocol's "lifespan")."""

    def __init__(self, hub: Hub | None) -> None:
        self._hub = hub
        self._present: Counter[str] = Counter()
        self._connections: set[_Connection] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        tasks = [asyncio.create_task(self._look_after())]
        if self._hub is not None:
            tasks.append(asyncio.create_task(self._hub.run()))
        while True:
            message = await receive()
            ends = message["type"] == "lifespan.shutdown"
            if ends:
                for task in tasks:
                    task.cancel()
            await send({"type": f"{message['type']}.complete"})
            if ends:
                return

    async def _look_after(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            for connection in list(self._connections):
                connection.check(now())

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers: Headers = dict(scope["headers"])
        wanted = _STREAM.fullmatch(scope["path"])
        hears = self._hub is not None and self._hub.hears
        if scope["method"] != "GET":
            await _refuse(send, 405)
        elif scope["path"] == "/healthz":
            await _refuse(send, 200 if hears else 503)
        elif wanted is None:
            await _refuse(send, 404)
        elif not _may_read(headers):
            await _refuse(send, 403)
        elif self._hub is None or not hears or self._present.total() >= settings.LIVE_CONNECTIONS:
            await _refuse(send, 503)
        else:
            await self._let_in(self._hub, int(wanted[1]), scope, receive, send)

    async def _let_in(self, hub: Hub, event_id: int, scope: Scope, receive: Receive, send: Send) -> None:
        headers: Headers = dict(scope["headers"])
        address = _address(scope, headers)
        if self._present[address] >= settings.LIVE_CONNECTIONS_OF_AN_ADDRESS:
            await _refuse(send, 429)
            return
        self._present[address] += 1
        try:
            await self._stream(hub, event_id, scope, receive, send)
        finally:
            self._present[address] -= 1
            if not self._present[address]:
                del self._present[address]

    async def _stream(self, hub: Hub, event_id: int, scope: Scope, receive: Receive, send: Send) -> None:
        headers: Headers = dict(scope["headers"])
        asked = _asked(scope)
        page = page_at(asked["page"], asked.get("language", "")) if "page" in asked else None
        wake = asyncio.Event()
        channel = await hub.join(event_id, page, wake)
        if channel is None:
            await _refuse(send, 404)
            return
        packed = b"gzip" in headers.get(b"accept-encoding", b"")
        connection = _Connection(send, wake, packed=packed, digest=asked.get("etag", ""))
        self._connections.add(connection)
        await receive()  # the request; what is received next is its end
        gone = asyncio.ensure_future(receive())
        gone.add_done_callback(lambda _: connection.end())
        try:
            await connection.open(headers)
            await connection.keep(channel)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:
            if not connection.unread:
                raise
        except OSError:
            pass  # nobody is there any more
        finally:
            gone.cancel()
            self._connections.discard(connection)
            hub.leave(event_id, channel, wake)


class _Connection:
    """One page's stream: what it has been sent, and since when nothing."""

    def __init__(self, send: Send, wake: asyncio.Event, *, packed: bool, digest: str) -> None:
        self.unread = False
        self._send, self._wake, self._packed, self._digest = send, wake, packed, digest
        self._task = asyncio.current_task()
        self._ended = self._sending = False
        self._number = self._part = 0
        self._now = asyncio.get_running_loop().time
        self._sent = self._now()
        self._until = self._sent + LIFE_SECONDS * random.uniform(0.75, 1.25)

    async def open(self, headers: Headers) -> None:
        answer = {
            b"content-type": b"text/event-stream; charset=utf-8",
            b"cache-control": b"no-store",
            b"x-accel-buffering": b"no",  # nginx would collect what is meant to go out at once
            b"x-content-type-options": b"nosniff",
            b"vary": b"Origin, Accept-Encoding",
        }
        if b"origin" in headers:
            answer[b"access-control-allow-origin"] = headers[b"origin"]
        if self._packed:
            answer[b"content-encoding"] = b"gzip"
        await self._send({"type": "http.response.start", "status": 200, "headers": list(answer.items())})
        if self._packed:
            await self._body(GZIP_HEADER)

    async def keep(self, channel: Channel) -> None:
        """Send news, and beats where there are none, until the page or the event has gone or it is enough."""
        self._wake.set()
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._ended or channel.ended:
                return
            if channel.number:
                await self._tell(channel)

    def end(self) -> None:
        self._ended = True
        self._wake.set()

    def check(self, now: float) -> None:
        """A beat where it is time for one; an end where it has been long enough, or where nobody reads."""
        if self._sending and now - self._sent > UNREAD_SECONDS and self._task is not None:
            self.unread = True
            self._task.cancel()
        elif now > self._until:
            self.end()
        elif now - self._sent > BEAT_SECONDS - ROUND_SECONDS:
            self._wake.set()

    async def _tell(self, channel: Channel) -> None:
        """What is newest, if that is news here; a beat otherwise."""
        message = BEAT
        if self._number == 0 and channel.digest and channel.digest == self._digest:
            self._part = channel.part
        elif channel.number > self._number:
            message = channel.news if channel.part == self._part else channel.whole
            self._part = channel.part
        self._number = channel.number
        await self._body(message.packed if self._packed else message.plain)

    async def _body(self, body: bytes) -> None:
        self._sent, self._sending = self._now(), True
        await self._send({"type": "http.response.body", "body": body, "more_body": True})
        self._sending = False


def _asked(scope: Scope) -> dict[str, str]:
    """The query's last value of each name; nothing of a query that nobody would send in earnest."""
    try:
        query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=10)
    except ValueError:
        return {}
    return {name: values[-1] for name, values in query.items()}


def _may_read(headers: Headers) -> bool:
    """Whether the page that asks is one of ours: on the same machine, at whatever port, or of ALLOWED_HOSTS."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        theirs = urlsplit(origin.decode("latin-1")).hostname
        ours = urlsplit(f"//{headers.get(b'host', b'').decode('latin-1')}").hostname
    except ValueError:
        return False
    named = [host for host in settings.ALLOWED_HOSTS if host != "*"]
    return theirs is not None and (theirs == ours or validate_host(theirs, named))


def _address(scope: Scope, headers: Headers) -> str:
    """Whose connection it is; behind a proxy of ours, the one that the proxy names."""
    if settings.BEHIND_PROXY:
        return headers.get(b"x-forwarded-for", b"").decode("latin-1").rpartition(",")[2].strip()
    return scope["client"][0] if scope.get("client") else ""


async def _refuse(send: Send, status: int) -> None:
    """An answer without a stream. A browser does not come again by itself after it; our pages do, later."""
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
