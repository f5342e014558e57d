"""Leaving a game that has begun: the grace, quits and what they bring, who fills in, a game ended by it.

Owns: absences and when one becomes a quit, stand-ins, the ban of a quitter, the director's ending of a game left.
Never does: say who has won (ending.py), seat a starter (games.py).
Source: docs/rules.md §5, Quitting and Who may play ranked; §6.

Terms
-----
grace     how long somebody may be away: back after exactly that is in time. The clock is the server's, which is shown
absence   open while somebody is away, until they are back or have quit
quitter   a starter who was away for longer: `quit_at` is when the grace ended, their ban begins when they left
stand-in  a person or a bot on a quitter's seat

A grace that is over is found by a task of its own, by the sweep, and by every act on the game, first of all.
"""

import logging
from datetime import datetime, timedelta

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from scoring import ranked as rules
from scoring.elo_policies import RatingPolicy
from scoring.faults import Fault
from tournaments.models import (
    Absence,
    BanReason,
    Door,
    EventStatus,
    Game,
    GameEnding,
    GameSeat,
    GameStatus,
    Leaving,
    Person,
    StandIn,
)
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, refuse_if
from tournaments.services.locking import lock_event
from tournaments.services.ranked.bans import ban, policy_for
from tournaments.services.ranked.ending import LOST_BY, settle_game
from tournaments.services.ranked.games import (
    Sat,
    end_game,
    faults_of_own_game,
    lock_open,
    lock_people,
    name_of,
    starter_of,
    write_down,
)
from tournaments.services.ranked.keys import hash_of, new_key
from tournaments.services.ranked.scores import SIDE_OF, is_played_out
from tournaments.services.ranked.who_may import faults_to_sit
from tournaments.services.texts import faults_of_reason

SETTLE_TASK = "tournaments.settle_absences"
THE_CLOCK = Actor(name="the clock", door=Door.COMMAND)

logger = logging.getLogger(__name__)


def leave(game_id: int, seat: str, actor: Actor, now: datetime | None = None) -> Absence:
    """A starter leaves the table; the grace begins. Raises `ConflictError` where there is nothing to leave."""
    when = now or timezone.now()
    settle_game_of(game_id, when)
    with transaction.atomic():
        game = lock_open(game_id)
        _refuse_unless_playing(game)
        starter = _present(game, seat)
        if _open_absence(starter) is not None:
            message = f"{starter.person.name} is away already; the grace runs."
            raise ConflictError(message, code="away")
        made = Absence.objects.create(seat=starter, left_at=when, after_deal=game.deals.count())
        after = {"person": starter.person_id, "name": starter.person.name, "at": when.isoformat()}
        write_down(game, actor, "seat.left", seat, after=after)
        grace = _grace(policy_for(game.event.tournament.club_id))
        transaction.on_commit(lambda: _send(game.event_id, grace))
    return made


def come_back(
    game_id: int, seat: str, actor: Actor, now: datetime | None = None, reason: str = ""
) -> Absence:
    """Whoever left is back in time: nothing has happened. Raises `ConflictError` where they were not away, or
    are too late."""
    when = now or timezone.now()
    settle_game_of(game_id, when)
    with transaction.atomic():
        game = lock_open(game_id)
        starter = _present(game, seat)  # who has quit is told that, whatever has become of the game
        _refuse_unless_playing(game)
        found = _open_absence(starter)
        if found is None:
            raise ConflictError(f"{starter.person.name} is not away.", code="not-away")
        found.back_at = when
        found.save(update_fields=["back_at"])
        after = {"person": starter.person_id, "name": starter.person.name, "at": when.isoformat()}
        write_down(game, actor, "seat.back", seat, after=after, reason=reason)
    return found


def settle_absences(event_id: int | None = None, now: datetime | None = None) -> int:
    """Have everybody quit whose grace is over by `now`, in one event or in all of them; return how many have.

    Safe to run at any time, and at the same time as itself.
    """
    when = now or timezone.now()
    away = Absence.objects.filter(back_at=None, quit_at=None, left_at__lt=when)
    away = away.filter(seat__game__status=GameStatus.PLAYING)
    away = away.exclude(seat__game__event__status=EventStatus.FINAL)
    if event_id is not None:
        away = away.filter(seat__game__event=event_id)
    rows = away.order_by().values_list("seat__game__event", "seat__game__event__tournament__club", "left_at")
    graces: dict[int, timedelta] = {}
    due = set()
    for event, club, left_at in rows:
        if club not in graces:
            graces[club] = _grace(policy_for(club))
        if when - left_at > graces[club]:
            due.add(event)
    return sum(_settle_event(event, when) for event in sorted(due))


def settle_game_of(game_id: int, now: datetime) -> None:
    """The same for the event of one game: what everything that is done with a game does first."""
    event_id = Game.objects.filter(pk=game_id).values_list("event", flat=True).first()
    if event_id is not None:
        settle_absences(event_id, now)


