"""The form with which an event is made and its settings are changed, through their services."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from scoring.faults import Fault, FaultsError
from scoring.ranking import TIE_BREAKS
from scoring.rules import PRESETS, RuleSet
from tournaments.admin.base import ServiceForm
from tournaments.admin.sight import sees_every_board
from tournaments.eventfile.json_text import parse_json
from tournaments.models import Event, Tournament
from tournaments.services.errors import ServiceError, refuse_if
from tournaments.services.events import EventSettings, change_settings, check_settings, create_event

MAX_TEXT = 20_000
"""Longest JSON that is typed into a form, in characters; a rule set with every row overridden has 2,000."""


class JsonField(forms.CharField):
    """A JSON object typed as text, read as strictly as an event file; nothing typed is {}."""

    def __init__(self, **options: Any) -> None:
        widget = UnfoldAdminTextareaWidget(attrs={"rows": 2})
        super().__init__(**{"max_length": MAX_TEXT, "widget": widget, **options})

    def to_python(self, value: Any) -> Any:
        if isinstance(value, dict):
            return value
        text = super().to_python(value)
        return _json_object(text) if text else {}

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else json.dumps(value or {}, default=str)

    def run_validators(self, value: Any) -> None:
        """Those of a text would measure the object; `to_python` has read it, and the service checks it."""


def _json_object(text: str) -> dict[str, Any]:
    """Raises `ValidationError` with every fault of `text` as JSON."""
    if len(text) > MAX_TEXT:
        raise forms.ValidationError(_("This is too long: at most %(most)s characters.") % {"most": MAX_TEXT})
    try:
        value = parse_json(text)
    except FaultsError as error:
        raise forms.ValidationError([fault.message for fault in error.faults]) from None
    if not isinstance(value, dict):
        raise forms.ValidationError(_("Write a JSON object, with braces around it."))
    return value


class EventForm(ServiceForm):
    """Everything a director chooses about an event."""

    rules_text = forms.CharField(
        label=_("Rule set"),
        initial="duplicate-pairs",
        help_text=_(
            '%(presets)s; or JSON that overrides one, such as {"preset": "standard", "nil_points": 50}.'
        )
        % {"presets": ", ".join(PRESETS)},
        max_length=MAX_TEXT,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
    )
    expected_scores = JsonField(
        required=False,
        label=_("Expected scores"),
        help_text=_(
            'Board number → the scores Neuberg counts on, where it differs from the event\'s largest: {"7": 5}.'
        ),
    )
    tie_breaks_text = forms.CharField(
        required=False,
        max_length=500,
        label=_("Tie-breaks"),
        help_text=_("In order, with commas between them. There are: %(names)s.")
        % {"names": ", ".join(TIE_BREAKS)},
        widget=UnfoldAdminTextInputWidget,
    )
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("Needed when results are in already."),
        widget=UnfoldAdminTextInputWidget,
    )

    class Meta:
        model = Event
        fields = ("tournament", "name", "winners", "neuberg", "traveller_secrecy")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            rules = self.instance.rules
            preset_only = set(rules) == {"preset"}
            self.initial["rules_text"] = rules["preset"] if preset_only else json.dumps(rules)
            self.initial["tie_breaks_text"] = ", ".join(self.instance.tie_breaks)

    def clean_rules_text(self) -> Any:
        text: str = self.cleaned_data["rules_text"].strip()
        return _json_object(text) if text.startswith("{") else text

    def run(self, cleaned: dict[str, Any]) -> Event:
        settings = EventSettings(
            rules=cleaned["rules_text"],
            winners=cleaned["winners"],
            neuberg=cleaned["neuberg"],
            tie_breaks=tuple(name.strip() for name in cleaned["tie_breaks_text"].split(",") if name.strip()),
            traveller_secrecy=cleaned["traveller_secrecy"],
            expected_scores=cleaned["expected_scores"],
        )
        if not self.instance.pk:
            tournament: Tournament = cleaned["tournament"]
            return create_event(tournament, cleaned["name"], settings, self.actor)
        self._refuse_rules_of_hidden_results(settings)
        return change_settings(self.instance.pk, settings, self.actor, cleaned["reason"])

    def _refuse_rules_of_hidden_results(self, settings: EventSettings) -> None:
        """Scoring results again under other rules says, by its faults, what was bid and made in them."""
        refuse_if(check_settings(settings))
        event = Event.objects.get(pk=self.instance.pk)
        if RuleSet.from_json(settings.rules).to_json() == event.rules or not event.results.exists():
            return
        if not sees_every_board(self.user, event):
            message = (
                "Whoever plays in the event cannot change its rule set while results are hidden from them."
            )
            raise ServiceError(Fault(code="plays", message=message, path="rules"))
