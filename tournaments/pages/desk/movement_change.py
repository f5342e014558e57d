"""A movement in mid-course: what happened is said, every way is shown with what it does to whom, and one is taken.

Never does: find the ways, or do one (services/amendments.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring.faults import Fault
from tournaments.draws.amend import Amendment
from tournaments.forms import show_faults
from tournaments.models import Event, RoundStatus
from tournaments.pages.desk.door import actor_of, show, status_of
from tournaments.pages.desk.movement_forms import AskForm, WayForm
from tournaments.pages.desk.movement_page import for_pairs
from tournaments.services.amendments import Offer, What, amend_movement, propose_amendments
from tournaments.services.errors import ServiceError
from tournaments.services.visibility import draw_released

NAMED = 8
"""Pairs named one by one where the same is said of several; more of them are numbers alone."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of some pairs: (number, name), the name "" where there are many."""

    pairs: tuple[tuple[int, str], ...]
    text: str


@dataclass(frozen=True, slots=True)
class Way:
    """A way as it is shown; `same` is how many pairs notice nothing."""

    kind: str
    title: str
    told: tuple[Told, ...]
    same: int
    facts: tuple[str, ...]
    warnings: tuple[str, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@for_pairs
def change(request: HttpRequest, event: Event) -> HttpResponse:
    said = request.POST if request.method == "POST" else request.GET
    what = next((one for one in What if one == said.get("what")), None)
    rounds = list(event.rounds.order_by("number"))
    planned = [one.number for one in rounds if one.status == RoundStatus.PLANNED]
    if what is None or not draw_released(event, request.user):
        return redirect("desk:movement", event.pk)
    entries = list(event.entries.order_by("number"))
    ask = AskForm(said, what, planned, entries)
    form = WayForm(request.POST) if request.method == "POST" else None
    status = HTTPStatus.OK
    if form is not None and form.is_valid() and ask.is_valid():
        try:
            done = _take(request, event, ask, form)
        except ServiceError as error:
            status = status_of(error)
            show_faults(form, _at_fields(error))
        else:
            messages.success(
                request, f"{done.title}. {gettext('What is printed of later rounds is out of date.')}"
            )
            return redirect("desk:movement", event.pk)
    offer = _offer(event, ask)
    if not ask.is_valid() or (form is not None and form.errors and status == HTTPStatus.OK):
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    context = {"part": "movement", "ask": ask, "entries": entries, "form": form or WayForm()}
    if offer is not None:
        ways = [_way(way, offer) for way in offer.ways.amendments]
        context |= {
            "ways": ways,
            "basis": offer.basis,  # of what is shown now, whatever was sent
            "impossible": offer.ways.impossible,
            "chosen": form["way"].value() if form else ways[0].kind if len(ways) == 1 else "",
            "needs_names": what == What.LATE and ask.wanted().entry is None,
        }
    return show(request, "desk/movement_change.html", event, context, status)


def _take(request: HttpRequest, event: Event, ask: AskForm, form: WayForm) -> Amendment:
    sent = form.cleaned_data
    return amend_movement(
        event.pk,
        ask.wanted(),
        sent["way"],
        sent["basis"],
        actor_of(request),
        reason=sent["reason"],
        players=form.players(),
    )


def _at_fields(error: ServiceError) -> ServiceError:
    """The same faults, those about a player at the player's field."""
    fields = {"players[0]": "one", "players[1]": "two", "players": "one"}
    error.faults = tuple(
        Fault(fault.code, fault.message, fields.get(fault.path.rsplit(".", 1)[-1], fault.path))
        for fault in error.faults
    )
    return error


def _offer(event: Event, ask: AskForm) -> Offer | None:
    """The ways as things are now; None, with what is wrong at the form, where there can be none."""
    if not ask.is_valid():
        return None
    try:
        return propose_amendments(event.pk, ask.wanted())
    except ServiceError as error:
        show_faults(ask, error)
        return None


def _way(way: Amendment, offer: Offer) -> Way:
    groups: dict[str, list[int]] = {}
    for item in way.effects.affected:
        groups.setdefault(item.text, []).append(item.entry)
    facts = way.facts
    if way.kind in offer.expected:
        facts = (*facts, gettext("Boards that are over keep the number of scores that Neuberg counts on."))
    return Way(
        kind=way.kind,
        title=way.title,
        told=tuple(Told(_named(numbers, offer.names), text) for text, numbers in groups.items()),
        same=len(way.effects.consequences) - len(way.effects.affected),
        facts=facts,
        warnings=way.warnings,
    )


def _named(numbers: list[int], names: Mapping[int, str]) -> tuple[tuple[int, str], ...]:
    many = len(numbers) > NAMED
    return tuple((number, "" if many else names.get(number, "")) for number in numbers)
