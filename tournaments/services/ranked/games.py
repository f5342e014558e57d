"""Games of ranked tables: opened, four players seated, started; and what a director does with a whole game.

Owns: the rows of games and of who begins them, and that nobody sits at two tables, in whatever events they are.
Never does: say who may sit down (who_may.py), take a deal (deals.py), settle what a game brings (ending.py), let
anybody leave one that has begun (leaving.py).
Terms: *seat*, N, E, S or W; *starter*, one of the four who begin a game; *key*, see keys.py.

Locks are taken in this order: event, people by their keys, book of ratings. Whoever is put on a seat is locked first:
the rows that are read to find out where they sit may be those of another event, which another lock holds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import (
    Door,
    Event,
    EventStatus,
    Game,
    GameEnding,
    GameOutcome,
    GameSeat,
    GameStatus,
    Kind,
    Person,
    Seat,
)
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import TARGETS, faults_of_kind, faults_of_points, faults_of_target
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.ranked.cards import give_cards
from tournaments.services.ranked.ending import settle_game
from tournaments.services.ranked.keys import hash_of, new_key
from tournaments.services.ranked.options import HIGHEST_STAKE
from tournaments.services.ranked.scores import lock_game
from tournaments.services.ranked.who_may import LIVE, faults_to_sit
from tournaments.services.texts import faults_of_reason

MOST_TABLES = 2_000
SEATS = tuple(Seat.values)
"""N, E, S, W: the order in which they bid."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat that was taken: `seat_id` is the `GameSeat`'s, `started` whether the game has begun by it.

    `key` is the secret of the phone that took it, told this once; "" where the desk seated somebody."""

    seat_id: int
    key: str
    started: bool


def open_game(
    event_id: int,
    table: int,
    actor: Actor,
    *,
    rated: bool | None = None,
    target: int | None = None,
    stake: int | None = None,
    now: datetime | None = None,
) -> Game:
    """Open a game at a table; players can sit down. What is not said is as the event has it.

    Raises `ServiceError` with every fault, `ConflictError` where a game at this table is not over.
    """
    when = now or timezone.now()
    with transaction.atomic():
        event = lock_ranked(event_id)
        options = event.ranked
        stake = options.stake if stake is None else stake
        rules = event.rule_set if target not in TARGETS else replace(event.rule_set, target=target)
        faults = faults_of_target(rules) if target is None else faults_of_points(target)
        faults += _faults_of_door(event, actor)
        if not 1 <= table <= MOST_TABLES:
            faults.append(Fault("table", f"Tables are numbered from 1 to {MOST_TABLES}.", "table"))
        if not 0 <= stake <= HIGHEST_STAKE:
            faults.append(Fault("stake", f"A stake is from 0 to {HIGHEST_STAKE} points.", "stake"))
        refuse_if(faults)
        wanted = Game(
            event=event,
            table=table,
            rules=rules.to_json(),
            rated=event.rated if rated is None else rated,
            stake=stake,
        )
        return add_game(event, wanted, actor, when)


def add_game(event: Event, wanted: Game, actor: Actor, now: datetime) -> Game:
    """Store a checked game of a locked event under the next number. Raises `ConflictError` where the table has one."""
    there = event.games.filter(table=wanted.table, status__in=LIVE).first()
    if there is not None:
        message = f"Game {there.number} at table {there.table} is not over; go on with that one."
        raise ConflictError(message, code="table-taken")
    last = event.games.order_by("-number").values_list("number", flat=True).first() or 0
    wanted.number, wanted.opened_at = last + 1, now
    if event.status in (EventStatus.SETUP, EventStatus.PROVISIONAL):
        event.status = EventStatus.RUNNING
        event.save(update_fields=["status"])
    after = {"table": wanted.table, "rated": wanted.rated, "stake": wanted.stake, "rules": wanted.rules}
    write_down(wanted, actor, "game.opened", after=after)
    return wanted


def sit(
    game_id: int, seat: str, person_id: int, actor: Actor, now: datetime | None = None, reason: str = ""
) -> Sat:
    """Sit down on a free seat of a game that waits for players; with the fourth the game starts.

    Raises `ServiceError` with everything that keeps them from it, `ConflictError` where the seat is taken.
    """
    when = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id)
        refuse_if(_faults_of_door(game.event, actor))
        people = lock_people([person_id])
        _refuse_unless_seating(game)
        refuse_if(_faults_of_seats(game, {seat: person_id}, people, when))
        key = new_key() if actor.door == Door.PHONE else ""
        made = _seat(game, seat, people[person_id], key, actor, when, reason)
        started = _start_if_full(game, actor, when)
    return Sat(made.pk, key, started)


def seat_four(game_id: int, people: Mapping[str, int], actor: Actor, now: datetime | None = None) -> Game:
    """Put people on seats of a game that waits for players, all or none; with four the game starts.

    Raises as `sit` does; the faults stand under their seats.
    """
    when = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id)
        _refuse_unless_seating(game)
        found = lock_people(people.values())
        faults = _faults_of_seats(game, people, found, when)
        refuse_if(fault if fault.path else replace(fault, path="seats") for fault in faults)
        for seat in sorted(people, key=SEATS.index):
            _seat(game, seat, found[people[seat]], "", actor, when)
        _start_if_full(game, actor, when)
    return game


def stand_up(game_id: int, seat: str, actor: Actor, reason: str = "") -> None:
    """Give a seat up before the game has started. Nothing follows from it."""
    with transaction.atomic():
        game = lock_open(game_id)
        if game.status != GameStatus.SEATING:
            message = f"Game {game.number} has begun: who goes now leaves it. Say that you leave instead."
            raise ConflictError(message, code="game-started")
        found = starter_of(game, seat)
        before = {"person": found.person_id, "name": found.person.name}
        found.delete()
        write_down(game, actor, "seat.given-up", seat, before=before, reason=reason)


def void_game(
    game_id: int, reason: str, actor: Actor, now: datetime | None = None, ruling: str | None = None
) -> Game:
    """Have a game count for nothing: it is not rated, and stakes go back. Bans stay, and can be lifted. `ruling`: why
    it is void, where that is another reason than that of this deed.

    Raises `ServiceError` without a reason, unless nobody has played yet.
    """
    when = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id)
        if game.status == GameStatus.VOID:
            raise ConflictError(f"Game {game.number} is void already.", code="game-void")
        begun = game.status != GameStatus.SEATING
        if begun:
            faults = faults_of_own_game(game, actor, "declare it void")
            refuse_if([*faults, *faults_of_reason(reason, "Declaring a game void")])
        before = end_of(game)
        game.status, game.outcome, game.ending = GameStatus.VOID, "", ""
        game.reason = (reason if ruling is None else ruling).strip()
        game.ended_at = game.ended_at or when
        write_down(game, actor, "game.voided", before=before, after=end_of(game), reason=reason)
        if begun:
            settle_game(game, actor, when)
    return game


def decide_game(
    game_id: int,
    outcome: str,
    reason: str,
    actor: Actor,
    now: datetime | None = None,
    ruling: str | None = None,
) -> Game:
    """End a game as a director decides: NS or EW has won, or it is drawn. Also of one that is over or void. `ruling` as
    in `void_game`.

    Raises `ServiceError` without a reason, and for a game that has not begun.
    """
    when = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id)
        faults = faults_of_own_game(game, actor, "decide it")
        faults += faults_of_reason(reason, "Deciding a game")
        if outcome not in GameOutcome.values:
            message = f"An outcome is one of {', '.join(GameOutcome.values)}."
            faults.append(Fault("outcome", message, "outcome"))
        if game.started_at is None:
            message = f"Game {game.number} has not begun; there is nothing to decide."
            faults.append(Fault("game-not-started", message))
        refuse_if(faults)
        before = end_of(game)
        end_game(game, outcome, GameEnding.DIRECTOR, reason if ruling is None else ruling, when)
        write_down(game, actor, "game.decided", before=before, after=end_of(game), reason=reason)
        settle_game(game, actor, when)
    return game


def end_game(game: Game, outcome: str, ending: str, reason: str, now: datetime) -> None:
    """Put an end on a locked game, unsaved; `settle_game` then does what follows from it."""
    game.status, game.outcome, game.ending = GameStatus.OVER, GameOutcome(outcome), GameEnding(ending)
    game.reason, game.ended_at = reason.strip(), game.ended_at or now


def end_of(game: Game) -> dict[str, object]:
    """How a game stands, for the log: what `restoring.restore_game` brings back."""
    return {
        "status": str(game.status),
        "outcome": str(game.outcome),
        "ending": str(game.ending),
        "ruling": game.reason,
    }


def faults_of_own_game(game: Game, actor: Actor, deed: str) -> list[Fault]:
    """A director who sat in a game, as a starter or a stand-in, is a player of it."""
    if actor.user_id is None:
        return []
    own = Q(person__user=actor.user_id) | Q(stand_ins__person__user=actor.user_id)
    if not game.seats.filter(own).exists():
        return []
    message = f"Whoever has sat in game {game.number} cannot {deed}; another director has to."
    return [Fault("plays-here", message)]


def lock_ranked(event_id: int) -> Event:
    """Lock an event of ranked tables that is not final. Raises `ServiceError` for any other."""
    event = lock_event(event_id)
    refuse_if([*faults_of_kind(event, Kind.RANKED), *faults_if_final(event)])
    return event


def lock_open(game_id: int) -> Game:
    """A game with its event, which is not final, locked until the surrounding transaction ends."""
    game = lock_game(game_id)
    refuse_if(faults_if_final(game.event))
    return game


def lock_people(person_ids: Iterable[int]) -> dict[int, Person]:
    """People by their keys, locked until the surrounding transaction ends, in the one order in which that is done."""
    found = Person.objects.select_for_update().filter(pk__in=set(person_ids)).order_by("pk")
    return {person.pk: person for person in found}


def starter_of(game: Game, seat: str) -> GameSeat:
    """Who began the game on a seat. Raises `NotFoundError`."""
    found = game.seats.select_related("person").filter(seat=seat).first()
    if found is None:
        raise NotFoundError(f"Nobody sits {name_of(seat)} in game {game.number}.", code="no-seat")
    return found


def name_of(seat: str) -> str:
    """North, for N; what is no seat stays as it is."""
    return str(Seat(seat).label) if seat in SEATS else f"“{seat[:20]}”"


def write_down(
    game: Game,
    actor: Actor,
    action: str,
    seat: str = "",
    *,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str = "",
) -> None:
    """Save a changed game of a locked event under the event's next version, and log what was done."""
    game.version = raise_version(game.event)
    game.save()
    subject = f"game {game.number}" + (f", seat {seat}" if seat else "")
    log(game.event, actor, action, subject, before=before, after=after, reason=reason)
    queue_recompute(game.event)


