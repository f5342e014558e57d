"""Results: read as far as they may be seen, entered, corrected and taken back through `services.results`."""

from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Access, by_method
from tournaments.api.filters import ResultFilter
from tournaments.api.forms.people import VersionedWhyQuery
from tournaments.api.forms.results import (
    ExplainedResultSerializer,
    ReceiptSerializer,
    ResultBody,
    ResultCorrection,
    ResultSerializer,
    to_fields,
)
from tournaments.api.headers import idempotency_key, tagged, version_of
from tournaments.api.once import REPLAYED, once
from tournaments.api.race_numbers import shown_by
from tournaments.api.result_bodies import explained, result_body
from tournaments.api.schema import KEY_PARAMETER, MATCH_PARAMETER
from tournaments.api.views.base import ApiView
from tournaments.models import Kind, Receipt, Result, ResultState, Round
from tournaments.services.actors import Deed, may
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.progress import board_number, board_shown
from tournaments.services.result_fields import content_of
from tournaments.services.result_fields import to_fields as stored_fields
from tournaments.services.result_rights import Attempt, barred, rulings_in
from tournaments.services.results import Entered, record_result, remove_result
from tournaments.services.room_visibility import hidden_tables
from tournaments.services.visibility import visible_boards

NO_RESULT: Final = "There is no such result in this event."
_RESULTS = Result.objects.select_related("table__round", "ns", "ew").order_by(
    "table__round__number", "table__number", "board"
)


class ResultView(ApiView):
    """What entering, correcting and taking back have in common."""

    tag = "results"
    duplicate = True

    def record(self, entered: Entered, existing: Result | None, *, status: int | None = None) -> Response:
        """Ask whether this person may, store it, and answer with the receipt."""
        fields = entered.fields
        self.refuse_players(fields.round, fields.board)
        self.refuse_rulings(
            Attempt(
                fields=fields,
                round_status=self.round_status(fields.round),
                state=entered.state,
                as_played=entered.as_played,
                existing=existing,
            ),
            entered.key,
        )
        receipt = record_result(self.event.pk, entered, self.actor)
        body = receipt.to_json()
        replayed = body.pop("replayed")
        answer = Response(body, status=status or (201 if receipt.created else 200))
        if replayed:
            answer[REPLAYED] = "true"
        return tagged(answer, f'"{receipt.version}"')

    def refuse_players(self, round_number: int, board: int) -> None:
        """403 for somebody who plays in the event, while the scores of `board`, as players call it, are hidden from
        them."""
        why = barred(self.request.user, self.event, board_number(self.event, round_number, board))
        if why:
            raise PermissionDenied(why)

    def refuse_rulings(self, attempt: Attempt, key: str) -> None:
        """403 for a scorer who rules. A repetition is let through: it changes nothing and gets its receipt."""
        if may(self.request.user, Deed.DIRECT, self.club_id):
            return
        rulings = rulings_in(attempt)
        if rulings and not (key and Receipt.objects.filter(event=self.event, key=key).exists()):
            raise PermissionDenied(f"Only a director may {' or '.join(rulings)}.")

    @cached_property
    def unseen(self) -> frozenset[int]:
        """Keys of the tables of a Teams event whose results are left out for this person."""
        return hidden_tables(self.event, self.request.user)

    def bodies_of(self, results: list[Result]) -> list[dict[str, object]]:
        """Results as far as they may be told; those of `unseen` tables have been left out."""
        called = shown_by(self.event)
        if self.event.kind == Kind.TEAMS:
            return [result_body(result, called(result.board), shown=True) for result in results]
        shown = visible_boards(self.event, self.request.user).scores if results else frozenset()
        return [result_body(result, result.board, shown=result.board in shown) for result in results]

    def round_status(self, number: int) -> str:
        """ "" where there is no such round: the service says so better."""
        status = Round.objects.filter(event=self.event, number=number).values_list("status", flat=True)
        return status.first() or ""


class Results(ResultView):
    access = by_method(GET=Access.EVERYBODY, POST=Access.SCORER)
    queryset = Result.objects.none()
    filterset_class = ResultFilter

    @extend_schema(
        summary="List results, as far as they may be seen",
        description=(
            "`after_version` asks for what changed since an `event_version` that you have seen. Of a Teams event the "
            "results of a table that you may not see yet are left out, and `board` is the race board."
        ),
        responses=ResultSerializer(many=True),
    )
    def get(self, request: Request, event: int) -> Response:
        rows: QuerySet[Result] = self.filter_queryset(_RESULTS.filter(event=self.event))
        page = self.page_of(rows.exclude(table__in=self.unseen) if self.unseen else rows)
        bodies = self.bodies_of(page)
        return self.get_paginated_response(ResultSerializer(bodies, many=True).data)

    @extend_schema(
        summary="Enter a result",
        description=(
            "A scorer enters bids and tricks while the round is open; everything else is a ruling and takes a "
            "director. A place that has a result already answers 409 with both versions."
        ),
        request=ResultBody,
        responses={201: ReceiptSerializer},
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int) -> Response:
        given = self.given(ResultBody)
        place = (given["round"], given["table"], given["board"])
        entered = Entered(
            fields=to_fields(place, given),
            reason=given["reason"],
            as_played=given["as_played"],
            state=given["state"],
            note=given["note"],
            key=idempotency_key(request),
        )
        return self.record(entered, None, status=201)


