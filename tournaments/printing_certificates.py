"""Certificates: from final standings to the frozen data that `sheets` draws.

Owns: who has one, what it says of the place and of what was played, and that there is none before the end.
Never does: rank: places are those of the standings.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from tournaments import figures
from tournaments.models import Event, EventStatus, Kind, StandingsSnapshot
from tournaments.printing_base import Order, day_name, head_of, is_prize, snapshot_of
from tournaments.services.entries import named_after
from tournaments.services.errors import ConflictError
from tournaments.sheets import Certificate, Certificates, render_certificates

USUAL_PRIZES = 3
"""Places with a certificate where an order says nothing of prizes."""
_FIELDS = {"NS": "North–South", "EW": "East–West"}


def certificates(order: Order) -> bytes:
    """A certificate for each prize place of each list, the first three unless the order says how many.

    Raises `ConflictError` before the event is final, and while its standings are being worked out.
    """
    event = order.event
    snapshot = _final_standings(event)
    counted = replace(order, prizes=order.prizes or USUAL_PRIZES)
    sheet = Certificates(
        head=head_of(event),
        club=event.tournament.club.name,
        date=_date(event),
        certificates=tuple(_certificates(counted, snapshot.data)),
        duplex=order.duplex,
    )
    return render_certificates(sheet, order.page_size)


def _final_standings(event: Event) -> StandingsSnapshot:
    if event.status != EventStatus.FINAL:
        message = (
            f"“{event.name}” is not final yet and its places can change; end it, then print certificates."
        )
        raise ConflictError(message, code="not-final")
    snapshot = snapshot_of(event)
    if snapshot.version != event.results_version:
        message = (
            f"The final standings of “{event.name}” are being worked out; print certificates in a moment."
        )
        raise ConflictError(message, code="standings-lag")
    return snapshot


def _date(event: Event) -> str:
    """The day of the tournament, or its first and last."""
    first, last = event.tournament.starts_on, event.tournament.ends_on
    days = [first] if last is None or last == first else [first, last]
    return " – ".join(day_name(day) for day in days)


def _certificates(order: Order, data: Mapping[str, Any]) -> Iterator[Certificate]:
    event = order.event
    for listed in data.get("lists", ()):
        for row in listed["rows"]:
            if not is_prize(order, row) or not _has_played(event, row):
                continue
            entry = data["entries"][str(row["entry"])]
            players = tuple(entry["players"])
            # a pair that is called after its players is not told twice who they are
            own = event.kind == Kind.PAIRS and entry["name"] == named_after(players)
            yield Certificate(
                place=_place(row["rank"], tied=row["tied"]),
                name=entry["name"],
                players=() if own else players,
                field=gettext(_FIELDS[listed["field"]]) if listed["field"] else "",
                record=_record(event, row),
            )


def _has_played(event: Event, row: Mapping[str, Any]) -> bool:
    return event.kind == Kind.TEAMS or bool(row["boards"])


def _place(rank: int, *, tied: bool) -> str:
    words = {
        1: gettext("First place"),
        2: gettext("Second place"),
        3: gettext("Third place"),
        4: gettext("Fourth place"),
        5: gettext("Fifth place"),
        6: gettext("Sixth place"),
    }
    place = words.get(rank) or gettext("Place %(number)s") % {"number": rank}
    return gettext("%(place)s, shared") % {"place": place} if tied else place


def _record(event: Event, row: Mapping[str, Any]) -> str:
    """ "61.54 %", or of a team its wins and losses."""
    if event.kind == Kind.PAIRS:
        return f"{figures.percent(row['percentage'])} %"
    wins = figures.quarters(row["half_wins"] / 2)
    won = gettext("%(count)s win") if wins == "1" else gettext("%(count)s wins")
    lost = gettext("%(count)s loss") if row["losses"] == 1 else gettext("%(count)s losses")
    return f"{won % {'count': wins}}, {lost % {'count': row['losses']}}"
