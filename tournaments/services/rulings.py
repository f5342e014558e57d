"""Looking before ruling: what a change would do to a Pairs event's boards and standings, without making it.

Owns: the effect of any change of a Pairs event (services/corrections.py has the one of Teams). A preview is the real
change, rolled back, as there: what it promises is what the change will do.
Terms: *place move*, an entry whose rank or percentage would be another.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db import transaction

from scoring.pairs import PairsStandings, StandingRow
from tournaments.models import Event, Kind
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.kinds import faults_of_kind
from tournaments.services.pairs_standings import score_now


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """Ranks count from 1 in the list `field` ("" where there is one list); percentages are of the final result, None
    where no board counts (yet). `rank_before` is None for an entry that was not there."""

    entry: int
    name: str
    field: str
    rank_before: int | None
    rank_after: int
    before: Fraction | None
    after: Fraction | None


@dataclass(frozen=True, slots=True)
class BoardMove:
    """What an entry has on one board, in percent, before and after; None: no result, or none that counts."""

    board: int
    entry: int
    before: Fraction | None
    after: Fraction | None


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """Places in the order of their new ranks; boards by number, then entry."""

    places: tuple[PlaceMove, ...]
    boards: tuple[BoardMove, ...]

    @property
    def nothing(self) -> bool:
        return not self.places and not self.boards


class _RollBackError(Exception):
    """Ends the transaction of a preview."""


def preview_ruling(event_id: int, change: Callable[[], Any]) -> RulingEffect:
    """Run `change` (a call of a service on this Pairs event), see what it does, and undo it.

    Raises whatever `change` raises.
    """
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event")
    refuse_if(faults_of_kind(event, Kind.PAIRS))
    effect: RulingEffect | None = None
    try:
        with transaction.atomic():
            before = score_now(event)
            change()
            event.refresh_from_db()
            after = score_now(event)
            effect = RulingEffect(_places(before, after), _boards(before, after))
            raise _RollBackError
    except _RollBackError:
        pass
    assert effect is not None
    return effect


def _rows(standings: PairsStandings) -> dict[int, tuple[str, StandingRow]]:
    return {row.entry: (field, row) for field, rows in standings.standings.items() for row in rows}


def _places(before: PairsStandings, after: PairsStandings) -> tuple[PlaceMove, ...]:
    then = _rows(before)
    moves = []
    for entry, (field, row) in _rows(after).items():
        old = then[entry][1] if entry in then else None
        old_place = (old.rank, old.percentage) if old is not None else (None, None)
        if old_place != (row.rank, row.percentage):
            moves.append(
                PlaceMove(entry, row.name, field, old_place[0], row.rank, old_place[1], row.percentage)
            )
    return tuple(sorted(moves, key=lambda move: (move.field, move.rank_after, move.entry)))


def _boards(before: PairsStandings, after: PairsStandings) -> tuple[BoardMove, ...]:
    moves = []
    for board in sorted({*before.boards, *after.boards}):
        if before.boards.get(board) == after.boards.get(board) and before.own_averages == after.own_averages:
            continue
        old, new = _shares(before, board), _shares(after, board)
        moves += [
            BoardMove(board, entry, old.get(entry), new.get(entry))
            for entry in sorted({*old, *new})
            if old.get(entry) != new.get(entry)
        ]
    return tuple(moves)


def _shares(standings: PairsStandings, board: int) -> dict[int, Fraction | None]:
    """Each entry's percentage on a board."""
    return {
        side.entry: side.percentage
        for line in standings.board_lines(board)
        for side in (line.ns, line.ew)
        if side.entry is not None
    }