class OneResult(ResultView):
    """A result, by its id or by its place."""

    access = by_method(GET=Access.EVERYBODY, PUT=Access.SCORER, PATCH=Access.SCORER, DELETE=Access.SCORER)
    queries = MappingProxyType({"DELETE": VersionedWhyQuery})

    @cached_property
    def place(self) -> tuple[int, int, int]:
        """Round, table and board."""
        if "result" not in self.kwargs:
            return self.kwargs["round"], self.kwargs["table"], self.kwargs["board"]
        found = self.found()
        return found.table.round.number, found.table.number, board_shown(self.event, found.board)

    @cached_property
    def existing(self) -> Result | None:
        rows = _RESULTS.filter(event=self.event)
        if "result" in self.kwargs:
            found = rows.filter(pk=self.kwargs["result"]).first()
            return None if found is not None and self._is_secret(found) else found
        round_number, table, shown = (self.kwargs[name] for name in ("round", "table", "board"))
        board = board_number(self.event, round_number, shown)
        return rows.filter(table__round__number=round_number, table__number=table, board=board).first()

    def _is_secret(self, result: Result) -> bool:
        """Whether even that there is such a result is not told: to somebody who plays, of a table they may not see."""
        hidden = result.table_id in self.unseen
        return hidden and bool(barred(self.request.user, self.event, result.board))

    def found(self) -> Result:
        if self.existing is None:
            raise NotFoundError(NO_RESULT, code="no-result")
        return self.existing

    @extend_schema(summary="One result, with how its scores came about", responses=ExplainedResultSerializer)
    def get(self, request: Request, **_: int) -> Response:
        result = self.found()
        if result.table_id in self.unseen:
            raise NotFoundError(NO_RESULT, code="no-result")
        [body] = self.bodies_of([result])
        body["explained"] = explained(self.event.rule_set, result) if body["hidden"] is None else None
        return tagged(Response(ExplainedResultSerializer(body).data), f'"{result.version}"')

    @extend_schema(
        summary="Correct a result",
        description=(
            "Takes the place of the whole result. Needs the version it starts from and a reason; by place, and "
            "without a version, it enters a result where there is none yet."
        ),
        request=ResultCorrection,
        responses={200: ReceiptSerializer, 201: ReceiptSerializer},
        parameters=[KEY_PARAMETER, MATCH_PARAMETER],
    )
    def put(self, request: Request, **_: int) -> Response:
        return self._correct(self.given(ResultCorrection))

    @extend_schema(
        summary="Correct a part of a result",
        description="What is not sent stays as it is.",
        request=ResultCorrection,
        responses=ReceiptSerializer,
        parameters=[KEY_PARAMETER, MATCH_PARAMETER],
    )
    def patch(self, request: Request, **_: int) -> Response:
        self._refuse_players_there()
        there = self.found()
        given = self.given(ResultCorrection, partial=True)
        return self._correct({**_as_given(there), **given})

    @extend_schema(
        summary="Take a result back",
        description="It then counts as not yet entered. Takes a director.",
        responses={200: ReceiptSerializer},
        parameters=[VersionedWhyQuery, KEY_PARAMETER, MATCH_PARAMETER],
    )
    def delete(self, request: Request, **_: int) -> Response:
        asked = self.asked(VersionedWhyQuery)
        self._refuse_players_there()
        version = self._version(asked.get("version"))
        fields = to_fields(self.place, _as_given(self.found()))
        attempt = Attempt(
            fields=fields, round_status=self.round_status(self.place[0]), state=ResultState.REMOVED
        )
        self.refuse_rulings(attempt, "")

        def act() -> dict[str, object]:
            receipt = remove_result(self.event.pk, self.place, version, asked["reason"], self.actor)
            body = receipt.to_json()
            del body["replayed"]
            return body

        return once(request, self.event.pk, act)

    def _refuse_players_there(self) -> None:
        """Before it is said whether there is a result."""
        round_number, _, board = self.place
        self.refuse_players(round_number, board)

    def _correct(self, given: dict[str, Any]) -> Response:
        by_id = "result" in self.kwargs
        entered = Entered(
            fields=to_fields(self.place, given),
            version=self._version(given["version"]) if by_id else version_of(self.request, given["version"]),
            reason=given["reason"],
            as_played=given["as_played"],
            state=given["state"],
            note=given["note"],
            key=idempotency_key(self.request),
        )
        return self.record(entered, self.existing)

    def _version(self, in_body: int | None) -> int:
        version = version_of(self.request, in_body)
        if version is None:
            message = "Say which version you start from: “version”, or If-Match."
            raise ServiceError(message, code="version-missing")
        return version


def _as_given(result: Result) -> dict[str, Any]:
    """A stored result as a correction would send it."""
    content = content_of(stored_fields(result, result.table.round.number, result.table.number))
    scheduled = (result.table.ns_id, result.table.ew_id)
    return {
        **content,
        "as_played": (result.ns_id, result.ew_id) != scheduled,
        "state": ResultState.CONFIRMED if result.state == ResultState.REMOVED else result.state,
        "note": result.note,
        "reason": "",
        "version": None,
    }
