"""Matches of Team-of-Four events: found by event and round; on each one's page both tables, and a director's deeds.

Never does: show who plays in a match what they may not know yet (services.visibility.MatchSight).
"""

from http import HTTPStatus
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from unfold.views import ChangeList

from tournaments.admin.base import HistoryAdmin
from tournaments.admin.deed_page import DEED_PAGE, attempt, show
from tournaments.admin.event_deeds import Done
from tournaments.admin.match_deeds import MATCH_DEEDS, MatchDeed
from tournaments.admin.match_forms import MatchForm, TableForm
from tournaments.admin.sight import Sight
from tournaments.models import Match, Room, RoundStatus
from tournaments.services.actors import Deed, may
from tournaments.services.errors import ServiceError
from tournaments.services.match_data import snapshot_of
from tournaments.services.match_reading import read_matches
from tournaments.services.race_boards import RaceBoards
from tournaments.services.result_rights import barred
from tournaments.services.team_standings import line_ups_of

TABLE_PAGE = "admin/tournaments/match/table.html"
_UNTOLD = "Who plays a match is told how it stands when their own table is over."
_HIDDEN = "You play in this match or event; this table shows when it may help nobody any more."
_ROOMS = {Room.OPEN: "Open table", Room.CLOSED: "Closed table"}


class MatchList(ChangeList):
    """Matches, each with what its reader may be told of it."""

    result_list: Any

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        sight = Sight(request)
        matches: list[Any] = list(self.result_list)
        self.result_list = matches
        for match in matches:
            kept = getattr(match, "snapshot", None)
            match.known = kept.data if kept is not None and kept.data else None
            match.told = match.known is not None and sight.of_matches(match.round.event).outcome(match.known)


