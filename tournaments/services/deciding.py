"""What put one row of the standings before the next where both are level.

Never does: break a tie (scoring); it reads what the snapshot kept of that.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any


@dataclass(frozen=True, slots=True)
class Decision:
    """The first tie-break in which two rows differ. `ahead` and `behind` are entry numbers."""

    name: str
    ahead: int
    behind: int
    more: float
    less: float


def decisions(rows: Sequence[Mapping[str, Any]], level: Sequence[str]) -> Iterator[Decision]:
    """For each two neighbours that are equal in all of `level` (keys of a row) and do not share their place."""
    for above, below in pairwise(rows):
        if any(above[key] != below[key] for key in level):
            continue
        for (name, more), (_, less) in zip(above["tie_breaks"], below["tie_breaks"], strict=False):
            if more != less:
                yield Decision(name, above["entry"], below["entry"], more, less)
                break
