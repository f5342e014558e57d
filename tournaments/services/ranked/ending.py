"""The end of a game, and what follows from it: made anew from what is stored, whenever something of it changes.

Owns: whether a game runs or is over, who has won it and why, which quits count, and that ledger and stakes follow.
Never does: add up deals (scoring/game.py), say when an absence becomes a quit (leaving.py), rate (services/ratings/).

`settle_game` may be called at any time and any number of times. A correction may end a game earlier than it was ended,
or have it run again; who left after the end as it now is has not quit, and has quit again as soon as the end is undone.
A decision of a director stands, whatever the deals say.

Terms: *quit*, an absence longer than the grace; it counts if the game was not over by then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from scoring.elo import Outcome
from scoring.faults import Fault
from scoring.game import GameEnd, GameScore
from tournaments.models import (
    Absence,
    Event,
    Game,
    GameDeal,
    GameEnding,
    GameOutcome,
    GameSeat,
    GameStatus,
    Leaving,
    Person,
    RematchVote,
    StandIn,
)
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError
from tournaments.services.logbook import log
from tournaments.services.ranked.scores import SIDE_OF, score_of, unconfirmed
from tournaments.services.ranked.stakes import settle_stakes
from tournaments.services.ratings.ledger import post_game

OUTCOME_OF = {Outcome.NS: GameOutcome.NS, Outcome.EW: GameOutcome.EW, Outcome.DRAW: GameOutcome.DRAW}
LOST_BY = {"NS": GameOutcome.EW, "EW": GameOutcome.NS}
"""What the outcome is when this side has lost."""


@dataclass(frozen=True, slots=True)
class _Quit:
    """`after` deals were in when the player left; `filled`: somebody has taken the seat since."""

    seat: GameSeat
    at: datetime
    after: int
    filled: bool

    @property
    def side(self) -> str:
        return SIDE_OF[self.seat.seat]


@dataclass(frozen=True, slots=True)
class _Verdict:
    """Where a game stands; `ended_at` where the moment is known, None for now."""

    over: bool
    outcome: str = ""
    ending: str = ""
    ended_at: datetime | None = None


def settle_game(game: Game, actor: Actor, now: datetime | None = None) -> None:
    """Bring a game of a locked event up to its deals and absences: status, outcome, ending, who has quit, the ledger of
    ratings, the stakes. Whoever calls has raised the event's version and queues the recompute.

    Raises `ConflictError` where a correction would have the game run again while its table or its players are busy.
    """
    now = now or timezone.now()
    if game.status == GameStatus.SEATING:
        return
    if game.status != GameStatus.VOID:
        seats = list(game.seats.all())
        rows = list(game.deals.all())
        score = score_of(game.rule_set, rows)
        quits = _counting(_quits(seats), score)
        _store_quits(seats, quits)
        _store(game, _verdict(game, score, rows, quits), score, actor, now)
    if game.status != GameStatus.PLAYING:
        _close_absences(game, now)
    game.version = Event.objects.values_list("results_version", flat=True).get(pk=game.event_id)
    game.save(update_fields=["version"])
    post_game(game)
    settle_stakes(game, actor, now)


def _quits(seats: Sequence[GameSeat]) -> list[_Quit]:
    """Every quit of a starter, by its time. An absence is the record of it; the seat only says that it counts."""
    by_pk = {seat.pk: seat for seat in seats}
    filled = set(StandIn.objects.filter(seat__in=by_pk).values_list("seat_id", flat=True))
    absences = Absence.objects.filter(seat__in=by_pk, quit_at__isnull=False).order_by("quit_at", "pk")
    found = [
        _Quit(by_pk[absence.seat_id], absence.quit_at, absence.after_deal, absence.seat_id in filled)
        for absence in absences
        if absence.quit_at is not None
    ]
    known = {one.seat.pk for one in found}
    found += [
        _Quit(seat, seat.quit_at, seat.quit_after_deal or 0, seat.pk in filled)
        for seat in seats
        if seat.quit_at is not None and seat.pk not in known
    ]
    return sorted(found, key=lambda one: one.at)


def _counting(quits: Sequence[_Quit], score: GameScore) -> list[_Quit]:
    """Nobody quits a game that is over: whoever left when its last deal had been played has played it to the end."""
    end = score.over_after
    return [one for one in quits if end is None or one.after < end]


def _store_quits(seats: Sequence[GameSeat], counting: Sequence[_Quit]) -> None:
    by_seat = {one.seat.pk: one for one in counting}
    for seat in seats:
        one = by_seat.get(seat.pk)
        at, after = (one.at, one.after) if one else (None, None)
        if (seat.quit_at, seat.quit_after_deal) != (at, after):
            seat.quit_at, seat.quit_after_deal = at, after
            seat.save(update_fields=["quit_at", "quit_after_deal"])


def _verdict(game: Game, score: GameScore, rows: Sequence[GameDeal], quits: Sequence[_Quit]) -> _Verdict:
    over = game.status == GameStatus.OVER
    if over and game.ending == GameEnding.DIRECTOR:
        return _Verdict(True, game.outcome, game.ending)
    by_deals = score.winner is not None and not unconfirmed(score, rows)
    sides = {LOST_BY[one.side] for one in quits}
    if over and game.ending == GameEnding.LEFT and game.outcome in sides and not by_deals:
        return _Verdict(True, game.outcome, game.ending)  # whatever the event's setting has become since
    fatal = _fatal(game, quits)
    if fatal is not None:
        return _Verdict(True, LOST_BY[fatal.side], GameEnding.LEFT, fatal.at)
    if score.winner is not None and by_deals:
        ending = GameEnding.TARGET if score.end is GameEnd.TARGET else GameEnding.FLOOR
        return _Verdict(True, OUTCOME_OF[score.winner], ending)
    return _Verdict(False)


def _fatal(game: Game, quits: Sequence[_Quit]) -> _Quit | None:
    """The first quit that ends the game at once: any that nobody fills in for where that is the event's setting, or
    that of the second partner of a side."""
    forfeit = game.event.ranked.leaving == Leaving.FORFEIT
    gone: set[str] = set()
    for one in quits:
        if one.side in gone or (forfeit and not one.filled):
            return one
        gone.add(one.side)
    return None


def _store(game: Game, verdict: _Verdict, score: GameScore, actor: Actor, now: datetime) -> None:
    before = _logged(game)
    was_over = game.status == GameStatus.OVER
    if was_over and not verdict.over:
        _refuse_to_run_again(game)
        RematchVote.objects.filter(seat__game=game).delete()
    game.status = GameStatus.OVER if verdict.over else GameStatus.PLAYING
    game.outcome, game.ending = verdict.outcome, verdict.ending
    if not verdict.over:
        game.ended_at = None
    elif game.ended_at is None:
        game.ended_at = verdict.ended_at or now
    game.save(update_fields=["status", "outcome", "ending", "ended_at"])
    after = _logged(game)
    if after == before:
        return
    action = "game.over" if verdict.over else "game.runs-again"
    totals = {"ns_total": score.ns_total, "ew_total": score.ew_total}
    log(game.event, actor, action, str(game).lower(), before=before, after={**after, **totals})


def _logged(game: Game) -> dict[str, object]:
    return {"status": str(game.status), "outcome": str(game.outcome), "ending": str(game.ending)}


def in_the_way(game: Game) -> list[str]:
    """What keeps a game of a locked event from being played again, in words: a table has one game, and a player one
    table."""
    running = (GameStatus.SEATING, GameStatus.PLAYING)
    faults = []
    other = Game.objects.filter(event=game.event_id, table=game.table, status__in=running).first()
    if other is not None:
        faults.append(f"Table {game.table} has game {other.number} now")
    filling_in = StandIn.objects.filter(seat__game=game, left_at=None)
    people = [
        *game.seats.filter(quit_at=None).values_list("person", flat=True),
        *filling_in.values_list("person", flat=True),
    ]
    # where they sit may be written under another event's lock: whoever seats people locks them first (games.py)
    list(Person.objects.select_for_update().filter(pk__in=people).order_by("pk"))
    busy = GameSeat.objects.filter(person__in=people, game__status__in=running, quit_at=None)
    busy = busy.exclude(game=game).exclude(game=other).select_related("person", "game")
    faults += [f"{seat.person} sits at table {seat.game.table}" for seat in busy.order_by("pk")]
    filling = StandIn.objects.filter(person__in=people, left_at=None, seat__game__status__in=running)
    filling = filling.exclude(seat__game=game).select_related("person", "seat__game")
    return faults + [f"{one.person} sits in at table {one.seat.game.table}" for one in filling.order_by("pk")]


def _refuse_to_run_again(game: Game) -> None:
    faults = in_the_way(game)
    if faults:
        message = (
            f"With this {str(game).lower()} would not be over. {'; '.join(faults)}: wait until that game is over, or "
            f"decide {str(game).lower()} first, which then stays decided."
        )
        raise ConflictError(Fault("game-runs-again", message))


def _close_absences(game: Game, now: datetime) -> None:
    """Whoever is away when a game ends has not quit it."""
    open_ones = Absence.objects.filter(seat__game=game, back_at=None, quit_at=None)
    open_ones.update(back_at=now)
