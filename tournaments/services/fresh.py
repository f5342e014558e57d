"""What a recompute is about to write, whatever the kind of event."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fresh:
    """`data` goes into the event's snapshot, stamped with `version`; `store` writes the rows that belong to it, and is
    called in the same transaction."""

    version: int
    data: dict[str, Any]
    store: Callable[[], None]
