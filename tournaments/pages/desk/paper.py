"""Entering from paper at the desk: a board's traveller, a round's slips, a table's score sheet, as a grid.

Owns: which rows stand on which page, in the order of the paper. Never does: save one (paper_row.py).
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from tournaments.models import Event, Kind, Result, ResultState, RoundStatus, Table
from tournaments.pages.desk.door import for_event, show
from tournaments.services.actors import Deed
from tournaments.services.progress import board_shown
from tournaments.services.result_rights import barred
from tournaments.services.table_wants import Eyes


@dataclass(frozen=True, slots=True)
class Row:
    """One line to type. `line` is what stands, as it would be typed; entering twice, a first entry is not shown."""

    table: Table
    board: int
    shown: int
    line: str
    version: int | None
    state: str
    locked: str

    @property
    def fixed(self) -> bool:
        return bool(self.locked)


@dataclass(frozen=True, slots=True)
class Filled:
    """A board, round or table to enter: its number, and how many of its results are in; `entered` is None where that
    would tell who plays of a table that is hidden from them."""

    number: int
    url: str
    entered: int | None
    due: int
    title: str = ""


@require_GET
@for_event(Deed.ENTER_RESULTS)
def show_paper(request: HttpRequest, event: Event) -> HttpResponse:
    """Where to begin: boards by their travellers, rounds by their slips; in a Teams event tables by their sheets."""
    teams = event.kind == Kind.TEAMS
    tables = list(
        Table.objects.filter(round__event=event)
        .exclude(round__status=RoundStatus.PLANNED)
        .select_related("round", "ns", "ew")
        .order_by("round__number", "number")
    )
    results = event.results.exclude(state=ResultState.REMOVED).order_by()
    eyes = Eyes(event, request.user)
    context = {
        "part": "paper",
        "twice": _twice(request, event),
        "rounds": _rounds(event, tables, results, eyes),
        "boards": [] if teams else _boards(event, tables, results),
        "tables": _tables(event, tables, results, eyes) if teams else [],
    }
    return show(request, "desk/paper.html", event, context)


@require_GET
@for_event(Deed.ENTER_RESULTS)
def show_board(request: HttpRequest, event: Event, board: int) -> HttpResponse:
    """A traveller: every table that plays the board, in the order of the printed one."""
    if event.kind != Kind.PAIRS:
        raise Http404(gettext("A team’s boards are entered by the table."))
    why = barred(request.user, event, board)
    tables = [table for table in _opened(event) if board in table.boards]
    if not tables:
        raise Http404(gettext("No table has that board in a round that was opened."))
    numbers = sorted({number for table in _opened(event) for number in table.boards})
    place = numbers.index(board)
    context = {
        "title": gettext("Board %(board)s") % {"board": board},
        "before": _address(event, "board", numbers[place - 1]) if place else "",
        "after": _address(event, "board", numbers[place + 1]) if place + 1 < len(numbers) else "",
    }
    return _grid(request, event, [(table, board) for table in tables], context, why)


@require_GET
@for_event(Deed.ENTER_RESULTS)
def show_round(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """A round's slips, by table and board."""
    tables = [table for table in _opened(event) if table.round.number == round]
    if not tables:
        raise Http404(gettext("There is no such round, or it is not open yet."))
    rounds = sorted({table.round.number for table in _opened(event)})
    place = rounds.index(round)
    context = {
        "title": gettext("Round %(round)s") % {"round": round},
        "jump": True,
        "before": _address(event, "round", rounds[place - 1]) if place else "",
        "after": _address(event, "round", rounds[place + 1]) if place + 1 < len(rounds) else "",
    }
    rows = [(table, board) for table in tables for board in table.boards]
    return _grid(request, event, rows, context)


@require_GET
@for_event(Deed.ENTER_RESULTS)
def show_table(request: HttpRequest, event: Event, table: int) -> HttpResponse:
    """One table's score sheet, board by board."""
    found = next((one for one in _opened(event) if one.pk == table), None)
    if found is None:
        raise Http404(gettext("There is no such table, or its round is not open yet."))
    context = {
        "title": gettext("Round %(round)s, table %(table)s")
        % {"round": found.round.number, "table": found.number},
        "before": "",
        "after": "",
    }
    return _grid(request, event, [(found, board) for board in found.boards], context)


def _opened(event: Event) -> list[Table]:
    found = Table.objects.filter(round__event=event).exclude(round__status=RoundStatus.PLANNED)
    return list(found.select_related("round", "ns", "ew").order_by("round__number", "number"))


def _twice(request: HttpRequest, event: Event) -> bool:
    """Whether paper is entered twice: the event's setting, or this page's address."""
    asked = request.GET.get("twice")
    return event.entered_twice if asked is None else asked == "1"


def _address(event: Event, kind: str, number: int) -> str:
    return reverse(f"desk:paper-{kind}", args=[event.pk, number])


