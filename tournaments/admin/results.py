"""Results in the admin: found by event, round and state; entered and corrected through the service alone."""

from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.views import ChangeList

from tournaments.admin.base import ServiceAdmin
from tournaments.admin.result_form import ResultForm
from tournaments.admin.sight import Sight
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Result
from tournaments.services.actors import Deed, clubs_where, may
from tournaments.services.result_rights import Attempt, barred, rulings_in

_TO_READ = (
    ("place", "board"),
    ("ns", "ew"),
    ("ns_bid", "ns_tricks"),
    ("ew_bid", "ew_tricks"),
    ("ns_score", "ew_score"),
    "ruling",
    ("state", "note"),
)

_STAYING = frozenset({"_addanother", "_continue", "_saveasnew", "_popup"})
"""Buttons, and the mark of a pop-up window, after which the admin goes where it always goes."""


class ResultList(ChangeList):
    """Results, each marked with whether the reader may see what happened there."""

    result_list: Any

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        sight = Sight(request)
        results: list[Any] = list(self.result_list)
        self.result_list = results
        for result in results:
            result.shown = sight.sees(result.event, result.board)


def _shown(result: Result) -> bool:
    """Hidden unless the list, or the page of one result (`has_view_permission`), has found that it is not."""
    return bool(getattr(result, "shown", False))


def _back_to_event(request: HttpRequest, result: Result) -> HttpResponse | None:
    """The event's page, where the next missing result is; None for a scorer, who may not open it."""
    if not _STAYING.isdisjoint(request.POST):
        return None
    event, table = result.event, result.table
    if not may(request.user, Deed.DIRECT, event.tournament.club_id):
        return None
    place = f"Round {table.round.number}, table {table.number}, board {result.board}"
    messages.success(request, f"{place}: saved.")
    return HttpResponseRedirect(reverse("admin:tournaments_event_change", args=[event.pk]))


@admin.register(Result)
class ResultAdmin(ServiceAdmin):
    club_path = "event__tournament__club"
    deed = Deed.ENTER_RESULTS
    form = ResultForm
    list_display = ("place", "board", "pairs", "bids", "tricks", "scores", "ruling", "state", "updated_at")
    list_filter = ("event", "table__round__number", "board", "state")
    search_fields = ("ns__name", "ew__name", "=board")
    list_select_related = ("event__tournament", "table__round", "ns", "ew")
    ordering = ("-updated_at",)
    fieldsets = (
        (None, {"fields": (("table", "board"),)}),
        ("Bids and tricks", {"fields": (("ns_bid", "ns_tricks"), ("ew_bid", "ew_tricks"))}),
        (
            "Rulings",
            {
                "classes": ("collapse",),
                "fields": (
                    ("ns_adjusted", "ew_adjusted"),
                    ("ns_score", "ew_score"),
                    ("not_played", "group"),
                    ("ns_number", "ew_number", "as_played"),
                    "note",
                ),
            },
        ),
        (None, {"fields": ("reason", "version")}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Result | None = None) -> Any:
        """Without the place where it is settled, and without rulings for who may not rule."""
        place, played, rulings, why = self.fieldsets
        if obj is not None and not self.has_change_permission(request, obj):
            return ((None, {"fields": _TO_READ}),)
        if clubs_where(request.user, Deed.DIRECT).exists():
            return (place, played, rulings, why) if obj is None else (played, rulings, why)
        return (place, played, why) if obj is None else (played, why)

    def get_form(
        self, request: HttpRequest, obj: Result | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """A form that knows whose tables may be chosen."""
        made = super().get_form(request, obj, change, **kwargs)
        return type(made.__name__, (made,), {"clubs": clubs_where(request.user, self.deed)})

    def has_view_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        if isinstance(obj, Result):
            obj.shown = not barred(request.user, obj.event, obj.board)  # type: ignore[attr-defined]  # see _shown
            if not _shown(obj):
                return False
        return super().has_view_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """A scorer changes what is no ruling, while the round is open."""
        if not super().has_change_permission(request, obj):
            return False
        if not isinstance(obj, Result):
            return True
        if barred(request.user, obj.event, obj.board):
            return False
        if may(request.user, Deed.DIRECT, obj.event.tournament.club_id):
            return True
        untouched = ResultFields(board=obj.board)
        return not rulings_in(Attempt(fields=untouched, round_status=obj.table.round.status, existing=obj))

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Result]:
        return super().get_queryset(request).select_related(*self.list_select_related)

    def response_add(
        self, request: HttpRequest, obj: Result, post_url_continue: str | None = None
    ) -> HttpResponse:
        return _back_to_event(request, obj) or super().response_add(request, obj, post_url_continue)

    def response_change(self, request: HttpRequest, obj: Result) -> HttpResponse:
        return _back_to_event(request, obj) or super().response_change(request, obj)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ResultList

    @admin.display(description="round, table", ordering="table__round__number")
    def place(self, result: Result) -> str:
        return f"{result.table.round.number}, {result.table.number}"

    @admin.display(description="NS – EW")
    def pairs(self, result: Result) -> str:
        return f"{result.ns} – {result.ew}"

    @admin.display(description="bids")
    def bids(self, result: Result) -> str:
        return f"{result.ns_bid} – {result.ew_bid}" if result.ns_bid and _shown(result) else "–"

    @admin.display(description="tricks")
    def tricks(self, result: Result) -> str:
        return f"{result.ns_tricks} – {result.ew_tricks}" if result.ns_bid and _shown(result) else "–"

    @admin.display(description="scores")
    def scores(self, result: Result) -> str:
        if not _shown(result):
            return "hidden"
        shown = ("–" if score is None else str(score) for score in (result.ns_score, result.ew_score))
        return " / ".join(shown)

    @admin.display(description="ruling")
    def ruling(self, result: Result) -> str:
        if not _shown(result):
            return "–"
        if result.not_played:
            return "not played"
        sides = (("NS", result.ns_adjusted), ("EW", result.ew_adjusted))
        return ", ".join(f"{side} {given}" for side, given in sides if given)
