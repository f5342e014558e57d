"""One event: its settings, its end, its penalties, its log, its file."""

from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.faults import FaultsError
from tournaments.api.access import Access, by_method
from tournaments.api.event_settings import change_event
from tournaments.api.filters import LogFilter
from tournaments.api.forms.draws import PenaltyBody, PenaltySerializer
from tournaments.api.forms.people import (
    AgainQuery,
    EventChange,
    EventSerializer,
    LogEntrySerializer,
    Why,
    WhyQuery,
)
from tournaments.api.once import once
from tournaments.api.schema import KEY_PARAMETER
from tournaments.api.views.base import ApiView
from tournaments.api.views.people import event_body
from tournaments.eventfile import dumps
from tournaments.eventfile.parse import from_json
from tournaments.models import Kind, LogEntry, Penalty
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.event_export import export_event
from tournaments.services.event_import import import_event
from tournaments.services.events import (
    add_penalty,
    finalise,
    remove_penalty,
    reopen,
)


class OneEvent(ApiView):
    access = by_method(GET=Access.EVERYBODY, PATCH=Access.DIRECTOR)

    @extend_schema(summary="One event", responses=EventSerializer)
    def get(self, request: Request, event: int) -> Response:
        return Response(event_body(self.event.pk, request.user))

    @extend_schema(
        summary="Change settings",
        request=EventChange,
        responses=EventSerializer,
        parameters=[KEY_PARAMETER],
    )
    def patch(self, request: Request, event: int) -> Response:
        given: dict[str, Any] = self.given(EventChange, partial=True)
        reason = given.pop("reason", "")

        def act() -> dict[str, object]:
            with transaction.atomic():
                change_event(event, given, self.actor, reason)
            return event_body(event, request.user)

        return once(request, event, act)


class Finalise(ApiView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="Make it final",
        description="What is still open is refused by name, unless a reason says why it stays open.",
        request=Why,
        responses=EventSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int) -> Response:
        reason = self.given(Why)["reason"]

        def act() -> dict[str, object]:
            finalise(event, self.actor, reason)
            return event_body(event, request.user)

        return once(request, event, act)


class Reopen(ApiView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="Reopen a final event", request=Why, responses=EventSerializer, parameters=[KEY_PARAMETER]
    )
    def post(self, request: Request, event: int) -> Response:
        reason = self.given(Why)["reason"]

        def act() -> dict[str, object]:
            reopen(event, self.actor, reason)
            return event_body(event, request.user)

        return once(request, event, act)


class Penalties(ApiView):
    access = by_method(GET=Access.EVERYBODY, POST=Access.DIRECTOR)
    tag = "penalties"
    kind = Kind.PAIRS
    queryset = Penalty.objects.select_related("entry").order_by("pk")

    @extend_schema(summary="List penalties and bonuses", responses=PenaltySerializer(many=True))
    def get(self, request: Request, event: int) -> Response:
        return self.paged(self.get_queryset().filter(event=self.event), PenaltySerializer)

    @extend_schema(
        summary="Give a penalty or a bonus",
        request=PenaltyBody,
        responses={201: PenaltySerializer},
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int) -> Response:
        given = self.given(PenaltyBody)

        def act() -> dict[str, object]:
            made = add_penalty(
                event, given["entry"], given["amount"], given["reason"], self.actor, given["unit"]
            )
            return dict(PenaltySerializer(made).data)

        return once(request, event, act, status=201)


class OnePenalty(ApiView):
    access = by_method(DELETE=Access.DIRECTOR)
    queries = MappingProxyType({"DELETE": WhyQuery})
    tag = "penalties"
    kind = Kind.PAIRS

    @extend_schema(summary="Take a penalty back", parameters=[WhyQuery], responses={204: None})
    def delete(self, request: Request, event: int, penalty: int) -> Response:
        reason = self.asked(WhyQuery)["reason"]
        if not Penalty.objects.filter(pk=penalty, event=self.event).exists():
            raise NotFoundError(f"There is no penalty {penalty} in this event.", code="no-penalty")
        remove_penalty(penalty, reason, self.actor)
        return Response(status=204)


class Log(ApiView):
    access = by_method(GET=Access.SECRETS)
    tag = "log"
    queryset = LogEntry.objects.order_by("-pk")
    filterset_class = LogFilter

    @extend_schema(summary="The log, the latest first", responses=LogEntrySerializer(many=True))
    def get(self, request: Request, event: int) -> Response:
        rows = self.get_queryset().filter(event=self.event)
        return self.paged(self.filter_queryset(rows), LogEntrySerializer)


_FILE = OpenApiResponse(OpenApiTypes.OBJECT, description="An event file (docs/event-file.md).")


class Export(ApiView):
    access = by_method(GET=Access.SECRETS)
    tag = "files"

    @extend_schema(summary="The event file: everything, secrets included", responses={200: _FILE})
    def get(self, request: Request, event: int) -> HttpResponse:
        answer = HttpResponse(dumps(export_event(self.event)), content_type="application/json")
        answer["Content-Disposition"] = f'attachment; filename="{self.event.slug}.json"'
        return answer


class Import(ApiView):
    access = by_method(POST=Access.DIRECTOR)
    queries = MappingProxyType({"POST": AgainQuery})
    tag = "files"

    @extend_schema(
        summary="Make an event of an event file",
        description="One that the club has already is refused as `imported-already`, unless `again` is true.",
        parameters=[AgainQuery],
        request={"application/json": OpenApiTypes.OBJECT},
        responses={201: EventSerializer},
    )
    def post(self, request: Request, tournament: int) -> Response:
        again = self.asked(AgainQuery)["again"]
        try:
            document = from_json(request.data)
        except FaultsError as error:
            raise ServiceError(*error.faults) from None
        made = import_event(document, self.tournament.club, self.actor, self.tournament, again=again)
        return Response(event_body(made.pk, request.user), status=201)
