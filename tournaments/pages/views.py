"""The public pages. Each view finds the event as the viewer sees it and answers with one page.

Owns: which address shows which page.
Never does: query, decide what is secret, or set out a page; see the module named after each page.

Pairs and Teams events share the addresses of what both have; what only the other kind has is not found, or leads to
what stands in its place.
"""

from collections.abc import Callable
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tournaments.pages.grid import grid_of
from tournaments.pages.listing import tournament_of, tournaments_page
from tournaments.pages.live import Content, live_page
from tournaments.pages.projector import as_all_see_it, team_wall_of, wall_of
from tournaments.pages.rounds import round_of, rounds_of
from tournaments.pages.scorecards import scorecard_of
from tournaments.pages.seats import seats_of
from tournaments.pages.sheets import hands_file_of, sheet_of
from tournaments.pages.standings import standings_of
from tournaments.pages.team_card import team_card_of
from tournaments.pages.team_cross import cross_of
from tournaments.pages.team_match_page import match_page_of
from tournaments.pages.team_rounds import team_round_of, team_rounds_of
from tournaments.pages.team_seats import team_seats_of
from tournaments.pages.team_standings import team_standings_of
from tournaments.pages.travellers import board_of, boards_of
from tournaments.pages.viewing import Viewing, cookie_of, look

OWN_KEPT: Final = 14 * 24 * 3600
"""Seconds that "this is my pair" is remembered: longer than a tournament."""

View = Callable[..., HttpResponse]


def read_only(view: View) -> View:
    """GET and HEAD, and 405 for all else.

    Exempt from the check for forged forms, which would answer 403 before the method is looked at; nothing can be
    forged where nothing is changed.
    """
    return csrf_exempt(require_safe(view))


def _page(
    request: HttpRequest,
    viewing: Viewing,
    name: str,
    pairs: Content,
    teams: Content,
    *,
    query: str | None = None,
) -> HttpResponse:
    """The page of that name as this kind of event has it: a Teams event's templates are called team_<name>."""
    if viewing.is_teams:
        return live_page(request, viewing, f"team_{name}", teams, query=query)
    return live_page(request, viewing, name, pairs, query=query)


def _only_teams(viewing: Viewing) -> Viewing:
    """Raises Http404 for any other event."""
    if not viewing.is_teams:
        raise Http404(gettext("This event has no teams."))
    return viewing


def _to_rounds(tournament: str, event: str) -> HttpResponse:
    """From what only a Pairs event has to where a Teams event shows its tables."""
    return redirect("pages:rounds", tournament, event)


@read_only
def show_tournaments(request: HttpRequest) -> HttpResponse:
    page = tournaments_page(request.GET.get("page", ""))
    return render(request, "pages/tournaments.html", {"tournaments": page})


@read_only
def show_tournament(request: HttpRequest, tournament: str) -> HttpResponse:
    return render(request, "pages/tournament.html", tournament_of(tournament))


@read_only
def show_standings(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = look(request, tournament, event)
    return _page(request, viewing, "standings", standings_of, team_standings_of)


@read_only
def show_projector(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = as_all_see_it(look(request, tournament, event))
    return _page(request, viewing, "projector", wall_of, team_wall_of)


@read_only
def show_seats(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    searched = request.GET.get("q", "")
    viewing = look(request, tournament, event)
    return _page(
        request,
        viewing,
        "seats",
        lambda seen: seats_of(seen, searched),
        lambda seen: team_seats_of(seen, searched),
        query=searched,
    )


@read_only
def show_rounds(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = look(request, tournament, event)
    return _page(request, viewing, "rounds", rounds_of, team_rounds_of)


@read_only
def show_round(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = look(request, tournament, event)
    return _page(
        request,
        viewing,
        "round",
        lambda seen: round_of(seen, number),
        lambda seen: team_round_of(seen, number),
    )


@read_only
def show_match(request: HttpRequest, tournament: str, event: str, number: int, match: int) -> HttpResponse:
    viewing = _only_teams(look(request, tournament, event))
    return live_page(request, viewing, "team_match", lambda seen: match_page_of(seen, number, match))


@read_only
def show_cross(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    return live_page(request, _only_teams(look(request, tournament, event)), "team_cross", cross_of)


@read_only
def show_team(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = _only_teams(look(request, tournament, event))
    return live_page(request, viewing, "team_card", lambda seen: team_card_of(seen, number))


@read_only
def show_boards(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = look(request, tournament, event)
    if viewing.is_teams:
        return _to_rounds(tournament, event)
    return live_page(request, viewing, "boards", boards_of)


@read_only
def show_board(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = look(request, tournament, event)
    if viewing.is_teams:
        raise Http404(gettext("A Teams event's boards stand with its matches."))
    return live_page(request, viewing, "board", lambda seen: board_of(seen, number))


@read_only
def show_scorecard(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = look(request, tournament, event)
    if viewing.is_teams:
        return redirect("pages:team", tournament, event, number)
    return live_page(request, viewing, "scorecard", lambda seen: scorecard_of(seen, number))


@read_only
def show_progress(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = look(request, tournament, event)
    if viewing.is_teams:
        return _to_rounds(tournament, event)
    return live_page(request, viewing, "progress", grid_of)


@read_only
def show_hands_file(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    return hands_file_of(look(request, tournament, event))


@read_only
def show_sheet(request: HttpRequest, tournament: str, event: str, kind: str) -> HttpResponse:
    return sheet_of(request, look(request, tournament, event), kind)


@csrf_exempt  # a token in the page would keep it from being shared; all that can be forged is which row is marked
@require_POST
def choose_own(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Remember, in a cookie and nowhere else, that this pair or team is the viewer's own; or forget it."""
    viewing = look(request, tournament, event)
    name, path = cookie_of(viewing.event), reverse("pages:standings", args=(tournament, event))
    own = "pages:team" if viewing.is_teams else "pages:scorecard"
    response = HttpResponseRedirect(reverse(own, args=(tournament, event, number)))
    if "forget" in request.POST:
        response.delete_cookie(name, path=path, samesite="Lax")
    else:
        response.set_cookie(name, str(number), OWN_KEPT, path=path, httponly=True, samesite="Lax")
    return response
