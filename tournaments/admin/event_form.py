"""The form with which an event is made and its settings are changed, through their services."""

import json
from dataclasses import replace
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from scoring.faults import Fault, FaultsError
from scoring.ranking import TIE_BREAKS
from scoring.rules import PRESETS, RuleSet
from scoring.swiss_standings import SWISS_TIE_BREAKS
from tournaments.admin.base import ServiceForm
from tournaments.admin.ranked_fields import (
    RANKED_FIELDS,
    RankedFields,
    ranked_initial_of,
    ranked_options_of,
)
from tournaments.admin.team_fields import (
    TEAM_FIELDS,
    TeamFields,
    initial_of,
    options_of,
    what_the_field_holds,
)
from tournaments.eventfile.json_text import parse_json
from tournaments.models import Event, Kind, Tournament
from tournaments.services.errors import ServiceError, refuse_if
from tournaments.services.event_details import EventDetails, change_details
from tournaments.services.events import (
    EventSettings,
    change_settings,
    check_settings,
    create_event,
    usual_settings,
)
from tournaments.services.ranked.options import change_options, create_ranked_event
from tournaments.services.team_settings import change_team_options, create_teams_event
from tournaments.services.visibility import sees_every_board

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


PAIRS_FIELDS = ("winners", "neuberg", "expected_scores")
"""Fields that mean nothing in an event of another kind."""
SCORED_FIELDS = ("tie_breaks_text", "traveller_secrecy", "provisional_counts")
"""Fields of events with standings of entries: ranked tables have none."""