def start_game(game: Game, actor: Actor, now: datetime) -> None:
    """Start a locked game that has its four players; its cards are dealt, where the system deals."""
    game.status, game.started_at = GameStatus.PLAYING, now
    give_cards(game)
    seats = game.seats.select_related("person").order_by("pk")
    after = {"seats": {each.seat: each.person.name for each in seats}}
    write_down(game, actor, "game.started", after=after)


def _refuse_unless_seating(game: Game) -> None:
    if game.status == GameStatus.SEATING:
        return
    what = "is being played" if game.status == GameStatus.PLAYING else "is over"
    message = f"Game {game.number} {what}: nobody can sit down to it any more. Open another."
    raise ConflictError(message, code="not-seating")


def _faults_of_door(event: Event, actor: Actor) -> list[Fault]:
    if actor.door != Door.PHONE or event.ranked.open_seating:
        return []
    return [Fault("desk-seats", "In this event the desk seats the players; ask there for a table.")]


def _faults_of_seats(
    game: Game, wanted: Mapping[str, int], people: Mapping[int, Person], now: datetime
) -> list[Fault]:
    """Everything that keeps people from seats; of several each fault is under its seat."""
    taken = {each.seat: each.person for each in game.seats.select_related("person")}
    faults = []
    here = {person.pk for person in taken.values()}
    for seat, person_id in wanted.items():
        person = people.get(person_id)
        found = []
        if seat not in SEATS:
            found.append(Fault("seat", f"A seat is one of {', '.join(SEATS)}."))
        elif seat in taken:
            message = f"{taken[seat].name} sits {name_of(seat)} already; choose a free seat."
            raise ConflictError(Fault("seat-taken", message, "seat"))
        if person is None or person.club_id != game.event.tournament.club_id:
            found.append(
                Fault("no-person", "That person is not of this club; find them by name again.", "person")
            )
        else:
            if person.pk in here:
                message = f"{person.name} has a seat already: four different players are needed."
                found.append(Fault("ranked-player-twice", message))
            here.add(person.pk)
            found += faults_to_sit(game.event, person, now, rated=game.rated, but=game)
        faults += [fault.under(seat) for fault in found] if len(wanted) > 1 else found
    return faults


def _seat(
    game: Game, seat: str, person: Person, key: str, actor: Actor, now: datetime, reason: str = ""
) -> GameSeat:
    made = GameSeat.objects.create(
        game=game, seat=seat, person=person, key_hash=hash_of(key) if key else "", sat_at=now
    )
    after = {"person": person.pk, "name": person.name}
    write_down(game, actor, "seat.taken", seat, after=after, reason=reason)
    return made


def _start_if_full(game: Game, actor: Actor, now: datetime) -> bool:
    if game.seats.count() < len(SEATS):
        return False
    start_game(game, actor, now)
    return True
