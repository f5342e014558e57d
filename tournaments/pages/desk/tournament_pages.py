"""A tournament at the desk: made, changed, and its events."""

from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.models import Club, Tournament
from tournaments.pages.desk.diary import tell_of_tournament
from tournaments.pages.desk.door import actor_of, attempt, for_club, for_tournament, show
from tournaments.pages.desk.home import events_shown, with_lines
from tournaments.pages.desk.tournament_forms import ChangeTournamentForm, NewTournamentForm
from tournaments.services import tournaments
from tournaments.services.actors import Deed, may
from tournaments.services.copying import copy_tournament
from tournaments.services.zones import zone_of

LINES: Final = 30
"""So many of a tournament's changes are shown, the latest; the admin has all."""


@require_safe
@for_tournament(Deed.ENTER_RESULTS)
def show_tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    directs = may(request.user, Deed.DIRECT, tournament.club_id)
    lines = tournament.log.order_by("-pk")[:LINES] if directs else ()
    context = {
        "tournament": tournament,
        "events": with_lines(events_shown().filter(tournament=tournament).order_by("pk")),
        "directs": directs,
        "lines": [tell_of_tournament(line, tournament) for line in lines],
    }
    return show(request, "desk/tournament.html", None, context, zone=zone_of(tournament))


@require_http_methods(["GET", "HEAD", "POST"])
@for_club()
def new_tournament(request: HttpRequest, club: Club) -> HttpResponse:
    status = HTTPStatus.OK
    if request.method == "POST":
        form = NewTournamentForm(club, request.POST)
        made, status = (
            _make(request, club, form) if form.is_valid() else (None, HTTPStatus.UNPROCESSABLE_ENTITY)
        )
        if made is not None:
            return redirect("desk:tournament", made.pk)
    else:
        form = NewTournamentForm(club, initial=NewTournamentForm.usual(club, request.GET.get("copy", "")))
    context = {"form": form, "club": club, "copies": club.tournaments.exists()}
    return show(request, "desk/tournament_form.html", None, context, status)


def _make(request: HttpRequest, club: Club, form: NewTournamentForm) -> tuple[Tournament | None, HTTPStatus]:
    wanted, source = form.wanted(), form.cleaned_data["copy_from"]
    with_entries = form.cleaned_data["with_entries"]

    def make() -> Tournament:
        if source is None:
            return tournaments.create_tournament(club, wanted, actor_of(request))
        return copy_tournament(club, source, wanted, actor_of(request), with_entries=with_entries)

    made, status = attempt(form, make)
    if made is not None:
        said = gettext("“%(name)s” is made. Now add its first event.")
        if source is not None:
            said = gettext("“%(name)s” is made, with the events of the earlier one.")
        messages.success(request, said % {"name": made.name})
    return made, status


@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def change_tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    status = HTTPStatus.OK
    if request.method == "POST":
        form = ChangeTournamentForm(request.POST)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            changed, status = attempt(form, lambda: _change(request, tournament, form))
            if changed is not None:
                messages.success(request, gettext("Saved."))
                return redirect("desk:tournament", tournament.pk)
    else:
        form = ChangeTournamentForm(initial=ChangeTournamentForm.of(tournament))
    context = {"form": form, "club": tournament.club, "tournament": tournament}
    return show(request, "desk/tournament_form.html", None, context, status)


def _change(request: HttpRequest, tournament: Tournament, form: ChangeTournamentForm) -> Tournament:
    reason = form.cleaned_data["reason"]
    return tournaments.change_tournament(tournament.pk, form.wanted(), actor_of(request), reason)
