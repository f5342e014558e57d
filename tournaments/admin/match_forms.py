"""The forms of a match's deeds: a whole table's results, a line-up, a decision.

Owns: their fields, and at which of them a fault of a service is shown.
Never does: call a service that changes anything (match_deeds.py).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from scoring.faults import Fault
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Entry, Given, Match, Result, ResultState, Room, Table
from tournaments.services.lineups import LineUp, direction_of
from tournaments.services.progress import board_shown
from tournaments.services.results import Entered

BID_FIELDS = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
_ROW = re.compile(r"rows\[(\d+)\]\.?(\w*)")
_CHAIR = re.compile(r"(open|closed)(?:\[(\d)\])?")


class ReasonField(forms.CharField):
    """Why; it stands in the log."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Reason"))
        super().__init__(required=False, max_length=500, widget=UnfoldAdminTextInputWidget, **options)


class MatchForm(forms.Form):
    """A form about one match."""

    def __init__(self, match: Match, data: Any = None) -> None:
        self.match = match
        super().__init__(data)
        self.arrange()

    def arrange(self) -> None:
        """Make the fields that depend on the match."""

    def placed(self, faults: Iterable[Fault]) -> tuple[Fault, ...]:
        """A service's faults, each once, their paths turned into names of fields."""
        return tuple(dict.fromkeys(self.at(fault) for fault in faults))

    def at(self, fault: Fault) -> Fault:
        """One fault with its path turned into a field's name."""
        return fault


@dataclass(frozen=True, slots=True)
class Row:
    """A board of a table: its race board, what is entered already, or the form's four fields."""

    board: int
    entered: Result | None
    fields: tuple[forms.BoundField, ...]

    @property
    def errors(self) -> list[str]:
        return [str(message) for field in self.fields for message in field.errors]


class TableForm(MatchForm):
    """A score sheet: the boards of one table of the match, those that are in already only to be read."""

    room = Room.OPEN
    reason = ReasonField(help_text=_("Needed when the round is closed."))

    def arrange(self) -> None:
        self.table: Table = self.match.tables.select_related("ns", "ew").get(room=self.room)
        standing = self.table.results.exclude(state=ResultState.REMOVED)
        self._in = {result.board: result for result in standing}
        event = self.match.round.event
        self._boards = {number: board_shown(event, number) for number in self.table.boards}
        reason = self.fields.pop("reason")
        for number, board in self._boards.items():
            for name in BID_FIELDS if number not in self._in else ():
                self.fields[f"b{board}_{name}"] = forms.CharField(
                    required=False,
                    max_length=12,
                    label=_("Board %(board)s, %(what)s") % {"board": board, "what": _HEADS[name]},
                    widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off", "style": "min-width: 0"}),
                )
        self.fields["reason"] = reason

    @property
    def heads(self) -> tuple[str, ...]:
        return tuple(_HEADS.values())

    @property
    def rows(self) -> list[Row]:
        """All boards due at the table, in playing order."""
        return [
            Row(
                board,
                self._in.get(number),
                () if number in self._in else tuple(self[f"b{board}_{name}"] for name in BID_FIELDS),
            )
            for number, board in self._boards.items()
        ]

    def typed(self) -> list[Entered]:
        """The boards of which anything was typed."""
        return [
            self._entered(board)
            for number, board in self._boards.items()
            if number not in self._in
            and any(self.cleaned_data[f"b{board}_{name}"].strip() for name in BID_FIELDS)
        ]

    def _entered(self, board: int) -> Entered:
        ns_bid, ns_tricks, ew_bid, ew_tricks = (
            self.cleaned_data[f"b{board}_{name}"].strip() or None for name in BID_FIELDS
        )
        fields = ResultFields(
            round=self.match.round.number,
            table=self.table.number,
            board=board,
            ns_bid=ns_bid,
            ns_tricks=ns_tricks,
            ew_bid=ew_bid,
            ew_tricks=ew_tricks,
        )
        return Entered(fields, reason=self.cleaned_data["reason"])

    def placed(self, faults: Iterable[Fault]) -> tuple[Fault, ...]:
        """Without gaps that are only there because an earlier row is refused."""
        found = tuple(faults)
        return super().placed([fault for fault in found if fault.code != "race-gap"] or found)

    def at(self, fault: Fault) -> Fault:
        found = _ROW.match(fault.path)
        if found is None:
            return fault
        board = self.typed()[int(found[1])].fields.board
        name = found[2]
        if name == "reason":
            return replace(fault, path="reason")
        if fault.message.startswith(f"{name} is "):  # a column is called here as in its head
            fault = replace(fault, message=fault.message.replace(name, _HEADS.get(name, name), 1))
        return replace(fault, path=f"b{board}_{name if name in BID_FIELDS else BID_FIELDS[0]}")


