"""Reading an event's results as the scorer takes them, and not reading again what has not changed.

Owns: the rows of a recompute. What one recompute has read, the next one in this process keeps, and asks only for rows
that carry a newer version. This is a cache and nothing else: versions are handed out under the event's lock, so rows
up to a version that was seen cannot change, and what touches every board (`Event.all_boards_version`) drops it.
Never does: score.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Final

from django.db.models import Q, QuerySet

from scoring.pairs import BoardScored, PairsResult
from scoring.rules import RuleSet
from tournaments.eventfile.scoring_input import to_pairs_result
from tournaments.models import Event, Result
from tournaments.services.counting import left_out
from tournaments.services.result_fields import to_fields

KEPT_EVENTS: Final = 16
_COLUMNS: Final = (
    *("pk", "board", "table_id", "ns_id", "ew_id"),
    *("ns_score", "ew_score", "group", "state", "event_version"),
)
"""Whole numbers and a word: columns that need converting cost more than all that is computed from them."""


@dataclass(frozen=True, slots=True)
class Read:
    """One row: its result as the scorer takes it, None where it was taken back."""

    pk: int
    table_id: int
    event_version: int
    result: PairsResult | None


@dataclass(frozen=True, slots=True)
class Reading:
    """All rows of an event by board, in order of table, as of `version`.

    `newest` is the newest version among the rows of each board; `scored` are boards as last scored.
    """

    version: int
    all_boards_version: int
    boards: Mapping[int, tuple[Read, ...]]
    newest: Mapping[int, int]
    scored: Mapping[int, BoardScored]

    def counting(self, board: int) -> list[Read]:
        """The rows of a board that count."""
        return [item for item in self.boards.get(board, ()) if item.result is not None]

    def results(self) -> tuple[PairsResult, ...]:
        """What counts, board by board."""
        return tuple(
            item.result
            for board in sorted(self.boards)
            for item in self.boards[board]
            if item.result is not None
        )

    def touched(self, since: int) -> frozenset[int]:
        """Boards with a row that is newer than `since`, taken back or not."""
        return frozenset(board for board, version in self.newest.items() if version > since)


_kept: OrderedDict[int, Reading] = OrderedDict()
_lock = Lock()


def read_results(event: Event, numbers: Mapping[int, int]) -> Reading:
    """The event's results as of its version or later; `numbers` are entry numbers by key."""
    before = _kept.get(event.pk)
    usable = before is not None and (
        before.all_boards_version == event.all_boards_version and before.version <= event.results_version
    )
    known = before.boards if before is not None and usable else {}
    since = before.version if before is not None and usable else -1
    fresh = _rows(event, numbers, since)
    boards = dict(known)
    newest = dict(before.newest) if before is not None and usable else {}
    for board, items in fresh.items():
        newer = {item.pk: item for item in items}
        kept = [item for item in known.get(board, ()) if item.pk not in newer]
        newest[board] = max(newest.get(board, 0), *(item.event_version for item in items), 0)
        boards[board] = tuple(sorted([*kept, *items], key=lambda item: item.table_id))
    scored = before.scored if before is not None and usable else {}
    return Reading(event.results_version, event.all_boards_version, boards, newest, scored)


def keep(event_id: int, reading: Reading) -> None:
    """Keep a reading for the next recompute in this process."""
    with _lock:
        _kept[event_id] = reading
        _kept.move_to_end(event_id)
        while len(_kept) > KEPT_EVENTS:
            _kept.popitem(last=False)


def forget() -> None:
    """Drop everything that is kept: for tests, which empty the database under us."""
    with _lock:
        _kept.clear()


def _rows(event: Event, numbers: Mapping[int, int], since: int) -> dict[int, list[Read]]:
    found = Result.objects.filter(event=event)
    if since >= 0:
        found = found.filter(event_version__gt=since)
    without = left_out(event)
    rulings = _rulings(event.rule_set, found.exclude(state__in=without))
    boards: defaultdict[int, list[Read]] = defaultdict(list)
    rows: Iterable[tuple[int, int, int, int, int, int | None, int | None, int, str, int]]
    rows = found.order_by().values_list(*_COLUMNS).iterator(chunk_size=5_000)
    for pk, board, table, ns, ew, ns_score, ew_score, group, state, version in rows:
        result = None
        if state not in without:
            result = rulings.get(pk) or PairsResult(
                board, numbers[ns], numbers[ew], ns_score, ew_score, None, None, False, group
            )
        boards[board].append(Read(pk, table, version, result))
    return boards


def _rulings(rules: RuleSet, found: QuerySet[Result]) -> dict[int, PairsResult]:
    """The few results that are more than two numbers: a side adjusted, a weighted score, or not played."""
    plain = Q(ns_adjusted="", ew_adjusted="", weighted__isnull=True, not_played=False)
    ruled = found.exclude(plain).select_related("table__round", "ns", "ew")
    return {
        result.pk: to_pairs_result(rules, to_fields(result, result.table.round.number, result.table.number))
        for result in ruled.order_by()
    }
