"""The form with which an event is made and its settings are changed, through their services."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from scoring.ranking import TIE_BREAKS
from scoring.rules import PRESETS
from tournaments.admin.base import show_faults
from tournaments.models import Event, Tournament
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError
from tournaments.services.events import EventSettings, change_settings, create_event


class EventForm(forms.ModelForm):
    """Everything a director chooses about an event. See result_form.py for why cleaning ends in the service."""

    actor: Actor
    rules_text = forms.CharField(
        label=_("Rule set"),
        initial="duplicate-pairs",
        help_text=_(
            '%(presets)s; or JSON that overrides one, such as {"preset": "standard", "nil_points": 50}.'
        )
        % {"presets": ", ".join(PRESETS)},
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
    )
    tie_breaks_text = forms.CharField(
        required=False,
        label=_("Tie-breaks"),
        help_text=_("In order, with commas between them. There are: %(names)s.")
        % {"names": ", ".join(TIE_BREAKS)},
        widget=UnfoldAdminTextInputWidget,
    )
    reason = forms.CharField(
        required=False,
        label=_("Reason"),
        help_text=_("Needed when results are in already."),
        widget=UnfoldAdminTextInputWidget,
    )

    class Meta:
        model = Event
        fields = ("tournament", "name", "winners", "neuberg", "traveller_secrecy", "expected_scores")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            rules = self.instance.rules
            preset_only = set(rules) == {"preset"}
            self.initial["rules_text"] = rules["preset"] if preset_only else json.dumps(rules)
            self.initial["tie_breaks_text"] = ", ".join(self.instance.tie_breaks)

    def clean_rules_text(self) -> Any:
        text = self.cleaned_data["rules_text"].strip()
        if not text.startswith("{"):
            return text
        try:
            return json.loads(text)
        except ValueError:
            raise forms.ValidationError(_("This is no JSON object; check its quotes and commas.")) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        settings = EventSettings(
            rules=cleaned["rules_text"],
            winners=cleaned["winners"],
            neuberg=cleaned["neuberg"],
            tie_breaks=tuple(name.strip() for name in cleaned["tie_breaks_text"].split(",") if name.strip()),
            traveller_secrecy=cleaned["traveller_secrecy"],
            expected_scores=cleaned["expected_scores"] or {},
        )
        try:
            if self.instance.pk:
                self.instance = change_settings(self.instance.pk, settings, self.actor, cleaned["reason"])
            else:
                tournament: Tournament = cleaned["tournament"]
                self.instance = create_event(tournament, cleaned["name"], settings, self.actor)
        except ServiceError as error:
            show_faults(self, error)
        return cleaned

    def _post_clean(self) -> None:
        """The service has checked and stored."""
