"""Drawing the rounds of a Teams event: drafts, how a round was drawn, and what today's results would change."""

from types import MappingProxyType
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Access, by_method
from tournaments.api.forms.teams import (
    DifferenceSerializer,
    DraftBody,
    DraftQuery,
    DraftSerializer,
    DrawSerializer,
)
from tournaments.api.views.base import ApiView
from tournaments.models import Event, Kind
from tournaments.services.errors import NotFoundError
from tournaments.services.result_rights import DRAW_TELLS
from tournaments.services.team_draft import Pairs, check_draft, draft_round
from tournaments.services.team_draws import Difference, draw_difference
from tournaments.services.visibility import sees_every_board


class Draft(ApiView):
    access = by_method(GET=Access.DIRECTOR, POST=Access.DIRECTOR)
    queries = MappingProxyType({"GET": DraftQuery})
    tag = "draw"
    kind = Kind.TEAMS

    @extend_schema(
        summary="The best draw of the next round",
        description="Nothing is stored: publish it with its `basis`. 400 with the proof where there is none.",
        parameters=[DraftQuery],
        responses=DraftSerializer,
    )
    def get(self, request: Request, event: int) -> Response:
        refuse_players(request, self.event)
        asked = self.asked(DraftQuery)
        draft = draft_round(event, asked.get("bye"), allow_rematches=asked["allow_rematches"])
        return Response(draft.to_json())

    @extend_schema(
        summary="Check a round that you pair yourself",
        description="Answers with every warning; what cannot be played is refused. Nothing is stored.",
        request=DraftBody,
        responses=DraftSerializer,
    )
    def post(self, request: Request, event: int) -> Response:
        refuse_players(request, self.event)
        given = self.given(DraftBody)
        pairs = tuple((match["home"], match["away"]) for match in given["matches"])
        return Response(check_draft(event, pairs, given["bye"]).to_json())


class DrawDifference(ApiView):
    access = by_method(GET=Access.DIRECTOR)
    tag = "draw"
    kind = Kind.TEAMS

    @extend_schema(
        summary="What today's results would change in the last round's draw", responses=DifferenceSerializer
    )
    def get(self, request: Request, event: int) -> Response:
        refuse_players(request, self.event)
        return Response({"difference": difference_body(draw_difference(self.event))})


class RoundDraw(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    tag = "draw"
    kind = Kind.TEAMS

    @extend_schema(summary="How a round was drawn, with its certificate", responses=DrawSerializer)
    def get(self, request: Request, event: int, round: int) -> Response:
        found = self.event.rounds.filter(number=round).values("number", "drawn__data").first()
        if found is None:
            raise NotFoundError(f"Round {round} is not drawn.", code="no-round")
        return Response({"round": found["number"], "draw": found["drawn__data"]})


def refuse_players(request: Request, event: Event) -> None:
    """403 for a director who plays, while matches that are hidden from players run: a draw would tell of them."""
    if not sees_every_board(request.user, event):
        raise PermissionDenied(DRAW_TELLS)


def difference_body(found: Difference | None) -> dict[str, Any] | None:
    """A difference as `DifferenceOfDrawsSerializer` has it."""
    if found is None:
        return None
    return {"round": found.round_number, "gone": _pairs(found.gone), "new": _pairs(found.new)}


def _pairs(pairs: Pairs) -> list[dict[str, int]]:
    return [{"home": home, "away": away} for home, away in pairs]
