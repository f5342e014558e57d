"""The round clock: started, paused, minutes added; the same on desk, tables and projector.

Owns: how much time a round has left. Everybody is told in seconds left, never in a time of day: phones' clocks are off.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import Event, EventStatus, Round, RoundClock, RoundStatus
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import faults_if_ranked
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute

LONGEST = 600
WARNINGS = (10, 2)
"""Minutes before the end at which everybody is warned."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A clock as it stands: `seconds` left, negative when time is over; `ends_at` None while it is paused."""

    round: int
    minutes: int
    seconds: int
    ends_at: datetime | None

    @property
    def paused(self) -> bool:
        return self.ends_at is None

    def to_json(self) -> dict[str, object]:
        return {
            "round": self.round,
            "minutes": self.minutes,
            "seconds": self.seconds,
            "paused": self.paused,
            "ends_at": self.ends_at.isoformat() if self.ends_at else None,
            "warnings": [60 * minutes for minutes in WARNINGS],
        }


def read_clock(event: Event, now: datetime | None = None) -> Reading | None:
    """The clock of the latest open round; None where none was started."""
    clocks = RoundClock.objects.filter(round__event=event, round__status=RoundStatus.OPEN)
    clock = clocks.select_related("round").order_by("-round__number").first()
    return None if clock is None else _read(clock, now or timezone.now())


def shown_clock(event: Event) -> Reading | None:
    """The clock that everybody is shown: none unless the event is under way."""
    return read_clock(event) if event.status == EventStatus.RUNNING else None


def start_clock(event_id: int, number: int, minutes: int, actor: Actor) -> Reading:
    """Start the clock of an open round, or start it again from the beginning."""
    with transaction.atomic():
        event, round_ = _open_round(event_id, number)
        refuse_if(_faults_of_minutes(minutes))
        now = timezone.now()
        clock, _made = RoundClock.objects.update_or_create(
            round=round_,
            defaults={"minutes": minutes, "started_at": now, "paused_at": None, "paused_seconds": 0},
        )
        return _told(event, actor, "clock.started", clock, {"minutes": minutes})


def pause_clock(event_id: int, number: int, actor: Actor) -> Reading:
    with transaction.atomic():
        event, round_ = _open_round(event_id, number)
        clock = _clock(round_)
        if clock.paused_at is not None:
            raise ConflictError(f"The clock of round {number} is paused already.", code="clock-paused")
        clock.paused_at = timezone.now()
        clock.save(update_fields=["paused_at"])
        return _told(event, actor, "clock.paused", clock, {})


def resume_clock(event_id: int, number: int, actor: Actor) -> Reading:
    with transaction.atomic():
        event, round_ = _open_round(event_id, number)
        clock = _clock(round_)
        if clock.paused_at is None:
            raise ConflictError(f"The clock of round {number} is running.", code="clock-running")
        clock.paused_seconds += round((timezone.now() - clock.paused_at).total_seconds())
        clock.paused_at = None
        clock.save(update_fields=["paused_at", "paused_seconds"])
        return _told(event, actor, "clock.resumed", clock, {})


def add_minutes(event_id: int, number: int, minutes: int, actor: Actor) -> Reading:
    """Give a round more time, or with a negative number less."""
    with transaction.atomic():
        event, round_ = _open_round(event_id, number)
        clock = _clock(round_)
        refuse_if(_faults_of_minutes(clock.minutes + minutes))
        clock.minutes += minutes
        clock.save(update_fields=["minutes"])
        return _told(event, actor, "clock.changed", clock, {"minutes": clock.minutes, "added": minutes})


def _read(clock: RoundClock, now: datetime) -> Reading:
    left = timedelta(minutes=clock.minutes) - _elapsed(clock, now)
    ends_at = now + left if clock.paused_at is None else None
    return Reading(clock.round.number, clock.minutes, round(left.total_seconds()), ends_at)


def _elapsed(clock: RoundClock, now: datetime) -> timedelta:
    until = clock.paused_at or now
    return until - clock.started_at - timedelta(seconds=clock.paused_seconds)


def _open_round(event_id: int, number: int) -> tuple[Event, Round]:
    event = lock_event(event_id)
    refuse_if([*faults_if_ranked(event), *faults_if_final(event)])
    round_ = event.rounds.filter(number=number).first()
    if round_ is None:
        raise NotFoundError(f"There is no round {number}.", code="no-round")
    if round_.status != RoundStatus.OPEN:
        raise ServiceError(Fault("round-not-open", f"Round {number} is not open, so it has no clock."))
    return event, round_


def _clock(round_: Round) -> RoundClock:
    clock = RoundClock.objects.filter(round=round_).select_related("round").first()
    if clock is None:
        raise NotFoundError(f"The clock of round {round_.number} was not started.", code="no-clock")
    return clock


def _faults_of_minutes(minutes: int) -> list[Fault]:
    if 1 <= minutes <= LONGEST:
        return []
    return [Fault("minutes", f"A round has 1 to {LONGEST} minutes, not {minutes}.", "minutes")]


def _told(event: Event, actor: Actor, action: str, clock: RoundClock, after: dict[str, object]) -> Reading:
    """The clock that was changed, as it is now: several rounds may be open."""
    # pages carry the clock, so a new version is due
    raise_version(event)
    log(event, actor, action, f"round {clock.round.number}", after=after)
    queue_recompute(event)
    return _read(clock, timezone.now())
