"""Where those who have opened a code go when their round is over.

Never does: tell of a draw that is not released (`visibility.draw_released`).
"""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from tournaments import figures
from tournaments.models import Entry, Event, Kind, Round, RoundStatus, Table
from tournaments.services.progress import board_shown
from tournaments.services.tokens import Opened
from tournaments.services.visibility import draw_released


def next_of(opened: Opened) -> dict[str, Any]:
    """`{"round", "released", "last", "seats": [{entry, table, side, against, boards}]}`.

    `round` is the first that is planned, None where none is; `last` says that the movement has no more. `seats` has
    everybody who is at the table now, or was in the last round; one without a table in that round sits out.
    """
    event = opened.event
    coming = event.rounds.filter(status=RoundStatus.PLANNED).order_by("number").first()
    released = coming is not None and draw_released(event, AnonymousUser())
    return {
        "round": coming.number if coming else None,
        "released": released,
        "last": coming is None and event.kind == Kind.PAIRS and event.rounds.exists(),
        "seats": [_seat(event, coming, entry) for entry in _here(opened)] if coming and released else [],
    }


def _here(opened: Opened) -> list[Entry]:
    """The entry of the code; or both entries of its table, of the last round before play was stopped."""
    if opened.token.entry is not None:
        return [opened.token.entry]
    table = opened.table or _last_table(opened)
    return [table.ns, table.ew] if table else []


def _last_table(opened: Opened) -> Table | None:
    tables = Table.objects.filter(round__event=opened.event, number=opened.token.table or 0)
    closed = tables.filter(round__status=RoundStatus.CLOSED).select_related("ns", "ew")
    return closed.order_by("-round__number").first()


def _seat(event: Event, coming: Round, entry: Entry) -> dict[str, Any]:
    tables = Table.objects.filter(Q(ns=entry) | Q(ew=entry), round=coming).select_related("ns", "ew")
    return {
        "entry": {"number": entry.number, "name": entry.name},
        "places": [
            {
                "table": table.number,
                "side": "NS" if table.ns_id == entry.pk else "EW",
                "players": _players(table, entry),
                "boards": figures.runs(board_shown(event, board) for board in table.boards),
            }
            for table in tables.order_by("number")
        ],
    }


def _players(table: Table, entry: Entry) -> list[str]:
    """Of a team, who sits there; a pair's players are its name."""
    if table.match_id is None:
        return []
    side = "NS" if table.ns_id == entry.pk else "EW"
    seats = table.seats.filter(direction=side).order_by("position")
    return list(seats.values_list("person__name", flat=True))
