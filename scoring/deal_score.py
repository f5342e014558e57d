"""What one deal is worth to each side, part by part.

Owns: the check of a deal's bids and tricks against a rule set, and the score with its components.
Never does: carry scores or bags from deal to deal (``running``), compare tables (``matchpoints``).
Source: docs/rules.md §1.

Terms
-----
component   one named part of a side's score; the parts add up to the total
set         the side's contract failed; a failed nil alone does not set a side
helping     what the tricks of a failed nil are worth, by the rule set's ``failed_nil_tricks``
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.faults import Fault
from scoring.notation import TRICKS_IN_DEAL, SideBid, SideTricks
from scoring.rules import BlindNil, NilTricks, RuleSet

TEN = 10
"""The contract that ``ten_for_200`` is about."""
TEN_MADE = 200
TEN_MISSED = 100


class ComponentKind(StrEnum):
    """What a part of a score is for."""

    CONTRACT = "contract"
    NIL = "nil"
    BLIND_NIL = "blind-nil"
    BAGS = "bags"
    OPPONENTS_LOSSES = "opponents-losses"
    OPPONENTS_BAGS = "opponents-bags"
    BAG_PENALTY = "bag-penalty"


@dataclass(frozen=True, slots=True)
class Component:
    """A part of a score: its points as they enter the sum, and in words how they came about."""

    kind: ComponentKind
    points: int
    text: str

    def to_json(self) -> dict[str, str | int]:
        return {"kind": str(self.kind), "points": self.points, "text": self.text}


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side's score of a deal; ``total`` is the sum of the components' points."""

    total: int
    components: tuple[Component, ...]
    is_set: bool
    bags: int

    def to_json(self) -> dict[str, object]:
        return {
            "total": self.total,
            "is_set": self.is_set,
            "bags": self.bags,
            "components": [component.to_json() for component in self.components],
        }


@dataclass(frozen=True, slots=True)
class DealScore:
    """Both sides' scores. Neither follows from the other."""

    ns: SideScore
    ew: SideScore

    def to_json(self) -> dict[str, object]:
        return {"ns": self.ns.to_json(), "ew": self.ew.to_json()}


@dataclass(frozen=True, slots=True)
class _Parts:
    """A side's own doing, before the other side's losses and bags reach it."""

    components: tuple[Component, ...]
    lost: int
    is_set: bool
    bags: int


def check_deal(
    rules: RuleSet,
    ns_bid: SideBid,
    ns_tricks: SideTricks,
    ew_bid: SideBid,
    ew_tricks: SideTricks,
    *,
    ns_lead: int | None = None,
) -> tuple[Fault, ...]:
    """All faults of a deal under a rule set, at ``ns_bid``, ``ns_tricks``, ``ew_bid`` or ``ew_tricks``.

    ``ns_lead`` is the NS score minus the EW score before the deal, for rule sets that allow a blind nil
    only to the side behind; ``None`` (unknown, or no race) leaves that unchecked.
    """
    faults = []
    if ns_tricks.total + ew_tricks.total != TRICKS_IN_DEAL:
        message = (
            f"NS {ns_tricks.total} and EW {ew_tricks.total} make {ns_tricks.total + ew_tricks.total} tricks; "
            f"a deal has {TRICKS_IN_DEAL}: correct one of them."
        )
        faults.append(Fault("tricks-sum", message, "ns_tricks"))
    for side, bid, tricks in (("ns", ns_bid, ns_tricks), ("ew", ew_bid, ew_tricks)):
        faults.extend(_bid_faults(rules, side, bid))
        if bid.nils and not tricks.players:
            message = "With a nil the tricks are needed by player: write them as 0+7."
            faults.append(Fault("tricks-not-split", message, f"{side}_tricks"))
    faults.extend(_blind_nil_faults(rules, ns_bid, ew_bid, ns_lead))
    return tuple(faults)


def score_deal(
    rules: RuleSet, ns_bid: SideBid, ns_tricks: SideTricks, ew_bid: SideBid, ew_tricks: SideTricks
) -> DealScore:
    """The score of both sides. Give it only what ``check_deal`` found no fault with."""
    ns, ew = _own_parts(rules, ns_bid, ns_tricks), _own_parts(rules, ew_bid, ew_tricks)
    return DealScore(_with_opponents(rules, ns, ew), _with_opponents(rules, ew, ns))


def score_side(rules: RuleSet, bid: SideBid, tricks: SideTricks) -> SideScore:
    """One side's own parts alone: its whole score under rules that give nothing to the opponents."""
    parts = _own_parts(rules, bid, tricks)
    return _score(parts, parts.components)


def _bid_faults(rules: RuleSet, side: str, bid: SideBid) -> list[Fault]:
    faults = []
    if bid.contract > TRICKS_IN_DEAL and not rules.bids_may_pass_13:
        message = (
            f"A side's bids may not pass {TRICKS_IN_DEAL} under these rules, and this is {bid.contract}."
        )
        faults.append(Fault("bid-over-13", message, f"{side}_bid"))
    minimum = rules.minimum_team_bid
    # Two nil bidders leave nobody who could bid the minimum.
    if minimum is not None and bid.contract < minimum and len(bid.nils) < 2:
        message = (
            f"A side bids at least {minimum} (nils not counted) under these rules; this is {bid.contract}."
        )
        faults.append(Fault("bid-under-minimum", message, f"{side}_bid"))
    return faults


