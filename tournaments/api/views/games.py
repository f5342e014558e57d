"""Games of ranked tables: read, opened, players seated, deals entered, what a director decides about one."""

from collections.abc import Callable
from dataclasses import asdict
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.faults import Fault
from tournaments.api.access import Access, by_method
from tournaments.api.filters import GameFilter
from tournaments.api.forms.games import (
    DealReceiptSerializer,
    DecisionBody,
    GameDealBody,
    GameSerializer,
    NewGameBody,
    OneGameSerializer,
    RematchBody,
    RematchQuery,
    SeatBody,
    words_given,
)
from tournaments.api.forms.people import VersionedWhyQuery, Why
from tournaments.api.game_bodies import game_body, one_game_body
from tournaments.api.headers import idempotency_key, tagged, version_of
from tournaments.api.once import REPLAYED, once
from tournaments.api.schema import KEY_PARAMETER, MATCH_PARAMETER
from tournaments.api.views.base import ApiView
from tournaments.models import DealState, Game, GameDeal, GameStatus, Kind
from tournaments.services.actors import Deed, may
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.ranked.deal_checks import DealWords
from tournaments.services.ranked.deals import enter_deal, read_play, remove_deal
from tournaments.services.ranked.games import decide_game, open_game, sit, stand_up, void_game
from tournaments.services.ranked.leaving import (
    come_back,
    end_by_leaving,
    fill_in,
    leave,
    settle_absences,
    stand_in_leaves,
)
from tournaments.services.ranked.reading import views_of
from tournaments.services.ranked.rematch import take_back_vote, vote
from tournaments.services.ranked.scores import SEATS
from tournaments.services.ranked.who_may import find_player

RULED: Final = "The sides differ on this deal, or its game is over: only a director may change it."
_GAMES = Game.objects.select_related("event__tournament", "event__ranked", "rematch_of", "board_set")


class GameView(ApiView):
    """What all addresses of a game have in common."""

    tag = "games"
    kind = Kind.RANKED

    @cached_property
    def game(self) -> Game:
        return self.found()

    def found(self) -> Game:
        """The game of the address, read anew."""
        number = self.kwargs["game"]
        game = _GAMES.filter(event=self.event, number=number).first()
        if game is None:
            raise NotFoundError(f"There is no game {number} in this event.", code="no-game")
        return game

    @property
    def body(self) -> dict[str, object]:
        return dict(OneGameSerializer(one_game_body(self.found(), self.request.user)).data)

    def do(self, act: Callable[[], object], *, status: int = 200) -> Response:
        """Have `act` happen once, and answer with the game as it is then."""
        # by itself: who has been away too long has quit, whether this is refused or not
        settle_absences(self.game.event_id)

        def acted() -> dict[str, object]:
            act()
            return self.body

        return once(self.request, self.event.pk, acted, status=status)


class Games(GameView):
    access = by_method(GET=Access.EVERYBODY, POST=Access.DIRECTOR)
    queryset = Game.objects.none()
    filterset_class = GameFilter

    @extend_schema(
        summary="List games",
        description="`after_version` asks for what changed since an `event_version` that you have seen.",
        responses=GameSerializer(many=True),
    )
    def get(self, request: Request, event: int) -> Response:
        rows = _GAMES.filter(event=self.event).order_by("number")
        page: list[Game] = self.page_of(self.filter_queryset(rows))
        bodies = [game_body(view) for view in views_of(page)]
        return self.get_paginated_response(GameSerializer(bodies, many=True).data)

    @extend_schema(
        summary="Open a game at a table",
        request=NewGameBody,
        responses={201: OneGameSerializer},
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int) -> Response:
        given = self.given(NewGameBody)
        table = given.pop("table")

        def act() -> dict[str, object]:
            self.kwargs["game"] = open_game(event, table, self.actor, **given).number
            return self.body

        return once(request, event, act, status=201)


class OneGame(GameView):
    access = by_method(GET=Access.EVERYBODY)

    @extend_schema(summary="One game with its score sheet", responses=OneGameSerializer)
    def get(self, request: Request, event: int, game: int) -> Response:
        return Response(self.body)


class OneSeat(GameView):
    access = by_method(PUT=Access.DIRECTOR, DELETE=Access.DIRECTOR)

    @extend_schema(
        summary="Put somebody on a seat",
        description=(
            "Before the game has begun a player sits down, and with the fourth it begins; while it is played somebody "
            "fills in for a quitter, unrated. Everything that keeps them from it is told at once."
        ),
        request=SeatBody,
        responses=OneGameSerializer,
        parameters=[KEY_PARAMETER],
    )
    def put(self, request: Request, event: int, game: int, seat: str) -> Response:
        given = self.given(SeatBody)

        def act() -> None:
            person = given["person"] or find_player(self.club_id, given["player"]).pk
            found = self.found()
            takes = fill_in if found.status == GameStatus.PLAYING else sit
            takes(found.pk, seat, person, self.actor)

        return self.do(act)

    @extend_schema(
        summary="Have somebody stand up",
        description="Before the game has begun; while it is played only whoever fills in, which leaves the seat empty.",
        request=None,
        responses=OneGameSerializer,
        parameters=[KEY_PARAMETER],
    )
    def delete(self, request: Request, event: int, game: int, seat: str) -> Response:
        def act() -> None:
            found = self.found()
            leaves = found.seats.filter(seat=seat).exclude(quit_at=None).exists()
            (stand_in_leaves if leaves else stand_up)(found.pk, seat, self.actor)

        return self.do(act)


