"""The forms of a club's ratings: its choices, and a rating that is set.

Owns: the fields, and what is read from them. An empty field of the policy is the preset's own figure, which stands
below it for every preset.
Never does: say whether a figure is right (scoring/elo_policies.py), or what it changes (services/ratings/choices.py).
"""

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.elo_policies import POLICIES, Expectation, RatingPolicy
from tournaments.forms import WholeNumber
from tournaments.models import RatingBook, RatingList
from tournaments.services.ratings.book import RATES, BookSettings
from tournaments.services.ratings.choices import PLAYS

LABELS: Final = {
    "preset": _("Policy"),
    "start": _("First rating"),
    "scale": _("Difference that makes ten to one"),
    "expectation": _("Expected score from"),
    "k": _("K"),
    "k_new": _("K of newcomers"),
    "k_new_games": _("Rated games that make a newcomer"),
    "finished_games": _("Finished games before the first ranked one"),
    "leaderboard_needed": _("Leaderboard setting must be on"),
    "grace_minutes": _("Grace in minutes"),
    "quit_ban_minutes": _("Ban after a quit, in minutes"),
    "leaderboard_ban_days": _("Ban after leaving the leaderboard, in days"),
    "bots_may_start": _("Bots may begin a ranked game"),
    "bots_may_fill": _("Bots may fill in for a quitter"),
}
_EXPECTATIONS: Final = {
    Expectation.AVERAGE: _("the averages of the two sides"),
    Expectation.PER_OPPONENT: _("each opponent by itself"),
}
_WHOLE: Final = {"k_new_games", "finished_games", "grace_minutes", "quit_ban_minutes", "leaderboard_ban_days"}
_TRUTHS: Final = {"leaderboard_needed", "bots_may_start", "bots_may_fill"}
_LARGEST: Final = 10**9
"""A bound on what is typed; what a policy takes is said by its check."""


class ChoicesForm(forms.Form):
    """Every choice of a club's book. `version` names the choices it was opened with, `seen` the change whose effect the
    director has read."""

    preset = forms.ChoiceField(label=LABELS["preset"])
    minimum_games = WholeNumber(
        min_value=0,
        label=_("Games for the leaderboard"),
        help_text=_("Whoever has fewer on a list is not shown there."),
    )
    inactive_days = WholeNumber(
        required=False,
        label=_("Days until inactive"),
        help_text=_("Whoever has not played for longer is not shown; empty: everybody is."),
    )
    version = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"].choices = [(name, name) for name in POLICIES]  # type: ignore[attr-defined]  # of ChoiceField
        for name in (*RATES, *PLAYS):
            self.fields[name] = _field(name)

    @classmethod
    def of(cls, book: RatingBook) -> dict[str, Any]:
        """The form's first values: the preset, and what the club has of its own."""
        policy = RatingPolicy.from_json(book.policy)
        own = {name: value for name, value in policy.to_json().items() if name != "preset"}
        shown = {name: _written(value) for name, value in own.items()}
        return {
            "preset": policy.preset,
            "minimum_games": book.minimum_games,
            "inactive_days": book.inactive_days,
            **shown,
        }

    def settings(self) -> BookSettings:
        given = self.cleaned_data
        own = {name: _read(name, given[name]) for name in (*RATES, *PLAYS) if given[name] not in ("", None)}
        return BookSettings(
            policy={"preset": given["preset"], **own},
            minimum_games=given["minimum_games"],
            inactive_days=given["inactive_days"],
        )

    @property
    def rating_fields(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in RATES)

    @property
    def playing_fields(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in PLAYS)


class SetForm(forms.Form):
    player = forms.CharField(
        required=False, max_length=200, label=_("Player"), help_text=_("Full name, or membership number.")
    )
    kind = forms.ChoiceField(
        required=False, label=_("List"), choices=[("", _("All lists")), *RatingList.choices]
    )
    rating = forms.FloatField(
        label=_("Rating"), widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": 1})
    )
    reason = forms.CharField(
        required=False, max_length=500, label=_("Reason"), help_text=_("The player sees it, too.")
    )


def said(name: str, value: object) -> str:
    """A value of a policy in words."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Expectation):
        return str(_EXPECTATIONS[value])
    return f"{value:g}" if isinstance(value, float) else str(value)


def _field(name: str) -> forms.Field:
    if name == "expectation":
        choices = [
            ("", _("as the policy has it")),
            *((str(key), word) for key, word in _EXPECTATIONS.items()),
        ]
        return forms.ChoiceField(
            required=False, label=LABELS[name], choices=choices, help_text=_of_presets(name)
        )
    if name in _TRUTHS:
        choices = [("", _("as the policy has it")), ("yes", _("yes")), ("no", _("no"))]
        return forms.ChoiceField(
            required=False, label=LABELS[name], choices=choices, help_text=_of_presets(name)
        )
    if name in _WHOLE:
        return forms.IntegerField(
            required=False,
            max_value=_LARGEST,
            min_value=-_LARGEST,
            label=LABELS[name],
            help_text=_of_presets(name),
        )
    return forms.FloatField(
        required=False,
        label=LABELS[name],
        help_text=_of_presets(name),
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
    )


def _of_presets(name: str) -> str:
    """What every preset has: "The policy: 400", or with each apart, "2026: 25, 2017: 25, 2016: 30"."""
    values = {preset: said(name, getattr(policy, name)) for preset, policy in POLICIES.items()}
    if len(set(values.values())) == 1:
        return gettext("The policy: %(value)s") % {"value": next(iter(values.values()))}
    return gettext("The policy: %(values)s") % {
        "values": ", ".join(f"{key}: {word}" for key, word in values.items())
    }


def _written(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _read(name: str, value: Any) -> object:
    return value == "yes" if name in _TRUTHS else value
