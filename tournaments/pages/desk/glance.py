"""The round at a glance: what is in at which table, and everything that waits for a director.

Owns: the page, its moving part (`?live`, with an ETag that changes whenever it may) and the whole event's matrix.
Never does: say what somebody may see, or what state a result is in (services.glance, services.table_wants).
"""

import time
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import parse_etags
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.models import Event, EventStatus, Kind, Round, RoundStatus, StandingsSnapshot
from tournaments.pages.desk.door import for_event, show
from tournaments.pages.desk.games_glance import glance_of_games
from tournaments.pages.desk.glance_sheets import SheetShown, sheets_of
from tournaments.services.actors import Deed, may
from tournaments.services.claims import Dispute
from tournaments.services.glance import WITHOUT, Glance, Mark, Place, TableRow, glance, present_round
from tournaments.services.table_wants import Eyes, wants_of
from tournaments.services.whole import whole_of

TICK_SECONDS: Final = 20
"""How long the page may be told that nothing has changed, where it is only time that passes."""
A_BLOCK: Final = 20
"""Tables below one another; the next ones stand beside them."""
LISTED: Final = 12
SPELLED_BOARDS: Final = 4
"""With no more boards a round, and few tables, a cell has room for what is in beside its letter."""

MARKS: Final[dict[Mark, tuple[str, str | Promise]]] = {
    Mark.PLANNED: ("", _("not open yet")),
    Mark.DUE: ("·", _("due")),
    Mark.MISSING: ("M", _("missing, and the round is closed")),
    Mark.IN: ("✓", _("in")),
    Mark.PROVISIONAL: ("P", _("provisional")),
    Mark.DISPUTED: ("D", _("disputed")),
    Mark.RULED: ("R", _("ruled")),
    Mark.NOT_PLAYED: ("N", _("not played")),
    Mark.UNNEEDED: ("–", _("not to be played")),
    Mark.HIDDEN: ("H", _("hidden from you, as you play")),
}
"""The letter in a cell, and what it stands for."""


@dataclass(frozen=True, slots=True)
class Cell:
    """`label` says it all in words, for who hears it and for the line below the grid."""

    id: str
    board: int
    mark: str
    letter: str
    label: str
    said: str
    url: str
    odd: bool
    edited: bool


@dataclass(frozen=True, slots=True)
class Lag:
    """How far the standings are behind the results, in changes."""

    behind: int
    waits: bool


@require_safe
@for_event(Deed.ENTER_RESULTS)
def show_round(request: HttpRequest, event: Event) -> HttpResponse:
    """The page, or with `?live` its moving part; `?round=` is another round than the one being played. Where there are
    ranked tables, their games."""
    if event.kind == Kind.RANKED:
        return glance_of_games(request, event)
    round_ = _round(request, event)
    version = StandingsSnapshot.objects.filter(event=event).values_list("version", flat=True).first()
    etag = _etag(request, event, round_, version)
    live = "live" in request.GET
    if live and etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers={"ETag": etag})
    context = _context(request, event, round_, version)
    answer = show(request, "desk/glance_live.html" if live else "desk/glance.html", event, context)
    answer.headers["ETag"] = etag
    return answer


@require_safe
@for_event(Deed.ENTER_RESULTS)
def show_whole(request: HttpRequest, event: Event) -> HttpResponse:
    """All tables by all rounds: how many results of how many are in."""
    return show(request, "desk/whole.html", event, {"part": "round", "whole": whole_of(event, request.user)})


def _round(request: HttpRequest, event: Event) -> Round | None:
    asked = request.GET.get("round", "")
    if not asked:
        return present_round(event)
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0
    found = event.rounds.filter(number=number).first()
    if found is None:
        raise Http404(gettext("There is no such round."))
    return found