class EventForm(RankedFields, TeamFields, ServiceForm):
    """Everything a director chooses about an event. Its kind is chosen when it is made, and stays."""

    rules_text = forms.CharField(
        required=False,
        label=_("Rule set"),
        help_text=_(
            '%(presets)s; or JSON that overrides one, such as {"preset": "standard", "nil_points": 50}. '
            "Left empty: duplicate-pairs for Pairs, standard for Team-of-Four, puzzle-pirates for ranked tables."
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
        widget=UnfoldAdminTextInputWidget,
    )
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("Needed when results are in already, rounds of teams are drawn, or games were opened."),
        widget=UnfoldAdminTextInputWidget,
    )

    class Meta:
        model = Event
        fields = (
            "tournament",
            "name",
            "kind",
            "winners",
            "neuberg",
            "traveller_secrecy",
            "provisional_counts",
            "rated",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self._show(self.instance)
        else:
            self.fields["tie_breaks_text"].help_text = _NEW_TIE_BREAKS
            self.fields["kind"].required = self.fields["winners"].required = False

    def _show(self, event: Event) -> None:
        """What is chosen already, without what belongs to other kinds of event."""
        rules = event.rules
        self.initial["rules_text"] = rules["preset"] if set(rules) == {"preset"} else json.dumps(rules)
        self.initial["tie_breaks_text"] = ", ".join(event.tie_breaks)
        teams = event.kind == Kind.TEAMS
        for name in foreign_fields(event.kind):
            self.fields.pop(name, None)
        if event.kind == Kind.RANKED:
            self.initial.update(ranked_initial_of(event))
            return
        known = SWISS_TIE_BREAKS if teams else TIE_BREAKS
        self.fields["tie_breaks_text"].help_text = _TIE_BREAKS % {"names": ", ".join(known)}
        if teams:
            self.initial.update(initial_of(event))
            rounds = self.fields["rounds"]
            rounds.help_text = f"{rounds.help_text} {what_the_field_holds(event)}"

    def clean_rules_text(self) -> Any:
        """A preset's name or an object; what stands there unchanged is what the event has; "" in a new one."""
        text: str = self.cleaned_data["rules_text"].strip()
        if self.instance.pk and text == self.initial["rules_text"]:
            return self.instance.rules
        rules = _json_object(text) if text.startswith("{") else text
        if rules:
            try:
                RuleSet.from_json(rules)
            except FaultsError as error:
                raise forms.ValidationError([fault.message for fault in error.faults]) from None
        return rules

    def run(self, cleaned: dict[str, Any]) -> Event:
        kind = self.instance.kind if self.instance.pk else cleaned["kind"] or Kind.PAIRS
        settings = self._settings(cleaned, kind)
        if self.instance.pk:
            return self._change(settings, cleaned)
        tournament: Tournament = cleaned["tournament"]
        if kind == Kind.TEAMS:
            made = create_teams_event(tournament, cleaned["name"], settings, options_of(cleaned), self.actor)
        elif kind == Kind.RANKED:
            options = ranked_options_of(cleaned)
            return create_ranked_event(tournament, cleaned["name"], settings, options, self.actor)
        else:
            made = create_event(tournament, cleaned["name"], settings, self.actor)
        return self._rate(made, cleaned)

    def _rate(self, event: Event, cleaned: dict[str, Any]) -> Event:
        """Whether the tables of an event of Pairs or Teams count as rated games."""
        details = replace(EventDetails.of(event), rated=cleaned["rated"])
        return change_details(event.pk, details, self.actor, cleaned["reason"])

    def _settings(self, cleaned: dict[str, Any], kind: str) -> EventSettings:
        """What was typed; what has no field here, or was left empty in a new event, is what it usually is."""
        new = not self.instance.pk
        usual = usual_settings(kind) if new else EventSettings.of(self.instance)
        pairs = kind == Kind.PAIRS
        if kind == Kind.RANKED:
            return replace(usual, rules=cleaned["rules_text"] or usual_settings(kind).rules)
        tie_breaks = tuple(name.strip() for name in cleaned["tie_breaks_text"].split(",") if name.strip())
        return EventSettings(
            rules=cleaned["rules_text"] or usual_settings(kind).rules,
            winners=cleaned["winners"] or usual.winners if pairs else usual.winners,
            neuberg=cleaned["neuberg"] if pairs else usual.neuberg,
            tie_breaks=usual.tie_breaks if new and not tie_breaks else tie_breaks,
            traveller_secrecy=cleaned["traveller_secrecy"],
            provisional_counts=cleaned["provisional_counts"],
            expected_scores=cleaned["expected_scores"] if pairs else usual.expected_scores,
        )

    def _change(self, settings: EventSettings, cleaned: dict[str, Any]) -> Event:
        self._refuse_rules_of_hidden_results(settings)
        with transaction.atomic():
            event = change_settings(self.instance.pk, settings, self.actor, cleaned["reason"])
            if event.kind == Kind.TEAMS:
                event = change_team_options(event.pk, options_of(cleaned), self.actor, cleaned["reason"])
            if event.kind == Kind.RANKED:
                return change_options(event.pk, ranked_options_of(cleaned), self.actor, cleaned["reason"])
            return self._rate(event, cleaned)

    def _refuse_rules_of_hidden_results(self, settings: EventSettings) -> None:
        """Scoring results again under other rules says, by its faults, what was bid and made in them."""
        event = Event.objects.get(pk=self.instance.pk)
        refuse_if(check_settings(settings, event.kind))
        if RuleSet.from_json(settings.rules).to_json() == event.rules or not event.results.exists():
            return
        if not sees_every_board(self.user, event):
            message = (
                "Whoever plays in the event cannot change its rule set while results are hidden from them."
            )
            raise ServiceError(Fault(code="plays", message=message, path="rules"))


def foreign_fields(kind: str) -> tuple[str, ...]:
    """The fields that mean nothing in an event of this kind."""
    if kind == Kind.RANKED:
        return (*PAIRS_FIELDS, *TEAM_FIELDS, *SCORED_FIELDS)
    return (*(PAIRS_FIELDS if kind == Kind.TEAMS else TEAM_FIELDS), *RANKED_FIELDS)


_TIE_BREAKS = _("In order, with commas between them. There are: %(names)s.")
_NEW_TIE_BREAKS = _(
    "In order, with commas between them. Pairs have %(pairs)s, and none if this is left empty; Team-of-Four has "
    "%(teams)s, and all of them."
) % {"pairs": ", ".join(TIE_BREAKS), "teams": ", ".join(SWISS_TIE_BREAKS)}
