"""What an event's form asks about a Team-of-Four event beside its rule set: races, rounds, how rounds are drawn."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from scoring.race import LENGTH
from tournaments.admin.base import WholeNumber
from tournaments.draws.swiss import MAX_ROUNDS, feasible_rounds
from tournaments.models import Event, FirstRound, Pairing
from tournaments.services.race_boards import FEWEST, MOST
from tournaments.services.team_progress import rounds_to_one
from tournaments.services.team_settings import LARGEST_SEED, TeamOptions

TEAM_FIELDS = ("race_boards", "rounds", "pairing", "first_round", "seed_text")


class TeamFields(forms.Form):
    """The fields of `TeamOptions`; left empty, each is what it usually is."""

    race_boards = WholeNumber(
        required=False, min_value=FEWEST, max_value=MOST, initial=LENGTH, label=_("Boards of a race")
    )
    rounds = WholeNumber(
        required=False,
        max_value=MAX_ROUNDS,
        label=_("Rounds"),
        help_text=_("Left empty: as many as it takes until at most one team is undefeated."),
    )
    pairing = forms.ChoiceField(
        required=False,
        choices=Pairing.choices,
        initial=Pairing.FOLD,
        label=_("Inside a group of equal records"),
        widget=UnfoldAdminSelectWidget,
    )
    first_round = forms.ChoiceField(
        required=False,
        choices=FirstRound.choices,
        initial=FirstRound.RANDOM,
        label=_("First round"),
        widget=UnfoldAdminSelectWidget,
    )
    seed_text = forms.CharField(
        required=False,
        max_length=20,
        label=_("Seed of the draws"),
        help_text=_(
            "A whole number; left empty, one is drawn. The same seed and results give the same draws."
        ),
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "numeric"}),
    )

    def clean_seed_text(self) -> int | None:
        """A seed is longer than a number that a form's number field holds."""
        text: str = self.cleaned_data["seed_text"].strip()
        if not text:
            return None
        if not (text.isascii() and text.isdecimal()):
            message = _("Write a whole number from 0 to %(most)s.") % {"most": LARGEST_SEED}
            raise forms.ValidationError(message)
        return int(text)


def options_of(cleaned: dict[str, Any]) -> TeamOptions:
    """What was typed, as the services take it."""
    return TeamOptions(
        race_boards=cleaned["race_boards"] or LENGTH,
        rounds=cleaned["rounds"],
        pairing=cleaned["pairing"] or Pairing.FOLD,
        first_round=cleaned["first_round"] or FirstRound.RANDOM,
        seed=cleaned["seed_text"],
    )


def initial_of(event: Event) -> dict[str, Any]:
    """What stands in the fields of an event that is there already."""
    kept = TeamOptions.of(event).to_json()
    return {**kept, "seed_text": kept["seed"]}


def what_the_field_holds(event: Event) -> str:
    """How many rounds the teams entered can play, in one sentence."""
    teams = event.entries.filter(withdrawn=False, standby=False).count()
    if teams < 2:
        return "Enter two teams or more; then this says how many rounds they can play."
    least, most = rounds_to_one(teams), feasible_rounds(teams).most
    rounds = "1 round" if least == 1 else f"{least} rounds"
    return f"{teams} teams: {rounds} at least, at most {most} without a rematch."
