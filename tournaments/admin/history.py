"""What may be read and not touched: the log, the draw, boards and snapshots."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from boards.models import Board, BoardSet
from tournaments.admin.base import HistoryAdmin
from tournaments.admin.sight import unfinished_events_of
from tournaments.models import LogEntry, Round, StandingsSnapshot, Table, TournamentLogEntry
from tournaments.services.progress import board_shown
from tournaments.services.visibility import visible_boards, visible_deals


class LogAdmin(HistoryAdmin):
    """A diary: newest first, one readable line a change."""

    search_fields: tuple[str, ...] = ("reason", "actor", "action")
    date_hierarchy = "at"

    @admin.display(description="what changed")
    def changes(self, entry: LogEntry | TournamentLogEntry) -> SafeString:
        """Only the keys whose value is another one: "ns_tricks 6 → 7"."""
        before, after = entry.before or {}, entry.after or {}
        changed = [
            (key, _short(before.get(key)), _short(after.get(key)))
            for key in dict.fromkeys((*before, *after))
            if before.get(key) != after.get(key) and key not in ("version", "state")
        ]
        return format_html_join(", ", "{} {} → {}", changed) if before else _listed(after)


@admin.register(LogEntry)
class LogEntryAdmin(LogAdmin):
    club_path = "event__tournament__club"
    list_display = ("at", "actor", "door", "action", "subject", "changes", "reason")
    list_filter = ("event", "action", "door", "actor")
    search_fields = ("subject", *LogAdmin.search_fields)
    list_select_related = ("event",)
    fields = ("event", "at", "actor", "door", "action", "subject", "reason", "changes", "before", "after")

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogEntry]:
        """Without the events that the reader still plays in: their log has every bid."""
        return super().get_queryset(request).exclude(event__in=unfinished_events_of(request.user))


@admin.register(TournamentLogEntry)
class TournamentLogEntryAdmin(LogAdmin):
    club_path = "tournament__club"
    list_display = ("at", "tournament", "actor", "door", "action", "changes", "reason")
    list_filter = ("tournament", "action", "door", "actor")
    list_select_related = ("tournament",)
    fields = ("tournament", "at", "actor", "door", "action", "reason", "changes", "before", "after")


def _short(value: object) -> str:
    text = "–" if value in (None, "", []) else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _listed(values: dict[str, Any]) -> SafeString:
    said = [(key, _short(value)) for key, value in values.items() if value not in (None, "", [], False)]
    return format_html_join(", ", "{} {}", said)


@admin.register(Round)
class RoundAdmin(HistoryAdmin):
    club_path = "event__tournament__club"
    list_display = ("event", "number", "status", "opened_at", "closed_at")
    list_filter = ("event", "status")
    list_select_related = ("event",)


@admin.register(Table)
class TableAdmin(HistoryAdmin):
    club_path = "round__event__tournament__club"
    list_display = ("event", "round", "number", "ns", "ew", "boards_due")
    list_filter = ("round__event", "round__number")
    list_select_related = ("round__event__teams", "ns", "ew")
    search_fields = ("ns__name", "ew__name")

    @admin.display(description="event")
    def event(self, table: Table) -> str:
        return str(table.round.event)

    @admin.display(description="boards")
    def boards_due(self, table: Table) -> str:
        return ", ".join(str(board_shown(table.round.event, number)) for number in table.boards)


@admin.register(BoardSet)
class BoardSetAdmin(HistoryAdmin):
    """Board sets. The secret is on no page: it is in the event file, which is the director's backup."""

    club_path = "events__tournament__club"
    list_display = ("name", "algorithm", "source", "created_at")
    fields = ("name", "algorithm", "session", "source", "created_at")
    search_fields = ("name",)

    def club_of(self, obj: Any) -> int:
        event = obj.events.select_related("tournament").first()
        return event.tournament.club_id if event is not None else 0


@admin.register(Board)
class BoardAdmin(HistoryAdmin):
    """Boards. A deal shows only to whom services/visibility.py shows it: who plays sees it when it is over."""

    club_path = "board_set__events__tournament__club"
    list_display = ("board_set", "number")
    list_filter = ("board_set",)
    fields = ("board_set", "number", "hands")
    readonly_fields = ("hands",)

    def club_of(self, obj: Any) -> int:
        event = obj.board_set.events.select_related("tournament").first()
        return event.tournament.club_id if event is not None else 0

    def get_fields(self, request: HttpRequest, obj: Board | None = None) -> tuple[str, ...]:
        if obj is None:
            return ("board_set", "number")
        events = obj.board_set.events.select_related("tournament")
        shown = all(obj.number in visible_boards(event, request.user).deals for event in events)
        games = obj.board_set.games.select_related("event__tournament")
        shown = shown and all(obj.number in visible_deals(game, request.user) for game in games)
        return ("board_set", "number", "hands") if shown else ("board_set", "number")

    @admin.display(description="hands")
    def hands(self, board: Board) -> SafeString:
        seats = zip("NESW", board.pbn.removeprefix("N:").split(), strict=True)
        return format_html("<pre>{}</pre>", "\n".join(f"{seat}  {hand}" for seat, hand in seats))


@admin.register(StandingsSnapshot)
class StandingsSnapshotAdmin(HistoryAdmin):
    club_path = "event__tournament__club"
    list_display = ("event", "version", "results_version", "computed_at")
    list_select_related = ("event",)
    fields = ("event", "version", "results_version", "computed_at")
    readonly_fields = ("results_version",)

    @admin.display(description="results' version")
    def results_version(self, snapshot: StandingsSnapshot) -> int:
        return snapshot.event.results_version
