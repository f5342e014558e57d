"""Games go into the ledger and out of it, in the transaction that ends them.

Owns: which games are in the ledger, and that each change of one is counted under the book's lock, which is taken after
the event's.
Never does: rate them (rerating.py), decide a game (scoring/game.py), know how a table of an event becomes a game
(duplicate.py).
"""

from collections.abc import Sequence

from django.db import transaction

from scoring.elo import Outcome
from scoring.elo_fold import game_code
from scoring.faults import Fault
from tournaments.models import (
    Event,
    EventStatus,
    Game,
    GameOutcome,
    GameSeat,
    GameStatus,
    Kind,
    RatedGame,
    RatingList,
)
from tournaments.services.actors import Actor, acts_and_plays
from tournaments.services.errors import refuse_if
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.ranked.scores import ROW_ORDER, score_of
from tournaments.services.ratings.book import book_of, lock_book, policy_of, stale
from tournaments.services.ratings.duplicate import games_of
from tournaments.services.ratings.taking_back import players_of, take_back
from tournaments.services.ratings.tallies import Tallies
from tournaments.services.same_event import faults_of_rated_twice

_OUTCOMES = {
    GameOutcome.NS: Outcome.NS,
    GameOutcome.EW: Outcome.EW,
    GameOutcome.DRAW: Outcome.DRAW,
}


def post_game(game: Game) -> None:
    """Bring the ledger's row of a game of a locked event up to what the game is: rated when it is over, pending from
    the first quit on, and gone where it is neither, or not rated. May be called at any time, and again."""
    new = _row_of(game)
    _replace(game.event, list(RatedGame.objects.filter(game=game)), [new] if new else [])


def post_event(event: Event) -> None:
    """Make the ledger's rows of a locked Pairs or Teams event what its tables were, if it is rated and final, and none
    otherwise; ranked tables post game by game."""
    if event.kind == Kind.RANKED:
        return
    new = []
    if event.rated and event.status == EventStatus.FINAL:
        bots = policy_of(book_of(event.tournament.club_id)).bots_may_start
        new = games_of(event, bots=bots)
    _replace(event, list(event.rated_games.order_by("pk")), new)


def withdraw_event(event: Event) -> None:
    """Take every table of a locked Pairs or Teams event out of the ledger."""
    if event.kind != Kind.RANKED:
        _replace(event, list(event.rated_games.order_by("pk")), [])


def change_rated(event_id: int, rated: bool, actor: Actor, reason: str = "") -> Event:
    """Say whether an event is rated. A final Pairs or Teams event goes into the ledger, or out of it, at once, and
    needs a reason; of ranked tables it is what the next game begins with. Raises `ServiceError` with every fault."""
    with transaction.atomic():
        event = lock_event(event_id)
        if event.rated == rated:
            return event
        if event.status == EventStatus.FINAL and event.kind != Kind.RANKED:
            refuse_if(_faults_of_final(event, actor, reason))
        event.rated = rated
        refuse_if(faults_of_rated_twice(event))
        event.save(update_fields=["rated"])
        post_event(event)
        raise_version(event)
        log(event, actor, "event.rated", before={"rated": not rated}, after={"rated": rated}, reason=reason)
        queue_recompute(event)
    return event


def _faults_of_final(event: Event, actor: Actor, reason: str) -> list[Fault]:
    """Everybody knows by now whom it would help."""
    faults = []
    if acts_and_plays(actor, event):
        message = "Whoever plays in the event cannot say whether it is rated; another director has to."
        faults.append(Fault("plays-here", message))
    if not reason.strip():
        message = "The event is final; give a reason for rating it, or for not rating it any more."
        faults.append(Fault("reason-missing", message, "reason"))
    return faults


def _replace(event: Event, old: Sequence[RatedGame], new: Sequence[RatedGame]) -> None:
    """Have `new` in the ledger in place of `old`: a game that stays keeps its key, and its place among equals."""
    if [_facts(row) for row in old] == [_facts(row) for row in new]:
        return
    book = lock_book(event.tournament.club_id)
    can_go_on = not old or take_back(book, old)
    keys = {(row.game_id, row.table_id): row.pk for row in old}
    for row in new:
        row.pk = keys.pop((row.game_id, row.table_id), None)
    stay = {row.pk for row in new}
    RatedGame.objects.filter(pk__in=[row.pk for row in old if row.pk not in stay]).delete()
    for row in [row for row in new if row.pk]:
        row.save(force_update=True)
    RatedGame.objects.bulk_create([row for row in new if not row.pk], batch_size=500)
    stale(book, min(row.started_at for row in (*old, *new)), anew=not can_go_on)


def _facts(row: RatedGame) -> tuple[object, ...]:
    what = (row.game_id, row.table_id, row.kind, row.started_at, row.code, row.pending)
    return (*what, *players_of(row), row.tallies)


def _row_of(game: Game) -> RatedGame | None:
    """The game as the ledger has it; None where it does not belong there."""
    if not game.rated or game.started_at is None:
        return None
    seats = {seat.seat: seat for seat in game.seats.all()}
    has_quit = [letter in seats and seats[letter].quit_at is not None for letter in ROW_ORDER]
    over = game.status == GameStatus.OVER and game.outcome != ""
    pending = game.status == GameStatus.PLAYING and any(has_quit)
    if len(seats) < len(ROW_ORDER) or not (over or pending):
        return None
    outcome = _OUTCOMES[GameOutcome(game.outcome)] if over else Outcome.DRAW
    north, south, east, west = (seats[letter].person_id for letter in ROW_ORDER)
    return RatedGame(
        club_id=game.event.tournament.club_id,
        kind=RatingList.RANKED,
        event=game.event,
        game=game,
        started_at=game.started_at,
        north_id=north,
        south_id=south,
        east_id=east,
        west_id=west,
        code=game_code(outcome, has_quit),
        pending=pending,
        tallies=_tallies(game, [seats[letter] for letter in ROW_ORDER]) if over else [],
    )


def _tallies(game: Game, seats: Sequence[GameSeat]) -> list[list[int]]:
    """What each starter met on the deals that count, as long as they sat there."""
    rows = list(game.deals.order_by("number"))
    counting = len(score_of(game.rule_set, rows).steps)
    tallies = Tallies()
    for row in rows[:counting]:
        sits = [seat.quit_after_deal is None or row.number <= seat.quit_after_deal for seat in seats]
        tallies.add((row.ns_bid, row.ns_tricks, row.ew_bid, row.ew_tricks), sits)
    return tallies.to_json()
