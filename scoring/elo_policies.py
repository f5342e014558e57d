"""How ratings are computed and who may play for them: a named preset, overridden field by field.

Owns: the rating policy, its presets, its check as a whole, its JSON form.
Never does: rate anything (``elo``), decide on a player (``ranked``).
Source: docs/rules.md §5, where every field is explained with its figure in every preset.

Terms
-----
preset        a named policy as it was in force at some time; its figures change only with a new version
expectation   whom a player's rating is compared with: the opponents one by one, or side with side
K             how many points one match won beyond expectation is worth
grace         how long a player may be away from a game without having quit
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite
from types import MappingProxyType
from typing import Any

from scoring.faults import Fault, FaultsError


class Expectation(StrEnum):
    """What the expected score of a match rests on."""

    AVERAGE = "average"
    """The average ratings of the two sides: the same for both partners."""
    PER_OPPONENT = "per-opponent"
    """The player's own rating and that of each opponent."""


POLICY_VERSION = 1
"""Raised when a preset's figures change; a stored policy without a version means 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingPolicy:
    """Every number that ratings rest on. Raises ``FaultsError`` with all faults when one is out of range.

    ``k_new`` holds for a player's first ``k_new_games`` rated games (0: for none), ``k`` after them. Times
    are whole minutes and days. Source: docs/rules.md §5.
    """

    preset: str
    version: int = POLICY_VERSION
    start: float = 1500.0
    scale: float = 400.0
    expectation: Expectation = Expectation.AVERAGE
    k: float = 25.0
    k_new: float = 25.0
    k_new_games: int = 0
    finished_games: int = 10
    leaderboard_needed: bool = True
    bots_may_start: bool = False
    bots_may_fill: bool = True
    grace_minutes: int = 3
    quit_ban_minutes: int = 60
    leaderboard_ban_days: int = 7

    def __post_init__(self) -> None:
        faults = check_policy({name: getattr(self, name) for name in ("preset", "version", *_KINDS)})
        if faults:
            raise FaultsError(faults)

    def k_for(self, games: int) -> float:
        """K in the next game of a player who has ``games`` rated games behind them."""
        return self.k_new if games < self.k_new_games else self.k

    @property
    def has_one_k(self) -> bool:
        """True where K is the same for everybody, so that what one side gains the other loses."""
        return self.k_new_games == 0 or self.k_new == self.k

    @classmethod
    def from_json(cls, value: object) -> "RatingPolicy":
        """A policy from a preset's name, or from ``{"preset": name, field: value, …}``.

        Raises ``FaultsError`` with every fault; their paths are field names.
        """
        if isinstance(value, str):
            value = {"preset": value}
        if not isinstance(value, Mapping):
            raise FaultsError(
                [Fault("policy-form", f"Give a preset's name ({_preset_names()}) or an object.")]
            )
        name = value.get("preset")
        known = isinstance(name, str) and name in POLICIES
        base = POLICIES[str(name)] if known else DEFAULT_POLICY
        own = {key: given for key, given in value.items() if key in _KINDS}
        faults = [_unknown(str(key)) for key in value if key not in ("preset", "version", *_KINDS)]
        whole = {field: getattr(base, field) for field in _KINDS} | own
        whole |= {"preset": name, "version": value.get("version", POLICY_VERSION)}
        faults.extend(check_policy(whole))
        if faults:
            raise FaultsError(faults)
        return replace(base, **{key: _read(key, given) for key, given in own.items()})

    def to_json(self) -> dict[str, object]:
        """``{"preset": …}`` and the fields that differ from the preset; ``from_json`` reads it back."""
        base = POLICIES[self.preset]
        found: dict[str, object] = {"preset": self.preset}
        for name in _KINDS:
            own = getattr(self, name)
            if own != getattr(base, name):
                found[name] = str(own) if isinstance(own, Expectation) else own
        return found


# What each overridable field holds: bool, int, float (a whole number will do), or the enum.
_KINDS: Mapping[str, type] = MappingProxyType(
    {
        "start": float,
        "scale": float,
        "expectation": Expectation,
        "k": float,
        "k_new": float,
        "k_new_games": int,
        "finished_games": int,
        "leaderboard_needed": bool,
        "bots_may_start": bool,
        "bots_may_fill": bool,
        "grace_minutes": int,
        "quit_ban_minutes": int,
        "leaderboard_ban_days": int,
    }
)

# Smallest and largest sensible value: they keep out typing errors, and ratings that mean nothing.
_RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "start": (0, 10_000),
        "scale": (1, 10_000),
        "k": (1, 1_000),
        "k_new": (1, 1_000),
        "k_new_games": (0, 10_000),
        "finished_games": (0, 10_000),
        "grace_minutes": (0, 24 * 60),
        "quit_ban_minutes": (0, 366 * 24 * 60),
        "leaderboard_ban_days": (0, 366),
    }
)


def check_policy(values: Mapping[str, Any]) -> tuple[Fault, ...]:
    """All faults of a whole policy, given as field → value; each fault's path is its field."""
    faults = []
    if values["preset"] not in _PRESET_NAMES:
        message = f"There is no such rating policy; take one of {_preset_names()}."
        faults.append(Fault("policy-preset", message, "preset"))
    if values["version"] != POLICY_VERSION or isinstance(values["version"], bool):
        message = f"Only version {POLICY_VERSION} of the policies is known; leave the version out."
        faults.append(Fault("policy-version", message, "version"))
    faults.extend(fault for name in _KINDS if (fault := _value_fault(name, values[name])))
    return tuple(faults)


def _value_fault(name: str, value: object) -> Fault | None:
    kind = _KINDS[name]
    if kind is bool:
        wanted = None if isinstance(value, bool) else "true or false"
    elif kind is int:
        wanted = None if isinstance(value, int) and not isinstance(value, bool) else "a whole number"
    elif kind is float:
        wanted = None if _is_number(value) else "a number"
    else:
        wanted = None if value in list(Expectation) else "one of " + ", ".join(Expectation)
    if wanted:
        return Fault("policy-type", f"{name} must be {wanted}.", name)
    if name not in _RANGES or not isinstance(value, int | float):
        return None
    low, high = _RANGES[name]
    if low <= value <= high:
        return None
    return Fault("policy-range", f"{name} is {value}; give a number from {low} to {high}.", name)


def _read(name: str, given: Any) -> Any:
    # A whole number in JSON is an int; ratings are floats from the first game on.
    return given if _KINDS[name] in (int, bool) else _KINDS[name](given)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _preset_names() -> str:
    return ", ".join(_PRESET_NAMES)


def _unknown(name: str) -> Fault:
    message = f"{name} is not a field of a rating policy; the fields are {', '.join(_KINDS)}."
    return Fault("policy-unknown-key", message, name)


_PRESET_NAMES = ("2026", "2017", "2016")

# K changed in the course of 2017; sides were compared by their averages from 24 December of that year on,
# which is the policy of 2026.
_ALL = (
    RatingPolicy(preset="2026"),
    RatingPolicy(preset="2017", expectation=Expectation.PER_OPPONENT),
    RatingPolicy(preset="2016", expectation=Expectation.PER_OPPONENT, k=30.0, k_new=50.0, k_new_games=50),
)

POLICIES: Mapping[str, RatingPolicy] = MappingProxyType({policy.preset: policy for policy in _ALL})
"""The policies by name, the one in force first."""

DEFAULT_POLICY = POLICIES["2026"]
