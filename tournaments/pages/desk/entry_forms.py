"""The forms of one entry. Text is taken as it was typed: the services say what is wrong with it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms import WholeNumber
from tournaments.models import Field, Person


class ReasonForm(forms.Form):
    reason = forms.CharField(required=False, max_length=500, label=_("Reason"))


class RenameForm(ReasonForm):
    name = forms.CharField(required=False, max_length=300, label=_("Name"))
    field_order = ("name", "reason")


class DirectionForm(forms.Form):
    field = forms.ChoiceField(
        required=False,
        label=_("Direction"),
        choices=[("", _("either")), *Field.choices],
        help_text=_("A wish: the draw decides."),
    )


class TakeSeatForm(ReasonForm):
    of = WholeNumber(
        label=_("Seat of number"), help_text=_("An entry that has not played; it goes on stand-by instead.")
    )
    field_order = ("of", "reason")


class SubstituteForm(ReasonForm):
    """Whose place it is; `board` as the players call it. Who comes is typed apart (named_players.py)."""

    out = forms.TypedChoiceField(coerce=int, label=_("In place of"))
    first_round = WholeNumber(label=_("From round"))
    first_board = WholeNumber(
        required=False, label=_("From board"), help_text=_("Empty: from the round’s start.")
    )
    last_round = WholeNumber(required=False, label=_("Up to round"), help_text=_("Empty: to the end."))
    field_order = ("out", "first_round", "first_board", "last_round", "reason")

    def __init__(self, *args: Any, people: Iterable[Person] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        choices: Any = self.fields["out"]
        choices.choices = [(person.pk, person.name) for person in people]


class EndForm(ReasonForm):
    substitution = WholeNumber(widget=forms.HiddenInput)
