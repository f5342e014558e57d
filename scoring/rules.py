"""The rules one event is scored by: a named preset, overridden field by field.

Owns: the rule set, the five presets, their check as a whole, the JSON form of a rule set.
Never does: score anything (``deal_score``, ``running``), know an event or a database.
Source: docs/rules.md §1, where every field is explained with its figure in every preset.

Terms
-----
preset     a named rule set as some site or document plays it; its figures change only with a new version
override   a field in which an event departs from its preset
bag        a trick over a made contract
loss       the value of a contract or a nil that failed
target     the score that ends a race; ``None`` where deals stand alone
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from scoring.faults import Fault, FaultsError


class NilTricks(StrEnum):
    """What becomes of the tricks a nil bidder takes after all."""

    HELPS = "helps"
    """They count for the partner's contract; what is over it is bags."""
    BAGS = "bags"
    """They are bags, whether the contract was made or not."""
    BAGS_IF_MADE = "bags-if-made"
    """They are bags, but only beside a made contract."""
    IGNORED = "ignored"
    """They are neither contract nor bags."""


class BlindNil(StrEnum):
    """Who may bid nil without having seen the cards."""

    OFF = "off"
    BEHIND = "behind"
    """One player of the side that is at least ``blind_nil_behind`` points behind."""
    ON = "on"


PRESET_VERSION = 1
"""Raised when a preset's figures change; a stored rule set without a version means 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every figure a deal is scored by. Raises ``FaultsError`` with all faults when the fields do not fit.

    Points are whole numbers. ``bag_points`` and ``opponents_bag_points`` are signed as they enter a
    score; ``bag_penalty`` and the values of nils are positive. Source: docs/rules.md §1.
    """

    preset: str
    version: int = PRESET_VERSION
    trick_points: int = 10
    nil_points: int = 100
    blind_nil_points: int = 200
    set_loses_points: bool = True
    losses_to_opponents: bool = False
    bag_points: int = 1
    opponents_bag_points: int = 0
    bag_penalty: int = 0
    bag_penalty_every: int | None = None
    failed_nil_tricks: NilTricks = NilTricks.BAGS
    blind_nil: BlindNil = BlindNil.OFF
    blind_nil_behind: int = 100
    bids_may_pass_13: bool = True
    minimum_team_bid: int | None = None
    ten_for_200: bool = False
    target: int | None = None
    mercy: bool = False
    floor: int | None = None

    def __post_init__(self) -> None:
        faults = check_rules({name: getattr(self, name) for name in _NAMES})
        if faults:
            raise FaultsError(faults)

    @property
    def lowest(self) -> int | None:
        """The score at or under which a race is lost: the floor, else minus the target, else none."""
        if self.floor is not None:
            return self.floor
        return -self.target if self.mercy and self.target is not None else None

    @classmethod
    def from_json(cls, value: object) -> "RuleSet":
        """A rule set from a preset's name, or from ``{"preset": name, field: value, …}``.

        Raises ``FaultsError`` with every fault; their paths are field names.
        """
        if isinstance(value, str):
            value = {"preset": value}
        if not isinstance(value, Mapping):
            raise FaultsError(
                [Fault("rules-form", f"Give a preset's name ({_preset_names()}) or an object.")]
            )
        base, faults = _base(value)
        overrides: dict[str, Any] = {}
        for key, given in value.items():
            if key in ("preset", "version"):
                continue
            if key not in _KINDS:
                faults.append(_unknown(str(key)))
                continue
            read = _read(key, given)
            if isinstance(read, Fault):
                faults.append(read)
            else:
                overrides[key] = read
        whole = {name: getattr(base, name) for name in _NAMES} | overrides
        faults.extend(check_rules(whole))
        if faults:
            raise FaultsError(faults)
        return replace(base, **overrides)

    def to_json(self) -> dict[str, object]:
        """``{"preset": …}`` and the fields that differ from the preset; ``from_json`` reads it back."""
        base = PRESETS[self.preset]
        found: dict[str, object] = {"preset": self.preset}
        for name in _KINDS:
            own = getattr(self, name)
            if own != getattr(base, name):
                found[name] = str(own) if isinstance(own, StrEnum) else own
        return found