def grace_ends(absence: Absence, policy: RatingPolicy) -> datetime:
    """The last moment at which whoever is away is back in time."""
    return absence.left_at + _grace(policy)


def fill_in(
    game_id: int, seat: str, person_id: int, actor: Actor, now: datetime | None = None, reason: str = ""
) -> Sat:
    """Somebody, a person or a bot, takes a quitter's seat for the rest of the game, unrated.

    Raises `ServiceError` with everything that keeps them from it, `ConflictError` where the seat is not free.
    """
    when = now or timezone.now()
    settle_game_of(game_id, when)
    with transaction.atomic():
        game = lock_open(game_id)
        people = lock_people([person_id])
        _refuse_unless_playing(game)
        starter = _left_by(game, seat)
        if starter.stand_ins.filter(left_at=None).exists():
            raise ConflictError(f"Somebody fills in {name_of(seat)} already.", code="seat-taken")
        refuse_if(_faults_of_stand_in(game, people.get(person_id), when))
        key = new_key() if actor.door == Door.PHONE else ""
        person = people[person_id]
        StandIn.objects.create(
            seat=starter,
            person=person,
            from_deal=game.deals.count() + 1,
            key_hash=hash_of(key) if key else "",
            sat_at=when,
        )
        after = {"person": person.pk, "name": person.name, "for": starter.person.name}
        write_down(game, actor, "seat.filled", seat, after=after, reason=reason)
        settle_game(game, actor, when)
    return Sat(starter.pk, key, started=False)


def stand_in_leaves(
    game_id: int, seat: str, actor: Actor, now: datetime | None = None, reason: str = ""
) -> None:
    """Whoever fills in goes; the seat is empty again, and nothing else follows from it."""
    when = now or timezone.now()
    settle_game_of(game_id, when)
    with transaction.atomic():
        game = lock_open(game_id)
        _refuse_unless_playing(game)
        found = _fills_in(game, seat)
        found.left_at, found.last_deal = when, game.deals.count()
        found.save(update_fields=["left_at", "last_deal"])
        before = {"person": found.person_id, "name": found.person.name}
        write_down(game, actor, "seat.emptied", seat, before=before, reason=reason)


def never_filled_in(game_id: int, seat: str, reason: str, actor: Actor, now: datetime | None = None) -> None:
    """Whoever fills in was never meant to: the seat is as empty as if nobody ever had. Raises `ConflictError` where
    they have played a deal."""
    when = now or timezone.now()
    settle_game_of(game_id, when)
    with transaction.atomic():
        game = lock_open(game_id)
        _refuse_unless_playing(game)
        found = _fills_in(game, seat)
        if found.from_deal <= game.deals.count():
            message = f"{found.person.name} has played deals since; say on the game’s page that they stop filling in."
            raise ConflictError(message, code="changed-since")
        found.delete()
        before = {"person": found.person_id, "name": found.person.name}
        write_down(game, actor, "seat.emptied", seat, before=before, reason=reason)
        settle_game(game, actor, when)  # a quit that nobody fills in for may end it


def end_by_leaving(game_id: int, reason: str, actor: Actor, now: datetime | None = None) -> Game:
    """End a game that cannot go on because somebody has quit: their side has lost.

    Where both sides were left, that of the empty seat has; else the director decides it (`games.decide_game`). Raises
    `ServiceError` without a reason.
    """
    when = now or timezone.now()
    settle_game_of(game_id, when)
    with transaction.atomic():
        game = lock_open(game_id)
        _refuse_unless_playing(game)
        faults = [*faults_of_own_game(game, actor, "end it"), *faults_of_reason(reason, "Ending a game")]
        refuse_if([*faults, *_faults_of_ending(game)])
        (side,) = _sides_left(game)
        end_game(game, LOST_BY[side], GameEnding.LEFT, reason, when)
        after = {"outcome": str(game.outcome), "ending": str(game.ending)}
        write_down(game, actor, "game.ended", after=after, reason=reason)
        settle_game(game, actor, when)
    return game


def _settle_event(event_id: int, now: datetime) -> int:
    with transaction.atomic():
        event = lock_event(event_id)
        if event.status == EventStatus.FINAL:
            return 0
        policy = policy_for(event.tournament.club_id)
        away = Absence.objects.filter(back_at=None, quit_at=None, seat__game__event=event)
        rows = away.filter(seat__game__status=GameStatus.PLAYING).select_related("seat__game", "seat__person")
        count = 0
        # two who left one game may both be gone: the first to go has quit it before the second
        for absence in rows.order_by("left_at", "pk"):
            if rules.absence(policy, absence.left_at, now) is not rules.Absence.QUIT:
                continue
            game = Game.objects.get(pk=absence.seat.game_id)
            game.event = event
            if game.status == GameStatus.PLAYING and not is_played_out(game):
                _quit(game, absence, policy, now)
                count += 1
    return count


