"""One entry: its players and name, stand-by and seat, withdrawal, substitutes.

Owns: the page and what each of its buttons asks of a service. Never does: decide; the services do.
Terms: *deed*, what a form of the page does, named by its button (`do`).
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from tournaments.forms import show_faults
from tournaments.models import Entry, Event, EventStatus, Kind, Substitution
from tournaments.pages.desk.door import actor_of, for_event, show, status_of
from tournaments.pages.desk.entries_page import labels_of
from tournaments.pages.desk.entry_forms import (
    DirectionForm,
    EndForm,
    ReasonForm,
    RenameForm,
    SubstituteForm,
    TakeSeatForm,
)
from tournaments.pages.desk.named_players import ask, filled, places_of
from tournaments.services import entry_states
from tournaments.services.entries import faults_of_removal, remove_entry, rename_entry, withdraw_entry
from tournaments.services.errors import ServiceError
from tournaments.services.players import change_players
from tournaments.services.progress import board_number
from tournaments.services.substitutes import end_substitute, substitute
from tournaments.services.who_plays import in_words

STEPS_IN: Final = 9
"""The number of the substitute's field, beyond those of the players."""


@require_http_methods(["GET", "HEAD", "POST"])
@for_event()
def entry(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    page = _Page(request, event, _entry(event, number))
    if request.method != "POST":
        return page.shown(HTTPStatus.OK)
    deed = _DEEDS.get(request.POST.get("do", ""))
    if deed is None:
        messages.error(request, gettext("Nothing was done: press one of the buttons."))
        return page.shown(HTTPStatus.UNPROCESSABLE_ENTITY)
    return deed(page)


class _Page:
    """The page of an entry with its forms, those that were sent with what was typed."""

    def __init__(self, request: HttpRequest, event: Event, found: Entry) -> None:
        self.request, self.event, self.entry = request, event, found
        self.seats = list(found.seats.select_related("person").order_by("position"))
        self.swaps = list(found.substitutions.select_related("out", "into"))
        self.forms: dict[str, forms.Form] = {}
        self.places = places_of(labels_of(event))
        for place, seat in zip(self.places, self.seats, strict=False):
            place.text, place.person = seat.person.name, str(seat.person_id)
        self.into = places_of([gettext("Who comes")], first=STEPS_IN)

    def form(self, deed: str) -> forms.Form:
        if deed not in self.forms:
            self.forms[deed] = self._made(deed, None)
        return self.forms[deed]

    def sent(self, deed: str) -> forms.Form:
        self.forms[deed] = self._made(deed, self.request.POST)
        return self.forms[deed]

    def _made(self, deed: str, data: Any) -> forms.Form:
        made: dict[str, Callable[..., forms.Form]] = {
            "rename": RenameForm,
            "field": DirectionForm,
            "take-seat": TakeSeatForm,
            "substitute": SubstituteForm,
            "end": EndForm,
        }
        options: dict[str, Any] = {"auto_id": f"{deed}-%s"}
        if data is None:
            options["initial"] = {
                "name": self.entry.name,
                "field": self.entry.field,
                "first_round": self._round(),
            }
        if deed == "substitute":
            there = {seat.person_id: seat.person for seat in self.seats}
            there |= {made.into_id: made.into for made in self.swaps}
            options["people"] = there.values()
        return made.get(deed, ReasonForm)(data, **options)

    def _round(self) -> int | None:
        if not hasattr(self, "_now"):
            rounds = list(self.event.rounds.order_by("number").values_list("number", "status"))
            running = [number for number, status in rounds if status != "closed"]
            self._now = running[0] if running else rounds[-1][0] if rounds else None
        return self._now

    def do(self, deed: str, act: Callable[[dict[str, Any]], Any], said: str) -> HttpResponse:
        """Run a service with what a form says, and go on to the page; or show it again with what is wrong."""
        form = self.sent(deed)
        if not form.is_valid():
            return self.shown(HTTPStatus.UNPROCESSABLE_ENTITY)
        try:
            done = act(form.cleaned_data)
        except ServiceError as error:
            self._tell(deed, form, error)
            return self.shown(status_of(error))
        messages.success(self.request, said)
        if deed == "remove":
            return redirect("desk:entries", self.event.pk)
        number = done.number if isinstance(done, Entry) else self.entry.number
        return redirect("desk:entry", self.event.pk, number)

    def _tell(self, deed: str, form: forms.Form, error: ServiceError) -> None:
        places = filled(self.places) if deed == "players" else []
        others = []
        for fault in error.faults:
            at = fault.path.partition("players[")[2].partition("]")[0]
            if deed == "substitute" and fault.path == "into":
                self.into[0].fault = fault.message
            elif at.isdecimal() and int(at) < len(places):
                places[int(at)].fault = fault.message
            else:
                others.append(fault)
        if others:
            show_faults(form, ServiceError(*others))

    def shown(self, status: HTTPStatus) -> HttpResponse:
        event, found = self.event, self.entry
        self.entry.refresh_from_db()
        drawn = self._round() is not None
        context = {
            "part": "entries",
            "entry": found,
            "places": self.places,
            "into": self.into,
            "seats": self.seats,
            "swaps": [(made, in_words(made, event)) for made in self.swaps],
            "drawn": drawn,
            "pairs": event.kind == Kind.PAIRS,
            "removable": not faults_of_removal(found),
            "final": event.status == EventStatus.FINAL,
            **{name.replace("-", "_") + "_form": self.form(name) for name in _DEEDS},
        }
        return show(self.request, "desk/entry.html", event, context, status)


def _players(page: _Page) -> HttpResponse:
    page.places = places_of(labels_of(page.event), page.request.POST)
    players = filled(page.places)
    page.sent("players")
    if ask(players, page.event.tournament.club_id, page.event):
        return page.shown(HTTPStatus.UNPROCESSABLE_ENTITY)
    named = [place.named for place in players]
    place = (page.event.pk, page.entry.number)
    said = gettext("The players are changed.")
    return page.do(
        "players", lambda data: change_players(*place, named, actor_of(page.request), data["reason"]), said
    )


def _rename(page: _Page) -> HttpResponse:
    place = (page.event.pk, page.entry.number)
    said = gettext("The name is changed.")
    return page.do(
        "rename",
        lambda data: rename_entry(*place, data["name"], actor_of(page.request), data["reason"]),
        said,
    )


def _field(page: _Page) -> HttpResponse:
    place = (page.event.pk, page.entry.number)
    said = gettext("The direction is noted.")
    return page.do(
        "field", lambda data: entry_states.set_field(*place, data["field"], actor_of(page.request)), said
    )


def _stays(page: _Page) -> HttpResponse:
    stays = page.request.POST.get("stays") == "1"
    place = (page.event.pk, page.entry.number, actor_of(page.request))
    said = gettext("Noted: needs to stay seated.") if stays else gettext("Noted: may move.")
    return page.do("stays", lambda _data: entry_states.keep_seated(*place, stays=stays), said)


def _standby(page: _Page) -> HttpResponse:
    place = (page.event.pk, page.entry.number, actor_of(page.request))
    said = gettext("On stand-by now.")
    return page.do("standby", lambda data: entry_states.put_on_standby(*place, data["reason"]), said)


def _seat(page: _Page) -> HttpResponse:
    place = (page.event.pk, page.entry.number, actor_of(page.request))
    return page.do(
        "seat", lambda data: entry_states.seat_standby(*place, data["reason"]), gettext("Has a seat now.")
    )


def _take_seat(page: _Page) -> HttpResponse:
    place = (page.event.pk, page.entry.number)
    return page.do(
        "take-seat",
        lambda data: entry_states.take_seat(*place, data["of"], actor_of(page.request), data["reason"]),
        gettext("The seat is theirs; who had it waits on stand-by."),
    )


def _withdraw(page: _Page) -> HttpResponse:
    back = page.entry.withdrawn
    place = (page.event.pk, page.entry.number, actor_of(page.request))
    said = gettext("Back in the event.") if back else gettext("Withdrawn; results stay as they are.")
    return page.do("withdraw", lambda data: withdraw_entry(*place, data["reason"], withdrawn=not back), said)


def _remove(page: _Page) -> HttpResponse:
    place = (page.event.pk, page.entry.number, actor_of(page.request))
    return page.do(
        "remove", lambda data: remove_entry(*place, data["reason"]), gettext("The entry is removed.")
    )


def _substitute(page: _Page) -> HttpResponse:
    page.into = places_of([gettext("Who comes")], page.request.POST, first=STEPS_IN)
    event, into = page.event, page.into[0]
    page.sent("substitute")
    if ask(filled(page.into), event.tournament.club_id, event):
        return page.shown(HTTPStatus.UNPROCESSABLE_ENTITY)

    def act(data: dict[str, Any]) -> Substitution:
        first, shown = data["first_round"], data["first_board"]
        board = board_number(event, first, shown) if shown else None
        return substitute(
            event.pk,
            page.entry.number,
            data["out"],
            into.named,
            first,
            board,
            actor_of(page.request),
            data["reason"],
            data["last_round"],
        )

    return page.do("substitute", act, gettext("The substitute is noted; the entry stays what it is."))


def _end(page: _Page) -> HttpResponse:
    return page.do(
        "end",
        lambda data: end_substitute(
            page.event.pk, data["substitution"], actor_of(page.request), data["reason"]
        ),
        gettext("The substitute is taken back."),
    )


_DEEDS: Final = {
    "players": _players,
    "rename": _rename,
    "field": _field,
    "stays": _stays,
    "standby": _standby,
    "seat": _seat,
    "take-seat": _take_seat,
    "withdraw": _withdraw,
    "remove": _remove,
    "substitute": _substitute,
    "end": _end,
}


def _entry(event: Event, number: int) -> Entry:
    found = Entry.objects.filter(event=event, number=number).first()
    if found is None:
        raise Http404(gettext("There is no such entry."))
    return found