_NAMES = tuple(field.name for field in fields(RuleSet))

# What each overridable field holds: bool, int, "int or none", or an enum.
_KINDS: Mapping[str, object] = MappingProxyType(
    {
        "trick_points": int,
        "nil_points": int,
        "blind_nil_points": int,
        "set_loses_points": bool,
        "losses_to_opponents": bool,
        "bag_points": int,
        "opponents_bag_points": int,
        "bag_penalty": int,
        "bag_penalty_every": None,
        "failed_nil_tricks": NilTricks,
        "blind_nil": BlindNil,
        "blind_nil_behind": int,
        "bids_may_pass_13": bool,
        "minimum_team_bid": None,
        "ten_for_200": bool,
        "target": None,
        "mercy": bool,
        "floor": None,
    }
)

# Smallest and largest sensible value. They keep typing errors out and every sum far inside a 32-bit column.
_RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "trick_points": (1, 1000),
        "nil_points": (0, 10_000),
        "blind_nil_points": (0, 10_000),
        "bag_points": (-1000, 1000),
        "opponents_bag_points": (-1000, 1000),
        "bag_penalty": (0, 10_000),
        "bag_penalty_every": (1, 100),
        "blind_nil_behind": (1, 10_000),
        "minimum_team_bid": (1, 13),
        "target": (1, 1_000_000),
        "floor": (-1_000_000, -1),
    }
)


def check_rules(values: Mapping[str, Any]) -> tuple[Fault, ...]:
    """All faults of a whole rule set, given as field → value: types, ranges, and fields that contradict.

    ``values`` holds every field of ``RuleSet``. A fault's path is the field it is best mended at.
    """
    faults = [fault for name in _KINDS if (fault := _type_fault(name, values[name]))]
    if values["preset"] not in _PRESET_NAMES:
        faults.append(_unknown_preset())
    if values["version"] != PRESET_VERSION or isinstance(values["version"], bool):
        faults.append(_unknown_version())
    for name, (low, high) in _RANGES.items():
        value = values[name]
        if _is_int(value) and not low <= value <= high:
            message = f"{name} is {value}; give a whole number from {low} to {high}."
            faults.append(Fault("rules-range", message, name))
    # Fields can only be told to contradict one another once each makes sense alone.
    return tuple(faults) if faults else _contradictions(values)


def _contradictions(values: Mapping[str, Any]) -> tuple[Fault, ...]:
    faults = []
    if values["bag_penalty"] and values["bag_penalty_every"] is None:
        message = "A bag penalty needs bag_penalty_every: say at how many bags it is charged, or set it to 0."
        faults.append(Fault("rules-contradiction", message, "bag_penalty"))
    if values["bag_penalty_every"] is not None and not values["bag_penalty"]:
        message = "bag_penalty_every has no effect without a bag_penalty: give the penalty, or null here."
        faults.append(Fault("rules-contradiction", message, "bag_penalty_every"))
    if values["mercy"] and values["target"] is None:
        message = (
            "mercy ends a race at minus the target, and there is no target: give one, or set mercy to false."
        )
        faults.append(Fault("rules-contradiction", message, "mercy"))
    if values["floor"] is not None and values["target"] is None:
        message = "A floor ends a race, and there is no target: give one, or set floor to null."
        faults.append(Fault("rules-contradiction", message, "floor"))
    if values["blind_nil_points"] < values["nil_points"] and values["blind_nil"] is not BlindNil.OFF:
        message = "A blind nil is worth less than a nil: raise blind_nil_points, or set blind_nil to off."
        faults.append(Fault("rules-contradiction", message, "blind_nil_points"))
    return tuple(faults)


