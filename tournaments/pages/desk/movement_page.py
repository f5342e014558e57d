"""The desk's page of a Pairs event's movement: proposed, drawn, read from a file, removed; rounds opened and closed.

Never does: draw or prove (services/movements.py, services/rounds.py). A movement in mid-course: movement_change.py.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.faults import FaultsError
from tournaments.draws.movement import Movement, MovementError
from tournaments.eventfile.json_text import parse_json
from tournaments.forms import show_faults
from tournaments.models import Event, EventStatus, Kind, RoundStatus
from tournaments.pages.desk.door import actor_of, attempt, for_event, show
from tournaments.pages.desk.movement_forms import AskForm, DrawForm, OwnForm, ProposeForm, RoundForm
from tournaments.pages.desk.movement_view import movement_context
from tournaments.pages.desk.setup_words import movement_title
from tournaments.services.amendments import What
from tournaments.services.errors import ServiceError, TooLargeError
from tournaments.services.kinds import faults_of_kind
from tournaments.services.movements import boards_there, draw_movement, proposals
from tournaments.services.new_event import plan_of
from tournaments.services.rounds import close_round, install_movement, open_round, remove_draw

LARGEST_FILE = 2_000_000
FITS = "fits_%s"
"""Names of the form of what fits: another form of the page has fields of the same names."""


def for_pairs(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of a Pairs event, for its directors; other kinds have a draw instead."""

    def guarded(request: HttpRequest, event: Event, /, **more: Any) -> HttpResponse:
        wrong_kind = faults_of_kind(event, Kind.PAIRS)
        if wrong_kind:
            messages.error(request, " ".join(fault.message for fault in wrong_kind))
            return redirect("desk:draw", event.pk)
        return view(request, event, **more)

    return for_event()(wraps(view)(guarded))


@require_GET
@for_pairs
def show_movement(request: HttpRequest, event: Event) -> HttpResponse:
    return page(request, event)


@require_POST
@for_pairs
def draw(request: HttpRequest, event: Event) -> HttpResponse:
    """A movement by its kind: one that was proposed, or one that the director asks for by its numbers."""
    form = DrawForm(request.POST)
    if not form.is_valid():
        return page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, drawing=form)
    said = form.cleaned_data
    done, status = attempt(
        form,
        lambda: draw_movement(
            event.pk, said["kind"], said["rounds"], said["boards"], said["per_round"], actor_of(request)
        ),
    )
    if done is None:
        return page(request, event, status, drawing=form)
    _say_drawn(request, done.movement)
    if done.renumbered:
        text = ngettext(
            "%(n)s pair has another number now.", "%(n)s pairs have other numbers now.", done.renumbered
        )
        messages.info(request, text % {"n": done.renumbered})
    for name in done.moving:
        messages.warning(
            request, gettext("%(pair)s needs to stay seated and does not in this one.") % {"pair": name}
        )
    return redirect("desk:movement", event.pk)


@require_POST
@for_pairs
def draw_own(request: HttpRequest, event: Event) -> HttpResponse:
    form = OwnForm(request.POST, request.FILES)
    if not form.is_valid():
        return page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, own=form)
    done, status = attempt(form, lambda: _install(event, form.cleaned_data["file"], request))
    if done is None:
        return page(request, event, status, own=form)
    _say_drawn(request, done)
    return redirect("desk:movement", event.pk)


def _install(event: Event, upload: Any, request: HttpRequest) -> Movement:
    if upload.size > LARGEST_FILE:
        raise TooLargeError(gettext("The file is larger than 2 MB; nothing was read."))
    try:
        movement = Movement.from_json(parse_json(upload.read()))
    except MovementError as error:
        raise ServiceError(*(str(fault) for fault in error.faults)) from None
    except FaultsError as error:
        raise ServiceError(*error.faults) from None
    install_movement(event.pk, movement, actor_of(request))
    return movement


