"""What is said and entered of the deals of a game: one way in, whatever the door."""

from dataclasses import asdict, dataclass, field

from scoring.faults import Fault
from tournaments.services.actors import Actor


@dataclass(frozen=True, slots=True)
class DealWords:
    """What happened on a deal, as it is written (docs/rules.md §1)."""

    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealReceipt:
    """Says "saved". `state` is the deal's (`DealState`), `status` and `outcome` the game's after it; scores are the
    deal's, totals the game's, in points. `event_version` is what the standings must reach to show it."""

    game: int
    deal: int
    version: int
    state: str
    ns_score: int
    ew_score: int
    ns_total: int
    ew_total: int
    status: str
    outcome: str
    event_version: int
    saved_at: str
    created: bool
    replayed: bool = field(default=False)

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def say_deal(
    game_id: int, number: int, side: str, words: DealWords, actor: Actor, key: str = ""
) -> DealReceipt:
    raise NotImplementedError


def enter_deal(
    game_id: int,
    number: int,
    words: DealWords,
    actor: Actor,
    *,
    version: int | None = None,
    reason: str = "",
    play: str = "",
    key: str = "",
) -> DealReceipt:
    raise NotImplementedError


def remove_deal(game_id: int, number: int, version: int, reason: str, actor: Actor) -> None:
    raise NotImplementedError


def read_play(game_id: int, number: int, text: str) -> tuple[DealWords, tuple[Fault, ...]]:
    raise NotImplementedError