def _blind_nil_faults(rules: RuleSet, ns_bid: SideBid, ew_bid: SideBid, ns_lead: int | None) -> list[Fault]:
    blind = [(side, bid) for side, bid in (("ns", ns_bid), ("ew", ew_bid)) if bid.blind_nils]
    if rules.blind_nil is BlindNil.ON:
        return []
    if rules.blind_nil is BlindNil.OFF:
        message = "Blind nil is not allowed under these rules: write N for a nil."
        return [Fault("blind-nil-off", message, f"{side}_bid") for side, _ in blind]
    faults = []
    if len(blind) == 2:
        message = "Only one side can be behind and bid a blind nil: write N for the other side's nil."
        faults.append(Fault("blind-nil-both-sides", message, "ew_bid"))
    for side, bid in blind:
        if len(bid.blind_nils) == 2:
            message = (
                "Only one player of a side may bid a blind nil under these rules: write N for the other."
            )
            faults.append(Fault("blind-nil-both-players", message, f"{side}_bid"))
        if ns_lead is not None:
            behind = -ns_lead if side == "ns" else ns_lead
            if behind < rules.blind_nil_behind:
                margin = rules.blind_nil_behind
                message = f"A blind nil is for a side at least {margin} points behind: write N for a nil."
                faults.append(Fault("blind-nil-not-behind", message, f"{side}_bid"))
    return faults


def _own_parts(rules: RuleSet, bid: SideBid, tricks: SideTricks) -> _Parts:
    components: list[Component] = []
    lost = 0
    for place in bid.nils:
        component, loss = _nil_part(rules, bid.players[place].blind, tricks.players[place])
        components.append(component)
        lost += loss
    nil_tricks = sum(tricks.players[place] for place in bid.nils)
    counted = tricks.total - nil_tricks
    if rules.failed_nil_tricks is NilTricks.HELPS:
        counted += nil_tricks
    # A contract of 0 (two nils) counts as made: docs/rules.md §1, "Two nils".
    made = counted >= bid.contract
    if bid.contract:
        component, loss = _contract_part(rules, bid.contract, made, counted)
        components.insert(0, component)
        lost += loss
    bags = counted - bid.contract if made else 0
    if rules.failed_nil_tricks is NilTricks.BAGS or (
        made and rules.failed_nil_tricks is NilTricks.BAGS_IF_MADE
    ):
        bags += nil_tricks
    if bags and rules.bag_points:
        text = f"{_count(bags, 'bag')}: {bags} × {_signed(rules.bag_points)}"
        components.append(Component(ComponentKind.BAGS, bags * rules.bag_points, text))
    return _Parts(tuple(components), lost, not made, bags)


def _contract_part(rules: RuleSet, contract: int, made: bool, counted: int) -> tuple[Component, int]:
    """The contract's component, and the value the opponents may receive."""
    ten = rules.ten_for_200 and contract == TEN
    if made:
        points = TEN_MADE if ten else contract * rules.trick_points
        sum_text = f"{TEN_MADE}" if ten else f"{contract} × {rules.trick_points}"
        return Component(ComponentKind.CONTRACT, points, f"contract of {contract} made: {sum_text}"), 0
    loss = TEN_MISSED if ten else contract * rules.trick_points
    sum_text = f"{TEN_MISSED}" if ten else f"{contract} × {rules.trick_points}"
    text = f"contract of {contract} set with {_count(counted, 'trick')}: "
    return _failed(rules, ComponentKind.CONTRACT, loss, text, sum_text), loss


def _nil_part(rules: RuleSet, blind: bool, taken: int) -> tuple[Component, int]:
    """The nil's component, and the value the opponents may receive."""
    kind = ComponentKind.BLIND_NIL if blind else ComponentKind.NIL
    name = "blind nil" if blind else "nil"
    value = rules.blind_nil_points if blind else rules.nil_points
    if taken == 0:
        return Component(kind, value, f"{name} made: {value}"), 0
    return _failed(rules, kind, value, f"{name} failed with {_count(taken, 'trick')}: ", f"{value}"), value


def _failed(rules: RuleSet, kind: ComponentKind, value: int, text: str, sum_text: str) -> Component:
    if rules.set_loses_points:
        return Component(kind, -value, f"{text}−{sum_text}")
    return Component(kind, 0, f"{text}0")


def _with_opponents(rules: RuleSet, own: _Parts, other: _Parts) -> SideScore:
    """A side's score with what reaches it from the other side."""
    components = list(own.components)
    if rules.losses_to_opponents and other.lost:
        text = f"opponents' failed bids: {other.lost}"
        components.append(Component(ComponentKind.OPPONENTS_LOSSES, other.lost, text))
    if rules.opponents_bag_points and other.bags:
        points = other.bags * rules.opponents_bag_points
        text = f"opponents' {_count(other.bags, 'bag')}: {other.bags} × {_signed(rules.opponents_bag_points)}"
        components.append(Component(ComponentKind.OPPONENTS_BAGS, points, text))
    return _score(own, tuple(components))


def _score(own: _Parts, components: tuple[Component, ...]) -> SideScore:
    return SideScore(sum(part.points for part in components), components, own.is_set, own.bags)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else f"{number}"