class OpenTableForm(TableForm):
    room = Room.OPEN


class ClosedTableForm(TableForm):
    room = Room.CLOSED


class LineUpForm(MatchForm):
    """Who of one team sits where."""

    home = True
    reason = ReasonField(help_text=_("Needed once boards of the match are in."))

    @property
    def team(self) -> Entry:
        team = self.match.home if self.home else self.match.away
        assert team is not None, "a match with a bye has no deeds"
        return team

    def arrange(self) -> None:
        players = self.team.seats.order_by("position").values_list("person__name", flat=True)
        choices = [("", "–"), *((name, name) for name in players)]
        reason = self.fields.pop("reason")
        for room in (Room.OPEN, Room.CLOSED):
            sitting = self._sitting(room)
            direction = direction_of(self.match, self.team, room)
            for place, chair in enumerate(_CHAIRS[direction]):
                self.fields[f"{room}_{place}"] = forms.ChoiceField(
                    required=False,
                    choices=choices,
                    initial=sitting[place] if place < len(sitting) else "",
                    label=f"{_ROOMS[room]}, {chair}",
                    widget=UnfoldAdminSelectWidget,
                )
        self.fields["reason"] = reason

    def _sitting(self, room: str) -> list[str]:
        table = next((table for table in self.match.tables.all() if table.room == room), None)
        if table is None:
            return []
        seats = table.seats.filter(direction=direction_of(self.match, self.team, room)).order_by("position")
        return list(seats.values_list("person__name", flat=True))

    def line_up(self) -> LineUp:
        return LineUp(*(self._chosen(room) for room in (Room.OPEN, Room.CLOSED)))

    def _chosen(self, room: str) -> tuple[str, ...]:
        chosen = (self.cleaned_data[f"{room}_{place}"] for place in (0, 1))
        return tuple(name for name in chosen if name)

    def at(self, fault: Fault) -> Fault:
        found = _CHAIR.fullmatch(fault.path)
        return replace(fault, path=f"{found[1]}_{found[2] or 0}") if found else fault


class HomeLineUpForm(LineUpForm):
    home = True


class AwayLineUpForm(LineUpForm):
    home = False


class GiveForm(MatchForm):
    outcome = forms.ChoiceField(required=False, label=_("Give the match to"), widget=UnfoldAdminSelectWidget)
    forfeit = forms.BooleanField(
        required=False,
        label=_("By forfeit"),
        help_text=_("A team was absent: the points made at the tables do not count."),
        widget=UnfoldBooleanSwitchWidget,
    )
    reason = ReasonField(help_text=_("Shown to everybody with the result."))

    def arrange(self) -> None:
        self.fields["outcome"].choices = [  # type: ignore[attr-defined]  # of ChoiceField
            ("", "–"),
            (Given.HOME.value, self.match.home.name),
            (Given.AWAY.value, self.match.away.name if self.match.away else "–"),
            (Given.TIED.value, _("half a win to each")),
        ]


class MatchReasonForm(MatchForm):
    reason = ReasonField()


class MatchNothingForm(MatchForm):
    """A deed that needs no word."""


_HEADS = {"ns_bid": "NS bid", "ns_tricks": "NS tricks", "ew_bid": "EW bid", "ew_tricks": "EW tricks"}
_ROOMS = {Room.OPEN: "Open table", Room.CLOSED: "Closed table"}
_CHAIRS = {"NS": ("North", "South"), "EW": ("East", "West")}
