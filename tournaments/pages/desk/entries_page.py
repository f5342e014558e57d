"""The entries of an event: typed with the keyboard alone, and checked in with one key a row.

Owns: the list, the form that adds one entry after another, the answers to what is typed, check-in.
Never does: decide what an entry may be (services/entries.py); the sub-pages of one entry, pasting and numbers.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.models import Entry, EntryPlayer, Event, EventStatus, Kind, Substitution
from tournaments.pages.desk.door import actor_of, for_event, show, status_of
from tournaments.pages.desk.named_players import Place, ask, filled, found_json, places_of
from tournaments.services import entry_states
from tournaments.services.entries import PLAYERS_OF_A_TEAM, NewEntry, add_entries
from tournaments.services.errors import ServiceError
from tournaments.services.numbering import has_gaps
from tournaments.services.ratings.reading import of_entry, ratings_beside

MOST_NUMBER = 99_999


@dataclass(slots=True)
class Typing:
    """The form that adds an entry, as it is shown: empty, or with what was typed and what is to be said of it."""

    places: list[Place]
    name: str = ""
    standby: bool = False
    stays_seated: bool = False
    faults: list[str] = field(default_factory=list)
    asking: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@for_event()
def entries(request: HttpRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        return _add(request, event)
    return _page(request, event, _empty(event), HTTPStatus.OK)


@require_GET
@for_event()
def find(request: HttpRequest, event: Event) -> HttpResponse:
    return found_json(request, event.tournament.club_id, event)


@require_POST
@for_event()
def check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """One row's key: here, or not here after all."""
    there = "here" in request.POST
    text = request.POST.get("here", request.POST.get("gone", ""))
    if not text.isdecimal() or int(text) > MOST_NUMBER:
        raise Http404(gettext("There is no such entry."))
    try:
        found = entry_states.check_in(event.pk, int(text), actor_of(request), there=there)
    except ServiceError as error:
        if request.headers.get("HX-Request"):
            return HttpResponse(str(error), status=error.status, content_type="text/plain; charset=utf-8")
        messages.error(request, str(error))
        return redirect("desk:entries", event.pk)
    if not request.headers.get("HX-Request"):
        return redirect("desk:entries", event.pk)
    rows = _rows(event, event.entries.filter(pk=found.pk))
    return render(request, "desk/entries_checked.html", {"event": event, "entry": rows[0], **_counts(event)})


def labels_of(event: Event) -> list[str]:
    """What the places of an entry are called."""
    if event.kind == Kind.PAIRS:
        return [gettext("First player"), gettext("Second player")]
    return [
        gettext("Player %(number)s") % {"number": number} for number in range(1, max(PLAYERS_OF_A_TEAM) + 1)
    ]


def _empty(event: Event) -> Typing:
    typing = Typing(places_of(labels_of(event)))
    typing.places[0].first = True
    return typing


def _add(request: HttpRequest, event: Event) -> HttpResponse:
    typing = Typing(
        places_of(labels_of(event), request.POST),
        name=request.POST.get("name", ""),
        standby="standby" in request.POST,
        stays_seated="stays_seated" in request.POST,
    )
    players = filled(typing.places)
    if not players:
        typing.faults.append(gettext("Type a name first."))
        typing.places[0].first = True
        return _page(request, event, typing, HTTPStatus.UNPROCESSABLE_ENTITY)
    if ask(players, event.tournament.club_id, event):
        typing.asking = True
        return _page(request, event, typing, HTTPStatus.UNPROCESSABLE_ENTITY)
    new = NewEntry(
        tuple(place.named for place in players),
        typing.name,
        standby=typing.standby,
        stays_seated=typing.stays_seated,
    )
    try:
        made = add_entries(event.pk, [new], actor_of(request))[0]
    except ServiceError as error:
        _tell(typing, players, error)
        return _page(request, event, typing, status_of(error))
    said = gettext("%(number)s %(name)s is entered.") % {"number": made.number, "name": made.name}
    if request.headers.get("HX-Request"):
        rows = _rows(event, event.entries.filter(pk=made.pk))
        context = {"event": event, "typing": _empty(event), "entry": rows[0], "said": said, **_counts(event)}
        return render(request, "desk/entries_added.html", context)
    messages.success(request, said)
    return redirect("desk:entries", event.pk)


def _tell(typing: Typing, players: list[Place], error: ServiceError) -> None:
    """Put faults at the player they are about, or above the form; the first that is faulty is where one goes on."""
    for fault in error.faults:
        place = fault.path.partition("players[")[2].partition("]")[0]
        if place.isdecimal() and int(place) < len(players):
            players[int(place)].fault = fault.message
        else:
            typing.faults.append(fault.message)
    first = next((place for place in players if place.fault), typing.places[0])
    first.first = True


def _page(request: HttpRequest, event: Event, typing: Typing, status: HTTPStatus) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return render(request, "desk/entries_typing.html", {"event": event, "typing": typing}, status=status)
    rows = _rows(event, event.entries.all())
    drawn = event.rounds.exists()
    context = {
        "part": "entries",
        "typing": typing,
        "seated": [row for row in rows if not row.standby],
        "waiting": [row for row in rows if row.standby],
        "drawn": drawn,
        "gaps": not drawn and event.kind == Kind.PAIRS and has_gaps(rows),
        "final": event.status == EventStatus.FINAL,
        **_counted(rows),
    }
    return show(request, "desk/entries.html", event, context, status)


def _rows(event: Event, found: Any) -> list[Entry]:
    """Entries with their people, their average rating where all of it is shown, and whether somebody steps in for one
    of them, in order of number."""
    # people by a join: asked for one by one, those of a large field are more than every database takes at once
    seats = Prefetch("seats", EntryPlayer.objects.select_related("person"))
    rows = list(found.order_by("standby", "number").prefetch_related(seats))
    helped = set(
        Substitution.objects.filter(entry__in=[row.pk for row in rows]).values_list("entry_id", flat=True)
    )
    ratings = ratings_beside(event)
    for row in rows:
        row.helped = row.pk in helped
        row.rating = of_entry((seat.person_id for seat in row.seats.all()), ratings).average
    return rows


def _counts(event: Event) -> dict[str, int]:
    return _counted(event.entries.only("event", "standby", "withdrawn", "checked_in_at"))


def _counted(rows: Iterable[Entry]) -> dict[str, int]:
    """How many have a seat, how many of those are there, and how many wait for one."""
    seated = [row for row in rows if not row.standby and not row.withdrawn]
    here = sum(row.checked_in_at is not None for row in seated)
    return {
        "count": len(seated),
        "here": here,
        "missing": len(seated) - here,
        "on_standby": sum(row.standby for row in rows),
    }
