"""Short ways to call the API, and a stage that most tests play on."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from tests.api.ranked_stage import build_ranked
from tests.api.team_stage import build_drawn, build_running, build_tied
from tests.support.event_builders import enter, make_club, make_event, make_member, make_tournament, seat
from tests.support.team_builders import make_teams
from tournaments.models import Club, Door, Event, EventStatus, Role, RoundStatus, Tournament
from tournaments.services.actors import Actor
from tournaments.services.events import add_penalty, finalise
from tournaments.services.standings import recompute_standings
from tournaments.services.team_settings import TeamOptions

V1 = "/api/v1"
ACTOR = Actor(name="dora", door=Door.COMMAND)


@dataclass(frozen=True)
class Stage:
    """A club night: eight pairs, boards 1 to 4, round 1 open with boards 1 and 2, round 2 planned with 3 and 4.

    Board 1 has two of its four results; nothing else is in. The others are made when asked for: `bare` has entries
    and nothing more, `final` is over; `teams`, `drawn`, `tied` and `new_teams` are Teams events (team_stage.py),
    `ranked` has ranked tables (ranked_stage.py).
    """

    club: Club
    tournament: Tournament
    event: Event
    users: Mapping[str, User]

    @cached_property
    def bare(self) -> Event:
        return make_event(self.tournament, name="Bare")

    @cached_property
    def final(self) -> Event:
        over = make_event(self.tournament, pairs=4, boards=2, name="Over")
        seat(over, [(1, 2, (1,)), (3, 4, (1,))], status=RoundStatus.CLOSED)
        finalise(over.pk, ACTOR, "The hall closed.")
        over.refresh_from_db()
        return over

    @cached_property
    def teams(self) -> Event:
        return build_running(self.tournament, self.users)

    @cached_property
    def drawn(self) -> Event:
        return build_drawn(self.tournament)

    @cached_property
    def tied(self) -> Event:
        return build_tied(self.tournament)

    @cached_property
    def new_teams(self) -> Event:
        return make_teams(4, tournament=self.tournament, name="New", options=TeamOptions(seed=77))

    @cached_property
    def ranked(self) -> Event:
        return build_ranked(self.tournament)

    def url(self, rest: str = "", event: Event | None = None) -> str:
        return f"{V1}/events/{(event or self.event).pk}{rest}"


def as_user(user: User | None) -> APIClient:
    """A program with that user's token; without a user, a stranger."""
    client = APIClient()
    if user is not None:
        token, _ = Token.objects.get_or_create(user=user)
        client.credentials(HTTP_AUTHORIZATION=f"Token {token.key}")
    return client


def build_stage() -> Stage:
    club = make_club()
    tournament = make_tournament(club)
    event = make_event(tournament, boards=4)
    pairs = [(number, number + 4) for number in range(1, 5)]
    seat(event, [(ns, ew, (1, 2)) for ns, ew in pairs])
    seat(event, [(ns, ew, (3, 4)) for ns, ew in pairs], status=RoundStatus.PLANNED)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    enter(event, 1, 1, 1, "7 6 5 7")
    enter(event, 1, 2, 1, "7 7 5 6")
    recompute_standings(event.pk)
    event.refresh_from_db()
    users = {
        "player": User.objects.create_user("player"),
        "scorer": make_member(club, Role.SCORER, "scorer"),
        "stranger": make_member(make_club("Elsewhere"), Role.DIRECTOR, "stranger"),
        "director": make_member(club, Role.DIRECTOR, "director"),
        "owner": make_member(club, Role.OWNER, "owner"),
    }
    return Stage(club, tournament, event, users)


def add_a_penalty(stage: Stage) -> int:
    return add_penalty(stage.event.pk, 3, Decimal("2.5"), "Late.", ACTOR).pk


def faults_of(answer: Any) -> dict[str, str]:
    """Path → code of a refusal, after checking that it has the one form."""
    body = answer.json()
    assert isinstance(body["detail"], str)
    assert body["detail"]
    assert set(body) <= {"detail", "faults", "versions"}
    assert all(set(fault) == {"code", "message", "path"} for fault in body["faults"])
    return {fault["path"]: fault["code"] for fault in body["faults"]}


def golden_deals() -> list[dict[str, Any]]:
    """Every hand-worked deal of tests/golden/deal_scores.json under the rules of duplicate Pairs."""
    golden = Path(__file__).parents[1] / "golden" / "deal_scores.json"
    found: list[dict[str, Any]] = json.loads(golden.read_text(encoding="utf-8"))["duplicate-pairs"]
    return found


BIDS = {"ns_bid": "7", "ns_tricks": "8", "ew_bid": "5", "ew_tricks": "5"}
