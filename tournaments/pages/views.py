"""The public pages. Each view finds the event as the viewer sees it and answers with one page.

Owns: which address shows which page.
Never does: query, decide what is secret, or set out a page; see the module named after each page.

Pairs, Teams and ranked events share the addresses of what they have in common; what only another kind has is not
found, or leads to what stands in its place.
"""

from collections.abc import Callable
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Kind
from tournaments.pages.grid import grid_of
from tournaments.pages.listing import tournament_of, tournaments_page
from tournaments.pages.live import Content, live_page
from tournaments.pages.projector import as_all_see_it, team_wall_of, wall_of
from tournaments.pages.ranked_evening import evening_of, games_list_of
from tournaments.pages.ranked_game_page import game_page_of
from tournaments.pages.ranked_wall import ranked_wall_of
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

_PREFIX: Final[dict[str, str]] = {Kind.PAIRS: "", Kind.TEAMS: "team_", Kind.RANKED: "ranked_"}
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
    contents: dict[str, Content],
    *,
    query: str | None = None,
) -> HttpResponse:
    """The page of that name as this kind of event has it: a Teams event's templates are called team_<name>, a ranked
    event's ranked_<name>. Raises Http404 where a kind has none."""
    content = contents.get(viewing.event.kind)
    if content is None:
        raise Http404(gettext("This event has no such page."))
    return live_page(request, viewing, f"{_PREFIX[viewing.event.kind]}{name}", content, query=query)


def _only(kind: str, viewing: Viewing) -> Viewing:
    """Raises Http404 for an event of any other kind."""
    if viewing.event.kind != kind:
        raise Http404(gettext("This event has no such page."))
    return viewing


def _instead(viewing: Viewing) -> HttpResponse | None:
    """From what only a Pairs event has to where another kind shows its tables; None for a Pairs event."""
    place = {Kind.TEAMS: "pages:rounds", Kind.RANKED: "pages:games"}.get(Kind(viewing.event.kind))
    event = viewing.event
    return redirect(place, event.tournament.slug, event.slug) if place else None


@read_only
def show_tournaments(request: HttpRequest) -> HttpResponse:
    page = tournaments_page(request.GET.get("page", ""))
    return render(request, "pages/tournaments.html", {"tournaments": page})


@read_only
def show_tournament(request: HttpRequest, tournament: str) -> HttpResponse:
    return render(request, "pages/tournament.html", tournament_of(tournament))


@read_only
def show_standings(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    contents: dict[str, Content] = {
        Kind.PAIRS: standings_of,
        Kind.TEAMS: team_standings_of,
        Kind.RANKED: evening_of,
    }
    return _page(request, look(request, tournament, event), "standings", contents)


@read_only
def show_projector(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = as_all_see_it(look(request, tournament, event))
    contents: dict[str, Content] = {
        Kind.PAIRS: wall_of,
        Kind.TEAMS: team_wall_of,
        Kind.RANKED: ranked_wall_of,
    }
    return _page(request, viewing, "projector", contents)


@read_only
def show_seats(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    searched = request.GET.get("q", "")
    viewing = look(request, tournament, event)
    if viewing.is_ranked:
        return redirect("pages:standings", tournament, event)
    contents: dict[str, Content] = {
        Kind.PAIRS: lambda seen: seats_of(seen, searched),
        Kind.TEAMS: lambda seen: team_seats_of(seen, searched),
    }
    return _page(request, viewing, "seats", contents, query=searched)


@read_only
def show_rounds(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = look(request, tournament, event)
    if viewing.is_ranked:
        return redirect("pages:games", tournament, event)
    return _page(request, viewing, "rounds", {Kind.PAIRS: rounds_of, Kind.TEAMS: team_rounds_of})


@read_only
def show_round(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    contents: dict[str, Content] = {
        Kind.PAIRS: lambda seen: round_of(seen, number),
        Kind.TEAMS: lambda seen: team_round_of(seen, number),
    }
    return _page(request, look(request, tournament, event), "round", contents)


@read_only
def show_match(request: HttpRequest, tournament: str, event: str, number: int, match: int) -> HttpResponse:
    viewing = _only(Kind.TEAMS, look(request, tournament, event))
    return live_page(request, viewing, "team_match", lambda seen: match_page_of(seen, number, match))


@read_only
def show_cross(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    return live_page(request, _only(Kind.TEAMS, look(request, tournament, event)), "team_cross", cross_of)


@read_only
def show_team(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = _only(Kind.TEAMS, look(request, tournament, event))
    return live_page(request, viewing, "team_card", lambda seen: team_card_of(seen, number))


@read_only
def show_boards(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = look(request, tournament, event)
    return _instead(viewing) or live_page(request, viewing, "boards", boards_of)


@read_only
def show_board(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = _only(Kind.PAIRS, look(request, tournament, event))
    return live_page(request, viewing, "board", lambda seen: board_of(seen, number))


@read_only
def show_scorecard(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = look(request, tournament, event)
    if viewing.is_teams:
        return redirect("pages:team", tournament, event, number)
    return live_page(
        request, _only(Kind.PAIRS, viewing), "scorecard", lambda seen: scorecard_of(seen, number)
    )


@read_only
def show_progress(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = look(request, tournament, event)
    return _instead(viewing) or live_page(request, viewing, "progress", grid_of)


@read_only
def show_games(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = _only(Kind.RANKED, look(request, tournament, event))
    page = request.GET.get("page", "")
    return live_page(
        request, viewing, "ranked_games", lambda seen: games_list_of(seen, page), query=page or None
    )


@read_only
def show_game(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    viewing = _only(Kind.RANKED, look(request, tournament, event))
    return live_page(request, viewing, "ranked_game", lambda seen: game_page_of(seen, number))


@read_only
def show_hands_file(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    viewing = look(request, tournament, event)
    if viewing.is_ranked:
        raise Http404(gettext("The cards of a ranked game stand with the game."))
    return hands_file_of(viewing)


@read_only
def show_sheet(request: HttpRequest, tournament: str, event: str, kind: str) -> HttpResponse:
    return sheet_of(request, look(request, tournament, event), kind)


@csrf_exempt  # a token in the page would keep it from being shared; all that can be forged is which row is marked
@require_POST
def choose_own(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Remember, in a cookie and nowhere else, that this pair or team is the viewer's own; or forget it."""
    viewing = look(request, tournament, event)
    if viewing.is_ranked:
        raise Http404(gettext("This event has no pairs."))
    name, path = cookie_of(viewing.event), reverse("pages:standings", args=(tournament, event))
    own = "pages:team" if viewing.is_teams else "pages:scorecard"
    response = HttpResponseRedirect(reverse(own, args=(tournament, event, number)))
    if "forget" in request.POST:
        response.delete_cookie(name, path=path, samesite="Lax")
    else:
        response.set_cookie(name, str(number), OWN_KEPT, path=path, httponly=True, samesite="Lax")
    return response
