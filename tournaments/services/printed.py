"""What was printed, and what of it no longer says what is true.

Owns: what a sheet is made from (its basis), remembering the last print of each sheet, and what is stale.
Never does: print (tournaments/printing.py).
Terms: *kind*, a document by its name in addresses; *part*, such as "round 3", or "" for all of it.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.models import (
    EntryPlayer,
    Event,
    PrintedSheet,
    RankedSettings,
    RatingBook,
    StandingsSnapshot,
    Substitution,
    Table,
    TableSeat,
)
from tournaments.services.actors import Actor

_OF_CODES = frozenset({"table-cards", "entry-cards", "table-tents"})
_OF_TABLES = frozenset({"table-sheets"})
"""With codes, and the rules that are played by."""
_OF_RATINGS = frozenset({"leaderboard"})
_OF_THE_DRAW = frozenset(
    {
        *("blank-travellers", "match-score-sheets", "round-pairings", "pick-up-slips", "score-cards"),
        *("guide-cards-tables", "guide-cards-entries", "seating-by-name", "seating-by-table"),
        *("name-badges", "place-cards", "board-labels", "curtain-cards", "dealing-sheets"),
    }
)
"""All other sheets show results."""
_OF_THE_DEALS = frozenset({"board-labels", "curtain-cards", "dealing-sheets"})
"""Of the draw, those that boards dealt anew make stale."""
_OF_PEOPLE = frozenset(
    {
        *("guide-cards-tables", "guide-cards-entries", "seating-by-name", "seating-by-table", "place-cards"),
        *("name-badges", "round-pairings", "match-score-sheets"),
    }
)
"""Of the draw, those that say who really sits: substitutes, line-ups and stand-by entries are on them too."""


@dataclass(frozen=True, slots=True)
class SheetState:
    """The last print of a sheet. `revision` is the event's results version then; `why` says what makes it stale."""

    kind: str
    part: str
    revision: int
    at: datetime
    by: str
    stale: bool
    why: str = ""


def note_printed(event_id: int, kind: str, part: str, actor: Actor) -> None:
    """Remember that a sheet was printed as it is now."""
    event = Event.objects.get(pk=event_id)
    PrintedSheet.objects.update_or_create(
        event=event,
        kind=kind,
        part=part,
        defaults={
            "basis": _Bases(event).of(kind, part),
            "revision": event.results_version,
            "at": timezone.now(),
            "by": actor.name[:200],
        },
    )


def sheet_states(event: Event) -> list[SheetState]:
    """The last print of each sheet, newest first. At most ten queries, however much was printed."""
    bases = _Bases(event)
    return [
        SheetState(
            sheet.kind,
            sheet.part,
            sheet.revision,
            sheet.at,
            sheet.by,
            stale := bases.of(sheet.kind, sheet.part) != sheet.basis,
            _why(sheet.kind) if stale else "",
        )
        for sheet in event.printed.all()
    ]


def round_in(part: str) -> int | None:
    """The round that a part is of."""
    return int(part.removeprefix("round ")) if part.startswith("round ") else None


def _why(kind: str) -> str:
    if kind in _OF_CODES:
        return "a code was revoked or made since"
    if kind in _OF_TABLES:
        return "a code or the rules have changed since"
    if kind in _OF_RATINGS:
        return "ratings have changed since"
    return (
        "the draw, a name or who sits has changed since"
        if kind in _OF_THE_DRAW
        else "results or rounds have changed since"
    )


class _Bases:
    """The present bases of an event's sheets; each thing is read once, when first asked for."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._draw: dict[int, list[str]] | None = None
        self._names: list[str] = []
        self._people: str | None = None
        self._standings: str | None = None
        self._codes: str | None = None

    def of(self, kind: str, part: str) -> str:
        if kind in _OF_CODES:
            return self._of_codes()
        if kind in _OF_TABLES:
            return self._of_tables()
        if kind in _OF_RATINGS:
            return self._of_ratings()
        if kind not in _OF_THE_DRAW:
            return self._of_standings()
        draw = self._of_draw(round_in(part))
        if kind in _OF_THE_DEALS:
            return _hash([draw, str(self._event.board_set_id)])
        return _hash([draw, self._of_people()]) if kind in _OF_PEOPLE else draw

    def _of_draw(self, number: int | None) -> str:
        if self._draw is None:
            self._draw = {}
            rows = Table.objects.filter(round__event=self._event).order_by("round__number", "number")
            columns = ("round__number", "number", "ns__number", "ew__number", "boards")
            for round_number, *table in rows.values_list(*columns):
                self._draw.setdefault(round_number, []).append(repr(table))
            self._names = [repr(row) for row in self._event.entries.values_list("number", "name")]
        rounds = [number] if number is not None else sorted(self._draw)
        return _hash([*self._names, *(f"{one}:{self._draw.get(one)}" for one in rounds)])

    def _of_people(self) -> str:
        if self._people is None:
            entries = self._event.entries.values_list("number", "withdrawn", "standby")
            players = EntryPlayer.objects.filter(entry__event=self._event).order_by(
                "entry__number", "position"
            )
            swaps = Substitution.objects.filter(entry__event=self._event).order_by("pk")
            chairs = TableSeat.objects.filter(table__round__event=self._event).order_by(
                "table_id", "direction", "position"
            )
            self._people = _hash(
                repr(row)
                for rows in (
                    entries,
                    players.values_list("entry__number", "person__name"),
                    swaps.values_list("entry__number", "out", "into__name", "first_round", "last_round"),
                    chairs.values_list("table_id", "direction", "person__name"),
                )
                for row in rows
            )
        return self._people

    def _of_standings(self) -> str:
        if self._standings is None:
            found = (
                StandingsSnapshot.objects.filter(event=self._event).values_list("version", flat=True).first()
            )
            # a sheet made of standings that lag is stale as soon as they have followed
            self._standings = _hash([str(found)])
        return self._standings

    def _of_tables(self) -> str:
        leaving = RankedSettings.objects.filter(event=self._event).values_list("leaving", flat=True).first()
        return _hash([self._of_codes(), repr(self._event.rules), str(leaving)])

    def _of_ratings(self) -> str:
        books = RatingBook.objects.filter(club=self._event.tournament.club_id)
        return _hash(
            repr(row) for row in books.values_list("rated_version", "minimum_games", "inactive_days")
        )

    def _of_codes(self) -> str:
        if self._codes is None:
            standing = self._event.table_tokens.filter(revoked_at=None).order_by("pk")
            self._codes = _hash(standing.values_list("nonce", flat=True))
        return self._codes


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
