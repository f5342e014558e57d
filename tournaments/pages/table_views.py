"""The table page's doors: a page, its state, and four things that players do, all behind the table's code.

Owns: which service each address calls, and what it answers.
Never does: reach anything of the event that is not in the code's own table; read or set a cookie.

Every answer that says "saved" is a receipt, which calls itself one, names the entry's key and repeats what was stored.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from scoring.faults import Fault
from tournaments.models import Claim, Door, Event, Kind
from tournaments.pages import table_bodies as bodies
from tournaments.pages import table_guard as guard
from tournaments.pages.ranked_table_views import show_ranked_table
from tournaments.pages.table_live import answer_state, kept_state, moving
from tournaments.pages.table_opening import as_private, gone_page, open_code
from tournaments.pages.table_words import CALLS, words
from tournaments.pages.views import read_only
from tournaments.services.actors import Actor
from tournaments.services.calls import call_director
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.phone import RECEIPT, PhoneReceipt, say, take_back
from tournaments.services.sitting import say_who_sits
from tournaments.services.tokens import Opened
from tournaments.services.zones import zone_of

GONE: Final = Fault("code-gone", "This code opens nothing any more. Ask the director for the table's code.")
_WORKER: Final = Path(settings.BASE_DIR) / "static" / "js" / "table_sw.js"

_Opening = Callable[[HttpRequest, Opened], HttpResponse]
_View = Callable[[HttpRequest, str], HttpResponse]


@read_only
def show_table(request: HttpRequest, token: str) -> HttpResponse:
    """The page; of a ranked event the one of ranked_table_views.py."""
    refused = guard.refuse_flood(request, token)
    if refused is not None:
        return guard.in_words(refused)
    opened = open_code(request, token)
    if opened is None:
        return gone_page(request)
    if opened.event.kind == Kind.RANKED:
        return show_ranked_table(request, token, opened)
    kept = kept_state(opened)
    start = {"state": kept.body, "etag": kept.etag, **moving(opened, kept)}
    context = {
        "start": start,
        "words": words(),
        "calls": [str(note) for note in CALLS],
        "event": opened.event,
    }
    response = as_private(render(request, "table/page.html", context))
    response.headers["Table-Page"] = "1"  # what the service worker keeps, and nothing else
    return response


@read_only
def show_state(request: HttpRequest, token: str) -> HttpResponse:
    refused = guard.refuse_flood(request, token)
    if refused is not None:
        return refused
    opened = open_code(request, token)
    if opened is None or opened.event.kind == Kind.RANKED:
        return guard.refusal(404, [GONE])
    return answer_state(request, opened)


@read_only
def service_worker(request: HttpRequest) -> HttpResponse:
    """From here, for a worker may only look after what lies below its own address."""
    response = HttpResponse(_WORKER.read_bytes(), content_type="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _changing(view: _Opening) -> _View:
    """A POST with a code that opens something. `ServiceError` becomes a refusal with its sentence."""

    @csrf_exempt  # no cookie is read; see table_guard.refuse_strange
    @require_POST
    def changing(request: HttpRequest, token: str) -> HttpResponse:
        refused = guard.refuse_flood(request, token) or guard.refuse_strange(request)
        if refused is not None:
            return refused
        opened = open_code(request, token)
        if opened is None or opened.event.kind == Kind.RANKED:
            return guard.refusal(404, [GONE])
        try:
            return as_private(view(request, opened))
        except ServiceError as error:
            return guard.refusal_of(error)

    return changing


@_changing
def enter(request: HttpRequest, opened: Opened) -> HttpResponse:
    said = bodies.read_entry(request.body)
    return _receipt(opened, say(opened.token, said))


@_changing
def take_back_entry(request: HttpRequest, opened: Opened) -> HttpResponse:
    taken = bodies.read_taking_back(request.body)
    return _receipt(opened, take_back(opened.token, taken.said, taken.version))


@_changing
def say_sitting(request: HttpRequest, opened: Opened) -> HttpResponse:
    said = bodies.read_sitting(request.body)
    sitting = say_who_sits(opened.token, said)
    content = {"round": said.round, "players": sitting.players, "turned": sitting.turned}
    return JsonResponse({"receipt": RECEIPT, "saved": _time(opened.event, sitting.at.isoformat()), **content})


@_changing
def call(request: HttpRequest, opened: Opened) -> HttpResponse:
    note = bodies.read_call(request.body)
    if opened.table is None:
        raise ConflictError("No round is open; go to the director’s desk.", code="no-table")
    actor = Actor(name=f"table {opened.table.number}", door=Door.PHONE)
    made = call_director(opened.event.pk, opened.table, actor, note)
    return JsonResponse(
        {"receipt": RECEIPT, "saved": _time(opened.event, made.at.isoformat()), "note": made.note}
    )


def _receipt(opened: Opened, receipt: PhoneReceipt) -> JsonResponse:
    """The receipt with the time as the hall's clock has it, and with what is stored: the phone compares."""
    body: dict[str, Any] = {**receipt.to_json(), "saved": _time(opened.event, receipt.saved_at)}
    stored = Claim.objects.filter(
        table__round__event=opened.event, table__number=receipt.table, key=receipt.key
    )
    body["said"] = stored.filter(table__round__number=receipt.round).values(*bodies.CONTENT).first()
    return JsonResponse(body)


def _time(event: Event, moment: str) -> str:
    at = parse_datetime(moment) or timezone.now()
    return timezone.localtime(at, zone_of(event.tournament)).strftime("%H:%M:%S")
