"""The boards of an event: dealt, dealt on, read from a file, written to one; and what of them is secret until when.

Never does: show a deal.
"""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from boards.models import BoardSet
from boards.pbn import PbnError, loads
from scoring.faults import Fault
from tournaments.figures import runs
from tournaments.forms import WholeNumber
from tournaments.models import Event, EventStatus, Kind
from tournaments.pages.desk.door import actor_of, attempt, for_event, show
from tournaments.services.actors import Actor
from tournaments.services.boards import (
    MOST_BOARDS,
    deal_for_event,
    export_boards,
    extend_boards,
    import_boards,
    record_secret,
)
from tournaments.services.errors import ServiceError, TooLargeError
from tournaments.services.new_event import plan_of
from tournaments.services.progress import due_by_board
from tournaments.services.visibility import visible_boards

MAX_UPLOAD_READ: Final = 2_000_000
USUAL_BOARDS: Final = 24


class DealForm(forms.Form):
    boards = WholeNumber(max_value=MOST_BOARDS, label=_("How many"))


class MoreForm(forms.Form):
    boards = WholeNumber(max_value=MOST_BOARDS, label=_("Up to number"))


class FileForm(forms.Form):
    boards = forms.FileField(
        label=_("PBN file"),
        help_text=_("Deals and their numbers are read; auctions, plays and results in it are passed over."),
        error_messages={"required": _("Choose a file."), "empty": _("The file is empty; choose another.")},
    )


class NothingForm(forms.Form):
    """A deed that needs no word."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done with boards: its form, and what it says when it is done."""

    form: type[forms.Form]
    run: Callable[[Event, dict[str, Any], Actor], str]


def _deal(event: Event, sent: dict[str, Any], actor: Actor) -> str:
    deal_for_event(event.pk, sent["boards"], actor)
    return _boards(gettext("%(n)s board is dealt."), gettext("%(n)s boards are dealt."), sent["boards"])


def _more(event: Event, sent: dict[str, Any], actor: Actor) -> str:
    extend_boards(event.pk, sent["boards"], actor)
    return gettext("Boards are dealt up to number %(n)s.") % {"n": sent["boards"]}


def _read(event: Event, sent: dict[str, Any], actor: Actor) -> str:
    upload = sent["boards"]
    if upload.size > MAX_UPLOAD_READ:
        message = f"The file is larger than {MAX_UPLOAD_READ // 1_000_000} MB; nothing was read."
        raise TooLargeError(Fault("too-large", message, "boards"))
    try:
        found = loads(upload.read())
    except PbnError as error:
        raise ServiceError(*(Fault("pbn", str(fault), "boards") for fault in error.faults)) from None
    import_boards(event.pk, found, upload.name, actor)
    return _boards(gettext("%(n)s board is read."), gettext("%(n)s boards are read."), len(found))


def _secret(event: Event, _sent: dict[str, Any], actor: Actor) -> str:
    record_secret(event.pk, actor)
    return gettext("The secret is drawn and recorded.")


def _boards(one: str, many: str, count: int) -> str:
    return (one if count == 1 else many) % {"n": count}


DEEDS: Final = {
    "deal": Deed(DealForm, _deal),
    "more": Deed(MoreForm, _more),
    "file": Deed(FileForm, _read),
    "secret": Deed(NothingForm, _secret),
}


@require_http_methods(["GET", "HEAD", "POST"])
@for_event()
def boards(request: HttpRequest, event: Event) -> HttpResponse:
    if request.method != "POST":
        return _shown(request, event, {})
    name = request.POST.get("deed", "")
    deed = DEEDS.get(name)
    if deed is None:
        messages.error(request, gettext("Choose what to do with the boards."))
        return redirect("desk:boards", event.pk)
    form = deed.form(request.POST, request.FILES, prefix=name)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if form.is_valid():
        said, status = attempt(form, lambda: deed.run(event, form.cleaned_data, actor_of(request)))
        if said is not None:
            messages.success(request, said)
            return redirect("desk:boards", event.pk)
    return _shown(request, event, {name: form}, status)


@require_safe
@for_event()
def file(request: HttpRequest, event: Event) -> HttpResponse:
    """The boards whose deals the director may see, as PBN."""
    text = export_boards(event, visible_boards(event, request.user).deals)
    response = HttpResponse(text, content_type="application/x-pbn; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{event.slug}.pbn"'
    return response


def _shown(
    request: HttpRequest,
    event: Event,
    forms_sent: dict[str, forms.Form],
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    there = _numbers(event)
    mine = visible_boards(event, request.user)
    everybody = visible_boards(event, AnonymousUser()).deals
    played = event.results.exists()
    due = due_by_board(event)
    wanted = max(due, default=0)
    plan = plan_of(event) if event.kind == Kind.PAIRS and not due else None
    usual = wanted or (plan.boards if plan is not None else USUAL_BOARDS)
    dealt = event.board_set is not None and bool(event.board_set.secret)
    fresh = {
        "deal": DealForm(initial={"boards": usual}, prefix="deal"),
        "more": MoreForm(initial={"boards": max([*there, wanted]) + 1 if there else usual}, prefix="more"),
        "file": FileForm(prefix="file"),
        "secret": NothingForm(prefix="secret"),
        **forms_sent,
    }
    context = {
        "part": "settings",
        "boards": event.board_set,
        "dealt": dealt,
        "there": len(there),
        "numbers": runs(there),
        "lacking": runs(sorted(set(due) - set(there))) if there and event.kind == Kind.PAIRS else "",
        "secret": runs(number for number in there if number not in everybody),
        "open": runs(number for number in there if number in everybody),
        "mine": len(mine.deals),
        "sees_all": mine.directs,
        "secret_for_me": runs(number for number in there if number not in mine.deals),
        "played": played,
        "final": event.status == EventStatus.FINAL,
        "teams": event.kind == Kind.TEAMS,
        "forms": fresh,
        "replaced": _replaced(event.board_set, len(there)),
    }
    return show(request, "desk/boards.html", event, context, status)


def _replaced(boards: BoardSet | None, count: int) -> str:
    """What is lost when other boards come in their place."""
    if boards is None or not count:
        return ""
    said = ngettext(
        "The %(n)s board that is there goes; hands that are printed or duplicated of it are no longer right.",
        "The %(n)s boards that are there go; hands that are printed or duplicated of them are no longer right.",
        count,
    )
    return said % {"n": count}


def _numbers(event: Event) -> list[int]:
    if event.board_set is None:
        return []
    return list(event.board_set.boards.order_by("number").values_list("number", flat=True))
