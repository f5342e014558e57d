"""The standings of an event of ranked tables: its games, and how its players stand.

Owns: the form of the snapshot of such an event, and which of its games are scored again.
Never does: rate (services/ratings/), write the snapshot (services/standings.py).

A game that was over in the snapshot before, and has not changed since (`Game.version`), is taken from there: a ladder
may have thousands of them. Ratings come later than the snapshot, which has the changes that were known by then.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q

from tournaments.models import (
    DealState,
    Event,
    GameOutcome,
    GameSeat,
    GameStatus,
    Kind,
    StandingsSnapshot,
)
from tournaments.services.fresh import Fresh
from tournaments.services.ranked.reading import GameView, changes_of, views_of
from tournaments.services.ranked.scores import SIDE_OF
from tournaments.services.ranked.stakes import balances

_LIVE = (GameStatus.SEATING, GameStatus.PLAYING)


def compute_ranked(event: Event, snapshot: StandingsSnapshot) -> Fresh:
    """Score the games that changed since `snapshot`, and count all of them."""
    everything = event.all_boards_version > snapshot.version or snapshot.data.get("kind") != Kind.RANKED
    kept = {} if everything else {row["number"]: row for row in snapshot.data["games"]}
    found = event.games.select_related("event__tournament")
    if kept:
        found = found.filter(Q(version__gt=snapshot.version) | Q(status__in=_LIVE) | ~Q(number__in=kept))
    fresh = {view.game.number: _game(view) for view in views_of(found)}
    numbers = event.games.order_by("number").values_list("number", flat=True)
    games = [fresh.get(number) or kept[number] for number in numbers if number in fresh or number in kept]
    data = {
        "kind": str(Kind.RANKED),
        "games": games,
        "players": _players(event),
        "progress": _progress(games),
        # what readers of every kind of event look for
        "lists": [],
        "entries": {},
        "penalties": [],
    }
    return Fresh(event.results_version, data, lambda: None)


def _game(view: GameView) -> dict[str, Any]:
    game = view.game
    return {
        "number": game.number,
        "table": game.table,
        "status": str(game.status),
        "outcome": str(game.outcome),
        "ending": str(game.ending),
        "rated": game.rated,
        "stake": game.stake,
        "target": view.score.rules.target,
        "ns": list(view.names("NS")),
        "ew": list(view.names("EW")),
        "quit": [seat.seat for seat in view.seats.values() if seat.has_quit],
        "deals": len(view.score.steps),
        "ns_total": view.ns_total,
        "ew_total": view.ew_total,
        "ns_bags": view.ns_bags,
        "ew_bags": view.ew_bags,
        "provisional": _in_state(view, DealState.PROVISIONAL),
        "disputed": _in_state(view, DealState.DISPUTED),
        "started_at": game.started_at.isoformat() if game.started_at else None,
        "ended_at": game.ended_at.isoformat() if game.ended_at else None,
        "text": view.score.text,
    }


def _in_state(view: GameView, state: str) -> list[int]:
    """Numbers of the deals that count and are in this state."""
    return [deal.number for deal in view.deals if deal.step is not None and deal.state == state]


def _players(event: Event) -> list[dict[str, Any]]:
    """Everybody who began a game that is over, most won first; whoever has quit has lost, as for a rating."""
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    drawn: Counter[int] = Counter()
    names: dict[int, str] = {}
    seats = GameSeat.objects.filter(game__event=event, game__status=GameStatus.OVER).order_by()
    columns = ("person", "person__name", "seat", "game__outcome", "quit_at")
    for person, name, seat, outcome, quit_at in seats.values_list(*columns):
        names[person] = name
        if quit_at is not None:
            lost[person] += 1
        elif outcome == GameOutcome.DRAW:
            drawn[person] += 1
        elif outcome == SIDE_OF[seat].lower():
            won[person] += 1
        else:
            lost[person] += 1
    stakes = {person.pk: points for person, points in balances(event)}
    changes = changes_of(event)
    rows = [
        {
            "person": person,
            "name": name,
            "games": won[person] + lost[person] + drawn[person],
            "won": won[person],
            "lost": lost[person],
            "drawn": drawn[person],
            "stake": stakes.get(person, 0),
            "change": changes.get(person),
        }
        for person, name in names.items()
    ]
    return sorted(rows, key=_rank)


def _rank(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return -row["won"], -row["drawn"], row["lost"], row["name"], row["person"]


def _progress(games: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many games there are in each state. `due` and `entered` are games that have begun and those that are over."""
    rows = list(games)
    states = Counter(row["status"] for row in rows)
    over, playing = states[GameStatus.OVER], states[GameStatus.PLAYING]
    return {
        "due": over + playing,
        "entered": over,
        "games": over + playing + states[GameStatus.SEATING],
        **{str(status): states[status] for status in GameStatus},
        "deals": sum(row["deals"] for row in rows if row["status"] != GameStatus.VOID),
        "provisional": sum(len(row["provisional"]) for row in rows if row["status"] in _LIVE),
        "disputed": sum(len(row["disputed"]) for row in rows if row["status"] in _LIVE),
    }
