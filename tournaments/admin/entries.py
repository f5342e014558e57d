"""Entries and penalties: added, renamed, withdrawn and taken back through their services."""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin
from django.db import models, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from tournaments.admin.base import MOST_SMALL, ServiceAdmin, ServiceForm, WholeNumber, actor_of
from tournaments.models import Entry, EntryPlayer, Event, Kind, Penalty
from tournaments.services.actors import clubs_where
from tournaments.services.entries import NewEntry, add_entries, rename_entry, withdraw_entry
from tournaments.services.errors import ServiceError
from tournaments.services.events import add_penalty, remove_penalty
from tournaments.services.players import change_players

_APART = re.compile(r"[&\r\n]+")
_PLAYERS_THERE = _(
    "All who belong to it, one on each line. Who stays is the same person; an entry that is named after its players is "
    "renamed with them."
)


class EntryForm(ServiceForm):
    players_text = forms.CharField(
        required=False,
        max_length=1_500,
        label=_("Players"),
        help_text=_(
            "Two names of a pair, or four to six of a team, one on each line or with & between them. People are found "
            "by name in the club, or made."
        ),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
    )
    late_losses = WholeNumber(
        required=False,
        min_value=0,
        max_value=MOST_SMALL,
        label=_("Late losses"),
        help_text=_(
            "Of a team that comes when rounds are drawn already; left empty, one for each of those rounds that is no "
            "half win."
        ),
    )
    late_halves = WholeNumber(
        required=False,
        min_value=0,
        max_value=MOST_SMALL,
        label=_("Late half wins"),
        help_text=_("Of such a team; left empty, none."),
    )
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("Needed to change players, to withdraw an entry or to take it back."),
        widget=UnfoldAdminTextInputWidget,
    )

    class Meta:
        model = Entry
        fields = ("event", "number", "name", "withdrawn")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("number", "name"):
            if name in self.fields:
                self.fields[name].required = False
        if self.instance.pk:
            seats = self.instance.seats.select_related("person")
            self.initial["players_text"] = "\n".join(seat.person.name for seat in seats)
            self.fields["players_text"].help_text = _PLAYERS_THERE

    def run(self, cleaned: dict[str, Any]) -> Entry:
        if self.instance.pk:
            return self._change(cleaned)
        wanted = NewEntry(
            players=_players(cleaned["players_text"]),
            name=cleaned["name"],
            number=cleaned.get("number"),
            late_losses=cleaned["late_losses"],
            late_halves=cleaned["late_halves"] or 0,
        )
        return add_entries(cleaned["event"].pk, [wanted], self.actor)[0]

    def _change(self, cleaned: dict[str, Any]) -> Entry:
        """All of it or nothing: the page that is shown again says nothing of a half."""
        entry = Entry.objects.get(pk=self.instance.pk)
        place, reason = (entry.event_id, entry.number), cleaned["reason"]
        players = _players(cleaned["players_text"])
        with transaction.atomic():
            if players != _players(self.initial["players_text"]):
                change_players(*place, players, self.actor, reason)
            # a new name typed here, not the one that other players have just given it
            if cleaned["name"] != entry.name:
                rename_entry(*place, cleaned["name"], self.actor, reason)
            if cleaned["withdrawn"] != entry.withdrawn:
                withdraw_entry(*place, self.actor, reason, withdrawn=cleaned["withdrawn"])
        return Entry.objects.get(pk=entry.pk)


def _players(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in _APART.split(text) if name.strip())


class PenaltyForm(ServiceForm):
    class Meta:
        model = Penalty
        fields = ("entry", "unit", "amount", "reason")

    def run(self, cleaned: dict[str, Any]) -> Penalty:
        entry: Entry = cleaned["entry"]
        amount: Decimal = cleaned["amount"]
        return add_penalty(
            entry.event_id, entry.number, amount, cleaned["reason"], self.actor, cleaned["unit"]
        )


@admin.register(Entry)
class EntryAdmin(ServiceAdmin):
    club_path = "event__tournament__club"
    form = EntryForm
    list_display = ("number", "name", "player_names", "field", "withdrawn", "event")
    list_filter = ("event", "withdrawn", "field")
    list_display_links = ("number", "name")
    search_fields = ("name", "players__name", "=number")
    ordering = ("event", "number")

    def get_fields(self, request: HttpRequest, obj: Entry | None = None) -> tuple[Any, ...]:
        if obj is None:
            return ("event", "number", "players_text", "name", ("late_losses", "late_halves"))
        return ("name", "players_text", "withdrawn", "reason")

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "event":
            clubs = clubs_where(request.user, self.deed)
            kwargs["queryset"] = Event.objects.filter(tournament__club__in=clubs)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Entry]:
        # people by a join, as in api/views/draws.py
        seats = models.Prefetch("seats", EntryPlayer.objects.select_related("person"))
        return super().get_queryset(request).select_related("event").prefetch_related(seats)

    @admin.display(description="players")
    def player_names(self, entry: Entry) -> str:
        between = " & " if entry.event.kind == Kind.PAIRS else ", "
        return between.join(seat.person.name for seat in entry.seats.all())


@admin.register(Penalty)
class PenaltyAdmin(ServiceAdmin):
    """Penalties and bonuses. One is taken back with a reason, and stays in the log."""

    club_path = "event__tournament__club"
    form = PenaltyForm
    list_display = ("entry", "amount", "unit", "reason", "event", "created_at")
    list_filter = ("event", "unit")
    search_fields = ("entry__name", "reason")
    list_select_related = ("entry", "event")
    autocomplete_fields = ("entry",)
    actions = ("take_back",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None and super().has_change_permission(request, obj)

    @admin.action(description="Take back the selected penalties")
    def take_back(self, request: HttpRequest, chosen: models.QuerySet[Penalty]) -> None:
        count = 0
        for penalty in chosen:
            try:
                remove_penalty(penalty.pk, "taken back in the admin", actor_of(request))
            except ServiceError as error:
                self.message_user(request, str(error), level="error")
            else:
                count += 1
        self.message_user(request, f"{count} penalties taken back.")
