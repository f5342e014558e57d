"""What an event's form asks about an event of ranked tables beside its rule set: who may play, quits, cards, stakes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldBooleanSwitchWidget

from tournaments.admin.base import WholeNumber
from tournaments.forms import MOST
from tournaments.models import Dealing, Event, Leaving
from tournaments.services.ranked.options import HIGHEST_RATING, RankedOptions

RANKED_FIELDS = ("lowest_rating", "highest_rating", "open_seating", "leaving", "dealing", "stake")


class RankedFields(forms.Form):
    """The fields of `RankedOptions` but `rated`, which every kind of event has."""

    lowest_rating = WholeNumber(
        required=False,
        min_value=0,
        max_value=HIGHEST_RATING,
        label=_("Lowest rating"),
        help_text=_("Left empty, everybody may sit down."),
    )
    highest_rating = WholeNumber(
        required=False, min_value=0, max_value=HIGHEST_RATING, label=_("Highest rating")
    )
    open_seating = forms.BooleanField(
        required=False,
        initial=True,
        label=_("Players sit down by themselves"),
        help_text=_("At a table’s code; otherwise the desk seats them."),
        widget=UnfoldBooleanSwitchWidget,
    )
    leaving = forms.ChoiceField(
        required=False,
        choices=Leaving.choices,
        initial=Leaving.PLAY_ON,
        label=_("When somebody quits"),
        widget=UnfoldAdminSelectWidget,
    )
    dealing = forms.ChoiceField(
        required=False,
        choices=Dealing.choices,
        initial=Dealing.HAND,
        label=_("Cards"),
        widget=UnfoldAdminSelectWidget,
    )
    stake = WholeNumber(
        required=False,
        min_value=0,
        max_value=MOST,
        initial=0,
        label=_("Stake"),
        help_text=_("Points that each of the four puts in."),
    )


def ranked_options_of(cleaned: dict[str, Any]) -> RankedOptions:
    """What was typed, as the services take it."""
    return RankedOptions(
        rated=cleaned["rated"],
        lowest_rating=cleaned["lowest_rating"],
        highest_rating=cleaned["highest_rating"],
        open_seating=cleaned["open_seating"],
        leaving=cleaned["leaving"] or Leaving.PLAY_ON,
        dealing=cleaned["dealing"] or Dealing.HAND,
        stake=cleaned["stake"] or 0,
    )


def ranked_initial_of(event: Event) -> dict[str, Any]:
    """What stands in the fields of an event that is there already."""
    return RankedOptions.of(event).to_json()
