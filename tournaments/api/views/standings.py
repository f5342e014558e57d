"""Standings: the snapshot as it stands. Nothing is computed here; what tells of a match that others still play is
left out for them."""

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Access, by_method
from tournaments.api.forms.standings import ANY_STANDINGS
from tournaments.api.headers import tagged, unchanged
from tournaments.api.match_bodies import cross_bodies
from tournaments.api.schema import TAG_PARAMETER
from tournaments.api.views.base import ApiView
from tournaments.models import Event, Kind, Person, StandingsSnapshot
from tournaments.services.errors import NotFoundError
from tournaments.services.ratings.shown import is_shown, listed

_KEYS: dict[str, object] = {"lists": [], "entries": {}, "progress": None, "penalties": []}
_TEAM_KEYS: dict[str, object] = {**_KEYS, "undefeated": [], "cross": {}}
_RANKED_KEYS: dict[str, object] = {"games": [], "players": [], "progress": None}
_KEYS_OF: dict[str, dict[str, object]] = {
    Kind.PAIRS: _KEYS,
    Kind.TEAMS: _TEAM_KEYS,
    Kind.RANKED: _RANKED_KEYS,
}


class Standings(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    tag = "standings"

    @extend_schema(
        summary="The standings as last computed",
        description="Poll with If-None-Match: while nothing changes the answer is 304 and costs one small query.",
        responses={200: ANY_STANDINGS, 304: OpenApiResponse(description="You have this one.")},
        parameters=[TAG_PARAMETER],
    )
    def get(self, request: Request, event: int) -> HttpResponseBase:
        columns = ("results_version", "snapshot__version", "kind")
        versions = Event.objects.filter(pk=event).values_list(*columns).first()
        if versions is None:
            raise NotFoundError(f"There is no event {event}.", code="no-event")
        results_version, version, kind = versions[0], versions[1] or 0, versions[2]
        # of these not everybody is told the same
        own = f"-{request.user.pk}" if kind != Kind.PAIRS and request.user.is_authenticated else ""
        same = unchanged(request, f'"{event}-{version}-{results_version}{own}"')
        if same is not None:
            return same
        row = StandingsSnapshot.objects.filter(event=event).values("version", "computed_at", "data").first()
        found = row or {"version": 0, "computed_at": None, "data": {}}
        keys = _KEYS_OF[kind]
        body = {
            "event": event,
            "kind": kind,
            "version": found["version"],
            "results_version": results_version,
            "computed_at": found["computed_at"],
            **{key: found["data"].get(key, empty) for key, empty in keys.items()},
        }
        if kind == Kind.RANKED:
            body["players"] = self._players(found["data"].get("players", []))
        if kind == Kind.TEAMS:
            body["cross"] = cross_bodies(self.event, request.user, found["data"].get("cross", {}))
        # the snapshot may have moved on since the versions were read: the tag is that of what is sent
        return tagged(Response(body), f'"{event}-{found["version"]}-{results_version}{own}"')

    def _players(self, rows: list[dict[str, object]]) -> list[dict[str, object]]:
        """Without what happened to the ratings of people whose ratings this viewer may not see."""
        people = Person.objects.filter(pk__in=[row["person"] for row in rows]).exclude(listed())
        hidden = {person.pk for person in people if not is_shown(person, self.request.user)}
        return [{**row, "change": None} if row["person"] in hidden else row for row in rows]
