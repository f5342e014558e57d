"""A table's state, cheap to ask for again: four phones at each table ask every two seconds.

Owns: the ETag, 304 answers, the kept bytes, and what moves without a version: the time of day and the round clock,
which are told in headers with every answer, as seconds left and never as a time that a phone would have to compare.
"""

import json
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from typing import Final

from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.utils.http import parse_etags

from tournaments.models import StandingsSnapshot
from tournaments.pages.table_state import state_of
from tournaments.services.clock import Reading, read_clock
from tournaments.services.tokens import Opened
from tournaments.services.zones import zone_of

KEPT_SECONDS: Final = 600


@dataclass(frozen=True, slots=True)
class Kept:
    """A state as JSON with its ETag, and the clock as it was read at `read_at` (seconds since 1970)."""

    body: str
    etag: str
    clock: Reading | None
    read_at: float


def kept_state(opened: Opened) -> Kept:
    """The state of a version of the event; it is worked out once for all phones with the same code."""
    key = f"table-state:{opened.token.pk}:{_stamp(opened)}"
    found: Kept | None = cache.get(key)
    if found is None:
        body = json.dumps(state_of(opened), cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
        clock = read_clock(opened.event)
        # of the content, so that what another table does sends no phone the same state again
        etag = f'"{blake2b(body.encode(), digest_size=12).hexdigest()}"'
        found = Kept(body, etag, clock, timezone.now().timestamp())
        cache.set(key, found, KEPT_SECONDS)
    return found


def answer_state(request: HttpRequest, opened: Opened) -> HttpResponse:
    kept = kept_state(opened)
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    response: HttpResponse
    if kept.etag in asked:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(kept.body, content_type="application/json")
    response.headers["ETag"] = kept.etag
    response.headers["Cache-Control"] = "private, no-cache"
    for name, value in moving(opened, kept).items():
        response.headers[name] = value
    return response


def moving(opened: Opened, kept: Kept) -> dict[str, str]:
    """What moves by itself: the version, the time of day at the tournament, and the clock as "<seconds left> <running
    or paused>"."""
    now = timezone.now()
    time = timezone.localtime(now, zone_of(opened.event.tournament)).strftime("%H:%M:%S")
    told = {"Table-Time": time, "Table-Version": str(opened.event.results_version)}
    if kept.clock is not None:
        gone = timedelta() if kept.clock.paused else timedelta(seconds=now.timestamp() - kept.read_at)
        left = kept.clock.seconds - round(gone.total_seconds())
        told["Table-Clock"] = f"{left} {'paused' if kept.clock.paused else 'running'}"
    return told


def _stamp(opened: Opened) -> str:
    """Changes whenever anything on the page may. Whatever a table or a director does raises the event's version."""
    event, table = opened.event, opened.table
    snapshot = StandingsSnapshot.objects.filter(event=event).values_list("version", flat=True).first()
    state = (
        event.results_version,
        snapshot,
        (event.name, event.status, event.traveller_secrecy, event.rules),
        (event.tournament.name, event.tournament.time_zone),
        (table.pk, table.round.status) if table else None,
    )
    return blake2b(repr(state).encode(), digest_size=12).hexdigest()
