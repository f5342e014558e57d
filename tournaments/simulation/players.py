"""Players of a simulated event: how well and how boldly each of them bids and plays.

Owns: `PlayerProfile`, and making profiles out of a seed. Never does: bid or play (`bidding`, `strategy`), name
people (`names`).

Terms. *Skill*: 0 (bids by feeling, plays a chance card now and then) to 1 (neither). *Boldness*: tricks that a
player tends to bid above (or below, when negative) what the cards are worth. *Courage*: how much risk a player
takes with a nil, 0 to 1.
"""

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerProfile:
    """Skill and temperament of one player. Raises ValueError for a skill or courage outside 0 to 1."""

    skill: float = 0.6
    boldness: float = 0.0
    courage: float = 0.5

    def __post_init__(self) -> None:
        for name, value in (("skill", self.skill), ("courage", self.courage)):
            if not 0 <= value <= 1:
                raise ValueError(f"A player's {name} is 0 to 1, not {value}.")


Pair = tuple[PlayerProfile, PlayerProfile]


def pair_of(seed: int | str, entry: int) -> Pair:
    """The two players of an entry, the same for the same seed. Partners are about equally good."""
    rng = random.Random(f"{seed}/pair/{entry}")
    level = rng.gauss(0.6, 0.2)
    return _profile(rng, level), _profile(rng, level)


def _profile(rng: random.Random, level: float) -> PlayerProfile:
    return PlayerProfile(
        skill=min(max(rng.gauss(level, 0.08), 0.05), 0.98),
        boldness=rng.gauss(0.0, 0.3),
        courage=rng.random(),
    )
