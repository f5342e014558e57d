"""The desk's page of sheets: everything that can be printed, what was, and what of it is stale.

Never does: draw a sheet (tournaments/printing.py), or say what is stale (services.printed).
"""

from dataclasses import dataclass, replace
from http import HTTPStatus

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.forms import SiteField, WholeNumber, is_of_this_machine
from tournaments.models import Event, Kind
from tournaments.pages.desk.door import actor_of, attempt, for_event, show
from tournaments.printing import (
    CODED_DOCUMENTS,
    DIRECTOR_DOCUMENTS,
    DRAW_DOCUMENTS,
    DUPLEX_DOCUMENTS,
    TABLE_DOCUMENTS,
    Order,
    documents_of,
    file_name,
    print_document,
)
from tournaments.printing_certificates import USUAL_PRIZES
from tournaments.printing_ranked import MOST_TABLES, ranked_tables
from tournaments.services.actors import directs
from tournaments.services.printed import SheetState, note_printed, sheet_states
from tournaments.services.visibility import sees_every_board
from tournaments.services.zones import zone_of
from tournaments.sheets import PageSize

TITLES = {
    "blank-travellers": _("Travellers to write on"),
    "filled-travellers": _("Travellers with results"),
    "pick-up-slips": _("Pick-up slips"),
    "score-cards": _("Score cards for the players"),
    "board-labels": _("Labels for the boards"),
    "results": _("Standings"),
    "round-pairings": _("Round pairings"),
    "match-score-sheets": _("Match score sheets"),
    "cross-table": _("Cross-table"),
    "hand-records": _("Hand records"),
    "curtain-cards": _("Curtain cards"),
    "dealing-sheets": _("Sheets to deal by hand"),
    "recap": _("Recap"),
    "guide-cards-tables": _("Guide cards of the tables"),
    "guide-cards-entries": _("Guide cards of the pairs or teams"),
    "seating-by-name": _("Seats by name, for the wall"),
    "seating-by-table": _("Seats by table, for the wall"),
    "place-cards": _("Place cards"),
    "name-badges": _("Name badges"),
    "certificates": _("Certificates"),
    "table-sheets": _("Score sheets for ranked tables"),
    "game-sheets": _("Games that are over, deal by deal"),
    "leaderboard": _("Leaderboard"),
    "table-cards": _("Table cards"),
    "entry-cards": _("Cards of the pairs"),
    "table-tents": _("Table tents"),
}


_OF_A_ROUND = frozenset({"round-pairings", "seating-by-name", "seating-by-table", "match-score-sheets"})
"""Sheets of one round each: the one that people look for where none is chosen."""
_OF_DEALS = frozenset({"hand-records", "curtain-cards", "dealing-sheets"})
"""Those that can be printed of one round, draw or not."""
_OF_A_ROUND_OF_TEAMS = frozenset({"pick-up-slips"})
"""Those that are of one round where rounds are drawn one by one."""


_PRIZES = {"results": 0, "certificates": USUAL_PRIZES}
"""Sheets of prize places, and how many there are unless a director says otherwise."""


class PrintForm(forms.Form):
    kind = forms.CharField(max_length=40)
    paper = forms.ChoiceField(choices=[(size.value, size.value) for size in PageSize])
    round = WholeNumber(required=False)
    site = SiteField(required=False)
    duplex = forms.BooleanField(required=False)
    prizes = WholeNumber(min_value=0, max_value=99, required=False)
    tables = WholeNumber(min_value=0, max_value=MOST_TABLES, required=False)


@dataclass(frozen=True, slots=True)
class Offered:
    """One document: what can be chosen for it, and its prints so far. `coded`: it has a code that opens a page;
    `tables`: how many ranked tables it is of, None where it is not of tables."""

    kind: str
    title: str
    by_round: bool
    of_a_round: bool
    coded: bool
    duplex: bool
    prizes: int | None
    tables: int | None
    prints: tuple[SheetState, ...]


def title_of(kind: str) -> str:
    """What people call a document."""
    return str(TITLES.get(kind, kind.replace("-", " ").capitalize()))


@require_GET
@for_event()
def show_sheets(request: HttpRequest, event: Event) -> HttpResponse:
    return _page(request, event)


@require_POST
@for_event()
def print_one(request: HttpRequest, event: Event) -> HttpResponse:
    """The PDF; that it was printed is remembered."""
    form = PrintForm(request.POST)
    if not form.is_valid():
        return _page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, form)
    given = form.cleaned_data
    kind, number = given["kind"], given["round"]
    order = Order(
        event,
        request.user,
        PageSize(given["paper"]),
        round_number=number,
        site=given["site"],
        duplex=given["duplex"],
        prizes=given["prizes"] or 0,
        tables=given["tables"] or 0,
    )
    made, status = attempt(form, lambda: print_document(kind, order))
    if made is None:
        return _page(request, event, status, form)
    if sees_every_board(request.user, event) or kind in DRAW_DOCUMENTS:
        # what a player was given of it is not the whole sheet
        note_printed(event.pk, kind, f"round {number}" if number else "", actor_of(request))
    return HttpResponse(
        made,
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{file_name(kind, event)}"',
            "Cache-Control": "no-store",
        },
    )


def _page(
    request: HttpRequest, event: Event, status: HTTPStatus = HTTPStatus.OK, form: forms.Form | None = None
) -> HttpResponse:
    zone = zone_of(event.tournament)
    hidden = frozenset() if directs(request.user, event) else DIRECTOR_DOCUMENTS
    states = [replace(state, at=state.at.astimezone(zone)) for state in sheet_states(event)]
    latest = _OF_A_ROUND | (_OF_A_ROUND_OF_TEAMS if event.kind == Kind.TEAMS else frozenset())
    site = request.build_absolute_uri("/").rstrip("/")
    offered = [
        Offered(
            kind,
            title_of(kind),
            kind in DRAW_DOCUMENTS | _OF_DEALS,
            kind in latest,
            kind in CODED_DOCUMENTS,
            kind in DUPLEX_DOCUMENTS,
            None if event.kind == Kind.RANKED else _PRIZES.get(kind),
            max(ranked_tables(event)) if kind in TABLE_DOCUMENTS else None,
            tuple(state for state in states if state.kind == kind),
        )
        for kind in documents_of(event)
        if kind not in hidden
    ]
    known = {one.kind for one in offered}
    context = {
        "part": "sheets",
        "offered": offered,
        "others": [(title_of(state.kind), state) for state in states if state.kind not in known],
        "rounds": list(event.rounds.order_by("number").values_list("number", flat=True)),
        "papers": [size.value for size in PageSize],
        "form": form,
        "site": form.data.get("site", site) if form else site,
        "for_this_machine": is_of_this_machine(site),
    }
    return show(request, "desk/sheets.html", event, context, status)
