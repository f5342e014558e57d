"""Which tables the hall waits for.

Owns: how far a table is behind the others in a round. Never does: query.
Terms: *behind*: half of the other tables had in, so many minutes ago, the board that this table has not had in yet. It
asks for no clock, and a hall that is slow as a whole has no slow table.
"""

from bisect import insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tournaments.draws.propose import MINUTES_PER_BOARD

SLOW: Final = timedelta(minutes=MINUTES_PER_BOARD)
"""A table that is further behind than a board takes is slow."""


@dataclass(frozen=True, slots=True)
class Progress:
    """When each result of a table came in, in that order, and how many boards it plays; `over` at once where it has
    stopped before the last (a race that is decided)."""

    came: Sequence[datetime]
    due: int
    over: bool = False


def minutes_behind(tables: Mapping[int, Progress], now: datetime) -> dict[int, int]:
    """The slow ones of a round's tables (by any key), with the whole minutes that each is behind."""
    moments: dict[int, datetime | None] = {}
    slow = {}
    for key, table in tables.items():
        done = len(table.came)
        if table.over or done >= table.due:
            continue
        if done not in moments:
            moments[done] = _half_had_more(tables, done)
        moment = moments[done]
        if moment is not None and now - moment > SLOW:
            slow[key] = int((now - moment).total_seconds()) // 60
    return slow


def _half_had_more(tables: Mapping[int, Progress], done: int) -> datetime | None:
    """When half of the others had more than `done` boards in; None where fewer have."""
    moments: list[datetime] = []
    for table in tables.values():
        if len(table.came) > done:
            insort(moments, table.came[done])
        elif table.over and table.came:
            insort(moments, table.came[-1])
    half = -(-(len(tables) - 1) // 2)
    return moments[half - 1] if 0 < half <= len(moments) else None