def _say_drawn(request: HttpRequest, movement: Movement) -> None:
    rounds = len(movement.rounds)
    text = ngettext("%(name)s: %(n)s round drawn.", "%(name)s: %(n)s rounds drawn.", rounds)
    messages.success(request, text % {"name": movement.name, "n": rounds})


@require_POST
@for_pairs
def remove(request: HttpRequest, event: Event) -> HttpResponse:
    form = forms.Form(request.POST)
    done, status = attempt(form, lambda: remove_draw(event.pk, actor_of(request)))
    if done is None:
        return page(request, event, status, removing=form)
    messages.success(request, gettext("The draw is removed; entries can change again."))
    return redirect("desk:movement", event.pk)


@require_POST
@for_pairs
def turn_round(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """Open a round, or close it; the form's `deed` says which."""
    form = RoundForm(request.POST)
    closes = request.POST.get("deed") == "close"
    if not form.is_valid():
        return page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, turning=form, about=round)
    act = close_round if closes else open_round
    done, status = attempt(form, lambda: act(event.pk, round, actor_of(request), form.cleaned_data["reason"]))
    if done is None:
        return page(request, event, status, turning=form, about=round)
    said = gettext("Round %(n)s is closed.") if closes else gettext("Round %(n)s is open.")
    messages.success(request, said % {"n": round})
    return redirect(f"{reverse('desk:movement', args=[event.pk])}?round={round}")


def page(request: HttpRequest, event: Event, status: HTTPStatus = HTTPStatus.OK, **said: Any) -> HttpResponse:
    """The page; `said` holds the form that was refused."""
    event.refresh_from_db(fields=["status", "winners"])
    final = event.status == EventStatus.FINAL
    context: dict[str, Any] = {"part": "movement", "final": final, **said}
    if event.rounds.exists():
        context |= movement_context(request, event, said.get("about"))
        context.setdefault("turning", RoundForm())
        context["asking"] = [] if final or not context["released"] else asking(context)
        context["next"] = next((one for one in context["rounds"] if one.status == RoundStatus.PLANNED), None)
    elif not final:
        context |= _proposed(request, event)
        context.setdefault("drawing", DrawForm())
        context.setdefault("own", OwnForm())
    return show(request, "desk/movement.html", event, context, status)


def asking(context: dict[str, Any]) -> list[AskForm]:
    """A form for each thing that can happen in mid-course, as long as a round is left."""
    if not context["planned"]:
        return []
    kinds = [What.LATE, What.GONE] + ([What.DROP] if len(context["rounds"]) > 1 else [])
    return [AskForm(None, what, context["planned"], context["entries"]) for what in kinds]


def _proposed(request: HttpRequest, event: Event) -> dict[str, Any]:
    pairs = event.entries.filter(standby=False).count()
    there = boards_there(event)
    asked = request.GET if {"boards", "minutes"} & set(request.GET) else None
    form = ProposeForm(asked, initial={"boards": there}, auto_id=FITS)
    boards, minutes = there, None
    if form.is_bound and form.is_valid():
        boards, minutes = form.cleaned_data["boards"], form.cleaned_data["minutes"]
    found: tuple[Any, ...] = ()
    if pairs > 1:
        try:
            found = proposals(pairs, boards, minutes)
        except ServiceError as error:
            if not form.is_bound:
                form = ProposeForm({"boards": boards or "", "minutes": ""}, auto_id=FITS)
                form.is_valid()
            show_faults(form, error)
    plan = plan_of(event)
    offers = [(movement_title(one.kind), one, plan is not None and plan.is_for(one)) for one in found]
    offers.sort(key=lambda offer: not offer[2])
    context: dict[str, Any] = {
        "pairs": pairs,
        "there": there,
        "proposing": form,
        "proposals": found,
        "offers": offers,
    }
    if plan is not None and not any(chosen for _title, _one, chosen in offers):
        context |= {"plan": plan, "plan_title": movement_title(plan.kind)}
    return context
