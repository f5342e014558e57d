"""The stakes' ledger of an event: settlements of games, and what they add up to.

Owns: lines that are only ever added; a correction is a settlement that takes back, and a new one.
Never does: say what a game brings (scoring/stakes.py), or when it is over (ending.py).
Terms: *settlement*, lines that were written together and add up to 0; *standing*, what a game's lines add up to.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max, Sum
from django.utils import timezone

from scoring.elo import Outcome
from scoring.stakes import settle
from tournaments.models import Event, Game, GameOutcome, GameStatus, Person, StakeLine
from tournaments.services.actors import Actor
from tournaments.services.logbook import log
from tournaments.services.ranked.scores import ROW_ORDER, has_quit

_OUTCOMES: Mapping[str, Outcome] = {
    GameOutcome.NS: Outcome.NS,
    GameOutcome.EW: Outcome.EW,
    GameOutcome.DRAW: Outcome.DRAW,
}


def settle_stakes(game: Game, actor: Actor, now: datetime | None = None) -> None:
    """Bring the ledger of a game of a locked event up to what the game is: nothing while it runs or is void. What stood
    before and is not right any more is taken back by a settlement of its own."""
    wanted = _wanted(game)
    standing = dict(
        StakeLine.objects.filter(game=game).order_by().values_list("person").annotate(points=Sum("points"))
    )
    if _without_zeros(wanted) == _without_zeros(standing):
        return
    now = now or timezone.now()
    if _without_zeros(standing):
        back = {person: -points for person, points in standing.items() if points}
        _write(game, back, "taken back: the game was corrected", now)
    if _without_zeros(wanted):
        _write(game, wanted, str(game.get_ending_display()), now)
    log(
        game.event,
        actor,
        "stakes.settled" if _without_zeros(wanted) else "stakes.taken-back",
        str(game).lower(),
        before=_logged(standing),
        after=_logged(wanted),
    )


def balances(event: Event) -> list[tuple[Person, int]]:
    """Everybody with a line, with their points, most first; the points add up to 0."""
    points = dict(
        StakeLine.objects.filter(game__event=event)
        .order_by()
        .values_list("person")
        .annotate(points=Sum("points"))
    )
    people = Person.objects.in_bulk(points)
    found = [(person, points[key]) for key, person in people.items()]
    return sorted(found, key=lambda pair: (-pair[1], pair[0].name, pair[0].pk))


def _wanted(game: Game) -> dict[int, int]:
    """What each starter is to have of the game, by person."""
    seats = {seat.seat: seat for seat in game.seats.all()}
    outcome = _OUTCOMES.get(game.outcome) if game.status == GameStatus.OVER else None
    if outcome is None or len(seats) != len(ROW_ORDER):
        return {}
    points = settle(game.stake, outcome, has_quit(seats.values()))
    return {seats[letter].person_id: won for letter, won in zip(ROW_ORDER, points, strict=True)}


def _write(game: Game, points: Mapping[int, int], reason: str, now: datetime) -> None:
    last = StakeLine.objects.filter(game=game).aggregate(last=Max("settlement"))["last"] or 0
    StakeLine.objects.bulk_create(
        StakeLine(game=game, person_id=person, points=won, settlement=last + 1, reason=reason[:200], at=now)
        for person, won in points.items()
    )


def _without_zeros(points: Mapping[int, int]) -> dict[int, int]:
    return {person: won for person, won in points.items() if won}


def _logged(points: Mapping[int, int]) -> dict[str, object]:
    return {str(person): won for person, won in points.items()}