def _grid(
    request: HttpRequest,
    event: Event,
    places: list[tuple[Table, int]],
    context: dict[str, Any],
    why: str = "",
) -> HttpResponse:
    twice = _twice(request, event)
    eyes = Eyes(event, request.user)
    there = {
        (result.table_id, result.board): result
        for result in Result.objects.filter(table__in={table.pk for table, _ in places})
        .exclude(state=ResultState.REMOVED)
        .select_related("ns", "ew")
    }
    rows = [
        _row(event, table, board, there.get((table.pk, board)), eyes, twice=twice) for table, board in places
    ]
    return show(
        request,
        "desk/paper_grid.html",
        event,
        {
            "part": "paper",
            "why": why,
            "rows": [] if why else rows,
            "rules": asdict(event.rule_set),
            "words": _words(),
            "twice": twice,
            "row_url": reverse("desk:paper-row", args=[event.pk]),
            "subject": request.path.removeprefix(reverse("desk:paper", args=[event.pk])).strip("/"),
            **context,
        },
    )


def _words() -> dict[str, str]:
    """What the script says."""
    return {
        "sending": gettext("sending"),
        "saved": gettext("saved {time}"),
        "once": gettext("entered once, {time}"),
        "other": gettext("{line} is saved; what stands here now is not."),
        "lost": gettext("kept here, not saved: no connection. It is sent again by itself."),
        "busy": gettext("kept here, not saved: the server cannot take it now. It is sent again by itself."),
        "refused": gettext(
            "not saved: the server refuses it ({status}). Reload the page; what you typed is kept."
        ),
        "signIn": gettext("Kept here: sign in again in another tab, then come back."),
        "restored": gettext("typed before, not saved: Enter saves it"),
        "disagrees": gettext("The paper says {paper} for {side}, the bids give {bids}."),
        "again": gettext("Enter again saves the bids."),
        "mistyped": gettext("The first entry was mistyped."),
        "reason": gettext("A correction needs a reason: say above why it is changed."),
        "noRow": gettext("There is no such row."),
    }


def _row(event: Event, table: Table, board: int, result: Result | None, eyes: Eyes, *, twice: bool) -> Row:
    shown = board_shown(event, board)
    if not eyes.see(table.pk, [board]):
        return Row(table, board, shown, "", None, "", gettext("hidden from you, as you play"))
    if result is None:
        return Row(table, board, shown, "", None, "due", "")
    if not result.ns_bid or result.ns_adjusted or result.ew_adjusted or result.weighted:
        return Row(table, board, shown, "", result.version, "ruled", gettext("ruled"))
    if twice and result.state == ResultState.PROVISIONAL:
        return Row(table, board, shown, "", None, "once", "")
    line = f"{_typed(result.ns_bid, result.ns_tricks)} {_typed(result.ew_bid, result.ew_tricks)}"
    return Row(table, board, shown, line, result.version, result.state, "")


def _typed(bid: str, tricks: str) -> str:
    """ "N+4", "0+4" → "N4 0 4", as a hand types it."""
    if "N" in bid or "B" in bid:
        return f"{bid.replace('+', '')} {tricks.replace('+', ' ')}"
    return f"{bid} {tricks}"


def _rounds(event: Event, tables: Iterable[Table], results: Any, eyes: Eyes) -> list[Filled]:
    entered = dict(results.values_list("table__round__number").annotate(Count("pk")))
    due: dict[int, int] = {}
    hidden = set()
    for table in tables:
        due[table.round.number] = due.get(table.round.number, 0) + len(table.boards)
        if not eyes.see(table.pk, []):
            hidden.add(table.round.number)
    return [
        Filled(
            number,
            _address(event, "round", number),
            None if number in hidden else entered.get(number, 0),
            count,
        )
        for number, count in due.items()
    ]


def _boards(event: Event, tables: Iterable[Table], results: Any) -> list[Filled]:
    entered = dict(results.values_list("board").annotate(Count("pk")))
    due: dict[int, int] = {}
    for table in tables:
        for board in table.boards:
            due[board] = due.get(board, 0) + 1
    return [
        Filled(board, _address(event, "board", board), entered.get(board, 0), count)
        for board, count in sorted(due.items())
    ]


def _tables(event: Event, tables: Iterable[Table], results: Any, eyes: Eyes) -> list[Filled]:
    entered = dict(results.values_list("table_id").annotate(Count("pk")))
    return [
        Filled(
            table.number,
            _address(event, "table", table.pk),
            entered.get(table.pk, 0) if eyes.see(table.pk, []) else None,
            len(table.boards),
            gettext("Round %(round)s, table %(table)s: %(ns)s – %(ew)s")
            % {"round": table.round.number, "table": table.number, "ns": table.ns, "ew": table.ew},
        )
        for table in tables
    ]
