"""The form with which a director or a scorer enters or corrects one result.

The service checks and stores in one step, under the event's lock: a form that only checked could be overtaken
between its check and its saving. So the form's last act of cleaning is the recording itself, inside the admin's own
transaction, and every fault of the service lands at the field it is about.
"""

from typing import Any

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from scoring.faults import Fault
from tournaments.admin.base import ServiceForm, WholeNumber
from tournaments.admin.effects import fingerprint_of_effect, says_something
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Kind, Result, ResultState, Room, RoundStatus, Table
from tournaments.services.actors import Deed, may
from tournaments.services.corrections import Effect, preview_effect
from tournaments.services.errors import ServiceError
from tournaments.services.progress import board_number, board_shown
from tournaments.services.result_fields import TEXTS
from tournaments.services.result_rights import Attempt, barred, rulings_in
from tournaments.services.results import Entered, record_result


class ResultForm(ServiceForm):
    """One result. `actor`, `user` and `clubs`, whose tables may be chosen, are set by the admin that makes the form."""

    table = forms.ModelChoiceField(
        queryset=Table.objects.none(), label=_("Table"), widget=UnfoldAdminSelectWidget
    )
    board = WholeNumber(label=_("Board"))
    ns_number = WholeNumber(
        required=False,
        label=_("NS pair"),
        help_text=_("Only if another pair than the scheduled one sat there."),
    )
    ew_number = WholeNumber(
        required=False,
        label=_("EW pair"),
        help_text=_("Only if another pair than the scheduled one sat there."),
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
    version = WholeNumber(required=False, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    """What a preview of this correction has shown: only what has been seen is saved."""

    class Meta:
        model = Result
        fields = (*TEXTS, "ns_score", "ew_score", "not_played", "group", "note")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        existing = self.instance if self.instance.pk else None
        self.fields["table"].label_from_instance = table_label  # type: ignore[attr-defined]  # of ModelChoiceField
        if existing is None:
            self.fields["table"].queryset = tables_to_enter(self.clubs)  # type: ignore[attr-defined]
            self._say_which_table()
            return
        # the place of a result is what it is; only what happened there can be corrected
        del self.fields["table"], self.fields["board"]
        self.initial["version"] = existing.version
        self.initial["reason"] = ""
        if existing.table.match_id is not None:
            for name in _NOT_IN_A_RACE:
                self.fields.pop(name, None)
            self.fields["ns_number"].label, self.fields["ew_number"].label = _("NS team"), _("EW team")
        if existing.ns_bid:
            self.initial["ns_score"] = self.initial["ew_score"] = None
        if existing.ns_id != existing.table.ns_id or existing.ew_id != existing.table.ew_id:
            self.initial.update(ns_number=existing.ns.number, ew_number=existing.ew.number, as_played=True)

    clubs: Any = ()
    effect: Effect | None = None
    """What the correction would change, where that is to be looked at before it is saved."""

    def _say_which_table(self) -> None:
        """In words, where a link has chosen the table already: a long list of tables is easily misread."""
        if not self.initial.get("board"):
            return
        field = self.fields["table"]
        try:
            table: Table | None = field.clean(self.initial.get("table"))
        except forms.ValidationError:
            return
        if table is not None:
            place = f"Round {table.round.number}, table {table.number}: {table.ns} v {table.ew}"
            # names are typed by people, and the admin prints help texts as they are
            field.help_text = escape(place)

    def run(self, cleaned: dict[str, Any]) -> Result:
        there = self.instance if self.instance.pk else None
        table = there.table if there is not None else cleaned["table"]
        event = table.round.event
        board = board_shown(event, there.board) if there is not None else cleaned["board"]
        entered = _entered(cleaned, table, board, there)
        why = barred(self.user, event, board_number(event, table.round.number, board))
        if why:
            raise ServiceError(Fault(code="plays-here", message=why, path="board"))
        self._refuse_rulings(table, entered)
        if there is not None and event.kind == Kind.TEAMS:
            self._show_first(event.pk, entered, cleaned["seen"])
        receipt = record_result(event.pk, entered, self.actor)
        return Result.objects.get(pk=receipt.result_id)

    def _show_first(self, event_id: int, entered: Entered, seen: str) -> None:
        """Refuse a correction that changes a match, places or a draw until its effect has been seen.

        The preview stands on the page that is shown again, and its mark in a hidden field of it: sent back, it saves.
        """
        effect = preview_effect(event_id, lambda: record_result(event_id, entered, self.actor))
        mark = fingerprint_of_effect(effect, entered)
        if seen == mark or not says_something(effect):
            return
        self.effect = effect
        self.data = {**dict(self.data.items()), "seen": mark}
        raise ServiceError(
            "Nothing is saved yet. Look at what this changes, then save again.", code="look-first"
        )

    def _refuse_rulings(self, table: Table, entered: Entered) -> None:
        if may(self.user, Deed.DIRECT, table.round.event.tournament.club_id):
            return
        number = board_number(table.round.event, table.round.number, entered.fields.board)
        existing = Result.objects.filter(table=table, board=number).first()
        rulings = rulings_in(
            Attempt(
                fields=entered.fields,
                round_status=table.round.status,
                state=entered.state,
                as_played=entered.as_played,
                existing=existing,
            )
        )
        if rulings:
            raise ServiceError(f"Only a director may {' or '.join(rulings)}.", code="ruling")


def _entered(cleaned: dict[str, Any], table: Table, board: int, there: Result | None) -> Entered:
    """What was typed. A scorer's form has no fields for rulings, so that none is given and a note stays; a race has
    none either. `board` is what players call it."""
    fields = ResultFields(
        round=table.round.number,
        table=table.number,
        board=board,
        ns=cleaned.get("ns_number"),
        ew=cleaned.get("ew_number"),
        ns_bid=_text(cleaned["ns_bid"]),
        ns_tricks=_text(cleaned["ns_tricks"]),
        ew_bid=_text(cleaned["ew_bid"]),
        ew_tricks=_text(cleaned["ew_tricks"]),
        ns_adjusted=_text(cleaned.get("ns_adjusted", "")),
        ew_adjusted=_text(cleaned.get("ew_adjusted", "")),
        ns_score=cleaned.get("ns_score"),
        ew_score=cleaned.get("ew_score"),
        not_played=cleaned.get("not_played", False),
        group=cleaned.get("group") or 0,
    )
    return Entered(
        fields,
        version=cleaned["version"],
        reason=cleaned["reason"],
        as_played=cleaned.get("as_played", False),
        state=ResultState.CONFIRMED,
        note=cleaned.get("note", there.note if there is not None else ""),
    )


def _text(typed: str) -> str | None:
    return typed.strip() or None


def tables_to_enter(clubs: Any) -> Any:
    """Tables of open rounds in `clubs`, with what their labels need."""
    found = Table.objects.filter(
        round__status=RoundStatus.OPEN, round__event__tournament__club__in=clubs
    ).select_related("round__event__tournament", "round__event__teams", "match", "ns", "ew")
    return found.order_by("round__event", "round__number", "number")


def table_label(table: Table) -> str:
    event = table.round.event
    boards = ", ".join(str(board_shown(event, number)) for number in table.boards)
    room = f" (match {table.match.number}, {Room(table.room).label})" if table.match is not None else ""
    place = f"{event.name}: round {table.round.number}, table {table.number}{room}"
    return f"{place} – {table.ns.number} v {table.ew.number}, boards {boards}"


_NOT_IN_A_RACE = ("ns_adjusted", "ew_adjusted", "ns_score", "ew_score", "not_played", "group")
"""A race runs on bids and tricks; a director who decides otherwise gives the match."""
