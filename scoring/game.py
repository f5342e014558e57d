"""A ranked game: deal after deal, until a side reaches the target or falls to the floor.

Owns: the running totals, after which deal a game is over and who won it, what is wrong with a deal of a game.
Never does: know who sits there, who has left, or whether both sides agree on a deal.
Source: docs/rules.md §6, "The end of a game".

Terms
-----
deal      counted from 1; N, E, S and W deal in turn by its number
target    the points that end a game, of the rule set; ``None``: deals alone never end it
floor     the points at or under which a game is lost (``RuleSet.lowest``): minus the target under mercy
beyond    deals that were entered, and come after the one that ended the game: they count for nothing
in a row  only deals without a gap from 1 on count: what comes after a missing deal waits for it
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring import tricks
from scoring.deal_score import check_deal, score_deal
from scoring.elo import Outcome
from scoring.faults import Fault
from scoring.notation import SideBid, SideTricks
from scoring.race import SideStep, side_step
from scoring.rules import RuleSet

TARGETS: Final = (200, 250, 300, 500, 1000)
"""What ranked games are played to (S3)."""


class GameEnd(StrEnum):
    """Whether and why a game is over by its deals."""

    RUNNING = "running"
    TARGET = "target"
    """A side, or both, reached the target."""
    FLOOR = "floor"
    """A side, or both, fell to the floor, and nobody had reached the target."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One deal as it was played."""

    number: int
    ns_bid: SideBid
    ns_tricks: SideTricks
    ew_bid: SideBid
    ew_tricks: SideTricks


@dataclass(frozen=True, slots=True)
class GameStep:
    """Both sides after a deal; who dealt it, and who bid first and led, as letters."""

    number: int
    dealer: str
    first_bidder: str
    ns: SideStep
    ew: SideStep

    def to_json(self) -> dict[str, object]:
        return {
            "number": self.number,
            "dealer": self.dealer,
            "first_bidder": self.first_bidder,
            "ns": self.ns.to_json(),
            "ew": self.ew.to_json(),
        }


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game as far as its deals are in. The totals are those after the last step.

    ``steps`` are the deals that count. ``over_after`` is the deal the game was over after, ``winner`` who won it
    (both ``None``: it runs); no game ends in a draw by its deals. ``beyond`` are the numbers of entered deals
    after the end, ``waiting`` those after a gap.
    """

    rules: RuleSet
    steps: tuple[GameStep, ...]
    end: GameEnd
    over_after: int | None
    winner: Outcome | None
    beyond: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()

    @property
    def ns_total(self) -> int:
        return self.steps[-1].ns.total if self.steps else 0

    @property
    def ew_total(self) -> int:
        return self.steps[-1].ew.total if self.steps else 0

    @property
    def ns_bags(self) -> int:
        return self.steps[-1].ns.bags if self.steps else 0

    @property
    def ew_bags(self) -> int:
        return self.steps[-1].ew.bags if self.steps else 0

    @property
    def next_deal(self) -> int | None:
        """The deal to be played next; ``None`` once the game is over."""
        return len(self.steps) + 1 if self.over_after is None else None

    @property
    def text(self) -> str:
        """In one sentence how far the game is, or why it is over."""
        score = f"NS {_points(self.ns_total)}, EW {_points(self.ew_total)}"
        if not self.steps:
            return "No deal is in yet."
        deal = len(self.steps)
        if self.end is GameEnd.TARGET:
            return f"{_who(self, 'reached')} {self.rules.target} on deal {deal}: {score}."
        if self.end is GameEnd.FLOOR:
            return f"{_who(self, 'fell to')} {_points(self.rules.lowest or 0)} on deal {deal}: {score}."
        if _is_decisive(self.rules, self.steps[-1]):
            return f"Both sides have {_points(self.ns_total)} after deal {deal}: another deal decides."
        return f"After {deal} {'deal' if deal == 1 else 'deals'}: {score}."

    def to_json(self) -> dict[str, object]:
        """Everything but the rule set; a reader of the game knows that."""
        return {
            "steps": [step.to_json() for step in self.steps],
            "ns_total": self.ns_total,
            "ew_total": self.ew_total,
            "ns_bags": self.ns_bags,
            "ew_bags": self.ew_bags,
            "end": str(self.end),
            "over_after": self.over_after,
            "winner": None if self.winner is None else self.winner.name.lower(),
            "beyond": list(self.beyond),
            "waiting": list(self.waiting),
            "text": self.text,
        }


def dealer_of(number: int) -> str:
    """Who deals the deal of that number: N, E, S or W."""
    return tricks.SEATS[tricks.dealer_of(number)]


def first_bidder_of(number: int) -> str:
    """Who bids first on it, and leads to the first trick: the seat on the dealer's left."""
    return tricks.SEATS[tricks.first_bidder(tricks.dealer_of(number))]


