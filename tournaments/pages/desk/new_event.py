"""A new event on one page.

The page shows again what fits each time something is chosen (`look`), and makes nothing until it is told to.
"""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from tournaments.models import Kind, Tournament
from tournaments.pages.desk.door import actor_of, attempt, for_tournament, show
from tournaments.pages.desk.new_event_form import LATER, NewEventForm, key_of, refilled
from tournaments.pages.desk.setup_words import movement_title
from tournaments.services.new_event import SetUp, set_up_event


@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def new_event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        initial = NewEventForm.usual(tournament, request.GET.get("copy", ""))
        return _shown(request, tournament, NewEventForm(tournament, initial=initial))
    if "make" not in request.POST:
        form = NewEventForm(tournament, request.POST)
        return _shown(request, tournament, NewEventForm(tournament, initial=refilled(form, request.POST)))
    form = NewEventForm(tournament, request.POST)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if form.is_valid():
        wanted = form.wanted()
        made, status = attempt(form, lambda: set_up_event(tournament, wanted, actor_of(request)))
        if made is not None:
            messages.success(request, _said(made))
            return redirect("desk:settings", made.event.pk)
    return _shown(request, tournament, form, status)


def _shown(
    request: HttpRequest, tournament: Tournament, form: NewEventForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    context: dict[str, Any] = {
        "tournament": tournament,
        "form": form,
        "later": LATER,
        "movements": [(key_of(one), movement_title(one.kind), one) for one in form.proposals],
    }
    if request.headers.get("HX-Request"):
        return render(request, "desk/new_event_form.html", context, status=status)
    return show(request, "desk/new_event.html", None, context, status)


def _said(made: SetUp) -> str:
    """What was made, and what comes next."""
    parts = [gettext("“%(name)s” is made.") % {"name": made.event.name}]
    if made.boards:
        said = ngettext("%(n)s board is dealt.", "%(n)s boards are dealt.", made.boards)
        parts.append(said % {"n": made.boards})
    if made.entries:
        said = ngettext("%(n)s entry is copied.", "%(n)s entries are copied.", made.entries)
        parts.append(said % {"n": made.entries})
    if made.left:
        said = ngettext(
            "%(n)s was left out: withdrawn, or on stand-by.",
            "%(n)s were left out: withdrawn, or on stand-by.",
            made.left,
        )
        parts.append(said % {"n": made.left})
    if made.drawn:
        parts.append(gettext("The movement is drawn: open the first round when play begins."))
    elif made.event.kind == Kind.RANKED:
        parts.append(gettext("Next: print the tables’ codes, or open the first game."))
    elif made.event.kind == Kind.TEAMS and made.entries:
        parts.append(gettext("Next: draw the first round."))
    else:
        parts.append(gettext("Next: enter who plays."))
    return " ".join(parts)
