"""The demo's ladder: what a newcomer finds there, and the same whenever it is made."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from tests.support.event_builders import ACTOR, make_tournament
from tournaments.models import (
    Ban,
    BanReason,
    DealState,
    Event,
    Game,
    GameDeal,
    GameStatus,
    StakeLine,
    StandIn,
)
from tournaments.services.demo_ladder import PLAYERS, ladder_night
from tournaments.services.ranked.reading import games_of
from tournaments.services.ratings.reading import leaderboard
from tournaments.services.ratings.rerating import bring_up
from tournaments.simulation.names import person_names

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]


def make(now: datetime) -> Event:
    return ladder_night(make_tournament(), person_names(PLAYERS, "ladder"), "ladder", ACTOR, now)


def played(event: Event) -> list[tuple[object, ...]]:
    rows = GameDeal.objects.filter(game__event=event).order_by("game__number", "number")
    return list(rows.values_list("game__number", "number", "ns_bid", "ns_tricks", "ew_bid", "ew_tricks"))


def test_a_ladder_with_weeks_behind_it_and_two_games_under_way() -> None:
    now = datetime.now(UTC)
    event = make(now)
    games = Game.objects.filter(event=event)
    over = games.filter(status=GameStatus.OVER)
    assert over.count() == 26
    assert all(view.score.over_after for view in games_of(event) if view.game.status == GameStatus.OVER)
    assert over.earliest("started_at").started_at == now - timedelta(days=28)
    assert all(game.started_at < game.ended_at <= now for game in over if game.started_at and game.ended_at)
    assert set(games.filter(status=GameStatus.PLAYING).values_list("table", flat=True)) == {1, 2}
    assert GameDeal.objects.filter(game__event=event, state=DealState.PROVISIONAL).count() == 1
    assert StandIn.objects.filter(seat__game__status=GameStatus.PLAYING, left_at=None).count() == 1

    standing = Ban.objects.filter(lifted_at=None, since__lte=now, until__gt=now)
    assert sorted(standing.values_list("reason", flat=True)) == [BanReason.LEADERBOARD_OFF, BanReason.QUIT]
    lines = StakeLine.objects.filter(game__event=event)
    assert lines.exists()
    assert sum(lines.values_list("points", flat=True)) == 0

    bring_up(event.tournament.club_id)
    board = leaderboard(event.tournament.club, "ranked")
    ratings = [leader.rating for leader in board.page.items]
    assert len(ratings) >= 10
    assert max(ratings) - min(ratings) > 100
    off = standing.get(reason=BanReason.LEADERBOARD_OFF).person
    assert off.pk not in {leader.person_id for leader in board.page.items}


def test_the_same_ladder_is_dealt_and_played_every_time() -> None:
    now = datetime.now(UTC)
    found = []
    for _ in range(2):
        with transaction.atomic():
            found.append(played(make(now)))
            transaction.set_rollback(True)
    assert found[0] == found[1]
    assert len(found[0]) > 100