def _etag(request: HttpRequest, event: Event, round_: Round | None, version: int | None) -> str:
    state = (
        (event.pk, event.results_version, version, event.status, event.name),
        (round_.number, round_.status) if round_ is not None else None,
        (request.user.pk, get_language(), int(time.time()) // TICK_SECONDS),
    )
    return f'"{blake2b(repr(state).encode(), digest_size=12).hexdigest()}"'


def _context(request: HttpRequest, event: Event, round_: Round | None, version: int | None) -> dict[str, Any]:
    directs = may(request.user, Deed.DIRECT, event.tournament.club_id)
    context: dict[str, Any] = {
        "part": "round",
        "directs": directs,
        "over": event.status == EventStatus.FINAL,
        "lag": Lag(event.results_version - (version or 0), event.recompute_queued_at is not None),
        "sheets": sheets_of(event) if directs else SheetShown((), 0),
    }
    if round_ is None:
        return context
    eyes = Eyes(event, request.user)
    seen = glance(event, round_, request.user, eyes)
    return {
        **context,
        "glance": seen,
        "blocks": _blocks(event, seen),
        "columns": range(1, len(seen.tables[0].places) + 1) if seen.tables else (),
        "spelled": _has_room(seen),
        "legend": [
            (letter, text, mark) for mark, (letter, text) in MARKS.items() if seen.marks[mark] and letter
        ],
        "waiting": _waiting(seen),
        "wants": wants_of(event, request.user, lambda one: _result_url(event, one), eyes)
        if directs
        else None,
        "deeds": _round_deeds(seen) if directs and event.status != EventStatus.FINAL else {},
    }


@dataclass(frozen=True, slots=True)
class Look:
    """How a table's line is drawn: `results` is where the addresses of results begin; `named`: each cell names its
    board; `spelled`: it has what is in beside its letter; `match`: a line is drawn above."""

    results: str
    named: bool
    spelled: bool
    match: bool
    language: str


def _blocks(event: Event, seen: Glance) -> list[list[SafeString]]:
    """The tables' lines in as few blocks as are not too long, all of about one length."""
    count = -(-len(seen.tables) // A_BLOCK) or 1
    length = -(-len(seen.tables) // count) or 1
    length += length % 2 if event.kind == Kind.TEAMS else 0  # a match's two tables stand together
    results = reverse("desk:result", args=[event.pk, 0, 0]).removesuffix("0/0/")
    spelled = _has_room(seen)
    lines = []
    before = None
    for row in seen.tables:
        match = row.match is not None and row.match != before
        look = Look(results, not seen.boards, spelled, match, get_language() or "")
        lines.append(_line(row, look))
        before = row.match
    return [lines[start : start + length] for start in range(0, len(lines), length)]


def _has_room(seen: Glance) -> bool:
    return len(seen.tables) <= A_BLOCK and all(len(table.places) <= SPELLED_BOARDS for table in seen.tables)


@lru_cache(maxsize=4096)
def _line(row: TableRow, look: Look) -> SafeString:
    """A table's line as HTML. From one look to the next hardly any table has changed: what was drawn is kept."""
    return render_to_string(
        "desk/glance_line.html", {"row": row, "look": look, "cells": cells_of(row, look.results)}
    )


def cells_of(row: TableRow, results: str) -> list[Cell]:
    """A table's cells; `results` is where the addresses of results begin."""
    return [_cell(row, place, f"{results}{place.table_id}/{place.board}/") for place in row.places]


def _cell(row: TableRow, place: Place, url: str) -> Cell:
    letter, text = MARKS[place.mark]
    label = gettext("Table %(table)s, board %(board)s: %(state)s") % {
        "table": row.number,
        "board": place.shown,
        "state": text,
    }
    said = place.said if place.mark not in WITHOUT else ""
    more = (said, gettext("looks odd") if place.odd else "", _open_by(place.editors))
    return Cell(
        id=f"c-{place.table_id}-{place.board}",
        board=place.shown,
        mark=str(place.mark),
        letter=letter,
        label="; ".join((label, *filter(None, more))),
        said=said,
        url="" if place.mark in (Mark.HIDDEN, Mark.PLANNED) else url,
        odd=bool(place.odd),
        edited=bool(place.editors),
    )


def _open_by(names: str) -> str:
    return gettext("%(names)s has it open") % {"names": names} if names else ""


def _waiting(seen: Glance) -> dict[str, Any]:
    """The tables that are waited for: the first few by name, and how many results in all."""
    found = [(table.number, [place.shown for place in places]) for table, places in seen.waiting]
    count = sum(len(boards) for _, boards in found)
    return {"tables": found[:LISTED], "more": max(len(found) - LISTED, 0), "count": count}


def _round_deeds(seen: Glance) -> dict[str, int]:
    """By the name of each deed that fits, the number of the round it is done to."""
    deeds = {}
    status = seen.round.status
    planned = [state.number for state in seen.rounds if state.status == RoundStatus.PLANNED]
    if status == RoundStatus.OPEN:
        deeds["close"] = seen.round.number
    if status == RoundStatus.CLOSED:
        deeds["reopen"] = seen.round.number
    if (
        planned
        and status != RoundStatus.OPEN
        and (status != RoundStatus.PLANNED or seen.round.number == planned[0])
    ):
        deeds["open"] = planned[0]
    return deeds


def _result_url(event: Event, dispute: Dispute) -> str:
    return reverse("desk:result", args=[event.pk, dispute.result.table_id, dispute.result.board])
