"""Requests for a stream: who is let in, and what each connection is sent until it ends.

Owns: GET /live/<event id>, GET /healthz, and the limits: how many connections there may be, of one address and in all,
how long one may last, how long one may leave unread what it was sent.
Never does: keep a queue for anybody: a connection remembers what it has, and is sent what is newest.

`?page=/t/…/&language=en&etag=…` asks for that page's moving part whenever it differs from what the ETag stands for;
without `page` only for the event's versions. This is an ASGI application of its own: Django's would put each stream
through the middleware of pages.
"""

import asyncio
import contextlib
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
from tournaments.pages.stream.messages import BEAT, GZIP_HEADER, Message

BEAT_SECONDS: Final = 15.0
LIFE_SECONDS: Final = 1200.0
"""After that, give or take a quarter, a connection ends and the page makes another: none is forgotten."""
UNREAD_SECONDS: Final = 30.0

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

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        listening = asyncio.create_task(self._hub.run()) if self._hub is not None else None
        while True:
            message = await receive()
            ends = message["type"] == "lifespan.shutdown"
            if ends and listening is not None:
                listening.cancel()
            await send({"type": f"{message['type']}.complete"})
            if ends:
                return

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers: Headers = dict(scope["headers"])
        wanted = _STREAM.fullmatch(scope["path"])
        hears = self._hub is not None and self._hub.hears
        if scope["method"] not in {"GET", "HEAD"}:
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
            await _stream(hub, event_id, scope, receive, send)
        finally:
            self._present[address] -= 1
            if not self._present[address]:
                del self._present[address]


class _Connection:
    """What one page has been sent."""

    def __init__(self, send: Send, *, packed: bool, digest: str) -> None:
        self._send, self._packed, self._digest = send, packed, digest
        self._number = 0
        self._part = 0

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

    async def tell(self, channel: Channel) -> None:
        """What is newest, if that is news here; a beat otherwise."""
        message = BEAT
        if self._number == 0 and channel.digest and channel.digest == self._digest:
            self._part = channel.part
        elif channel.number > self._number:
            message = channel.news if channel.part == self._part else channel.whole
            self._part = channel.part
        self._number = channel.number
        await self.say(message)

    async def say(self, message: Message) -> None:
        await self._body(message.packed if self._packed else message.plain)

    async def _body(self, body: bytes) -> None:
        """Raises TimeoutError when what was sent before is not read."""
        async with asyncio.timeout(UNREAD_SECONDS):
            await self._send({"type": "http.response.body", "body": body, "more_body": True})


async def _stream(hub: Hub, event_id: int, scope: Scope, receive: Receive, send: Send) -> None:
    headers: Headers = dict(scope["headers"])
    asked = {name: values[-1] for name, values in parse_qs(scope["query_string"].decode("latin-1")).items()}
    page = page_at(asked["page"], asked.get("language", "")) if "page" in asked else None
    viewer = asyncio.Event()
    channel = await hub.join(event_id, page, viewer)
    if channel is None:
        await _refuse(send, 404)
        return
    await receive()  # the request; what is received next is its end
    gone = asyncio.ensure_future(receive())
    gone.add_done_callback(lambda _: viewer.set())
    packed = b"gzip" in headers.get(b"accept-encoding", b"")
    connection = _Connection(send, packed=packed, digest=asked.get("etag", "").partition(".")[0])
    try:
        await connection.open(headers)
        await _keep(connection, channel, viewer, gone)
    except (TimeoutError, OSError):
        pass  # it is not read any more
    finally:
        gone.cancel()
        hub.leave(event_id, channel, viewer)
    with contextlib.suppress(OSError):
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _keep(
    connection: _Connection, channel: Channel, viewer: asyncio.Event, gone: asyncio.Future[Any]
) -> None:
    """Send news and beats until the page or the event has gone, or it has been long enough."""
    now = asyncio.get_running_loop().time
    until = now() + LIFE_SECONDS * random.uniform(0.75, 1.25)
    viewer.set()
    while not gone.done() and not channel.ended and now() < until:
        try:
            async with asyncio.timeout(BEAT_SECONDS):
                await viewer.wait()
        except TimeoutError:
            await connection.say(BEAT)
            continue
        viewer.clear()
        if not gone.done() and channel.number and not channel.ended:
            await connection.tell(channel)


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
