"""Every address of the site, walked as everybody against tournaments/site/permissions.py.

An address without a row fails here, and so does a row that no address answers. The API's rows are walked in
tests/api/test_permissions.py; here it is only made sure that none is left out there.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from rest_framework.authtoken.models import Token

from tests.api import test_permissions as of_the_api
from tests.api.calls import Stage, add_a_penalty, build_stage
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import make_ranked, person_on, play
from tournaments.models import (
    Ban,
    Door,
    Game,
    Kind,
    RatedGame,
    Rating,
    RatingBook,
    RatingSet,
    Role,
    StakeLine,
)
from tournaments.services import invitations, members
from tournaments.services.actors import Actor
from tournaments.services.logbook import log_tournament
from tournaments.services.ranked.bans import ban
from tournaments.services.tokens import token_text, tokens_for_tables
from tournaments.site.permissions import API, NOBODY, RECORDS, Who, table

pytestmark = pytest.mark.one_engine

OF_TEAMS: Final = {
    *("desk:draw", "pages:match", "pages:cross", "pages:team"),
    *("admin:tournaments_match_do", "admin:tournaments_event_next_round"),
}
"""Addresses of an event of Teams."""
OF_RANKED: Final = {
    *("desk:games", "desk:new-game", "desk:game", "desk:game-do", "desk:game-cards"),
    *("pages:games", "pages:game", "table:now", "table:do"),
}
"""Addresses of an event of ranked tables."""
NAMES: Final = {
    "admin:tournaments_event_print": "results",
    "admin:tournaments_event_desk_do": "start-clock",
    "admin:tournaments_match_do": "give",
}
"""What `name` is in an address: the deed or the sheet."""
QUERIES: Final = {"admin:autocomplete": "?app_label=tournaments&model_name=penalty&field_name=entry"}
NOTHING_THERE: Final = {"admin:", "admin:view_on_site", "admin:autocomplete", "mfa_remove_webauthn"} | {
    *("mfa_edit_webauthn", "mfa_view_recovery_codes", "mfa_download_recovery_codes", "mfa_deactivate_totp"),
    *("account_confirm_email", "desk:archive", "desk:entries-check-in", "desk:players-merge"),
    *("desk:pack-state", "desk:pack-cancel", "desk:pack-file", "pages:player", "pages:leaderboard-setting"),
}
"""Addresses at which 404 is what those who may use them get here."""


@dataclass(frozen=True)
class Address:
    """`route` as urlconf has it, `name` as the table has it: "admin:" for what has no name in that namespace."""

    route: str
    name: str
    pattern: URLPattern


def addresses(resolver: URLResolver, route: str = "", namespace: str = "") -> Iterator[Address]:
    for found in resolver.url_patterns:
        at = route + str(found.pattern)
        if isinstance(found, URLPattern):
            yield Address(at, f"{namespace}{found.name or ''}", found)
        else:
            yield from addresses(found, at, f"{found.namespace}:" if found.namespace else namespace)


ADDRESSES: Final = [found for found in addresses(get_resolver()) if not found.route.startswith(API)]


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    named = {found.name for found in ADDRESSES}
    assert sorted(named - set(table())) == [], "add a row to tournaments/site/permissions.py"
    assert sorted(set(table()) - named) == [], "no address has this name any more"


def test_the_apis_addresses_are_all_in_its_own_table() -> None:
    there = {
        found.route.removeprefix(API) for found in addresses(get_resolver()) if found.route.startswith(API)
    }
    nothing = "^"  # what else is asked for under it is answered 404, in the API's own form
    assert there == {row.route for row in of_the_api.TABLE} | of_the_api.PUBLIC_ANYWAY | {nothing}


@pytest.fixture
def stage(db: None) -> Stage:
    made = build_stage()
    add_a_penalty(made)
    game = play(make_ranked(made.tournament, dealing="system"), now=timezone.now())
    ban(person_on(game, "N"), "quit", timezone.now())
    add_ratings(game)
    assert made.teams.pk
    members.follow_roles(made.users.values())
    return made


def add_ratings(game: Game) -> None:
    """One row of each kind of record that ratings and stakes have, as if the game were over."""
    club, four = game.event.tournament.club, {seat: person_on(game, seat) for seat in "NESW"}
    now, north = timezone.now(), four["N"]
    players = dict(zip(("north", "south", "east", "west"), (four[seat] for seat in "NSEW"), strict=True))
    RatedGame.objects.create(
        club=club, kind="ranked", event=game.event, game=game, started_at=now, code=1, **players
    )
    Rating.objects.create(club=club, person=north, kind="ranked", rating=1512.5, games=1)
    RatingSet.objects.create(person=north, rating=1500, at=now, reason="From elsewhere.")
    RatingBook.objects.get_or_create(club=club)
    StakeLine.objects.create(game=game, person=north, points=10, settlement=1, at=now)


@pytest.fixture
def people(stage: Stage) -> dict[Who, User | None]:
    chief = User.objects.create_superuser("chief", password="a long enough password")
    stage.users["player"].set_password("a long enough password")  # who has none cannot show who they are
    stage.users["player"].save()
    names = ("player", "scorer", "stranger", "director", "owner")
    return dict(zip(Who, [None, *(stage.users[name] for name in names), chief], strict=True))


def parameters(stage: Stage, name: str) -> dict[str, Any]:
    """A value for each thing that an address may name: of the stage's event, or its Teams event."""
    ladder = stage.tournament.events.get(kind=Kind.RANKED)
    event = stage.teams if name in OF_TEAMS else ladder if name in OF_RANKED else stage.event
    desk = name.startswith("desk:")
    record = name.removeprefix("admin:").rpartition("_")[0]
    if name == "admin:tournaments_ban_lift":
        return {"pk": Ban.objects.get().pk}
    first = stage.teams.rounds.get(number=1) if name in OF_TEAMS else stage.event.rounds.get(number=1)
    return {
        "club": stage.club.slug,
        "tournament": stage.tournament.pk if desk else stage.tournament.slug,
        "event": event.pk if desk else event.slug,
        "pk": first.matches.order_by("pk").first().pk if name.endswith("match_do") else event.pk,
        "table": first.tables.order_by("number").first().pk,
        "number": 1,
        "match": 1,
        "board": 1,
        "round": 1,
        "entry": 1,
        "result": stage.event.results.order_by("pk").first().pk,
        "line": event.log.order_by("pk").first().pk,
        "penalty": getattr(event.penalties.order_by("pk").first(), "pk", 1),
        "deed": {"desk:event-do": "start-clock", "desk:game-do": "deal", "table:do": "sit"}.get(name, "bids"),
        "ban": Ban.objects.get().pk,
        "kind": "results",
        "name": NAMES.get(name, "finalise"),
        "token": _token(stage, name),
        "subject": "result:1:1",
        "pack": 1,
        "person": stage.club.people.order_by("pk").first().pk,
        "key": "none",
        "uidb36": "1",
        "url": "nothing/",
        "app_label": "tournaments",
        "content_type_id": 1,
        "object_id": _record(stage, record),
        "id": stage.users["player"].pk,
    }