def play_game(rules: RuleSet, entries: Sequence[GameEntry]) -> GameScore:
    """The game over the deals that are in, in whatever order they were entered.

    After each deal, bag penalties taken, the game is over where a side has the target or the floor, and the higher
    total has won; equal totals play on. The deals must be free of ``check_deal``'s faults, and each number given once.
    """
    by_number = {entry.number: entry for entry in entries}
    steps: list[GameStep] = []
    over = False
    while not over and len(steps) + 1 in by_number:
        steps.append(_step(rules, steps, by_number[len(steps) + 1]))
        over = _is_decisive(rules, steps[-1]) and steps[-1].ns.total != steps[-1].ew.total
    rest = tuple(sorted(number for number in by_number if number > len(steps)))
    if not over:
        return GameScore(rules, tuple(steps), GameEnd.RUNNING, None, None, waiting=rest)
    last = steps[-1]
    end = GameEnd.TARGET if last.ns.reached or last.ew.reached else GameEnd.FLOOR
    winner = Outcome.NS if last.ns.total > last.ew.total else Outcome.EW
    return GameScore(rules, tuple(steps), end, last.number, winner, beyond=rest)


def check_game_deal(
    rules: RuleSet, before: Sequence[GameEntry], entry: GameEntry, *, any_blind_nil: bool = False
) -> tuple[Fault, ...]:
    """All faults of a deal at its place in the game, at ``number``, ``ns_bid``, ``ns_tricks``, ….

    ``before`` are deals of the game; those of a higher number are not looked at. With ``any_blind_nil`` it is not asked
    who was behind: a correction of an earlier deal does not make a bid wrong that was right when it was made.
    """
    earlier = [other for other in before if other.number < entry.number]
    game = play_game(rules, earlier)
    place = _place_fault(game, entry.number)
    lead = None if place or any_blind_nil else game.ns_total - game.ew_total
    deal = check_deal(rules, entry.ns_bid, entry.ns_tricks, entry.ew_bid, entry.ew_tricks, ns_lead=lead)
    return (place, *deal) if place else deal


def _place_fault(game: GameScore, number: int) -> Fault | None:
    if number < 1:
        return Fault("game-deal", f"There is no deal {number}: deals count from 1.", "number")
    if game.over_after is not None:
        message = f"The game was over after deal {game.over_after}: there is no deal {number}."
        return Fault("game-over", message, "number")
    due = len(game.steps) + 1
    if number > due:
        message = f"Deal {number} does not count without deal {due}: enter that first."
        return Fault("game-gap", message, "number")
    return None


def _step(rules: RuleSet, before: Sequence[GameStep], entry: GameEntry) -> GameStep:
    deal = score_deal(rules, entry.ns_bid, entry.ns_tricks, entry.ew_bid, entry.ew_tricks)
    ns, ew = (before[-1].ns, before[-1].ew) if before else (None, None)
    return GameStep(
        entry.number,
        dealer_of(entry.number),
        first_bidder_of(entry.number),
        side_step(rules, ns, deal.ns, rules.target),
        side_step(rules, ew, deal.ew, rules.target),
    )


def _is_decisive(rules: RuleSet, step: GameStep) -> bool:
    """Whether a side has the target or the floor after this deal."""
    return step.ns.reached or step.ew.reached or bool(_fallen(rules, step))


def _fallen(rules: RuleSet, step: GameStep) -> list[str]:
    low = rules.lowest
    sides = (("NS", step.ns.total), ("EW", step.ew.total))
    return [] if low is None else [name for name, total in sides if total <= low]


def _who(game: GameScore, did: str) -> str:
    """Which sides are at the limit that ended the game, with the verb."""
    last = game.steps[-1]
    if game.end is GameEnd.TARGET:
        names = [name for name, side in (("NS", last.ns), ("EW", last.ew)) if side.reached]
    else:
        names = _fallen(game.rules, last)
    return f"NS and EW both {did}" if len(names) == 2 else f"{names[0]} {did}"


def _points(number: int) -> str:
    return f"−{-number}" if number < 0 else f"{number}"
