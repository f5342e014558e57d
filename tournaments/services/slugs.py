"""Short names for addresses."""

from collections.abc import Set as AbstractSet

LONGEST = 80


def free_slug(wanted: str, taken: AbstractSet[str]) -> str:
    """`wanted`, cut to fit, or with the first number behind it that makes it new."""
    numbered = (f"{wanted[: LONGEST - 6]}-{number}" for number in range(2, len(taken) + 3))
    return next(slug for slug in (wanted[:LONGEST], *numbered) if slug not in taken)