def _base(value: Mapping[object, object]) -> tuple[RuleSet, list[Fault]]:
    """The preset the object names; a stand-in and the faults where it names none."""
    faults = []
    name = value.get("preset")
    if "preset" not in value:
        faults.append(Fault("rules-preset", f"Name the preset: one of {_preset_names()}.", "preset"))
    elif not isinstance(name, str) or name not in PRESETS:
        faults.append(_unknown_preset())
    version = value.get("version", PRESET_VERSION)
    if not _is_int(version) or version != PRESET_VERSION:
        faults.append(_unknown_version())
    known = isinstance(name, str) and name in PRESETS
    return PRESETS[str(name) if known else "duplicate-pairs"], faults


def _read(name: str, given: object) -> Any:
    """The field's value out of JSON, or the fault."""
    kind = _KINDS[name]
    if kind in (NilTricks, BlindNil) and isinstance(given, str):
        choices: type[StrEnum] = NilTricks if kind is NilTricks else BlindNil
        if given in [str(choice) for choice in choices]:
            return choices(given)
    return _type_fault(name, given) or given


def _type_fault(name: str, value: object) -> Fault | None:
    kind = _KINDS[name]
    if kind is bool:
        wanted = None if isinstance(value, bool) else "true or false"
    elif kind is int:
        wanted = None if _is_int(value) else "a whole number"
    elif kind is None:
        wanted = None if value is None or _is_int(value) else "a whole number or null"
    else:
        choices: type[StrEnum] = NilTricks if kind is NilTricks else BlindNil
        wanted = None if isinstance(value, choices) else "one of " + ", ".join(choices)
    return Fault("rules-type", f"{name} must be {wanted}.", name) if wanted else None


def _is_int(value: object) -> bool:
    # JSON's true is an int in Python; it is never meant as a number.
    return isinstance(value, int) and not isinstance(value, bool)


def _preset_names() -> str:
    return ", ".join(_PRESET_NAMES)


def _unknown_preset() -> Fault:
    return Fault("rules-preset", f"There is no such preset; take one of {_preset_names()}.", "preset")


def _unknown_version() -> Fault:
    message = f"Only version {PRESET_VERSION} of the presets is known; leave the version out."
    return Fault("rules-version", message, "version")


def _unknown(name: str) -> Fault:
    message = f"{name} is not a field of a rule set; the fields are {', '.join(_KINDS)}."
    return Fault("rules-unknown-key", message, name)


_PRESET_NAMES = ("duplicate-pairs", "standard", "puzzle-pirates", "card-game-academy", "safe-harbor")

# Only what differs from the defaults of ``RuleSet``, which are those of the regular game without a race.
_ALL = (
    RuleSet(
        preset="duplicate-pairs",
        losses_to_opponents=True,
        bag_points=-1,
        failed_nil_tricks=NilTricks.BAGS_IF_MADE,
    ),
    RuleSet(
        preset="standard",
        bag_penalty=100,
        bag_penalty_every=10,
        target=500,
    ),
    RuleSet(
        preset="puzzle-pirates",
        nil_points=50,
        blind_nil_points=100,
        bag_penalty=100,
        bag_penalty_every=10,
        failed_nil_tricks=NilTricks.IGNORED,
        blind_nil=BlindNil.BEHIND,
        bids_may_pass_13=False,
        target=500,
        mercy=True,
    ),
    RuleSet(
        preset="card-game-academy",
        set_loses_points=False,
        losses_to_opponents=True,
        bag_points=-1,
        opponents_bag_points=1,
        failed_nil_tricks=NilTricks.BAGS_IF_MADE,
    ),
    RuleSet(
        preset="safe-harbor",
        set_loses_points=False,
        losses_to_opponents=True,
        bag_points=-1,
        failed_nil_tricks=NilTricks.BAGS_IF_MADE,
    ),
)

PRESETS: Mapping[str, RuleSet] = MappingProxyType({rules.preset: rules for rules in _ALL})
"""The five presets by name."""
