"""One result at the desk: what stands, what the sides said, everything that may be ruled, and its history.

Owns: the page, and doing a deed from it with a preview before.
Never does: anything that result_deeds.py does not offer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from tournaments import figures
from tournaments.forms import show_faults
from tournaments.models import Claim, ClaimState, Event, LogEntry, Result, ResultState, Table
from tournaments.pages.desk.diary import Told, tell
from tournaments.pages.desk.door import actor_of, for_event, show, status_of
from tournaments.pages.desk.effects import Foreseen, foresee
from tournaments.pages.desk.result_deeds import DEEDS, Deed, Place, refused_rulings
from tournaments.pages.desk.result_forms import REASONS, DeedForm, WrongBoardForm, initial_of
from tournaments.pages.desk.versions import VersionRow, version_rows
from tournaments.services.actors import Deed as Permitted
from tournaments.services.actors import may
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.result_rights import barred
from tournaments.services.table_wants import Eyes

HIDDEN = "desk/result_hidden.html"


@dataclass(frozen=True, slots=True)
class Offered:
    """A deed with its form on the page; `open` where it was just tried, or is the one to begin with."""

    name: str
    deed: Deed
    form: DeedForm
    open: bool


@require_GET
@for_event(Permitted.ENTER_RESULTS)
def show_result(request: HttpRequest, event: Event, table: int, board: int) -> HttpResponse:
    place = _place(event, table, board)
    return _hidden(request, place) or _page(request, place)


@require_POST
@for_event(Permitted.ENTER_RESULTS)
def do(request: HttpRequest, event: Event, table: int, board: int, deed: str) -> HttpResponse:
    """Do a deed, or with `preview` show what it would change."""
    place = _place(event, table, board)
    hidden = _hidden(request, place)
    if hidden is not None:
        return hidden
    wanted = DEEDS.get(deed)
    directs = _directs(request, event)
    if wanted is None or not wanted.is_offered(place, directs=directs):
        raise Http404(gettext("There is nothing like that to be done here."))
    form = _form(wanted, deed, directs=directs, data=request.POST)
    if not form.is_valid():
        return _page(request, place, HTTPStatus.UNPROCESSABLE_ENTITY, tried=(deed, form))
    try:
        if not wanted.rules:
            _refuse_rulings(place, form, directs=directs)
        if "preview" in request.POST:
            effect = foresee(event, request.user, lambda: wanted.act(place, form, actor_of(request)))
            return _page(request, place, tried=(deed, form), effect=effect)
        done = wanted.act(place, form, actor_of(request))
    except ServiceError as error:
        show_faults(form, error)
        versions = error.versions if isinstance(error, ConflictError) else None
        if versions:
            _start_from_what_stands(form, place)
        return _page(request, place, status_of(error), tried=(deed, form), versions=version_rows(versions))
    return _after(request, place, form, done)


def _start_from_what_stands(form: DeedForm, place: Place) -> None:
    """Whoever has seen both versions may save theirs: the form goes on from the one that stands."""
    there = place.standing
    version = there.version if there is not None else ""
    form.data = {**form.data.dict(), form.add_prefix("version"): version}  # type: ignore[attr-defined]  # a QueryDict


def _after(request: HttpRequest, place: Place, form: DeedForm, done: Any) -> HttpResponse:
    """Back to the result; where another board is due now, to that one."""
    board = place.board
    if isinstance(form, WrongBoardForm):
        board = form.cleaned_data["played"]
        for clash in done:
            said = gettext("Round %(round)s, table %(table)s was to play board %(board)s too")
            said %= {"round": clash.round, "table": clash.table, "board": clash.board}
            how = gettext("board %(board)s is put there") if clash.free else gettext("see to it by hand")
            messages.warning(request, f"{said}: {how % {'board': place.board} if clash.free else how}.")
    where = {"round": place.table.round.number, "table": place.table.number, "board": place.shown}
    messages.success(request, gettext("Saved: round %(round)s, table %(table)s, board %(board)s.") % where)
    return redirect("desk:result", place.event.pk, place.table.pk, board)


def _refuse_rulings(place: Place, form: DeedForm, *, directs: bool) -> None:
    refused = refused_rulings(place, form.fields_of(place.fields), directs=directs)
    if refused:
        raise ServiceError(f"Only a director may {' or '.join(refused)}.", code="ruling")


def _place(event: Event, table_id: int, board: int) -> Place:
    """Raises Http404 for a table of another event, or a board that is neither due nor recorded there."""
    found = Table.objects.select_related("round", "ns", "ew", "match").filter(pk=table_id, round__event=event)
    table = found.first()
    if table is None:
        raise Http404(gettext("There is no such table in this event."))
    existing = (
        Result.objects.filter(table=table, board=board).select_related("ns", "ew", "table__round").first()
    )
    if existing is None and board not in table.boards:
        raise Http404(gettext("That board is not due at that table."))
    return Place(event, table, board, existing)


def _directs(request: HttpRequest, event: Event) -> bool:
    return may(request.user, Permitted.DIRECT, event.tournament.club_id)


def _hidden(request: HttpRequest, place: Place) -> HttpResponse | None:
    """The answer to somebody who plays in the event and may not see this board."""
    why = barred(request.user, place.event, place.board)
    if not why and not Eyes(place.event, request.user).see(place.table.pk, [place.board]):
        why = gettext(
            "You play in this match, and the other table is hidden from you: another director has to see to it."
        )
    if not why:
        return None
    context = {"part": "round", "why": why, "place": place}
    return show(request, HIDDEN, place.event, context, HTTPStatus.FORBIDDEN)


def _page(
    request: HttpRequest,
    place: Place,
    status: HTTPStatus = HTTPStatus.OK,
    *,
    tried: tuple[str, DeedForm] | None = None,
    effect: Foreseen | None = None,
    versions: Sequence[VersionRow] = (),
) -> HttpResponse:
    directs = _directs(request, place.event)
    there = place.standing
    context = {
        "part": "round",
        "place": place,
        "there": there,
        "words": _words(place) if there is not None and there.state == ResultState.DISPUTED else [],
        "offered": _offered(place, tried, directs=directs),
        "reasons": REASONS,
        "effect": effect,
        "version_rows": versions,
        "history": _history(place) if directs else [],
        "subject": f"result:{place.table.pk}:{place.board}",
        "traveller": reverse("desk:fouled", args=[place.event.pk, place.board]),
        "scores": tuple(figures.points(score) for score in (there.ns_score, there.ew_score)) if there else (),
    }
    return show(request, "desk/result.html", place.event, context, status)


def _offered(place: Place, tried: tuple[str, DeedForm] | None, *, directs: bool) -> list[Offered]:
    initial = initial_of(place.standing)
    initial.setdefault("ns", place.table.ns.number)
    initial.setdefault("ew", place.table.ew.number)
    offered = []
    for name, deed in DEEDS.items():
        if not deed.is_offered(place, directs=directs):
            continue
        is_tried = tried is not None and tried[0] == name
        form = (
            tried[1]
            if tried is not None and is_tried
            else _form(deed, name, directs=directs, initial=initial)
        )
        offered.append(Offered(name, deed, form, is_tried or (tried is None and name == "bids")))
    return offered


def _form(deed: Deed, name: str, *, directs: bool, **given: Any) -> DeedForm:
    """A deed's form; a scorer's is without the note that is for directors only, which stays as it is."""
    form = deed.form(prefix=name, **given)
    if not directs:
        form.fields.pop("private_note", None)
    return form


def _words(place: Place) -> list[Claim]:
    """What the sides say of a board on which they differ."""
    words = Claim.objects.filter(table=place.table, board=place.board, state=ClaimState.DIFFERS)
    return list(words.order_by("-side", "pk"))


def _history(place: Place) -> list[Told]:
    """The log of this result, oldest first."""
    subject = f"round {place.table.round.number}, table {place.table.number}, board {place.shown}"
    table = f"round {place.table.round.number}, table {place.table.number}"
    about = Q(subject=subject) | Q(subject=table, action__startswith="table.")
    lines = LogEntry.objects.filter(about, event=place.event).order_by("pk")
    return [tell(line, place.event) for line in lines]
