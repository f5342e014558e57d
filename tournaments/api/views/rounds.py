"""Rounds: read, published and undone in a Teams event, opened and closed in any."""

from types import MappingProxyType

from django.db.models import Prefetch
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Access, by_method
from tournaments.api.forms.draws import RoundSerializer
from tournaments.api.forms.people import Why, WhyQuery
from tournaments.api.forms.teams import PublicationBody
from tournaments.api.once import once
from tournaments.api.race_numbers import shown_by
from tournaments.api.schema import KEY_PARAMETER
from tournaments.api.views.base import ApiView
from tournaments.api.views.draws import DRAW_HIDDEN
from tournaments.api.views.swiss import refuse_players
from tournaments.models import Event, Round, Table
from tournaments.services.errors import NotFoundError
from tournaments.services.rounds import close_round, open_round
from tournaments.services.team_draws import Publication, publish_round, undo_round
from tournaments.services.visibility import draw_released

_TABLES = Prefetch("tables", Table.objects.select_related("ns", "ew", "match").order_by("number"))


def round_body(event: Event, number: int) -> dict[str, object]:
    """A round with its tables; 404 when there is none."""
    found = Round.objects.prefetch_related(_TABLES).filter(event=event, number=number).first()
    if found is None:
        raise NotFoundError(f"There is no round {number} in this event.", code="no-round")
    return dict(RoundSerializer(found, context={"shown": shown_by(event)}).data)


class Rounds(ApiView):
    access = by_method(GET=Access.EVERYBODY, POST=Access.DIRECTOR)
    duplicate = True
    tag = "draw"
    queryset = Round.objects.prefetch_related(_TABLES).order_by("number")

    @extend_schema(
        summary="List rounds with their tables; none until play begins", responses=RoundSerializer(many=True)
    )
    def get(self, request: Request, event: int) -> Response:
        rows = self.get_queryset().filter(event=self.event)
        released = draw_released(self.event, request.user)
        shown = shown_by(self.event)
        return self.paged(rows if released else rows.none(), RoundSerializer, shown=shown)

    @extend_schema(
        summary="Publish the next round of a Teams event",
        description=(
            "Everybody may then see it. Warnings are refused unless a reason overrules them; a basis that is out of "
            "date answers 409."
        ),
        request=PublicationBody,
        responses={201: RoundSerializer},
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int) -> Response:
        refuse_players(request, self.event)
        given = self.given(PublicationBody)
        wanted = Publication(
            round_number=given["round"],
            matches=tuple((match["home"], match["away"]) for match in given["matches"]),
            bye=given["bye"],
            basis=given["basis"],
            reason=given["reason"],
            allow_rematches=given["allow_rematches"],
        )

        def act() -> dict[str, object]:
            publish_round(event, wanted, self.actor)
            return round_body(self.event, wanted.round_number)

        return once(request, event, act, status=201)


class OneRound(ApiView):
    access = by_method(GET=Access.EVERYBODY, DELETE=Access.DIRECTOR)
    duplicate = True
    queries = MappingProxyType({"DELETE": WhyQuery})
    tag = "draw"

    @extend_schema(summary="One round with its tables", responses=RoundSerializer)
    def get(self, request: Request, event: int, round: int) -> Response:
        if not draw_released(self.event, request.user):
            raise NotFoundError(DRAW_HIDDEN, code="draw-hidden")
        return Response(round_body(self.event, round))

    @extend_schema(
        summary="Undo the draw of the last round",
        description="In a Teams event, while the round has no results and none of its matches was given.",
        parameters=[WhyQuery],
        responses={204: None},
    )
    def delete(self, request: Request, event: int, round: int) -> Response:
        undo_round(event, round, self.actor, self.asked(WhyQuery)["reason"])
        return Response(status=204)


class OpenRound(ApiView):
    access = by_method(POST=Access.DIRECTOR)
    duplicate = True
    tag = "draw"

    @extend_schema(
        summary="Open a round",
        description="A closed round is opened again only with a reason.",
        request=Why,
        responses=RoundSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, round: int) -> Response:
        reason = self.given(Why)["reason"]

        def act() -> dict[str, object]:
            open_round(event, round, self.actor, reason)
            return round_body(self.event, round)

        return once(request, event, act)


class CloseRound(ApiView):
    access = by_method(POST=Access.DIRECTOR)
    duplicate = True
    tag = "draw"

    @extend_schema(
        summary="Close a round",
        description="Missing results are refused by name, unless a reason says why they stay missing.",
        request=Why,
        responses=RoundSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, round: int) -> Response:
        reason = self.given(Why)["reason"]

        def act() -> dict[str, object]:
            close_round(event, round, self.actor, reason)
            return round_body(self.event, round)

        return once(request, event, act)
