"""Bans from ranked games: which hold, made when somebody quits or leaves the leaderboard, lifted by a director.

Owns: the rows, and who lifted them with what reason.
Never does: say how long a ban is (scoring/ranked.py, by the club's policy), keep anybody from a seat (who_may.py).
Terms: *holds*, it has begun, is not over and was not lifted.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from scoring import ranked as rules
from scoring.elo_policies import RatingPolicy
from scoring.faults import Fault
from tournaments.models import Ban, BanReason, Event, EventStatus, GameSeat, GameStatus, Person
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, refuse_if
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.members import note
from tournaments.services.ratings.book import book_of, policy_of
from tournaments.services.texts import faults_of_reason


def policy_for(club_id: int) -> RatingPolicy:
    """The rating policy that holds in a club."""
    return policy_of(book_of(club_id))


def standing_bans(club_id: int, now: datetime | None = None) -> list[Ban]:
    """The bans that hold in a club, those that end first first: one query."""
    when = now or timezone.now()
    found = Ban.objects.filter(person__club=club_id, lifted_at=None, since__lte=when, until__gt=when)
    return list(found.select_related("person", "seat__game__event").order_by("until", "pk"))


def bans_of(person_ids: Iterable[int], now: datetime) -> dict[int, tuple[rules.Ban, ...]]:
    """The bans of each person that hold, as scoring/ranked.py has them: one query."""
    found: dict[int, tuple[rules.Ban, ...]] = dict.fromkeys(person_ids, ())
    rows = Ban.objects.filter(person__in=found, lifted_at=None, since__lte=now, until__gt=now)
    for row in rows.order_by("until", "pk"):
        found[row.person_id] += (rules.Ban(rules.BanReason(row.reason), row.since, row.until),)
    return found


def ban(person: Person, reason: str, since: datetime, seat: GameSeat | None = None) -> Ban | None:
    """Ban somebody from `since` on as the club's policy has it; None where it has no such ban."""
    wanted = rules.ban_for(policy_for(person.club_id), rules.BanReason(reason), since)
    if wanted is None:
        return None
    return Ban.objects.create(
        person=person, reason=BanReason(reason), since=wanted.since, until=wanted.until, seat=seat
    )


def lift_ban(ban_id: int, reason: str, actor: Actor, now: datetime | None = None) -> Ban:
    """Let somebody play ranked games again. Raises `ServiceError` without a reason, `ConflictError` where the ban does
    not hold any more."""
    when = now or timezone.now()
    with transaction.atomic():
        event = _event_of(ban_id)
        found = Ban.objects.select_for_update().filter(pk=ban_id).first()
        if found is None:
            raise NotFoundError("There is no such ban.", code="no-ban")
        if found.lifted_at is not None:
            raise ConflictError(f"{found.lifted_by} has lifted this ban already.", code="ban-lifted")
        if found.until <= when:
            raise ConflictError("This ban is over already; nothing is left to lift.", code="ban-over")
        faults = faults_of_reason(reason, "Lifting a ban")
        if actor.user_id is not None and found.person.user_id == actor.user_id:
            message = "Nobody lifts a ban of their own; another director has to."
            faults.append(Fault("own-ban", message))
        refuse_if(faults)
        found.lifted_at, found.lifted_by, found.lift_reason = when, actor.name[:200], reason.strip()
        found.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
        person = found.person
        if event is not None:
            raise_version(event)
            log(event, actor, "ban.lifted", person.name, after=_logged(found), reason=reason)
        if actor.user_id is not None:
            note(person.club, actor, f"{person.name}: ban lifted ({reason.strip()}).")
    return found


def lay_again(ban_id: int, reason: str, actor: Actor, now: datetime | None = None) -> Ban:
    """Have a ban hold that was lifted. Raises `ServiceError` without a reason, `ConflictError` where it holds, is over
    by now, or whoever it is for sits at a table."""
    when = now or timezone.now()
    with transaction.atomic():
        event = _event_of(ban_id)
        theirs = Ban.objects.filter(pk=ban_id).values("person")
        person = Person.objects.select_for_update().filter(pk__in=theirs).first()  # takes no seat meanwhile
        found = Ban.objects.select_for_update().filter(pk=ban_id).first()
        if person is None or found is None:
            raise NotFoundError("There is no such ban.", code="no-ban")
        if found.lifted_at is None:
            raise ConflictError("This ban holds again already.", code="changed-since")
        if found.until <= when:
            raise ConflictError("This ban is over by now; nothing is left of it to hold.", code="ban-over")
        refuse_if(faults_of_reason(reason, "Laying a ban again"))
        _refuse_if_playing(person)
        found.lifted_at, found.lifted_by, found.lift_reason = None, "", ""
        found.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
        if event is not None:
            raise_version(event)
            log(event, actor, "ban.laid-again", person.name, after=_logged(found), reason=reason)
        if actor.user_id is not None:
            note(person.club, actor, f"{person.name}: ban holds again ({reason.strip()}).")
    return found


def _refuse_if_playing(person: Person) -> None:
    """Whoever has sat down since plays that game to its end."""
    live = (GameStatus.SEATING, GameStatus.PLAYING)
    seat = GameSeat.objects.filter(person=person, quit_at=None, game__status__in=live, game__rated=True)
    there = seat.exclude(game__event__status=EventStatus.FINAL).select_related("game").first()
    if there is not None:
        message = (
            f"{person.name} has sat down to {str(there.game).lower()} at table {there.game.table} since: wait until "
            "it is over."
        )
        raise ConflictError(message, code="changed-since")


def _logged(ban: Ban) -> dict[str, object]:
    return {
        "ban": ban.pk,
        "person": ban.person_id,
        "name": ban.person.name,
        "until": ban.until.isoformat(),
    }


def _event_of(ban_id: int) -> Event | None:
    """The event whose game brought the ban, locked: its pages show who is banned."""
    key = Ban.objects.filter(pk=ban_id).values_list("seat__game__event", flat=True).first()
    return lock_event(key) if key is not None else None