class Leave(GameView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="A player leaves the table",
        description="Back within the grace of the club's policy, and nothing has happened; otherwise they have quit.",
        request=None,
        responses=OneGameSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, game: int, seat: str) -> Response:
        return self.do(lambda: leave(self.game.pk, seat, self.actor))


class Back(GameView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="A player is back in time",
        request=None,
        responses=OneGameSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, game: int, seat: str) -> Response:
        return self.do(lambda: come_back(self.game.pk, seat, self.actor))


class OneDeal(GameView):
    access = by_method(PUT=Access.SCORER, DELETE=Access.DIRECTOR)
    queries = MappingProxyType({"DELETE": VersionedWhyQuery})

    @extend_schema(
        summary="Enter a deal, or correct it",
        description=(
            "Confirmed at once; deals come in order. A correction needs the version it starts from, and a reason where "
            "it changes what stands; while the game is not over and the sides do not differ a scorer may make it. With "
            "`play` alone bids and tricks are those of the record."
        ),
        request=GameDealBody,
        responses={200: DealReceiptSerializer, 201: DealReceiptSerializer},
        parameters=[KEY_PARAMETER, MATCH_PARAMETER],
    )
    def put(self, request: Request, event: int, game: int, deal: int) -> Response:
        given = self.given(GameDealBody)
        key, version = idempotency_key(request), version_of(request, given["version"])
        self._refuse_rulings(deal)
        settle_absences(event)
        words, findings = self._words(deal, given)
        try:
            receipt = enter_deal(
                self.game.pk,
                deal,
                words,
                self.actor,
                version=version,
                reason=given["reason"],
                play=given["play"],
                key=key,
            )
        except ConflictError as error:
            if error.versions is not None:
                error.versions = {"yours": {**asdict(words), "version": version}, **error.versions}
            raise
        body = receipt.to_json() | {"findings": [fault.to_json() for fault in findings]}
        replayed = body.pop("replayed")
        answer = Response(body, status=201 if receipt.created else 200)
        if replayed:
            answer[REPLAYED] = "true"
        return tagged(answer, f'"{receipt.version}"')

    @extend_schema(
        summary="Take the last deal back",
        responses=OneGameSerializer,
        parameters=[VersionedWhyQuery, KEY_PARAMETER, MATCH_PARAMETER],
    )
    def delete(self, request: Request, event: int, game: int, deal: int) -> Response:
        asked = self.asked(VersionedWhyQuery)
        version = version_of(request, asked.get("version"))
        if version is None:
            message = "Say which version you start from: “version”, or If-Match."
            raise ServiceError(message, code="version-missing")
        return self.do(lambda: remove_deal(self.game.pk, deal, version, asked["reason"], self.actor))

    def _refuse_rulings(self, deal: int) -> None:
        """403 for a scorer, where the change is a director's."""
        row = GameDeal.objects.filter(game=self.game, number=deal).first()
        if row is None or may(self.request.user, Deed.DIRECT, self.club_id):
            return
        if row.state == DealState.DISPUTED or self.game.status != GameStatus.PLAYING:
            raise PermissionDenied(RULED)

    def _words(self, deal: int, given: dict[str, Any]) -> tuple[DealWords, tuple[Fault, ...]]:
        """The deal as it is written, and what is irregular in its record."""
        words, play = words_given(given), given["play"]
        if not play.strip():
            return DealWords(**words or {}), ()
        found, findings = read_play(self.game.pk, deal, play, self.actor)
        return (DealWords(**words) if words else found), findings


class VoidGame(GameView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="Have a game count for nothing",
        description="It is not rated and stakes go back; bans stay, and can be lifted.",
        request=Why,
        responses=OneGameSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, game: int) -> Response:
        reason = self.given(Why)["reason"]
        return self.do(lambda: void_game(self.game.pk, reason, self.actor))


class DecideGame(GameView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="Decide a game",
        request=DecisionBody,
        responses=OneGameSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, game: int) -> Response:
        given = self.given(DecisionBody)
        return self.do(lambda: decide_game(self.game.pk, given["outcome"], given["reason"], self.actor))


class EndGame(GameView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(
        summary="End a game that somebody has quit: their side has lost",
        request=Why,
        responses=OneGameSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, game: int) -> Response:
        reason = self.given(Why)["reason"]
        return self.do(lambda: end_by_leaving(self.game.pk, reason, self.actor))


class Rematch(GameView):
    access = by_method(POST=Access.DIRECTOR, DELETE=Access.DIRECTOR)
    queries = MappingProxyType({"DELETE": RematchQuery})

    @extend_schema(
        summary="A player wants another game, or all four do",
        description="With the fourth vote it is opened and begins; `rematch` then has its number.",
        request=RematchBody,
        responses=OneGameSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, event: int, game: int) -> Response:
        seat = self.given(RematchBody)["seat"]

        def act() -> None:
            wanted = {each["seat"] for each in self.game.seats.values("seat")} if seat is None else {seat}
            there = set(self.game.seats.exclude(rematch_vote=None).values_list("seat", flat=True))
            # whoever has voted may do so again, which with all four would open a game twice
            for letter in SEATS:
                if letter in wanted - (there if seat is None else set()):
                    vote(self.game.pk, letter, self.actor)

        return self.do(act)

    @extend_schema(
        summary="A player wants no other game after all",
        parameters=[RematchQuery, KEY_PARAMETER],
        responses=OneGameSerializer,
    )
    def delete(self, request: Request, event: int, game: int) -> Response:
        seat = self.asked(RematchQuery)["seat"]
        return self.do(lambda: take_back_vote(self.game.pk, seat, self.actor))
