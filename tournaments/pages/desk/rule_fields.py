"""A rule set as a form has it: every figure in a field of its own.

The fields hold the figures themselves, not only the overrides. Which of them are overrides follows from the preset
that they were filled in from (`preset_was`): a figure that is not that preset's was meant, and outlasts a change of the
preset; one that is follows the new preset.
"""

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rules import PRESETS, BlindNil, NilTricks, RuleSet
from tournaments.pages.desk.setup_words import CHOICE_WORDS, PRESET_WORDS, RULE_WORDS, value_word

LARGEST: Final = 9_999_999
"""Of a figure that is typed; the rule set has narrower bounds of its own."""
_TYPES: Final[Mapping[str, Any]] = {
    field.name: field.type for field in fields(RuleSet) if field.name in RULE_WORDS
}
_YES_NO: Final = (("yes", _("yes")), ("no", _("no")))


def rule_fields() -> dict[str, forms.Field]:
    """The preset, what it was when the fields were filled in, and a field for each figure."""
    found: dict[str, forms.Field] = {
        "preset": forms.ChoiceField(choices=list(PRESET_WORDS.items()), label=_("Rule set")),
        "preset_was": forms.CharField(required=False, max_length=40, widget=forms.HiddenInput),
    }
    for name, (label, text) in RULE_WORDS.items():
        found[name] = _field(_TYPES[name], label, text)
    return found


def initial_rules(rules: RuleSet) -> dict[str, Any]:
    """What stands in the fields of this rule set."""
    return {
        "preset": rules.preset,
        "preset_was": rules.preset,
        **{name: _shown(getattr(rules, name)) for name in RULE_WORDS},
    }


def rules_sent(sent: Mapping[str, Any]) -> dict[str, Any]:
    """The rule set that was typed, as `RuleSet.from_json` takes it, right or wrong; `sent` is the checked form."""
    preset = PRESETS[sent["preset"]]
    was = PRESETS.get(sent["preset_was"], preset)
    found: dict[str, Any] = {"preset": preset.preset}
    for name in RULE_WORDS:
        value = _read(name, sent[name], getattr(was, name))
        if value != getattr(was, name) and value != getattr(preset, name):
            found[name] = str(value) if isinstance(value, StrEnum) else value
    return found


def refilled_rules(sent: Mapping[str, str]) -> dict[str, Any]:
    """What is to stand in the fields after another preset was chosen; `sent` is not checked, and nonsense stays."""
    preset, was = PRESETS.get(sent.get("preset", "")), PRESETS.get(sent.get("preset_was", ""))
    found: dict[str, Any] = {name: sent.get(name, "") for name in ("preset", "preset_was", *RULE_WORDS)}
    if preset is None or was is None:
        return found
    for name in RULE_WORDS:
        if found[name] == _shown(getattr(was, name)):
            found[name] = _shown(getattr(preset, name))
    return {**found, "preset_was": preset.preset}


def preset_says(preset: str, name: str) -> str:
    """What a preset has for a figure, to stand beneath its field."""
    return gettext("%(preset)s: %(value)s") % {
        "preset": preset,
        "value": value_word(getattr(PRESETS[preset], name)),
    }


def is_own(bound: forms.BoundField, preset: str) -> bool:
    """Whether what stands in the field departs from the preset."""
    return preset in PRESETS and str(bound.value() or "") != _shown(getattr(PRESETS[preset], bound.name))


def _field(kind: Any, label: Any, text: Any) -> forms.Field:
    if kind is bool:
        return forms.ChoiceField(choices=_YES_NO, label=label, help_text=text)
    if kind in (NilTricks, BlindNil):
        choices = [(str(one), CHOICE_WORDS[one]) for one in kind]
        return forms.ChoiceField(choices=choices, label=label, help_text=text)
    return forms.IntegerField(
        required=False, min_value=-LARGEST, max_value=LARGEST, label=label, help_text=text
    )


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _read(name: str, typed: Any, usual: Any) -> Any:
    kind = _TYPES[name]
    if kind is bool:
        return typed == "yes"
    if kind in (NilTricks, BlindNil):
        return kind(typed)
    # nothing typed is "none" where that is a figure, else what the preset says
    return usual if typed is None and kind is int else typed
