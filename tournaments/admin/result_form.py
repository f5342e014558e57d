"""The form with which a director enters or corrects one result.

The service checks and stores in one step, under the event's lock: a form that only checked could be overtaken
between its check and its saving. So the form's last act of cleaning is the recording itself, inside the admin's own
transaction, and every fault of the service lands at the field it is about.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from tournaments.admin.base import show_faults
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Result, ResultState, RoundStatus, Table
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError
from tournaments.services.result_fields import TEXTS
from tournaments.services.results import Entered, record_result


class ResultForm(forms.ModelForm):
    """One result. `actor` and, for a new one, `tables` are set by the admin that makes the form."""

    actor: Actor
    table = forms.ModelChoiceField(
        queryset=Table.objects.none(), label=_("Table"), widget=UnfoldAdminSelectWidget
    )
    board = forms.IntegerField(min_value=1, label=_("Board"), widget=UnfoldAdminIntegerFieldWidget)
    ns_number = forms.IntegerField(
        required=False,
        min_value=1,
        label=_("NS pair"),
        help_text=_("Only if another pair than the scheduled one sat there."),
        widget=UnfoldAdminIntegerFieldWidget,
    )
    ew_number = forms.IntegerField(
        required=False,
        min_value=1,
        label=_("EW pair"),
        help_text=_("Only if another pair than the scheduled one sat there."),
        widget=UnfoldAdminIntegerFieldWidget,
    )
    as_played = forms.BooleanField(
        required=False,
        label=_("As played"),
        help_text=_("Record the pairs above although the draw has others."),
    )
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("Needed for every change after the first entry."),
        widget=UnfoldAdminTextInputWidget,
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Result
        fields = (*TEXTS, "ns_score", "ew_score", "not_played", "group", "note")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        existing = self.instance if self.instance.pk else None
        self.fields["table"].label_from_instance = table_label  # type: ignore[attr-defined]  # of ModelChoiceField
        if existing is None:
            self.fields["table"].queryset = tables_to_enter(self.clubs)  # type: ignore[attr-defined]
            return
        # the place of a result is what it is; only what happened there can be corrected
        del self.fields["table"], self.fields["board"]
        self.initial["version"] = existing.version
        self.initial["reason"] = ""
        if existing.ns_bid:
            self.initial["ns_score"] = self.initial["ew_score"] = None
        if existing.ns_id != existing.table.ns_id or existing.ew_id != existing.table.ew_id:
            self.initial.update(ns_number=existing.ns.number, ew_number=existing.ew.number, as_played=True)

    clubs: Any = ()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        table = self.instance.table if self.instance.pk else cleaned["table"]
        board = self.instance.board if self.instance.pk else cleaned["board"]
        try:
            receipt = record_result(table.round.event_id, _entered(cleaned, table, board), self.actor)
        except ServiceError as error:
            show_faults(self, error)
            return cleaned
        self.instance = Result.objects.get(pk=receipt.result_id)
        return cleaned

    def _post_clean(self) -> None:
        """The service has checked and stored: nothing of the model is left to be cleaned or saved."""


def _entered(cleaned: dict[str, Any], table: Table, board: int) -> Entered:
    fields = ResultFields(
        round=table.round.number,
        table=table.number,
        board=board,
        ns=cleaned["ns_number"],
        ew=cleaned["ew_number"],
        ns_bid=_text(cleaned["ns_bid"]),
        ns_tricks=_text(cleaned["ns_tricks"]),
        ew_bid=_text(cleaned["ew_bid"]),
        ew_tricks=_text(cleaned["ew_tricks"]),
        ns_adjusted=_text(cleaned["ns_adjusted"]),
        ew_adjusted=_text(cleaned["ew_adjusted"]),
        ns_score=cleaned["ns_score"],
        ew_score=cleaned["ew_score"],
        not_played=cleaned["not_played"],
        group=cleaned["group"] or 0,
    )
    return Entered(
        fields,
        version=cleaned["version"],
        reason=cleaned["reason"],
        as_played=cleaned["as_played"],
        state=ResultState.CONFIRMED,
        note=cleaned["note"],
    )


def _text(typed: str) -> str | None:
    return typed.strip() or None


def tables_to_enter(clubs: Any) -> Any:
    """Tables of open rounds in `clubs`, with what their labels need."""
    found = Table.objects.filter(
        round__status=RoundStatus.OPEN, round__event__tournament__club__in=clubs
    ).select_related("round__event", "ns", "ew")
    return found.order_by("round__event", "round__number", "number")


def table_label(table: Table) -> str:
    boards = ", ".join(str(number) for number in table.boards)
    place = f"{table.round.event.name}: round {table.round.number}, table {table.number}"
    return f"{place} – {table.ns.number} v {table.ew.number}, boards {boards}"
