"""What happened on a board at the other tables, for players who have agreed on theirs.

Never does: show a board that not everybody may see: as long as a table has it to play it is a secret, to these
players too.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from tournaments import figures
from tournaments.models import BoardSnapshot, Event, Table
from tournaments.services.visibility import visible_boards

KEPT_SECONDS: Final = 60


def others_of(event: Event, table: Table, boards: Collection[int]) -> dict[int, list[dict[str, Any]]]:
    """By board, its results at all tables, best North-South score first; none yet where nothing was computed since.

    Boards that are secret are left out."""
    readable = set(boards) & _open_to_all(event) if boards else set()
    if not readable:
        return {}
    found = BoardSnapshot.objects.filter(event=event, board__in=readable).values_list("board", "data")
    place = (table.round.number, table.number)
    none: dict[int, list[dict[str, Any]]] = {board: [] for board in readable}
    return none | {
        board: sorted(
            (_row(row, own=(row["round"], row["table"]) == place) for row in data["rows"]),
            key=lambda row: -(row["points"] or 0),
        )
        for board, data in found
    }


def _open_to_all(event: Event) -> frozenset[int]:
    """Boards whose scores everybody may see. Asked once for each version of the event, not once a table."""
    key = f"table-open-boards:{event.pk}:{event.results_version}:{event.status}:{event.traveller_secrecy}"
    found: frozenset[int] | None = cache.get(key)
    if found is None:
        found = visible_boards(event, AnonymousUser()).scores
        cache.set(key, found, KEPT_SECONDS)
    return found


def _row(row: Mapping[str, Any], *, own: bool) -> dict[str, Any]:
    sides = {
        seat.upper(): {
            "entry": row[seat]["entry"],
            "bid": row[seat]["bid"] or figures.NONE,
            "tricks": row[seat]["tricks"] or figures.NONE,
            "score": figures.points(row[seat]["score"]),
            "percentage": figures.percent(row[seat]["percentage"]),
        }
        for seat in ("ns", "ew")
    }
    return {"own": own, "points": row["ns"]["score"], **sides}
