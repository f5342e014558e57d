"""The forms of one game of ranked tables. Text is taken as it was typed: the services say what is wrong with it."""

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.forms import WholeNumber
from tournaments.models import Field, GameOutcome, Seat
from tournaments.services.ranked.deal_checks import DealWords

PARTS: Final = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
_TWO: Final = re.compile(r"(?P<first>[NB]|\d{1,2})\s*(?P<second>[NB]|\d{1,2})", re.IGNORECASE)
_NUMBERS: Final = re.compile(r"(?P<first>\d{1,2})\s+(?P<second>\d{1,2})")

REASONS: Final[tuple[str | Promise, ...]] = (
    _("mistyped"),
    _("the sides differed"),
    _("read from the paper"),
    _("played before"),
    _("agreed by all four"),
)
"""Usual reasons, offered while one is typed."""


def bid_typed(text: str) -> str:
    """A bid as it is written: "N4" and "n 4" are N+4, as on the paper page; anything else stays as it is."""
    found = _TWO.fullmatch(text.strip())
    if found is None or not {"N", "B"} & {found["first"].upper(), found["second"].upper()}:
        return text
    return f"{found['first']}+{found['second']}".upper()


def tricks_typed(text: str) -> str:
    """Tricks as they are written: "0 4" is 0+4."""
    found = _NUMBERS.fullmatch(text.strip())
    return f"{found['first']}+{found['second']}" if found else text


class GameForm(forms.Form):
    """What every deed has: nothing, by itself."""

    @property
    def choices(self) -> list[forms.BoundField]:
        """What is chosen from a few, each with its button."""
        return [field for field in self if isinstance(field.field.widget, forms.RadioSelect)]


class ReasonForm(GameForm):
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        widget=forms.TextInput(attrs={"list": "reasons"}),
        help_text=_("The players will ask; it stands in the log."),
    )


class DealForm(ReasonForm):
    """Bids and tricks of deal `number`; `version` is that of the deal being corrected."""

    ns_bid = forms.CharField(required=False, max_length=40, label=_("NS bid"))
    ns_tricks = forms.CharField(required=False, max_length=40, label=_("NS tricks"))
    ew_bid = forms.CharField(required=False, max_length=40, label=_("EW bid"))
    ew_tricks = forms.CharField(required=False, max_length=40, label=_("EW tricks"))
    number = WholeNumber(widget=forms.HiddenInput)
    version = WholeNumber(required=False, widget=forms.HiddenInput)
    play = forms.CharField(required=False, max_length=4_000, widget=forms.HiddenInput)
    field_order = (*PARTS, "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in PARTS:
            self.fields[name].widget.attrs.update(autocomplete="off", spellcheck="false", size="6")
        self.fields["reason"].help_text = _("Needed for every change after the first entry.")

    @property
    def parts(self) -> list[forms.BoundField]:
        return [self[name] for name in PARTS]

    @property
    def words(self) -> DealWords:
        sent = self.cleaned_data
        return DealWords(
            bid_typed(sent["ns_bid"]),
            tricks_typed(sent["ns_tricks"]),
            bid_typed(sent["ew_bid"]),
            tricks_typed(sent["ew_tricks"]),
        )


class PlayForm(GameForm):
    number = WholeNumber(widget=forms.HiddenInput)
    play = forms.CharField(
        max_length=4_000,
        label=_("Recorded play"),
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false"}),
        help_text=_(
            "One line each: “bids: 4 N 3 5” of North, East, South and West; then thirteen tricks, each with its "
            "leader and the cards as they fell: “E: D2 H2 S2 C2”. After a blind nil the exchange stands before them: "
            "“N: HA HK for C2 C3”."
        ),
    )


class WordForm(ReasonForm):
    """Whose word of a disputed deal holds."""

    side = forms.ChoiceField(choices=Field.choices, widget=forms.HiddenInput)
    number = WholeNumber(widget=forms.HiddenInput)
    version = WholeNumber(required=False, widget=forms.HiddenInput)


class TakeBackForm(ReasonForm):
    number = WholeNumber(widget=forms.HiddenInput)
    version = WholeNumber(required=False, widget=forms.HiddenInput)


class DecideForm(ReasonForm):
    outcome = forms.ChoiceField(
        choices=GameOutcome.choices, label=_("Outcome"), widget=forms.RadioSelect, required=False
    )
    field_order = ("outcome", "reason")


class SeatForm(GameForm):
    """A deed at one seat; which, the button says."""

    seat = forms.CharField(max_length=1, widget=forms.HiddenInput)


class CallForm(GameForm):
    """A call that is answered; which, the button says."""

    call = WholeNumber(widget=forms.HiddenInput)


class PhoneForm(ReasonForm):
    """The seat whose phone is freed."""

    seat = forms.ChoiceField(choices=Seat.choices, label=_("Seat"), widget=forms.RadioSelect)
    field_order = ("seat", "reason")

    def offer(self, names: Mapping[str, str]) -> None:
        """Show these seats alone, each with who sits there."""
        seats = [(seat, f"{Seat(seat).label}: {name}") for seat, name in names.items()]
        self.fields["seat"].choices = seats  # type: ignore[attr-defined]  # a ChoiceField


def words_said(said: Mapping[str, Any]) -> dict[str, DealWords]:
    """Each side's word of a deal, as it is stored."""
    return {
        side: DealWords(**{name: str(word.get(name, "")) for name in PARTS})
        for side, word in said.items()
        if side in Field.values and isinstance(word, Mapping)
    }
