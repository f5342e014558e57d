"""Standings: from the results in the database to the snapshots that everybody reads.

Owns: when a recompute is due, what it reads, and that what it writes is of one piece.
Never does: arithmetic (scoring/pairs.py), the form of what is written (snapshot_data.py).

A recompute may run twice or at the same time as itself. It reads the event's version *before* the results, so it may
see results that are newer than the version it stamps, and another recompute is then already due; it never stamps a
version whose results it has not seen, since versions are handed out under the event's lock. It writes only if the
snapshot is still the one it started from (compare and swap), and starts again otherwise.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db import transaction
from django.utils import timezone

from scoring.pairs import (
    Direction,
    PairsEntry,
    PairsEvent,
    PairsResult,
    Penalty,
    Winners,
    score_pairs,
)
from tournaments.models import (
    BoardSnapshot,
    EntryPlayer,
    Event,
    PenaltyUnit,
    Result,
    StandingsSnapshot,
)
from tournaments.services.errors import NotFoundError
from tournaments.services.progress import due_by_board
from tournaments.services.queueing import tear_ticket
from tournaments.services.reading import Reading, keep, read_results
from tournaments.services.snapshot_data import (
    EntryFacts,
    Known,
    ResultFacts,
    RoundFacts,
    board_data,
    changed_boards,
    event_data,
)

ATTEMPTS = 50
"""How often a recompute starts again because another one came first; each of those brought the event forward."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    """One reading of an event. Its version was read first; `snapshot_version` is what a write must still find."""

    snapshot_version: int
    reading: Reading
    pairs: PairsEvent
    known: Known


def recompute_standings(event_id: int) -> str:
    """Bring the standings of an event from their version to the event's; return a word on what was done.

    Raises `NotFoundError` when there is no such event.
    """
    tear_ticket(event_id)
    for _ in range(ATTEMPTS):
        loaded = _load(event_id)
        if loaded is None:
            return "up to date"
        if _write(event_id, loaded):
            return f"version {loaded.reading.version}"
    return "overtaken"  # the sweep takes over


def _load(event_id: int) -> _Loaded | None:
    """Read everything, the versions first; None when the snapshot is not behind."""
    # the movement is by far the largest column, and the tables say all of it
    event = Event.objects.defer("movement").select_related("snapshot").filter(pk=event_id).first()
    if event is None:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event")
    snapshot = getattr(event, "snapshot", None)
    if snapshot is None:
        snapshot, _ = StandingsSnapshot.objects.get_or_create(event=event)
    if snapshot.version >= event.results_version:
        return None
    everything = event.all_boards_version > snapshot.version
    if everything or "due" not in snapshot.data:
        due = dict(due_by_board(event))
    else:
        due = {int(board): count for board, count in snapshot.data["due"].items()}
    entries = tuple(
        EntryFacts(*row) for row in event.entries.values_list("pk", "number", "name", "field", "withdrawn")
    )
    reading = read_results(event, {entry.pk: entry.number for entry in entries})
    known = Known(
        status=event.status,
        previous=snapshot.data,
        since=-1 if everything else snapshot.version,
        due=due,
        entries=entries,
        players=_players(event) if everything else None,
        rounds=tuple(
            RoundFacts(*row) for row in event.rounds.order_by("number").values_list("number", "status")
        ),
        penalties=tuple(event.penalties.select_related("entry").order_by("pk")),
    )
    return _Loaded(snapshot.version, reading, _pairs_event(event, entries, reading.results(), known), known)


_SHOWN = (
    "pk",
    "table__round__number",
    "table__number",
    "ns_bid",
    "ns_tricks",
    "ew_bid",
    "ew_tricks",
    "not_played",
    "group",
    "state",
    "version",
    "note",
)


def _facts(event_id: int, boards: Iterable[int]) -> dict[int, ResultFacts]:
    """What travellers of these boards show of each result, by its key."""
    rows = Result.objects.filter(event_id=event_id, board__in=list(boards)).values_list(*_SHOWN)
    return {row[0]: ResultFacts(*row) for row in rows}


def _players(event: Event) -> dict[int, list[str]]:
    """The players' names of each entry, by its number."""
    names: defaultdict[int, list[str]] = defaultdict(list)
    seats = EntryPlayer.objects.filter(entry__event=event).order_by("entry__number", "position")
    for number, name in seats.values_list("entry__number", "person__name"):
        names[number].append(name)
    return names


def _pairs_event(
    event: Event, entries: Iterable[EntryFacts], results: tuple[PairsResult, ...], known: Known
) -> PairsEvent:
    return PairsEvent(
        entries=tuple(
            PairsEntry(
                entry.number, entry.name, Direction(entry.field) if entry.field else None, entry.withdrawn
            )
            for entry in entries
        ),
        results=results,
        expected={int(board): count for board, count in event.expected_scores.items()},
        neuberg=event.neuberg,
        winners=Winners(event.winners),
        tie_breaks=tuple(event.tie_breaks),
        penalties=tuple(
            Penalty(
                penalty.entry.number,
                **{"percent" if penalty.unit == PenaltyUnit.PERCENT else "points": Fraction(penalty.amount)},
                reason=penalty.reason,
            )
            for penalty in known.penalties
        ),
    )


def _write(event_id: int, loaded: _Loaded) -> bool:
    """Compute outside the transaction, write inside it; False when another recompute wrote meanwhile."""
    known, reading = loaded.known, loaded.reading
    standings = score_pairs(loaded.pairs, reading.scored)
    keep(event_id, replace(reading, scored=standings.boards))
    data = event_data(loaded.pairs, standings, known)
    changed = changed_boards(standings, known, data, reading.touched(known.since))
    facts = _facts(event_id, changed)
    rows = [
        BoardSnapshot(
            event_id=event_id,
            board=board,
            version=reading.version,
            data=board_data(
                board,
                standings,
                known.due.get(board, 0),
                [facts[item.pk] for item in reading.counting(board)],
            ),
        )
        for board in sorted(changed)
    ]
    with transaction.atomic():
        swapped = StandingsSnapshot.objects.filter(event_id=event_id, version=loaded.snapshot_version).update(
            version=reading.version, computed_at=timezone.now(), data=data
        )
        if not swapped:
            return False
        BoardSnapshot.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["event", "board"],
            update_fields=["version", "data"],
            batch_size=100,
        )
        if known.since < 0:
            BoardSnapshot.objects.filter(event_id=event_id).exclude(board__in=changed).delete()
    return True
