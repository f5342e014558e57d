"""What a director chooses for an event of ranked tables beside its rule set: range, seating, quits, cards, stake.

Owns: these settings, their faults, the event that is made with them.
"""

from dataclasses import asdict, dataclass

from django.db import transaction
from django.db.models import Count, F, Q

from scoring.faults import Fault
from tournaments.models import (
    Dealing,
    Event,
    GameSeat,
    GameStatus,
    Kind,
    Leaving,
    RankedSettings,
    Tournament,
)
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError, refuse_if
from tournaments.services.events import EventSettings, check_settings, create_event, faults_if_final
from tournaments.services.kinds import faults_of_kind
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute

HIGHEST_RATING = 10_000
HIGHEST_STAKE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedOptions:
    """`rated`: whether a game is rated unless said otherwise. `stake`: points that each of the four puts in."""

    rated: bool = True
    lowest_rating: int | None = None
    highest_rating: int | None = None
    open_seating: bool = True
    leaving: str = Leaving.PLAY_ON
    dealing: str = Dealing.HAND
    stake: int = 0

    @classmethod
    def of(cls, event: Event) -> "RankedOptions":
        kept = event.ranked
        return cls(
            rated=event.rated,
            lowest_rating=kept.lowest_rating,
            highest_rating=kept.highest_rating,
            open_seating=kept.open_seating,
            leaving=kept.leaving,
            dealing=kept.dealing,
            stake=kept.stake,
        )

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"leaving": str(self.leaving), "dealing": str(self.dealing)}


def check_options(options: RankedOptions) -> tuple[Fault, ...]:
    """All faults of the options."""
    faults = []
    for name, value, most in (
        ("lowest_rating", options.lowest_rating, HIGHEST_RATING),
        ("highest_rating", options.highest_rating, HIGHEST_RATING),
        ("stake", options.stake, HIGHEST_STAKE),
    ):
        if value is not None and not 0 <= value <= most:
            message = f"This is a whole number from 0 to {most}, not {value}."
            faults.append(Fault(name.replace("_", "-"), message, name))
    low, high = options.lowest_rating, options.highest_rating
    if not faults and low is not None and high is not None and low > high:
        message = f"Nobody has a rating from {low} to {high}; the highest is at least the lowest."
        faults.append(Fault("rating-range", message, "highest_rating"))
    for name, text, choices in (
        ("leaving", options.leaving, Leaving),
        ("dealing", options.dealing, Dealing),
    ):
        if text not in choices.values:
            message = f"“{text}” is not one of {', '.join(choices.values)}."
            faults.append(Fault(name, message, name))
    return tuple(faults)


def create_ranked_event(
    tournament: Tournament, name: str, settings: EventSettings, options: RankedOptions, actor: Actor
) -> Event:
    """Make an event of ranked tables that is being set up. Raises `ServiceError` with every fault."""
    refuse_if([*check_settings(settings, Kind.RANKED), *check_options(options)])
    with transaction.atomic():
        event = create_event(tournament, name, settings, actor, Kind.RANKED)
        store_options(event, options)
    return event


def store_options(event: Event, options: RankedOptions) -> None:
    """Give an event of ranked tables checked options in place of those it has, if any."""
    kept = asdict(options)
    event.rated = kept.pop("rated")
    event.save(update_fields=["rated"])
    row, _made = RankedSettings.objects.update_or_create(event=event, defaults=kept)
    event.ranked = row


def change_options(event_id: int, options: RankedOptions, actor: Actor, reason: str = "") -> Event:
    """Change the options. Games that are open keep whether they are rated, and their stake; what becomes of a game that
    somebody quits holds for them too. Raises `ServiceError` with every fault."""
    refuse_if(check_options(options))
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if([*faults_of_kind(event, Kind.RANKED), *faults_if_final(event)])
        before = RankedOptions.of(event)
        if before == options:
            return event
        if event.games.exists() and not reason.strip():
            message = "Games have been opened; give a reason for the change."
            raise ServiceError(Fault("reason-missing", message, "reason"))
        if options.leaving == Leaving.FORFEIT != before.leaving:
            refuse_if(_faults_of_games_left(event))
        store_options(event, options)
        raise_version(event, all_boards=True)
        log(event, actor, "event.ranked", before=before.to_json(), after=options.to_json(), reason=reason)
        queue_recompute(event)
    return event


def _faults_of_games_left(event: Event) -> list[Fault]:
    """A game that went on although nobody had filled in, or may yet: were it lost by the quit, it would have been over
    before deals that were played."""
    seats = GameSeat.objects.filter(game__event=event, quit_at__isnull=False, stand_ins=None)
    seats = seats.exclude(game__status=GameStatus.VOID).annotate(deals=Count("game__deals"))
    gone_on = seats.filter(Q(game__status=GameStatus.PLAYING) | Q(deals__gt=F("quit_after_deal")))
    found = gone_on.order_by("game__number", "pk").select_related("game", "person").first()
    if found is None:
        return []
    game, name = found.game, found.person.name
    message = (
        f"{name} has quit {game}: let somebody fill in or end that game before you change what follows from quitting."
        if game.status == GameStatus.PLAYING
        else f"{game} was played on after {name} had quit it, so in this event games go on when somebody quits."
    )
    return [Fault("leaving", message, "leaving")]
