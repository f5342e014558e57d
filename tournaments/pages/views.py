"""The public pages. Each view finds the event as the viewer sees it and answers with one page.

Owns: which address shows which page.
Never does: query, decide what is secret, or set out a page; see the module named after each page.
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tournaments.pages.grid import grid_of
from tournaments.pages.listing import tournament_of, tournaments_page
from tournaments.pages.live import live_page
from tournaments.pages.rounds import round_of, rounds_of
from tournaments.pages.scorecards import scorecard_of
from tournaments.pages.seats import seats_of
from tournaments.pages.sheets import hands_file_of, sheet_of
from tournaments.pages.standings import standings_of
from tournaments.pages.travellers import board_of, boards_of
from tournaments.pages.viewing import cookie_of, look

OWN_KEPT: Final = 14 * 24 * 3600
"""Seconds that "this is my pair" is remembered: longer than a tournament."""

View = Callable[..., HttpResponse]


def read_only(view: View) -> View:
    """GET and HEAD, and 405 for all else.

    Exempt from the check for forged forms, which would answer 403 before the method is looked at; nothing can be
    forged where nothing is changed.
    """
    return csrf_exempt(require_safe(view))


@read_only
def show_tournaments(request: HttpRequest) -> HttpResponse:
    page = tournaments_page(request.GET.get("page", ""))
    return render(request, "pages/tournaments.html", {"tournaments": page})


@read_only
def show_tournament(request: HttpRequest, tournament: str) -> HttpResponse:
    return render(request, "pages/tournament.html", tournament_of(tournament))


@read_only
def show_standings(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    return live_page(request, look(request, tournament, event), "standings", standings_of)


@read_only
def show_projector(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    return live_page(request, look(request, tournament, event), "projector", standings_of)


@read_only
def show_seats(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    searched = request.GET.get("q", "")
    viewing = look(request, tournament, event)
    return live_page(request, viewing, "seats", lambda seen: seats_of(seen, searched), query=searched)


@read_only
def show_rounds(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    return live_page(request, look(request, tournament, event), "rounds", rounds_of)


@read_only
def show_round(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = look(request, tournament, event)
    return live_page(request, viewing, "round", lambda seen: round_of(seen, number))


@read_only
def show_boards(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    return live_page(request, look(request, tournament, event), "boards", boards_of)


@read_only
def show_board(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = look(request, tournament, event)
    return live_page(request, viewing, "board", lambda seen: board_of(seen, number))


@read_only
def show_scorecard(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = look(request, tournament, event)
    return live_page(request, viewing, "scorecard", lambda seen: scorecard_of(seen, number))


@read_only
def show_progress(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    return live_page(request, look(request, tournament, event), "progress", grid_of)


@read_only
def show_hands_file(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    return hands_file_of(look(request, tournament, event))


@read_only
def show_sheet(request: HttpRequest, tournament: str, event: str, kind: str) -> HttpResponse:
    return sheet_of(request, look(request, tournament, event), kind)


@csrf_exempt  # a token in the page would keep it from being shared; all that can be forged is which row is marked
@require_POST
def choose_own(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Remember, in a cookie and nowhere else, that this pair is the viewer's own; or forget it."""
    viewing = look(request, tournament, event)
    name, path = cookie_of(viewing.event), reverse("pages:standings", args=(tournament, event))
    response = HttpResponseRedirect(reverse("pages:scorecard", args=(tournament, event, number)))
    if "forget" in request.POST:
        response.delete_cookie(name, path=path, samesite="Lax")
    else:
        response.set_cookie(name, str(number), OWN_KEPT, path=path, httponly=True, samesite="Lax")
    return response