def _record(stage: Stage, kind: str) -> Any:
    """The key of one of our club's records of a kind."""
    event, round_, owner = stage.event, stage.event.rounds.get(number=1), stage.users["owner"]
    finders: dict[str, Callable[[], Any]] = {
        "auth_user": lambda: stage.users["player"],
        "authtoken_tokenproxy": lambda: Token.objects.get_or_create(user=stage.users["player"])[0],
        "mfa_authenticator": lambda: Authenticator.objects.first() or TOTP.activate(owner, "A" * 32).instance,
        "tournaments_club": lambda: stage.club,
        "tournaments_person": lambda: stage.club.people.first(),
        "tournaments_tournament": lambda: stage.tournament,
        "tournaments_event": lambda: event,
        "tournaments_entry": event.entries.first,
        "tournaments_penalty": event.penalties.first,
        "tournaments_result": event.results.first,
        "tournaments_match": lambda: stage.teams.rounds.get(number=1).matches.first(),
        "tournaments_round": lambda: round_,
        "tournaments_table": round_.tables.first,
        "tournaments_logentry": event.log.first,
        "tournaments_tournamentlogentry": lambda: log_tournament(
            stage.tournament, ACTOR, "tournament.changed"
        ),
        "tournaments_standingssnapshot": lambda: event.snapshot,
        "tournaments_game": Game.objects.get,
        "tournaments_ban": Ban.objects.get,
        "tournaments_stakeline": StakeLine.objects.get,
        "tournaments_rating": Rating.objects.get,
        "tournaments_ratedgame": RatedGame.objects.get,
        "tournaments_ratingset": RatingSet.objects.get,
        "tournaments_ratingbook": lambda: RatingBook.objects.get(club=stage.club),
        "boards_boardset": lambda: event.board_set,
        "boards_board": event.board_set.boards.first,
    }
    found = finders[kind]() if kind in finders else None
    return found.pk if found is not None else 1


def _token(stage: Stage, name: str) -> str:
    if name == "invitation":
        actor = Actor.of(stage.users["owner"], Door.DESK)
        made = invitations.invite(stage.club.pk, "guest@example.org", Role.SCORER, actor, lambda token: token)
        return made.link
    event = stage.tournament.events.get(kind=Kind.RANKED) if name in OF_RANKED else stage.event
    return token_text(tokens_for_tables(event.pk, [1], ACTOR)[0])


