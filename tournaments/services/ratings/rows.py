"""Reading a club's ledger in its order, a page at a time, as tuples.

Owns: the query. A million rows through the ORM would cost more than rating them; times and JSON stay as the driver
gives them, and are only made into values where somebody needs them (`when`, `tallies_of`).
Terms: *key*, where a row stands in the ledger: start, event, primary key.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple, cast

from django.db import connection

from tournaments.models import RatedGame, RatingChanges

PAGE = 50_000


Fetched = tuple[int, Any, int, str, int, int, int, int, int, bool, Any]
"""A row as it is read; `LedgerRow` gives its parts names, which would cost a million rows more than reading them."""


class LedgerRow(NamedTuple):
    """`started_at` and `tallies` are as the driver gives them. Players stand in the order N, S, E, W."""

    pk: int
    started_at: Any
    event: int
    kind: str
    north: int
    south: int
    east: int
    west: int
    code: int
    pending: bool
    tallies: Any

    @property
    def key(self) -> tuple[Any, int, int]:
        return self.started_at, self.event, self.pk

    @property
    def players(self) -> tuple[int, int, int, int]:
        return self.north, self.south, self.east, self.west


def _columns() -> str:
    # SQLite's driver looks at a column's declared type and makes a datetime of it, unless it is part of an expression
    at = "g.started_at || ''" if connection.vendor == "sqlite" else "g.started_at"
    return (
        f"g.id, {at}, g.event_id, g.kind, g.north_id, g.south_id, g.east_id, g.west_id, "
        "g.code, g.pending, g.tallies"
    )


def pages(club_id: int) -> Iterator[list[Fetched]]:
    """The whole ledger in its order. Each page is a query of its own, so that nothing is held while it is worked on."""
    table = connection.ops.quote_name(RatedGame._meta.db_table)
    after: tuple[Any, ...] = ()
    where = ""
    while True:
        page = _fetch(
            f"SELECT {_columns()} FROM {table} g WHERE g.club_id = %s {where}"  # noqa: S608
            "ORDER BY g.started_at, g.event_id, g.id LIMIT %s",
            [club_id, *after, PAGE],
        )
        if page:
            yield page
        if len(page) < PAGE:
            return
        after, where = LedgerRow._make(page[-1]).key, "AND (g.started_at, g.event_id, g.id) > (%s, %s, %s) "


def unrated(club_id: int, since: datetime, most: int) -> list[LedgerRow]:
    """Games from `since` on that have not been rated, in the ledger's order, at most `most` of them."""
    return _tail(club_id, since, most, "NOT EXISTS")


def rated_since(club_id: int, since: datetime, most: int) -> list[LedgerRow]:
    """Games from `since` on that have been rated, in the ledger's order, at most `most` of them."""
    return _tail(club_id, since, most, "EXISTS")


def raw(at: datetime) -> Any:
    """A time as the rows have it, to compare it with theirs."""
    return connection.ops.adapt_datetimefield_value(at)


def when(at: Any) -> datetime:
    """The time that a row has."""
    if isinstance(at, datetime):
        return at
    return datetime.fromisoformat(at).replace(tzinfo=UTC)


def tallies_of(value: Any) -> list[list[int]]:
    """N's, S's, E's and W's tallies; empty where nobody bid nil. Not to be changed: many games have the same."""
    return _parsed(value) if isinstance(value, str) else cast(list[list[int]], value)


@lru_cache(maxsize=4096)
def _parsed(text: str) -> list[list[int]]:
    return cast(list[list[int]], json.loads(text))


def _tail(club_id: int, since: datetime, most: int, have: str) -> list[LedgerRow]:
    table = connection.ops.quote_name(RatedGame._meta.db_table)
    changes = connection.ops.quote_name(RatingChanges._meta.db_table)
    found = _fetch(
        f"SELECT {_columns()} FROM {table} g WHERE g.club_id = %s AND g.started_at >= %s "  # noqa: S608
        f"AND {have} (SELECT 1 FROM {changes} c WHERE c.rated_game_id = g.id) "
        "ORDER BY g.started_at, g.event_id, g.id LIMIT %s",
        [club_id, raw(since), most],
    )
    return [LedgerRow._make(row) for row in found]


def _fetch(query: str, values: list[Any]) -> list[Fetched]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cast(list[Fetched], cursor.fetchall())
