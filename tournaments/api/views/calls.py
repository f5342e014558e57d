"""Calls for the director, of every kind of event: listed, raised for a table, answered."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Access, by_method
from tournaments.api.filters import CallFilter
from tournaments.api.forms.at_table import CallBody, CallSerializer
from tournaments.api.once import once
from tournaments.api.schema import KEY_PARAMETER
from tournaments.api.views.base import ApiView
from tournaments.models import Call
from tournaments.services.event_calls import (
    AnyCall,
    answer_any,
    calls_for,
    hears_calls,
    raise_call,
    read_calls,
)


class CallView(ApiView):
    tag = "at the tables"

    def refuse_who_hears_none(self) -> None:
        if not hears_calls(self.request.user, self.event):
            raise PermissionDenied(Access.DIRECTOR.value)

    def body_of(self, call: AnyCall) -> dict[str, Any]:
        (read,) = read_calls([call], self.event, self.request.user)
        return dict(CallSerializer(read).data)


class Calls(CallView):
    access = by_method(GET=Access.SCORER, POST=Access.SCORER)
    queryset = Call.objects.none()
    filterset_class = CallFilter

    @extend_schema(
        summary="List calls for the director, the latest first",
        description=(
            "To directors; at ranked tables to scorers, too. Calls that were answered are listed for whoever may read "
            "the log."
        ),
        responses=CallSerializer(many=True),
    )
    def get(self, request: Request, event: int) -> Response:
        self.refuse_who_hears_none()
        page = self.page_of(self.filter_queryset(calls_for(self.event, request.user)))
        rows = read_calls(page, self.event, request.user)
        return self.get_paginated_response(CallSerializer(rows, many=True).data)

    @extend_schema(
        summary="Call the director for a table",
        description="A call that nobody has answered yet stays the same one, with its note, and is the answer.",
        request=CallBody,
        responses=CallSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int) -> Response:
        given = self.given(CallBody)

        def act() -> dict[str, object]:
            return self.body_of(raise_call(self.event, given["table"], given["note"], self.actor))

        return once(request, event, act)


class AnswerCall(CallView):
    access = by_method(POST=Access.SCORER)

    @extend_schema(
        summary="Answer a call: somebody comes",
        description=(
            "The table is told. By directors; at ranked tables by scorers, too. A call that was answered already stays "
            "as it is: `answered_by` says who was first."
        ),
        request=None,
        responses=CallSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, call: int) -> Response:
        self.refuse_who_hears_none()
        return once(request, event, lambda: self.body_of(answer_any(self.event, call, self.actor)))
