"""Boards and their travellers. What may be seen of them, `services.visibility` says."""

from collections import Counter
from typing import Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from boards.deal import dealer
from boards.models import Board, BoardSet
from boards.pbn import PbnError, loads
from scoring.faults import Fault
from tournaments.api.access import Access, by_method
from tournaments.api.forms.draws import BoardSerializer, BoardSetSerializer, DealBody, PbnBody
from tournaments.api.forms.results import TravellerSerializer
from tournaments.api.headers import tagged, unchanged
from tournaments.api.once import once
from tournaments.api.schema import KEY_PARAMETER, TAG_PARAMETER
from tournaments.api.views.base import ApiView
from tournaments.models import BoardSnapshot, Event, Kind, Result, ResultState
from tournaments.services.boards import deal_for_event, import_boards
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.progress import due_by_board, in_by_board
from tournaments.services.race_boards import RaceBoards
from tournaments.services.room_visibility import hidden_tables
from tournaments.services.visibility import draw_released, visible_boards

Viewer = AbstractBaseUser | AnonymousUser
DEAL_HIDDEN: Final = "The deal is shown when every table that is to play the board has finished it."
ROUND_RUNS: Final = "The deal is shown when every match of the round is over."
SCORES_HIDDEN: Final = "The scores are shown when every table that is to play the board has finished it."


def due_of(event: Event, viewer: Viewer) -> Counter[int]:
    """How often each board is due, as far as `viewer` may know: the draw says it, and may not be out yet."""
    return due_by_board(event) if draw_released(event, viewer) else Counter()


def board_bodies(
    event: Event, numbers: list[int], due: Counter[int], viewer: Viewer
) -> list[dict[str, object]]:
    """What may be told of each board."""
    visible = visible_boards(event, viewer)
    teams = event.kind == Kind.TEAMS
    races = RaceBoards(event.teams.race_boards) if teams else None
    entered = in_by_board(event) if races is None else _in_where_seen(event, viewer)
    why = ROUND_RUNS if teams else DEAL_HIDDEN
    shown = Board.objects.filter(
        board_set=event.board_set_id, number__in=visible.deals.intersection(numbers)
    ).values_list("number", "pbn")
    deals = dict(shown) if event.board_set_id else {}
    there = _dealt(event)
    return [
        {
            "number": number,
            "round": (number - 1) // races.block + 1 if races else None,
            "race_board": races.race_board(number) if races else None,
            "dealer": str(dealer(number)),
            "due": due[number],
            "entered": entered[number],
            "deal": deals.get(number),
            "hidden": why if number in there and number not in deals else None,
        }
        for number in numbers
    ]


def _in_where_seen(event: Event, viewer: Viewer) -> Counter[int]:
    """How often each board is in at tables the viewer may see: the others' progress is not told."""
    rows = Result.objects.filter(event=event).exclude(state=ResultState.REMOVED)
    return Counter(rows.exclude(table__in=hidden_tables(event, viewer)).values_list("board", flat=True))


def _dealt(event: Event) -> frozenset[int]:
    numbers = Board.objects.filter(board_set=event.board_set_id).values_list("number", flat=True)
    return frozenset(numbers) if event.board_set_id else frozenset()


def numbers_of(event: Event, due: Counter[int]) -> list[int]:
    """The boards of an event: those it was given and those the draw plays."""
    return sorted(_dealt(event) | set(due))


class Boards(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    duplicate = True
    tag = "boards"
    queryset = Board.objects.none()

    @extend_schema(
        summary="List boards, with the deals that may be seen", responses=BoardSerializer(many=True)
    )
    def get(self, request: Request, event: int) -> Response:
        due = due_of(self.event, request.user)
        numbers = self.page_of(numbers_of(self.event, due))
        return self.get_paginated_response(board_bodies(self.event, numbers, due, request.user))


class OneBoard(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    duplicate = True
    tag = "boards"

    @extend_schema(summary="One board, with its deal if that may be seen", responses=BoardSerializer)
    def get(self, request: Request, event: int, board: int) -> Response:
        due = due_of(self.event, request.user)
        refuse_unknown(self.event, due, board)
        return Response(board_bodies(self.event, [board], due, request.user)[0])


def refuse_unknown(event: Event, due: Counter[int], board: int) -> None:
    if board not in numbers_of(event, due):
        raise NotFoundError(f"There is no board {board} in this event.", code="no-board")


class Traveller(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    tag = "boards"
    kind = Kind.PAIRS

    @extend_schema(
        summary="All results of a board",
        responses={200: TravellerSerializer, 304: OpenApiResponse(description="You have this one.")},
        parameters=[TAG_PARAMETER],
    )
    def get(self, request: Request, event: int, board: int) -> HttpResponseBase:
        all_due = due_of(self.event, request.user)
        refuse_unknown(self.event, all_due, board)
        shown = board in visible_boards(self.event, request.user).scores
        row = BoardSnapshot.objects.filter(event=self.event, board=board)
        version = row.values_list("version", flat=True).first() or 0
        due, entered = all_due[board], in_by_board(self.event)[board]
        tag = f'"{self.event.pk}-{board}-{version}-{due}-{entered}-{"shown" if shown else "hidden"}"'
        same = unchanged(request, tag)
        if same is not None:
            return same
        data = (row.values_list("data", flat=True).first() or {}) if shown else {}
        body = {
            "board": board,
            "version": version,
            "due": due,
            "entered": entered,
            "finished": due > 0 and entered >= due,
            "rows": data.get("rows", []) if shown else None,
            "hidden": None if shown else SCORES_HIDDEN,
        }
        return tagged(Response(body), tag)


class DealBoards(ApiView):
    access = by_method(POST=Access.DIRECTOR)
    tag = "boards"
    kind = Kind.PAIRS

    @extend_schema(
        summary="Deal boards",
        request=DealBody,
        responses={201: BoardSetSerializer},
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int) -> Response:
        count = self.given(DealBody)["count"]
        return once(request, event, lambda: _set_body(deal_for_event(event, count, self.actor)), status=201)


class ImportBoards(ApiView):
    access = by_method(POST=Access.DIRECTOR)
    tag = "boards"

    @extend_schema(
        summary="Take boards from PBN",
        request=PbnBody,
        responses={201: BoardSetSerializer},
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int) -> Response:
        given = self.given(PbnBody)
        try:
            boards = loads(given["pbn"])
        except PbnError as error:
            raise ServiceError(*(Fault("pbn", str(fault), "pbn") for fault in error.faults)) from None

        def act() -> dict[str, object]:
            return _set_body(import_boards(event, boards, given["imported_from"] or "API", self.actor))

        return once(request, event, act, status=201)


def _set_body(made: BoardSet) -> dict[str, object]:
    return {"boards": made.boards.count(), "algorithm": made.algorithm, "imported_from": made.source}
