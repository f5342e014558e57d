"""Matches of a Teams event: read as far as they may be seen; line-ups; what a director decides about one."""

from functools import cached_property
from types import MappingProxyType
from typing import Final

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Access, by_method
from tournaments.api.forms.matches import (
    DeciderSerializer,
    DecisionSerializer,
    GivenBody,
    LineUpBody,
    LineUpSerializer,
    MatchSerializer,
    OneMatchSerializer,
)
from tournaments.api.forms.people import WhyQuery
from tournaments.api.headers import tagged, unchanged
from tournaments.api.match_bodies import match_body, room_bodies, snapshots_of, tag_of
from tournaments.api.once import once
from tournaments.api.schema import KEY_PARAMETER, TAG_PARAMETER
from tournaments.api.views.base import ApiView
from tournaments.models import Kind, Match
from tournaments.services.errors import ConflictError, NotFoundError
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.matches import add_decider, give_match, take_back
from tournaments.services.visibility import match_sight

NOT_TIED: Final = "This match does not wait for a decider: it is not tied, or not over yet."
_MATCHES = Match.objects.select_related("round", "home", "away", "snapshot").order_by("number")


class MatchView(ApiView):
    """What all addresses of a match have in common."""

    tag = "matches"
    kind = Kind.TEAMS

    @property
    def rows(self) -> QuerySet[Match]:
        """The matches of the round of the address."""
        return _MATCHES.filter(round__event=self.event, round__number=self.kwargs["round"])

    @cached_property
    def place(self) -> tuple[int, int]:
        return self.kwargs["round"], self.kwargs["match"]

    def found(self) -> Match:
        match = self.rows.filter(number=self.kwargs["match"]).first()
        if match is None:
            message = f"There is no match {self.kwargs['match']} in round {self.kwargs['round']}."
            raise NotFoundError(message, code="no-match")
        return match


class Matches(MatchView):
    access = by_method(GET=Access.EVERYBODY)
    queryset = Match.objects.none()

    @extend_schema(summary="List the matches of a round", responses=MatchSerializer(many=True))
    def get(self, request: Request, event: int, round: int) -> Response:
        if not self.event.rounds.filter(number=round).exists():
            raise NotFoundError(f"Round {round} is not drawn.", code="no-round")
        page: list[Match] = self.page_of(self.rows)
        snapshots = snapshots_of(self.event, page)
        sight = match_sight(self.event, request.user)
        return self.get_paginated_response([match_body(match, snapshots[match.pk], sight) for match in page])


class OneMatch(MatchView):
    access = by_method(GET=Access.EVERYBODY)

    @extend_schema(
        summary="One match with both tables, as far as they may be seen",
        responses={200: OneMatchSerializer, 304: OpenApiResponse(description="You have this one.")},
        parameters=[TAG_PARAMETER],
    )
    def get(self, request: Request, event: int, round: int, match: int) -> HttpResponseBase:
        found = self.found()
        row = snapshots_of(self.event, [found])[found.pk]
        sight = match_sight(self.event, request.user)
        tag = tag_of(found, row, sight)
        same = unchanged(request, tag)
        if same is not None:
            return same
        body = match_body(found, row, sight) | {"rooms": room_bodies(row.data, sight)}
        return tagged(Response(body), tag)


class OneLineUp(MatchView):
    access = by_method(PUT=Access.DIRECTOR)

    @extend_schema(
        summary="Say who plays where for a team",
        request=LineUpBody,
        responses=LineUpSerializer,
        parameters=[KEY_PARAMETER],
    )
    def put(self, request: Request, event: int, round: int, match: int, entry: int) -> Response:
        given = self.given(LineUpBody)
        line_up = LineUp(tuple(given["open"]), tuple(given["closed"]))

        def act() -> dict[str, object]:
            set_line_up(event, (round, match, entry), line_up, self.actor, given["reason"])
            version = self.found().event_version
            place = {"round": round, "match": match, "entry": entry}
            return {**place, **line_up.to_json(), "event_version": version}

        return once(request, event, act)


class GivenMatch(MatchView):
    access = by_method(PUT=Access.DIRECTOR, DELETE=Access.DIRECTOR)
    queries = MappingProxyType({"DELETE": WhyQuery})

    @extend_schema(
        summary="Give a match to a team, or half a win to each",
        request=GivenBody,
        responses=DecisionSerializer,
        parameters=[KEY_PARAMETER],
    )
    def put(self, request: Request, event: int, round: int, match: int) -> Response:
        given = self.given(GivenBody)

        def act() -> dict[str, object]:
            outcome, reason, forfeit = given["outcome"], given["reason"], given["forfeit"]
            return _decision(give_match(event, self.place, outcome, reason, self.actor, forfeit=forfeit))

        return once(request, event, act)

    @extend_schema(
        summary="Let the boards decide a match again",
        parameters=[WhyQuery, KEY_PARAMETER],
        responses={200: DecisionSerializer},
    )
    def delete(self, request: Request, event: int, round: int, match: int) -> Response:
        reason = self.asked(WhyQuery)["reason"]
        return once(request, event, lambda: _decision(take_back(event, self.place, reason, self.actor)))


class Decider(MatchView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="Have one more board played at both tables of a tied match",
        request=None,
        responses={201: DeciderSerializer},
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, round: int, match: int) -> Response:
        def act() -> dict[str, object]:
            board = self._called()
            version = self.found().event_version
            return {"round": round, "match": match, "board": board, "event_version": version}

        return once(request, event, act, status=201)

    def _called(self) -> int:
        try:
            return add_decider(self.event.pk, self.place, self.actor)
        except ConflictError as error:
            if error.faults[0].code != "not-tied" or match_sight(self.event, self.request.user).directs:
                raise
            # why it is not tied tells how it stands, which a director who plays may not know yet
            raise ConflictError(NOT_TIED, code="not-tied") from None


def _decision(match: Match) -> dict[str, object]:
    given = {"outcome": str(match.given), "note": match.note, "forfeit": match.forfeit}
    return {
        "round": match.round.number,
        "match": match.number,
        "given": given if match.given else None,
        "event_version": match.event_version,
    }
