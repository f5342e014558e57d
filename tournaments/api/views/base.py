"""What every view of the API has: its event or club, who asks, the checked body, and pages of lists."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import NotFound
from rest_framework.generics import GenericAPIView
from rest_framework.metadata import BaseMetadata
from rest_framework.pagination import BasePagination
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer

from scoring.faults import Fault
from tournaments.api.access import Access, Permitted, by_method
from tournaments.api.authentication import TokenAuthentication
from tournaments.api.pagination import Pages
from tournaments.api.parsing import StrictJSONParser, WholeRequest
from tournaments.api.schema import ApiSchema
from tournaments.models import Club, Door, Event, Kind, Tournament
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, TooLargeError, refuse_if
from tournaments.services.kinds import faults_if_ranked, faults_of_kind

LONGEST_ID = 9
"""Digits that every database column holds."""


class ApiView(GenericAPIView[Any]):
    """`access` says who may use each method; `tag` is the chapter of the documentation; `queries`, what a
    method asks after the question mark. A view with a `queryset` answers GET with a list, in pages and filtered. An
    address that only events of one `kind` have, or only `duplicate` events (Pairs and Teams), is refused to others in
    words."""

    access: ClassVar[Mapping[str, Access]] = by_method()
    tag: ClassVar[str] = "events"
    kind: ClassVar[Kind | None] = None
    duplicate: ClassVar[bool] = False
    queries: ClassVar[Mapping[str, type[Serializer[Any]]]] = MappingProxyType({})
    authentication_classes: Sequence[type[BaseAuthentication]] = (TokenAuthentication, SessionAuthentication)
    permission_classes: Sequence[type[BasePermission]] = (Permitted,)
    parser_classes: Sequence[type[BaseParser]] = (StrictJSONParser,)
    pagination_class: type[BasePagination] | None = Pages
    metadata_class: type[BaseMetadata] | None = None
    schema = ApiSchema()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        # said before a byte is read; `parsing` counts what really comes
        length = request.headers.get("Content-Length") or ""
        if length.isdigit() and int(length) > settings.MAX_UPLOAD_BYTES:
            message = f"The body is larger than {settings.MAX_UPLOAD_BYTES:,} bytes; send less at a time."
            raise TooLargeError(message, code="too-large")
        super().initial(request, *args, **kwargs)
        if self.access_of(request.method) is not None:
            refuse_parameters(request, self._parameters(request.method))
            if self.kind is not None:
                refuse_if(faults_of_kind(self.event, self.kind))
            if self.duplicate:
                refuse_if(faults_if_ranked(self.event))

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        return WholeRequest(
            request,
            parsers=self.get_parsers(),
            authenticators=self.get_authenticators(),
            negotiator=self.get_content_negotiator(),
            parser_context=self.get_parser_context(request),
        )

    def access_of(self, method: str | None) -> Access | None:
        """Who may use `method`; None when this address has no such method."""
        return self.access.get("GET" if method == "HEAD" else method or "")

    @cached_property
    def event(self) -> Event:
        """The event of the address, with its tournament; 404 when there is none."""
        event = (
            Event.objects.select_related("tournament", "board_set").filter(pk=self.kwargs["event"]).first()
        )
        if event is None:
            raise NotFoundError(f"There is no event {self.kwargs['event']}.", code="no-event")
        return event

    @cached_property
    def tournament(self) -> Tournament:
        tournament = Tournament.objects.filter(pk=self.kwargs["tournament"]).first()
        if tournament is None:
            raise NotFoundError(f"There is no tournament {self.kwargs['tournament']}.", code="no-tournament")
        return tournament

    @cached_property
    def club(self) -> Club:
        """The club of the address, by its id or its slug."""
        named = str(self.kwargs["club"])
        by_id = named.isascii() and named.isdigit() and len(named) <= LONGEST_ID
        club = Club.objects.filter(**{"pk" if by_id else "slug": named}).first()
        if club is None:
            raise NotFoundError(f"There is no club {self.kwargs['club']}.", code="no-club")
        return club

    @property
    def club_id(self) -> int:
        """The club whose roles decide."""
        if "event" in self.kwargs:
            return self.event.tournament.club_id
        if "tournament" in self.kwargs:
            return self.tournament.club_id
        return self.club.pk

    @property
    def actor(self) -> Actor:
        return Actor.of(self.request.user, Door.API)

    def given(self, form: type[BaseSerializer[Any]], *, partial: bool = False) -> dict[str, Any]:
        """The body, checked for its form only."""
        # a body without a content type, and no body at all, arrive as a form that is empty
        data = {} if isinstance(self.request.data, QueryDict) else self.request.data
        return _checked(form(data=data, partial=partial))

    def asked(self, form: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """What the address asks after its question mark, checked."""
        query = self.request.query_params.dict()
        return _checked(form(data=query))

    def paged(
        self, rows: QuerySet[Any] | Sequence[Any], form: type[BaseSerializer[Any]], **context: Any
    ) -> Response:
        """One page of `rows`, in `form`; `context` is what the form is told beside them."""
        return self.get_paginated_response(form(self.page_of(rows), many=True, context=context).data)

    def page_of(self, rows: QuerySet[Any] | Sequence[Any]) -> list[Any]:
        """The page that was asked for; 404 when there is no such page."""
        page = self.paginate_queryset(rows)
        return list(page or ())

    def _parameters(self, method: str | None) -> set[str]:
        """What may stand after the question mark."""
        asked = self.queries.get(method or "")
        if asked is not None:
            return set(asked().fields)
        if method not in ("GET", "HEAD") or getattr(type(self), "queryset", None) is None:
            return set()
        filterset = getattr(self, "filterset_class", None)
        return {"page", "page_size", *(filterset.base_filters if filterset else ())}


class NoSuchAddress(ApiView):
    """Whatever else stands under /api/v1/: 404 in the API's own form."""

    access: ClassVar[Mapping[str, Access]] = by_method()

    @extend_schema(exclude=True)
    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound("There is no such address; docs/api.md and /api/v1/docs list those there are.")


def _checked(form: BaseSerializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    found: dict[str, Any] = form.validated_data
    return found


def refuse_parameters(request: Request, known: set[str]) -> None:
    """400 for parameters that are not `known`, and for those that are there twice: one of them would be lost."""
    listed = ", ".join(sorted(known)) or "none"
    faults = []
    for name in sorted(request.query_params):
        shown = name[:40]
        if name not in known:
            message = f"“{shown}” is no parameter here; there are {listed}."
            faults.append(Fault("unknown-parameter", message, shown))
        elif len(request.query_params.getlist(name)) > 1:
            message = f"“{shown}” is there more than once; say it once."
            faults.append(Fault("repeated-parameter", message, shown))
    refuse_if(faults)
