"""Who may use which address: one row for each method of each address, walked as everybody.

A new address or method without a row fails here; so does a row that no address answers.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.urls import URLPattern

from tests.api.at_table_stage import set_the_tables
from tests.api.calls import BIDS, Stage, add_a_penalty, as_user
from tests.support.event_builders import seat_person
from tournaments.api import urls
from tournaments.api.access import Access
from tournaments.api.views.base import ApiView, NoSuchAddress
from tournaments.models import Ban, Call, Event, GameCall

EVERYBODY = frozenset({"", "player", "scorer", "stranger", "director", "owner"})
SCORERS = frozenset({"scorer", "director", "owner"})
DIRECTORS = frozenset({"director", "owner"})
E = "events/<number:event>"
PLACE = f"{E}/rounds/<number:round>/tables/<number:table>/boards/<number:board>/result"


@dataclass(frozen=True)
class Row:
    """An address and what those who `may` get for `body`; `event` names the event of the stage it is tried on."""

    method: str
    route: str
    may: frozenset[str]
    status: int = 200
    body: dict[str, Any] | None = None
    event: str = "event"
    ids: dict[str, int] = field(default_factory=dict)
    query: str = ""


CLOCK = f"{E}/rounds/<number:round>/clock"
MATCHES = f"{E}/rounds/<number:round>/matches"
LINE_UP = {"open": ["1C", "1D"], "closed": ["1B", "1A"]}
SHEET = {"rows": [{"board": 1, **BIDS}, {"board": 2, **BIDS}]}
CORRECTION = {**BIDS, "version": 1, "reason": "Read wrongly."}
PAIRS_TABLE = (
    Row("GET", "clubs", EVERYBODY),
    Row(
        "POST", "clubs/<number:club>/tournaments", DIRECTORS, 201, {"name": "May", "starts_on": "2026-05-01"}
    ),
    Row("GET", "tournaments", EVERYBODY),
    Row("GET", "tournaments/<number:tournament>", EVERYBODY),
    Row("GET", "tournaments/<number:tournament>/log", DIRECTORS),
    Row("POST", "tournaments/<number:tournament>/events", DIRECTORS, 201, {"name": "Late night"}),
    Row(
        "POST", "tournaments/<number:tournament>/import", DIRECTORS, 201, {}, query="?again=true"
    ),  # its body: see _body
    Row("GET", "events", EVERYBODY),
    Row("GET", E, EVERYBODY),
    Row("PATCH", E, DIRECTORS, 200, {"neuberg": False, "reason": "As announced."}),
    Row("POST", f"{E}/finalise", DIRECTORS, 200, {"reason": "The hall closes."}),
    Row("POST", f"{E}/reopen", DIRECTORS, 200, {"reason": "A slip turned up."}, "final"),
    Row("GET", f"{E}/entries", EVERYBODY),
    Row("POST", f"{E}/entries", DIRECTORS, 201, {"entries": [{"players": ["Ann", "Bo"]}]}, "bare"),
    Row("GET", f"{E}/entries/<number:entry>", EVERYBODY),
    Row("PATCH", f"{E}/entries/<number:entry>", DIRECTORS, 200, {"name": "Lee & Diaz"}),
    Row("GET", f"{E}/movement", EVERYBODY),
    Row("PUT", f"{E}/movement", DIRECTORS, 200, {"kind": "mitchell", "boards": 8}, "bare"),
    Row("DELETE", f"{E}/movement", DIRECTORS, 204, None, "bare"),
    Row("GET", f"{E}/rounds", EVERYBODY),
    Row("GET", f"{E}/rounds/<number:round>", EVERYBODY),
    Row("POST", f"{E}/rounds/<number:round>/open", DIRECTORS, 200, None, ids={"round": 2}),
    Row("POST", f"{E}/rounds/<number:round>/close", DIRECTORS, 200, {"reason": "Fire alarm."}),
    Row("GET", f"{E}/boards", EVERYBODY),
    Row("POST", f"{E}/boards/deal", DIRECTORS, 201, {"count": 4}, "bare"),
    Row("POST", f"{E}/boards/import", DIRECTORS, 201, {}, "bare"),
    Row("GET", f"{E}/boards/<number:board>", EVERYBODY),
    Row("GET", f"{E}/boards/<number:board>/traveller", EVERYBODY),
    Row("GET", f"{E}/results", EVERYBODY),
    Row("POST", f"{E}/results", SCORERS, 201, {"round": 1, "table": 3, "board": 1, **BIDS}),
    Row("GET", f"{E}/results/<number:result>", EVERYBODY),
    Row("PUT", f"{E}/results/<number:result>", SCORERS, 200, CORRECTION),
    Row("PATCH", f"{E}/results/<number:result>", SCORERS, 200, CORRECTION),
    Row("DELETE", f"{E}/results/<number:result>", DIRECTORS, query="?version=1&reason=wrong+table"),
    Row("GET", PLACE, EVERYBODY),
    Row("PUT", PLACE, SCORERS, 200, CORRECTION),
    Row("PATCH", PLACE, SCORERS, 200, CORRECTION),
    Row("DELETE", PLACE, DIRECTORS, query="?version=1&reason=wrong+table"),
    Row("GET", f"{E}/standings", EVERYBODY),
    Row("GET", f"{E}/penalties", EVERYBODY),
    Row("POST", f"{E}/penalties", DIRECTORS, 201, {"entry": 1, "amount": 10, "reason": "Late again."}),
    Row("DELETE", f"{E}/penalties/<number:penalty>", DIRECTORS, 204, query="?reason=was+on+time"),
    Row("GET", f"{E}/calls", DIRECTORS),
    Row("POST", f"{E}/calls", SCORERS, 200, {"table": 2}),
    Row("POST", f"{E}/calls/<number:call>/answer", DIRECTORS),
    Row("GET", f"{E}/clock", EVERYBODY),
    Row("PUT", CLOCK, DIRECTORS, 200, {"minutes": 20}),
    Row("POST", f"{CLOCK}/pause", DIRECTORS),
    Row("POST", f"{CLOCK}/resume", DIRECTORS, event="teams"),
    Row("POST", f"{CLOCK}/minutes", DIRECTORS, 200, {"minutes": -2}),
    Row("GET", f"{E}/log", DIRECTORS),
    Row("GET", f"{E}/export", DIRECTORS),
)
TEAM_TABLE = (
    Row("GET", f"{E}/calls", DIRECTORS, event="teams"),
    Row("POST", f"{E}/calls", SCORERS, 200, {"table": 2}, "teams"),
    Row("POST", f"{E}/calls/<number:call>/answer", DIRECTORS, event="teams"),
    Row("GET", f"{E}/draft", DIRECTORS, event="teams"),
    Row(
        "POST",
        f"{E}/draft",
        DIRECTORS,
        200,
        {"matches": [{"home": 1, "away": 3}, {"home": 2, "away": 4}]},
        "teams",
    ),
    Row("GET", f"{E}/draft/difference", DIRECTORS, event="teams"),
    Row("POST", f"{E}/rounds", DIRECTORS, 201, {"round": 2}, "teams"),
    Row("DELETE", f"{E}/rounds/<number:round>", DIRECTORS, 204, None, "drawn", query="?reason=too+early"),
    Row("GET", f"{E}/rounds/<number:round>/draw", EVERYBODY, event="teams"),
    Row("GET", MATCHES, EVERYBODY, event="teams"),
    Row("GET", f"{MATCHES}/<number:match>", EVERYBODY, event="teams"),
    Row(
        "PUT",
        f"{MATCHES}/<number:match>/line-ups/<number:entry>",
        DIRECTORS,
        200,
        LINE_UP,
        "drawn",
        {"entry": 1},
    ),
    Row(
        "PUT",
        f"{MATCHES}/<number:match>/given",
        DIRECTORS,
        200,
        {"outcome": "tied", "reason": "Late."},
        "teams",
    ),
    Row(
        "DELETE",
        f"{MATCHES}/<number:match>/given",
        DIRECTORS,
        200,
        None,
        "tied",
        {"match": 2},
        "?reason=came",
    ),
    Row("POST", f"{MATCHES}/<number:match>/decider", DIRECTORS, 201, None, "tied"),
    Row(
        "POST",
        f"{E}/rounds/<number:round>/tables/<number:table>/results",
        SCORERS,
        201,
        SHEET,
        "teams",
        {"table": 4},
    ),
    Row(
        "POST", f"{E}/results/preview", DIRECTORS, 200, {"round": 1, "table": 4, "board": 1, **BIDS}, "teams"
    ),
)
GAMES = f"{E}/games"
GAME = f"{GAMES}/<number:game>"
SEAT = f"{GAME}/seats/<seat:seat>"
CLUB = "clubs/<club:club>"
WHY = {"reason": "The director says so."}
RANKED_TABLE = (
    Row("GET", GAMES, EVERYBODY, event="ranked"),
    Row("POST", GAMES, DIRECTORS, 201, {"table": 9}, "ranked"),
    Row("GET", GAME, EVERYBODY, event="ranked"),
    Row("PUT", SEAT, DIRECTORS, 200, {"player": "Kim"}, "ranked", {"game": 3}),
    Row("DELETE", SEAT, DIRECTORS, 200, None, "ranked", {"game": 5}),
    Row("POST", f"{SEAT}/leave", DIRECTORS, 200, None, "ranked", {"game": 2}),
    Row("POST", f"{SEAT}/back", DIRECTORS, 200, None, "ranked", {"game": 2}),
    Row("PUT", f"{GAME}/deals/<number:deal>", SCORERS, 201, BIDS, "ranked", {"game": 2, "deal": 2}),
    Row(
        "DELETE",
        f"{GAME}/deals/<number:deal>",
        DIRECTORS,
        200,
        None,
        "ranked",
        {"game": 2, "deal": 1},
        "?version=1&reason=wrong+game",
    ),
    Row("POST", f"{GAME}/void", DIRECTORS, 200, WHY, "ranked"),
    Row("POST", f"{GAME}/decide", DIRECTORS, 200, {"outcome": "draw", **WHY}, "ranked"),
    Row("POST", f"{GAME}/end", DIRECTORS, 200, WHY, "ranked", {"game": 4}),
    Row("POST", f"{GAME}/rematch", DIRECTORS, 200, {"seat": "N"}, "ranked"),
    Row("DELETE", f"{GAME}/rematch", DIRECTORS, 200, None, "ranked", query="?seat=N"),
    Row("GET", f"{E}/calls", SCORERS, event="ranked"),
    Row("POST", f"{E}/calls", SCORERS, 200, {"table": 1}, "ranked"),
    Row("POST", f"{E}/calls/<number:call>/answer", SCORERS, event="ranked"),
    Row("GET", f"{GAME}/phones", SCORERS, event="ranked"),
    Row("DELETE", f"{SEAT}/phone", DIRECTORS, 200, None, "ranked", {"game": 2}, "?reason=lost"),
    Row("GET", f"{CLUB}/ratings", EVERYBODY, event="ranked"),
    Row("GET", f"{CLUB}/players/<number:person>/rating", EVERYBODY, event="ranked"),
    Row("GET", f"{CLUB}/bans", DIRECTORS, event="ranked"),
    Row("POST", f"{CLUB}/bans/<number:ban>/lift", DIRECTORS, 200, WHY, "ranked"),
    Row("GET", f"{CLUB}/rerate", EVERYBODY, event="ranked"),
    Row("POST", f"{CLUB}/rerate", DIRECTORS, 202, None, "ranked"),
)
TABLE = (*PAIRS_TABLE, *TEAM_TABLE, *RANKED_TABLE)
PUBLIC_ANYWAY = {"schema", "docs"}  # not ApiViews: the description, and the page that shows it


def _views() -> dict[str, type[ApiView]]:
    patterns = [pattern for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)]
    found = {str(pattern.pattern): pattern.callback.view_class for pattern in patterns}
    return {
        route: view
        for route, view in found.items()
        if route not in PUBLIC_ANYWAY and view is not NoSuchAddress
    }


def test_every_method_of_every_address_has_a_row() -> None:
    there = {(method, route) for route, view in _views().items() for method in view.access}
    assert {(row.method, row.route) for row in TABLE} == there


def test_every_handler_names_its_access_and_the_table_agrees() -> None:
    for route, view in _views().items():
        handlers = {name.upper() for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)}
        assert handlers == set(view.access), route
    widest = {
        Access.EVERYBODY: EVERYBODY,
        Access.SCORER: SCORERS,
        Access.DIRECTOR: DIRECTORS,
        Access.SECRETS: DIRECTORS,
    }
    for row in TABLE:
        assert row.may <= widest[_views()[row.route].access[row.method]], row


def _body(row: Row, stage: Stage) -> dict[str, Any] | None:
    if row.route.endswith("/import") and row.route.startswith("tournaments"):
        return dict(as_user(stage.users["director"]).get(stage.url("/export")).json())
    if row.route.endswith("boards/import"):
        board = stage.event.board_set.boards.first()
        return {"pbn": f'[Board "1"]\n[Deal "{board.pbn}"]\n'}
    return row.body


def _path(row: Row, stage: Stage) -> str:
    ids = {
        "club": stage.club.pk,
        "tournament": stage.tournament.pk,
        "event": getattr(stage, row.event).pk,
        "entry": 2,
        "round": 1,
        "table": 1,
        "board": 1,
        "match": 1,
        "result": stage.event.results.order_by("pk").first().pk,
        "penalty": stage.event.penalties.get().pk,
        "call": _call_of(getattr(stage, row.event)),
        **row.ids,
    }
    path = row.route.replace("<club:club>", stage.club.slug)
    if row.event == "ranked":
        ids |= {"game": 1, "deal": 1, **row.ids}
        ids["person"] = stage.ranked.games.get(number=1).seats.get(seat="N").person_id
        ids["ban"] = Ban.objects.get().pk
        # whoever is away is not there to leave, and a seat nobody has taken is nobody's to give up
        seat = "W" if path.endswith("/back") else "N"
        path = path.replace("<seat:seat>", seat)
    for name, value in ids.items():
        path = path.replace(f"<number:{name}>", str(value))
    return f"/api/v1/{path}{row.query}"


def _call_of(event: Event) -> int:
    """The one call of an event that has one."""
    found = (
        GameCall.objects.filter(game__event=event).first()
        or Call.objects.filter(table__round__event=event).first()
    )
    return found.pk if found is not None else 0


def test_walk_the_table_as_everybody(stage: Stage) -> None:
    add_a_penalty(stage)
    set_the_tables(stage)
    assert [wrong for row in TABLE for wrong in _wrongs(row, stage)] == []


def _wrongs(row: Row, stage: Stage) -> Iterator[str]:
    """A sentence for everybody who got another answer than the table says."""
    assert stage.bare.pk
    assert stage.final.pk
    body, path = _body(row, stage), _path(row, stage)
    for who in sorted(EVERYBODY):
        with transaction.atomic():  # each of them finds the stage as it was
            answer = as_user(stage.users.get(who)).generic(
                row.method,
                path,
                b"" if body is None else json.dumps(body).encode(),
                content_type="application/json",
            )
            transaction.set_rollback(True)
        wanted = row.status if who in row.may else 403 if who else 401
        if answer.status_code != wanted:
            told = answer.content.decode()[:300]
            yield f"{row.method} {row.route} as {who or 'anonymous'}: {answer.status_code}, not {wanted}: {told}"
        if wanted in (401, 403):
            assert set(answer.json()) == {"detail", "faults"}


def test_a_director_who_plays_reads_neither_log_nor_file_until_it_is_final(stage: Stage) -> None:
    director = stage.users["director"]
    seat_person(stage.event, 4, director)
    client = as_user(director)
    for rest in ("/log", "/export"):
        assert client.get(stage.url(rest)).status_code == 403
    over = as_user(stage.users["owner"]).post(stage.url("/finalise"), {"reason": "Done."})
    assert over.status_code == 200
    for rest in ("/log", "/export"):
        assert client.get(stage.url(rest)).status_code == 200


def test_the_description_and_its_page_are_public(stage: Stage) -> None:
    for name in PUBLIC_ANYWAY:
        assert as_user(None).get(f"/api/v1/{name}", HTTP_ACCEPT="*/*").status_code == 200


def test_a_deactivated_director_may_nothing(stage: Stage) -> None:
    client = as_user(stage.users["director"])
    stage.users["director"].is_active = False
    stage.users["director"].save()
    assert client.get(stage.url("/log")).status_code == 401
