"""What a director chooses for ranked tables, as fields: of the settings, and of a new event.

Never does: say whether a choice is right (services/ranked/options.py).
"""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms import WholeNumber
from tournaments.models import Dealing, Leaving
from tournaments.pages.desk.setup_words import PRESET_WORDS
from tournaments.services.kinds import TARGETS
from tournaments.services.ranked.options import HIGHEST_RATING, HIGHEST_STAKE, RankedOptions

FIRST_PRESETS: Final = ("puzzle-pirates", "standard")
"""Those that games are played by most, offered before the others."""
USUAL_TARGET: Final = 500
OPTIONS: Final = (
    *("rated", "lowest_rating", "highest_rating", "open_seating", "leaving", "dealing", "stake"),
)


def option_fields() -> dict[str, forms.Field]:
    return {
        "rated": forms.BooleanField(
            required=False,
            label=_("Games are rated"),
            help_text=_("Unless a game is opened as a friendly one."),
        ),
        "lowest_rating": WholeNumber(
            required=False,
            min_value=0,
            max_value=HIGHEST_RATING,
            label=_("Lowest rating"),
            help_text=_("Empty: everybody may sit down."),
        ),
        "highest_rating": WholeNumber(
            required=False, min_value=0, max_value=HIGHEST_RATING, label=_("Highest rating")
        ),
        "open_seating": forms.BooleanField(
            required=False,
            label=_("Players sit down by themselves, at a table’s code"),
            help_text=_("Otherwise the desk seats them."),
        ),
        "leaving": forms.ChoiceField(choices=Leaving.choices, label=_("When somebody quits")),
        "dealing": forms.ChoiceField(choices=Dealing.choices, label=_("Cards")),
        "stake": WholeNumber(
            required=False,
            min_value=0,
            max_value=HIGHEST_STAKE,
            label=_("Stake"),
            help_text=_("Points that each of the four puts in; 0: none."),
        ),
    }


def target_field() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("– choose –")), *((target, str(target)) for target in TARGETS)],
        label=_("A game is played to"),
    )


def presets_for_games() -> list[tuple[str, Any]]:
    """The rule sets in the order in which they are offered for games."""
    others = (name for name in PRESET_WORDS if name not in FIRST_PRESETS)
    return [(name, PRESET_WORDS[name]) for name in (*FIRST_PRESETS, *others)]


def initial_options(options: RankedOptions) -> dict[str, Any]:
    """What stands in the fields of these options."""
    return {name: "" if value is None else value for name, value in options.to_json().items()}


def options_sent(sent: Mapping[str, Any]) -> RankedOptions:
    """What was typed; `sent` is the checked form."""
    return RankedOptions(**{**{name: sent[name] for name in OPTIONS}, "stake": sent["stake"] or 0})
