"""The form of an event's settings: all of them, each in a field of its own.

Owns: the fields, and what is read from them.
Never does: say whether a setting is right, or what it changes (services/event_changes.py).
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.race import LENGTH
from tournaments.draws.swiss import MAX_ROUNDS
from tournaments.forms import WholeNumber
from tournaments.models import Event, FirstRound, Kind, Pairing, TravellerSecrecy, Winners
from tournaments.pages.desk.ranked_fields import (
    initial_options,
    option_fields,
    options_sent,
    presets_for_games,
    target_field,
)
from tournaments.pages.desk.rule_fields import (
    initial_rules,
    is_own,
    preset_says,
    refilled_rules,
    rule_fields,
    rules_sent,
)
from tournaments.pages.desk.setup_words import RULE_WORDS, TIE_BREAK_WORDS
from tournaments.pages.desk.tournament_forms import LONGEST
from tournaments.services.event_changes import Wanted
from tournaments.services.event_details import EventDetails
from tournaments.services.events import TIE_BREAKS_OF, EventSettings
from tournaments.services.race_boards import FEWEST, MOST
from tournaments.services.ranked.options import RankedOptions
from tournaments.services.team_settings import LARGEST_SEED, TeamOptions


class SettingsForm(forms.Form):
    """Every setting of `event`. `seen` is the fingerprint of the effect that the director has read, `version` that of
    the settings the form was opened with."""

    name = forms.CharField(required=False, max_length=LONGEST, label=_("Name"))
    traveller_secrecy = forms.ChoiceField(
        choices=TravellerSecrecy.choices, label=_("Scores of a board are shown")
    )
    provisional_counts = forms.BooleanField(
        required=False,
        label=_("Provisional results count"),
        help_text=_("Those that both sides have not confirmed yet, or differ on."),
    )
    entered_twice = forms.BooleanField(
        required=False,
        label=_("Paper is entered twice"),
        help_text=_("A result from paper is provisional until a second entry says the same."),
    )
    rated = forms.BooleanField(
        required=False,
        label=_("Rated"),
        help_text=_("Each table counts as a rated game of its four players once the event is final."),
    )
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_(
            "Needed once results are in, rounds of teams are drawn or games opened; it stands in the log."
        ),
    )
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    version = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.fields.update(rule_fields())
        known = TIE_BREAKS_OF.get(event.kind, ())
        words = [("", _("– nothing more –")), *((name, TIE_BREAK_WORDS[name]) for name in known)]
        self.tie_break_names = [f"tie_break_{place}" for place in range(1, len(known) + 1)]
        for place, name in enumerate(self.tie_break_names, start=1):
            label = gettext("Tie-break %(n)s") % {"n": place}
            self.fields[name] = forms.ChoiceField(required=False, choices=words, label=label)
        if event.kind == Kind.RANKED:
            self._make_ranked()
        else:
            self.fields.update(_team_fields() if event.kind == Kind.TEAMS else _pairs_fields())

    def _make_ranked(self) -> None:
        """The fields of an event that has games, and no results of entries."""
        for name in OF_RESULTS:
            del self.fields[name]
        self.fields["target"] = target_field()
        self.fields["preset"] = forms.ChoiceField(choices=presets_for_games(), label=_("Rule set"))
        self.fields.update(option_fields())

    @classmethod
    def of(cls, event: Event) -> dict[str, Any]:
        """What stands in the fields of the event as it is."""
        settings = EventSettings.of(event)
        found: dict[str, Any] = {
            "name": event.name,
            "traveller_secrecy": settings.traveller_secrecy,
            "provisional_counts": settings.provisional_counts,
            "entered_twice": event.entered_twice,
            "rated": event.rated,
            **initial_rules(event.rule_set),
            **{f"tie_break_{place}": name for place, name in enumerate(settings.tie_breaks, start=1)},
        }
        if event.kind == Kind.TEAMS:
            return {**found, **TeamOptions.of(event).to_json()}
        if event.kind == Kind.RANKED:
            return {**found, **initial_options(RankedOptions.of(event))}
        expected = ", ".join(f"{board}: {count}" for board, count in settings.expected_scores.items())
        return {
            **found,
            "winners": settings.winners,
            "neuberg": settings.neuberg,
            "expected_scores": expected,
        }

    def refilled(self, sent: Mapping[str, str]) -> dict[str, Any]:
        """What is to stand in the fields when another preset was chosen."""
        plain = {name: sent.get(name, "") for name in self.fields}
        return {**plain, **refilled_rules(sent)}

    def tie_break_fields(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.tie_break_names)

    def rule_rows(self) -> Iterator[tuple[forms.BoundField, str, bool]]:
        """Each figure of the rule set, what the preset says of it, and whether it departs from that."""
        preset = str(self["preset_was"].value() or self.event.rule_set.preset)
        for name in RULE_WORDS:
            if name == "target" and self.event.kind == Kind.RANKED:
                continue  # it stands by itself
            own = is_own(self[name], preset)
            yield self[name], preset_says(preset, name) if own else "", own

    def differences(self) -> Iterator[tuple[Any, str, str]]:
        """Label, what the event has, and what stands in the form, of each field in which the two differ."""
        stored = SettingsForm(self.event, initial=SettingsForm.of(self.event))
        for name, field in self.fields.items():
            if name in ("reason", "seen", "version", "preset_was"):
                continue
            there, here = _said(field, stored[name].value()), _said(field, self[name].value())
            if there != here:
                yield field.label, there, here

    @property
    def opens_rules(self) -> bool:
        """Whether the figures are shown at once: where one departs from the preset, or is wrong."""
        return any(own or field.errors for field, _said, own in self.rule_rows())

    def clean_expected_scores(self) -> dict[str, int]:
        """ "7: 5, 9: 6"."""
        found: dict[str, int] = {}
        for part in self.cleaned_data["expected_scores"].replace(";", ",").split(","):
            if not part.strip():
                continue
            board, _colon, count = (text.strip() for text in part.partition(":"))
            if not (_is_number(board) and _is_number(count)):
                message = _("“%(part)s” is not a board and a count, such as 7: 5.")
                raise forms.ValidationError(message % {"part": part.strip()[:40]})
            found[str(int(board))] = int(count)
        return found

    def clean_seed(self) -> int | None:
        text: str = self.cleaned_data["seed"].strip()
        if not text:
            return None
        if not (text.isascii() and text.isdecimal()):
            message = _("Write a whole number from 0 to %(most)s.") % {"most": LARGEST_SEED}
            raise forms.ValidationError(message)
        return int(text)

    def wanted(self) -> Wanted:
        """What was typed, as the service takes it."""
        sent = self.cleaned_data
        pairs = self.event.kind == Kind.PAIRS
        kept = EventSettings.of(self.event)
        details = EventDetails(
            name=sent["name"], entered_twice=sent.get("entered_twice", False), rated=sent["rated"]
        )
        return Wanted(
            details=details,
            settings=EventSettings(
                rules=rules_sent(sent),
                winners=sent["winners"] if pairs else kept.winners,
                neuberg=sent["neuberg"] if pairs else kept.neuberg,
                tie_breaks=tuple(sent[name] for name in self.tie_break_names if sent[name]),
                traveller_secrecy=sent.get("traveller_secrecy", kept.traveller_secrecy),
                provisional_counts=sent.get("provisional_counts", kept.provisional_counts),
                expected_scores=sent["expected_scores"] if pairs else kept.expected_scores,
            ),
            options=self._options(sent) if self.event.kind == Kind.TEAMS else None,
            ranked=options_sent(sent) if self.event.kind == Kind.RANKED else None,
        )

    def _options(self, sent: Mapping[str, Any]) -> TeamOptions:
        return TeamOptions(
            race_boards=sent["race_boards"] or LENGTH,
            rounds=sent["rounds"],
            pairing=sent["pairing"],
            first_round=sent["first_round"],
            seed=sent["seed"],
        )


OF_RESULTS: Final = ("traveller_secrecy", "provisional_counts", "entered_twice")


def _pairs_fields() -> dict[str, forms.Field]:
    return {
        "winners": forms.ChoiceField(
            choices=Winners.choices,
            label=_("Ranked in"),
            help_text=_("A movement that is drawn sets this to what it was made for."),
        ),
        "neuberg": forms.BooleanField(
            required=False,
            label=_("Neuberg"),
            help_text=_("Boards with fewer scores than others count for as much as they do."),
        ),
        "expected_scores": forms.CharField(
            required=False,
            max_length=2_000,
            label=_("Scores expected on single boards"),
            help_text=_("Where it is not the usual number: board, then how many, such as 7: 5, 9: 6."),
        ),
    }


def _team_fields() -> dict[str, forms.Field]:
    return {
        "race_boards": WholeNumber(
            required=False, min_value=FEWEST, max_value=MOST, label=_("Boards of a race")
        ),
        "rounds": WholeNumber(
            required=False,
            max_value=MAX_ROUNDS,
            label=_("Rounds"),
            help_text=_("Empty: on until at most one team is undefeated."),
        ),
        "pairing": forms.ChoiceField(choices=Pairing.choices, label=_("Inside a group of equal records")),
        "first_round": forms.ChoiceField(choices=FirstRound.choices, label=_("First round")),
        "seed": forms.CharField(
            required=False,
            max_length=20,
            label=_("Seed of the draws"),
            help_text=_("A whole number; the same seed and results give the same draws."),
            widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        ),
    }


def _said(field: forms.Field, value: Any) -> str:
    """What stands in a field, as it is read."""
    if isinstance(field, forms.BooleanField):
        return gettext("yes") if value else gettext("no")
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        words = {str(key): str(word) for key, word in choices}
        return words.get(str(value or ""), str(value))
    return str(value if value not in (None, "") else "–")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7
