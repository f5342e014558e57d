"""Ratings of a club: leaderboards, a player's rating, bans, and rating anew."""

from types import MappingProxyType
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.skill import Skill
from tournaments.api.access import Access, by_method
from tournaments.api.forms.people import Why
from tournaments.api.forms.ratings import (
    BanSerializer,
    LeaderboardQuery,
    LeaderboardSerializer,
    PlayerRatingSerializer,
    RatingProgressSerializer,
)
from tournaments.api.views.base import ApiView
from tournaments.models import Ban
from tournaments.services.errors import ConflictError, NotFoundError
from tournaments.services.ranked.bans import lift_ban, standing_bans
from tournaments.services.ratings.choices import rate_again
from tournaments.services.ratings.paging import Sheet
from tournaments.services.ratings.reading import Leader, book_to_read, leaderboard
from tournaments.services.ratings.reading import Leaderboard as Board
from tournaments.services.ratings.story import player_for, story_of
from tournaments.services.ratings.story_values import Companion, GameLine, Named, SetLine, Standing, Story

NO_PAGE: Final = "There is no such page; the list is shorter."


class Leaderboard(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    tag = "ratings"
    queries = MappingProxyType({"GET": LeaderboardQuery})

    @extend_schema(
        summary="A club's leaderboard",
        description="Whoever has the leaderboard setting off, guests and bots are on none.",
        parameters=[LeaderboardQuery],
        responses=LeaderboardSerializer,
    )
    def get(self, request: Request, club: str) -> Response:
        asked = self.asked(LeaderboardQuery)
        board = leaderboard(self.club, asked.get("list", ""), request.user, asked["page"])
        refuse_beyond(board.page, asked["page"])
        return Response(_board(board))


class PlayerRating(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    tag = "ratings"
    queries = MappingProxyType({"GET": LeaderboardQuery})

    @extend_schema(
        summary="A player's rating, and why it is so",
        description=(
            "Of somebody who is not on the leaderboard only they themselves and the club's directors are told; for "
            "everybody else there is no such player."
        ),
        parameters=[LeaderboardQuery],
        responses=PlayerRatingSerializer,
    )
    def get(self, request: Request, club: str, person: int) -> Response:
        asked = self.asked(LeaderboardQuery)
        found = player_for(self.club, person, request.user)
        if found is None:
            raise NotFoundError("There is no such player, or their rating is not shown.", code="no-player")
        story = story_of(found, asked.get("list", ""), request.user, asked["page"])
        refuse_beyond(story.lines, asked["page"])
        return Response(_story(story))


class Bans(ApiView):
    access = by_method(GET=Access.DIRECTOR)
    tag = "ratings"
    queryset = Ban.objects.none()

    @extend_schema(
        summary="List the bans that hold now, the first to end first", responses=BanSerializer(many=True)
    )
    def get(self, request: Request, club: str) -> Response:
        page = self.page_of(standing_bans(self.club.pk))
        return self.get_paginated_response([_ban(row) for row in page])


class LiftBan(ApiView):
    access = by_method(POST=Access.DIRECTOR)
    tag = "ratings"

    @extend_schema(summary="Lift a ban", description="Needs a reason.", request=Why, responses=BanSerializer)
    def post(self, request: Request, club: str, ban: int) -> Response:
        reason = self.given(Why)["reason"]
        if not Ban.objects.filter(pk=ban, person__club=self.club).exists():
            raise NotFoundError(f"There is no ban {ban} in this club.", code="no-ban")
        return Response(_ban(lift_ban(ban, reason, self.actor)))


class Rerate(ApiView):
    access = by_method(GET=Access.EVERYBODY, POST=Access.DIRECTOR)
    tag = "ratings"

    @extend_schema(summary="How far a club's ratings are", responses=RatingProgressSerializer)
    def get(self, request: Request, club: str) -> Response:
        return Response(self._progress())

    @extend_schema(
        summary="Have every game of the club's ledger rated again",
        description="A task does it; ask how far it is with GET.",
        request=None,
        responses={202: RatingProgressSerializer},
    )
    def post(self, request: Request, club: str) -> Response:
        if not rate_again(self.club, self.actor):
            raise ConflictError("This club has no rated game yet: nothing is there to rate.", code="no-games")
        return Response(self._progress(), status=202)

    def _progress(self) -> dict[str, object]:
        book = book_to_read(self.club)
        return {
            "ledger_version": book.ledger_version,
            "rated_version": book.rated_version,
            "behind": book.rated_version < book.ledger_version,
            "queued": book.queued_at is not None,
            "done": book.done,
            "total": book.total,
            "rated_at": book.rated_at,
        }


def refuse_beyond(sheet: Sheet[Any], page: int) -> None:
    """404 for a page that is not there; the service takes the nearest."""
    if page > sheet.pages:
        raise NotFoundError(NO_PAGE, code="no-page")


def _board(board: Board) -> dict[str, object]:
    return {
        "list": str(board.kind),
        "lists": [str(kind) for kind in board.lists],
        "minimum_games": board.minimum_games,
        "inactive_days": board.inactive_days,
        "behind": board.behind,
        **_paged(board.page),
        "results": [_leader(row) for row in board.page.items],
    }


def _paged(sheet: Sheet[Any]) -> dict[str, object]:
    return {"count": sheet.total, "page": sheet.number, "pages": sheet.pages}


def _leader(row: Leader) -> dict[str, object]:
    return {
        "rank": row.rank,
        "tied": row.tied,
        "person": row.person_id,
        "name": row.name,
        "rating": row.rating,
        "shown": row.whole,
        "games": row.games,
        "skill": _skill(row.skill),
        "last_at": row.last_at,
        "recent": row.recent,
    }


def _skill(skill: Skill) -> dict[str, object]:
    share = skill.rating
    return {"rating": None if share is None else float(share), "met": skill.bid, "set": skill.set}


def _story(story: Story) -> dict[str, object]:
    return {
        "person": story.person.pk,
        "name": story.person.name,
        "list": str(story.kind),
        "place": story.place,
        "behind": story.behind,
        "ratings": [_standing(row) for row in story.standings],
        "course": [
            {"at": step.at, "before": step.before, "after": step.rating, "was_set": step.was_set}
            for step in story.course
        ],
        **_paged(story.lines),
        "results": [
            _game_line(line) if isinstance(line, GameLine) else _set_line(line) for line in story.lines.items
        ],
        "partners": [_companion(row) for row in story.partners],
        "opponents": [_companion(row) for row in story.opponents],
        "bans": [_ban(row) for row in story.bans],
    }


def _standing(row: Standing) -> dict[str, object]:
    return {
        "list": str(row.kind),
        "rating": row.rating,
        "games": row.games,
        "skill": _skill(row.skill),
        "nils_bid": row.bid,
        "nils_made": row.made,
        "last_at": row.last_at,
    }


def _game_line(line: GameLine) -> dict[str, object]:
    return {
        "at": line.at,
        "list": str(line.kind),
        "event": line.event,
        "game": line.number,
        "round": line.round,
        "table": line.table,
        "partner": _named(line.partner),
        "opponents": [_named(one) for one in line.opponents],
        "result": line.result,
        "change": line.change,
        "rating": None,
        "why": line.why.text if line.why else None,
    }


def _set_line(line: SetLine) -> dict[str, object]:
    empty = dict.fromkeys(
        ("list", "event", "game", "round", "table", "partner", "opponents", "result", "change")
    )
    return {**empty, "at": line.at, "rating": line.rating, "why": line.reason or None}


def _named(one: Named) -> dict[str, object]:
    return {"person": one.person_id, "name": one.name}


def _companion(row: Companion) -> dict[str, object]:
    return {**_named(row.person), "games": row.games, "won": row.won, "average": row.average}


def _ban(row: Ban) -> dict[str, object]:
    game = row.seat.game if row.seat else None
    return {
        "ban": row.pk,
        "person": row.person_id,
        "name": row.person.name,
        "because": row.reason,
        "since": row.since,
        "until": row.until,
        "event": game.event_id if game else None,
        "game": game.number if game else None,
        "lifted_at": row.lifted_at,
        "lifted_by": row.lifted_by,
        "lift_reason": row.lift_reason,
    }