def _quit(game: Game, absence: Absence, policy: RatingPolicy, now: datetime) -> None:
    starter = absence.seat
    absence.quit_at = grace_ends(absence, policy)
    # what came in meanwhile had been played before
    absence.after_deal = game.deals.count()
    absence.save(update_fields=["quit_at", "after_deal"])
    starter.quit_at, starter.quit_after_deal = absence.quit_at, absence.after_deal
    starter.save(update_fields=["quit_at", "quit_after_deal"])
    made = ban(starter.person, BanReason.QUIT, absence.left_at, starter) if game.rated else None
    after = {
        "person": starter.person_id,
        "name": starter.person.name,
        "left_at": absence.left_at.isoformat(),
        "banned_until": made.until.isoformat() if made else None,
    }
    write_down(game, THE_CLOCK, "seat.quit", starter.seat, after=after)
    settle_game(game, THE_CLOCK, now)


def _faults_of_stand_in(game: Game, person: Person | None, now: datetime) -> list[Fault]:
    if person is None or person.club_id != game.event.tournament.club_id:
        return [Fault("no-person", "That person is not of this club; find them by name again.", "person")]
    faults = []
    if game.event.ranked.leaving == Leaving.FORFEIT:
        message = "In this event a game is lost when somebody quits it, so nobody fills in."
        faults.append(Fault("no-filling-in", message))
    starter = game.seats.filter(person=person).first()
    if starter is not None:
        message = f"{person.name} began this game {name_of(starter.seat)}: somebody else has to fill in."
        faults.append(Fault("ranked-player-twice", message))
    here = StandIn.objects.filter(seat__game=game, person=person, left_at=None)
    if here.exists():
        message = f"{person.name} fills in at this table already: four different players are needed."
        faults.append(Fault("ranked-player-twice", message))
    return faults + faults_to_sit(game.event, person, now, rated=game.rated, fills_in=True, but=game)


def _faults_of_ending(game: Game) -> list[Fault]:
    sides = _sides_left(game)
    if not sides:
        return [Fault("nobody-quit", "Nobody has quit this game; decide it, or declare it void.")]
    if len(sides) > 1:
        return [Fault("both-sides-left", "Both sides were left by a player; decide the game instead.")]
    return []


def _sides_left(game: Game) -> set[str]:
    """The sides that somebody has quit; where both were, those with an empty seat."""
    quitters = list(game.seats.exclude(quit_at=None))
    filled = set(StandIn.objects.filter(seat__game=game, left_at=None).values_list("seat", flat=True))
    left = {SIDE_OF[starter.seat] for starter in quitters}
    empty = {SIDE_OF[starter.seat] for starter in quitters if starter.pk not in filled}
    return empty if len(left) > 1 and empty else left


def _refuse_unless_playing(game: Game) -> None:
    if game.status == GameStatus.PLAYING:
        return
    if game.status == GameStatus.SEATING:
        message = f"Game {game.number} has not begun: who does not want to play gives the seat up."
        raise ConflictError(message, code="game-not-started")
    message = f"Game {game.number} is over; nobody can leave it any more, or come back to it."
    raise ConflictError(message, code="game-over")


def _present(game: Game, seat: str) -> GameSeat:
    """The starter on a seat, who has not quit."""
    starter = starter_of(game, seat)
    if starter.quit_at is not None:
        message = f"{starter.person.name} has quit this game: the grace was over. Somebody else can fill in, unrated."
        raise ConflictError(message, code="has-quit")
    return starter


def _left_by(game: Game, seat: str) -> GameSeat:
    """The starter of a seat who has quit it."""
    starter = starter_of(game, seat)
    if starter.quit_at is None:
        away = " and may still come back" if _open_absence(starter) is not None else ""
        message = f"{starter.person.name} sits {name_of(seat)}{away}: nobody can fill in there."
        raise ConflictError(message, code="seat-taken")
    return starter


def _fills_in(game: Game, seat: str) -> StandIn:
    found = starter_of(game, seat).stand_ins.filter(left_at=None).select_related("person").first()
    if found is None:
        raise ConflictError(f"Nobody fills in {name_of(seat)}.", code="no-stand-in")
    return found


def _open_absence(starter: GameSeat) -> Absence | None:
    return starter.absences.filter(back_at=None, quit_at=None).first()


def _grace(policy: RatingPolicy) -> timedelta:
    return timedelta(minutes=policy.grace_minutes)


def _send(event_id: int, grace: timedelta) -> None:
    """Have the absence looked at when its grace is over: a second later, since back at its end is in time."""
    try:
        current_app.send_task(
            SETTLE_TASK,
            args=[event_id],
            countdown=grace.total_seconds() + 1,
            retry=False,
            ignore_result=True,
        )
    except (OperationalError, OSError) as error:
        # the sweep finds it, and so does the next act on the game
        logger.warning("The broker did not take the absence in event %s: %s", event_id, error)