@admin.register(Match)
class MatchAdmin(HistoryAdmin):
    club_path = "round__event__tournament__club"
    deed = Deed.ENTER_RESULTS
    list_display = ("place", "teams", "outcome", "state", "event")
    list_filter = ("round__event", "round__number")
    list_select_related = ("round__event__tournament", "home", "away", "snapshot")
    search_fields = ("home__name", "away__name")
    ordering = ("round__event", "round__number", "number")

    class Media:
        css = {"all": ("css/director.css",)}  # noqa: RUF012  # Django's own form

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return MatchList

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).select_related(*self.list_select_related, "round__event__teams")

    @admin.display(description="round, match", ordering="round__number")
    def place(self, match: Match) -> str:
        return f"{match.round.number}, {match.number}"

    @admin.display(description="teams")
    def teams(self, match: Match) -> str:
        return f"{match.home} – {match.away}" if match.away else f"{match.home}: bye"

    @admin.display(description="outcome")
    def outcome(self, match: Any) -> str:
        if match.known is None:
            return "not scored yet"
        return str(match.known["text"]) if match.told else _UNTOLD

    @admin.display(description="state")
    def state(self, match: Any) -> str:
        return _state(match, match.known if match.told else None)

    @admin.display(description="event", ordering="round__event")
    def event(self, match: Match) -> str:
        return str(match.round.event)

    def get_urls(self) -> list[Any]:
        do = path(
            "<int:pk>/do/<slug:name>/", self.admin_site.admin_view(self.do), name="tournaments_match_do"
        )
        return [do, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The match as it stands now, whatever the standings have reached."""
        if request.method != "GET":
            raise PermissionDenied("A match is changed by its deeds.")
        match = self._match(request, object_id)
        event = match.round.event
        sight, data = Sight(request).of_matches(event), _data(match)
        told = sight.outcome(data)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"{_place(match)} – {event.name}",
            "match": match,
            "event": event,
            "place": _place(match),
            "state": _state(match, data if told else None),
            "said": data["text"] if told else _UNTOLD,
            "rooms": [_room(match, data, name, sight.rooms(data)) for name in data["rooms"]],
            "deeds": self._deeds(request, match, data if told else None),
            "event_url": self._event_url(request, match),
        }
        return TemplateResponse(request, "admin/tournaments/match/match.html", context)

    def do(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """One deed: its form, and on POST the deed itself."""
        match = self._match(request, pk)
        deed = MATCH_DEEDS.get(name)
        if deed is None or match.away_id is None:
            raise Http404(f"There is no deed “{name}” of this match.")
        if not may(request.user, deed.deed, self.club_of(match)):
            raise PermissionDenied("Only a director may do this.")
        back = reverse("admin:tournaments_match_change", args=[match.pk])
        about = f"{_place(match)}: {match.home} – {match.away}"
        shown: dict[str, Any] = {"deed": deed, "about": about, "back": back}
        why = barred(request.user, match.round.event, _first_board(match)) if deed.hidden else ""
        if why:
            return show(self, request, {**shown, "refusal": why}, HTTPStatus.FORBIDDEN)
        form = deed.form(match, request.POST if request.method == "POST" else None)
        status = HTTPStatus.OK
        if form.is_valid():
            done, status = attempt(form, lambda: _run(deed, match, form, request))
            if done is not None:
                messages.success(request, done.said)
                return HttpResponseRedirect(back)
        template = TABLE_PAGE if isinstance(form, TableForm) else DEED_PAGE
        return show(self, request, {**shown, "form": form}, status, template)

    def _match(self, request: HttpRequest, pk: Any) -> Match:
        match = self.get_queryset(request).filter(pk=pk).first() if str(pk).isdecimal() else None
        if match is None:
            raise Http404("There is no such match.")
        return match

    def _deeds(self, request: HttpRequest, match: Match, data: dict[str, Any] | None) -> list[dict[str, str]]:
        """What the reader may do now; a decider where they may know that one is due."""
        found = []
        for name, deed in MATCH_DEEDS.items():
            fits = deed.fits(match) and (name != "decider" or bool(data and data["needs_decider"]))
            if fits and may(request.user, deed.deed, self.club_of(match)):
                url = reverse("admin:tournaments_match_do", args=[match.pk, name])
                found.append({"title": deed.title, "url": url})
        return found

    def _event_url(self, request: HttpRequest, match: Match) -> str:
        if not may(request.user, Deed.DIRECT, self.club_of(match)):
            return ""
        return reverse("admin:tournaments_event_change", args=[match.round.event_id])


def _run(deed: MatchDeed, match: Match, form: MatchForm, request: HttpRequest) -> Done:
    """The deed. What does not fit the match as it stands, the service refuses in its own words."""
    try:
        return deed.run(match, form, request)
    except ServiceError as error:
        error.faults = form.placed(error.faults)
        raise


def _place(match: Match) -> str:
    return f"Round {match.round.number}, match {match.number}"


def _first_board(match: Match) -> int:
    """All boards of a round are shown together, so any one stands for them."""
    return RaceBoards(match.round.event.teams.race_boards).number(match.round.number, 1)


def _data(match: Match) -> dict[str, Any]:
    """What the match's snapshot will hold once it is computed."""
    event = match.round.event
    [read] = read_matches(event, [match])
    numbering = RaceBoards(event.teams.race_boards)
    row = snapshot_of(read, numbering, line_ups_of([match]), event.pk, event.results_version)
    data: dict[str, Any] = row.data
    return data


def _room(match: Match, data: dict[str, Any], name: str, seen: frozenset[str]) -> dict[str, Any]:
    room = data["rooms"][name]
    home_sits_ns = name == Room.OPEN
    return {
        "title": f"{_ROOMS[Room(name)]}, table {room['table']}",
        "ns": match.home if home_sits_ns else match.away,
        "ew": match.away if home_sits_ns else match.home,
        "data": room if name in seen else {},
        "hidden": "" if name in seen else _HIDDEN,
    }


def _state(match: Match, data: dict[str, Any] | None) -> str:
    """In a word or two; `data` None where the reader may not know how the match stands."""
    if match.away_id is None:
        return "bye"
    if match.given:
        return "forfeit" if match.forfeit else "given"
    if match.round.status == RoundStatus.PLANNED:
        return "not open yet"
    if data is None:
        return "–"
    if data["needs_decider"]:
        return "a decider is due"
    if data["finished"]:
        return "finished"
    return "decided, still playing" if data["certain"] else "playing"
