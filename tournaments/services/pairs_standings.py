"""A Pairs event's standings: what a recompute reads of it, and what it will write.

Owns: reading a Pairs event for the scorer; which travellers are written again.
Never does: arithmetic (scoring/pairs.py), the form of what is written (snapshot_data.py), the write (standings.py).
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from scoring.pairs import (
    Direction,
    PairsEntry,
    PairsEvent,
    PairsResult,
    PairsStandings,
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
from tournaments.models import Penalty as EventPenalty
from tournaments.services.fresh import Fresh
from tournaments.services.progress import due_by_board
from tournaments.services.reading import keep, read_results
from tournaments.services.snapshot_data import (
    EntryFacts,
    Known,
    ResultFacts,
    RoundFacts,
    board_data,
    changed_boards,
    event_data,
)


def compute_pairs(event: Event, snapshot: StandingsSnapshot) -> Fresh:
    """Score the boards that changed since `snapshot`, and with them the whole event."""
    entries = _entries(event)
    reading = read_results(event, {entry.pk: entry.number for entry in entries})
    known = _known(event, snapshot, entries)
    pairs = _pairs_event(event, entries, reading.results(), known.penalties)
    standings = score_pairs(pairs, reading.scored)
    keep(event.pk, replace(reading, scored=standings.boards))
    data = event_data(pairs, standings, known)
    changed = changed_boards(standings, known, data, reading.touched(known.since))
    facts = _facts(event.pk, changed)
    rows = [
        BoardSnapshot(
            event_id=event.pk,
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
    return Fresh(reading.version, data, lambda: _store(event.pk, rows, everything=known.since < 0))


def score_now(event: Event) -> PairsStandings:
    """The standings as they are at this moment, uncommitted changes included: nothing is stored or kept."""
    entries = _entries(event)
    reading = read_results(event, {entry.pk: entry.number for entry in entries})
    penalties = tuple(event.penalties.select_related("entry").order_by("pk"))
    return score_pairs(_pairs_event(event, entries, reading.results(), penalties), reading.scored)


def _entries(event: Event) -> tuple[EntryFacts, ...]:
    """Everybody but those who wait for a seat."""
    rows = event.entries.filter(standby=False)
    return tuple(EntryFacts(*row) for row in rows.values_list("pk", "number", "name", "field", "withdrawn"))


def _store(event_id: int, rows: list[BoardSnapshot], *, everything: bool) -> None:
    BoardSnapshot.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["event", "board"],
        update_fields=["version", "data"],
        batch_size=100,
    )
    if everything:
        kept = [row.board for row in rows]
        BoardSnapshot.objects.filter(event_id=event_id).exclude(board__in=kept).delete()


def _known(event: Event, snapshot: StandingsSnapshot, entries: tuple[EntryFacts, ...]) -> Known:
    everything = event.all_boards_version > snapshot.version
    if everything or "due" not in snapshot.data:
        due = dict(due_by_board(event))
    else:
        due = {int(board): count for board, count in snapshot.data["due"].items()}
    return Known(
        status=event.status,
        previous=snapshot.data,
        since=-1 if everything else snapshot.version,
        due=due,
        entries=entries,
        players=players_by_entry(event) if everything else None,
        rounds=tuple(
            RoundFacts(*row) for row in event.rounds.order_by("number").values_list("number", "status")
        ),
        penalties=tuple(event.penalties.select_related("entry").order_by("pk")),
    )


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


def players_by_entry(event: Event) -> dict[int, list[str]]:
    """The players' names of each entry, by its number."""
    names: defaultdict[int, list[str]] = defaultdict(list)
    seats = EntryPlayer.objects.filter(entry__event=event).order_by("entry__number", "position")
    for number, name in seats.values_list("entry__number", "person__name"):
        names[number].append(name)
    return names


def _pairs_event(
    event: Event,
    entries: Iterable[EntryFacts],
    results: tuple[PairsResult, ...],
    penalties: Iterable[EventPenalty],
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
            for penalty in penalties
        ),
    )
