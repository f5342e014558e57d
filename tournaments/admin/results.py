"""Results in the admin: found by event, round and state; entered and corrected through the service alone."""

from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from tournaments.admin.base import RoleAdmin, actor_of
from tournaments.admin.result_form import ResultForm
from tournaments.models import Result
from tournaments.services.actors import Deed, clubs_where


@admin.register(Result)
class ResultAdmin(RoleAdmin):
    club_path = "event__tournament__club"
    deed = Deed.DIRECT
    form = ResultForm
    list_display = ("place", "board", "pairs", "bids", "tricks", "scores", "ruling", "state", "updated_at")
    list_filter = ("event", "table__round__number", "board", "state")
    search_fields = ("ns__name", "ew__name", "=board")
    list_select_related = ("event", "table__round", "ns", "ew")
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
        if obj is None:
            return self.fieldsets
        return self.fieldsets[1:]

    def get_form(
        self, request: HttpRequest, obj: Result | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """A form that knows who acts and whose tables may be chosen."""
        kwargs["fields"] = None
        made = super().get_form(request, obj, change, **kwargs)
        return type(
            made.__name__,
            (made,),
            {"actor": actor_of(request), "clubs": clubs_where(request.user, self.deed)},
        )

    def save_model(self, request: HttpRequest, obj: Result, form: Any, change: bool) -> None:
        """The form has recorded it already (result_form.py)."""

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Result]:
        return super().get_queryset(request).select_related(*self.list_select_related)

    @admin.display(description="round, table", ordering="table__round__number")
    def place(self, result: Result) -> str:
        return f"{result.table.round.number}, {result.table.number}"

    @admin.display(description="NS – EW")
    def pairs(self, result: Result) -> str:
        return f"{result.ns} – {result.ew}"

    @admin.display(description="bids")
    def bids(self, result: Result) -> str:
        return f"{result.ns_bid} – {result.ew_bid}" if result.ns_bid else "–"

    @admin.display(description="tricks")
    def tricks(self, result: Result) -> str:
        return f"{result.ns_tricks} – {result.ew_tricks}" if result.ns_bid else "–"

    @admin.display(description="scores")
    def scores(self, result: Result) -> str:
        shown = ("–" if score is None else str(score) for score in (result.ns_score, result.ew_score))
        return " / ".join(shown)

    @admin.display(description="ruling")
    def ruling(self, result: Result) -> str:
        if result.not_played:
            return "not played"
        sides = (("NS", result.ns_adjusted), ("EW", result.ew_adjusted))
        return ", ".join(f"{side} {given}" for side, given in sides if given)
