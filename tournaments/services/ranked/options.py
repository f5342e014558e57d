"""What a director chooses for an event of ranked tables beside its rule set: rating range, seating, quits, cards, stake.

Owns: these settings, their faults, the event that is made with them.
"""

from dataclasses import asdict, dataclass

from scoring.faults import Fault
from tournaments.models import Dealing, Event, Leaving, Tournament
from tournaments.services.actors import Actor
from tournaments.services.events import EventSettings


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
    raise NotImplementedError


def create_ranked_event(
    tournament: Tournament, name: str, settings: EventSettings, options: RankedOptions, actor: Actor
) -> Event:
    """Make an event of ranked tables. Raises `ServiceError` with every fault."""
    raise NotImplementedError


def change_options(event_id: int, options: RankedOptions, actor: Actor, reason: str = "") -> Event:
    """Change the options; games that are open keep what they began with."""
    raise NotImplementedError