def path_of(address: Address, stage: Stage) -> str:
    wanted = _names_in(address)
    values = parameters(stage, address.name) if wanted else {}
    namespaces = address.name.rpartition(":")[0]
    if address.pattern.name:
        path = reverse(address.name, kwargs={name: values[name] for name in wanted})
        return path + QUERIES.get(address.name, "")
    assert namespaces == "admin"
    return "/admin/nothing/" if "url" in wanted else "/" + address.route.replace("<path:object_id>", "1")


def _names_in(address: Address) -> set[str]:
    """What the whole route asks for, its includes' parameters too."""
    return set(re.findall(r"<(?:\w+:)?(\w+)>", address.route))


_sessions: dict[int, str] = {}


def _client(user: User | None) -> Client:
    """A browser in which `user` is signed in, by one session for all of the walk."""
    client = Client(raise_request_exception=False)
    if user is None:
        return client
    key = _sessions.get(user.pk, "")
    if not Session.objects.filter(pk=key).exists():
        client.force_login(user)
        _sessions[user.pk] = client.session.session_key or ""
    client.cookies["sessionid"] = _sessions[user.pk]
    return client


def outcome(answer: Any) -> str:
    """ "in", "sign in", "refused", "not there", "" where this method is not answered at all; else the status."""
    leads_to = answer.headers.get("Location", "")
    if answer.status_code == 405:
        return ""
    if answer.status_code in (401, 403):
        return "refused"
    if answer.status_code == 302 and leads_to.startswith(("/accounts/login/?next=", "/admin/login/?next=")):
        return "sign in"
    if answer.status_code == 404:
        return "not there"
    return "in" if answer.status_code < 500 else str(answer.status_code)


def wrongs(address: Address, stage: Stage, people: dict[Who, User | None]) -> Iterator[str]:
    """A sentence for everybody who got another answer than the table says."""
    path = path_of(address, stage)
    read = address.name == "admin:" or address.name.endswith(("_changelist", "_history"))
    methods = ("GET",) if read else ("GET", "POST")  # of the admin's many lists POST is answered like GET
    for who, user in people.items():
        answered = set()
        for method in methods:
            with transaction.atomic():  # each of them finds the stage as it was
                answer = _client(user).generic(method, path)
                transaction.set_rollback(True)
            got = outcome(answer)
            answered.add(got)
            if got not in _wanted(address, method, who, user, answer):
                told = f"{answer.status_code} {answer.headers.get('Location', '')}"
                yield f"{method} {path} ({address.name}) as {who}: {got} ({told})"
        if answered == {""}:
            yield f"{path} as {who}: neither GET nor POST is answered"


def _wanted(address: Address, method: str, who: Who, user: User | None, answer: Any) -> set[str]:
    """What may come of it by the table."""
    name, may = address.name, table()[address.name]
    kind, _, page = name.removeprefix("admin:").rpartition("_")
    if kind in RECORDS and RECORDS[kind].read_only and (page, method) == ("change", "POST"):
        may = NOBODY
    if who in may:
        return {"in", "", "not there"} if name in NOTHING_THERE else {"in", ""}
    if user is None:
        return {"refused", "sign in", ""}
    if not name.startswith("admin:"):
        return {"refused", ""}
    # another club's record is not there for the admin: 404, or back to the first page with a sentence
    away = {"in"} if answer.headers.get("Location") == "/admin/" else set()
    return {"refused", "", "not there"} | away | (set() if user.is_staff else {"sign in"})


PARTS: Final[dict[str, Callable[[str], bool]]] = {
    "pages": lambda name: name == "healthz" or name.startswith("pages:"),
    "tables": lambda name: name.startswith("table:"),
    "accounts": lambda name: name.startswith(("account", "mfa_", "invitation")),
    "desk": lambda name: name.startswith("desk:"),
    "records": lambda name: name.startswith("admin:tournaments_"),
    "admin": lambda name: name.startswith("admin:") and not name.startswith("admin:tournaments_"),
}


@pytest.mark.parametrize("part", PARTS)
def test_walk_the_table_as_everybody(part: str, stage: Stage, people: dict[Who, User | None]) -> None:
    walked = [found for found in ADDRESSES if PARTS[part](found.name)]
    found = [wrong for address in walked for wrong in wrongs(address, stage, people)]
    assert not found, "\n".join(found)


def test_no_address_is_left_out_of_the_walk() -> None:
    for found in ADDRESSES:
        assert sum(holds(found.name) for holds in PARTS.values()) == 1, found.name
