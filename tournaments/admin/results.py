"""Results in the admin: found by event, round and state; entered and corrected through the service alone."""

from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.views import ChangeList

from tournaments.admin.base import ServiceAdmin
from tournaments.admin.effects import preview_of
from tournaments.admin.result_form import ResultForm
from tournaments.admin.sight import Sight
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, Kind, Result
from tournaments.services.actors import Deed, clubs_where, may
from tournaments.services.progress import board_shown
from tournaments.services.result_rights import Attempt, barred, rulings_in

_TO_READ = (
    ("place", "board_called"),
    ("ns", "ew"),
    ("ns_bid", "ns_tricks"),
    ("ew_bid", "ew_tricks"),
    ("ns_score", "ew_score"),
    "ruling",
    ("state", "note"),
)

_IN_A_RACE = (("ns_number", "ew_number", "as_played"), "note")

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


def _shows_teams(request: HttpRequest) -> bool:
    pk = request.GET.get("event__id__exact", "")
    known = pk.isascii() and pk.isdecimal() and len(pk) < 10
    return known and Event.objects.filter(pk=pk, kind=Kind.TEAMS).exists()


def _back(request: HttpRequest, result: Result) -> HttpResponse | None:
    """A match's page, where its other boards are; or the event's, where the next missing result is, which a scorer may
    not open: None."""
    if not _STAYING.isdisjoint(request.POST):
        return None
    event, table = result.event, result.table
    place = f"Round {table.round.number}, table {table.number}, board {board_shown(event, result.board)}"
    if table.match_id is not None:
        messages.success(request, f"{place}: saved.")
        return HttpResponseRedirect(reverse("admin:tournaments_match_change", args=[table.match_id]))
    if not may(request.user, Deed.DIRECT, event.tournament.club_id):
        return None
    messages.success(request, f"{place}: saved.")
    return HttpResponseRedirect(reverse("admin:tournaments_event_change", args=[event.pk]))


@admin.register(Result)
class ResultAdmin(ServiceAdmin):
    club_path = "event__tournament__club"
    deed = Deed.ENTER_RESULTS
    form = ResultForm
    change_form_before_template = "admin/tournaments/result/effect.html"
    list_display = (
        *("place", "board_called", "pairs", "bids", "tricks"),
        *("scores", "ruling", "state", "updated_at"),
    )
    list_filter = ("event", "table__round__number", "board", "state")
    search_fields = ("ns__name", "ew__name", "=board")
    list_select_related = ("event__tournament", "event__teams", "table__round", "ns", "ew")
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
        (None, {"fields": ("reason", "version", "seen")}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Result | None = None) -> Any:
        """Without the place where it is settled, and without rulings for who may not rule."""
        place, played, rulings, why = self.fieldsets
        if obj is not None and not self.has_change_permission(request, obj):
            return ((None, {"fields": _TO_READ}),)
        if obj is not None and obj.table.match_id is not None:
            rulings = ("Rulings", {**rulings[1], "fields": _IN_A_RACE})
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
        return _back(request, obj) or super().response_add(request, obj, post_url_continue)

    def response_change(self, request: HttpRequest, obj: Result) -> HttpResponse:
        return _back(request, obj) or super().response_change(request, obj)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        """With what a correction would change, where it has to be looked at before it is saved."""
        form = context["adminform"].form
        if getattr(form, "effect", None) is not None:
            context["preview"] = preview_of(form.effect, form.instance.event, request.user)
            context["errors"] = []  # there is nothing to be put right
        return super().render_change_form(request, context, *args, **kwargs)

    def get_list_filter(self, request: HttpRequest) -> Any:
        """Without boards where one event is shown whose boards count from 1 in every round."""
        named = self.list_filter
        return tuple(name for name in named if name != "board") if _shows_teams(request) else named

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ResultList

    @admin.display(description="round, table", ordering="table__round__number")
    def place(self, result: Result) -> str:
        return f"{result.table.round.number}, {result.table.number}"

    @admin.display(description="board", ordering="board")
    def board_called(self, result: Result) -> int:
        return board_shown(result.event, result.board)

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
