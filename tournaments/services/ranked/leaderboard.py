"""The leaderboard setting of a person: turned off after a warning, at the price that the policy has.

Owns: what turning it off brings: ratings go back to the start, and a ban.
Never does: say what the price is (scoring/ranked.py), show a leaderboard (services/ratings/reading.py).
Source: docs/rules.md §5, Who may play ranked. Turning it on again does not end the ban.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.faults import Fault
from scoring.ranked import LeaderboardOff, leaderboard_off
from tournaments.models import BanReason, Person, Rating, RatingList
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.members import note
from tournaments.services.ranked.bans import ban, policy_for
from tournaments.services.ranked.games import lock_people
from tournaments.services.ranked.who_may import sits_at
from tournaments.services.ratings.book import count_change, set_rating

REASON = "turned the leaderboard setting off"


def warning_of(person: Person, now: datetime | None = None) -> str:
    """What turning the setting off brings, to show before; times are in the zone of `now`, or the server's."""
    found = _price(person, now or timezone.localtime())
    others = Rating.objects.filter(person=person).exclude(kind=RatingList.RANKED)
    if not others.exists():
        return found.warning
    return f"{found.warning} {gettext('The other lists go back with it.')}"


def set_on_leaderboard(person_id: int, on: bool, actor: Actor, now: datetime | None = None) -> Person:
    """Put somebody on the leaderboard, or take them off it: every rating of theirs goes back to the start, and they are
    banned as the policy has it. Whoever asks has seen `warning_of`.

    Raises `ServiceError` for whoever sits at a table, and `NotFoundError`.
    """
    when = now or timezone.now()
    with transaction.atomic():
        # locked as for sitting down: nobody takes a seat meanwhile
        person = lock_people([person_id]).get(person_id)
        if person is None:
            raise NotFoundError("There is no such person.", code="no-person")
        if person.on_leaderboard == on:
            return person
        place = "" if on else sits_at(person)
        if place:
            message = f"{person.name} sits at {place}: finish that game first, then turn the setting off."
            raise ServiceError(Fault("sits-at-a-table", message, "on_leaderboard"))
        price = _price(person, when)
        person.on_leaderboard = on
        person.save(update_fields=["on_leaderboard"])
        if not on:
            set_rating(person.pk, "", price.rating, REASON, actor.name, when)
            ban(person, BanReason.LEADERBOARD_OFF, when)
        count_change(person.club_id)
        if actor.user_id is not None:
            word = "on" if on else "off"
            note(person.club, actor, f"{person.name}: leaderboard setting turned {word}.")
    return person


def _price(person: Person, now: datetime) -> LeaderboardOff:
    policy = policy_for(person.club_id)
    kept = Rating.objects.filter(person=person, kind=RatingList.RANKED).first()
    return leaderboard_off(policy, policy.start if kept is None else kept.rating, now)
