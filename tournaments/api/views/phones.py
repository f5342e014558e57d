"""Phones that hold seats of a game: which seats, and one freed."""

from types import MappingProxyType

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Access, by_method
from tournaments.api.forms.at_table import PhonesSerializer
from tournaments.api.forms.people import WhyQuery
from tournaments.api.game_bodies import phones_body
from tournaments.api.schema import KEY_PARAMETER
from tournaments.api.views.games import GameView
from tournaments.services.ranked.phones import free_phone
from tournaments.services.ranked.reading import game_view


class PhoneView(GameView):
    tag = "at the tables"

    @property
    def body(self) -> dict[str, object]:
        return dict(PhonesSerializer(phones_body(game_view(self.found()))).data)


class Phones(PhoneView):
    access = by_method(GET=Access.SCORER)

    @extend_schema(summary="Which seats of a game phones hold", responses=PhonesSerializer)
    def get(self, request: Request, event: int, game: int) -> Response:
        return Response(self.body)


class OnePhone(PhoneView):
    access = by_method(DELETE=Access.DIRECTOR)
    queries = MappingProxyType({"DELETE": WhyQuery})

    @extend_schema(
        summary="Free a seat from the phone that holds it",
        description="It was lost, or somebody else has used it; whoever sits there then takes the seat again.",
        parameters=[WhyQuery, KEY_PARAMETER],
        responses=PhonesSerializer,
    )
    def delete(self, request: Request, event: int, game: int, seat: str) -> Response:
        reason = self.asked(WhyQuery)["reason"]
        return self.do(lambda: free_phone(self.game.pk, seat, reason, self.actor))
