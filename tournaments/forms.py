"""What the forms of every door have in common: numbers that a person types, and a service's faults at their fields.

Never does: decide what is right; a service does, and its sentences are shown.
"""

from typing import Any

from django import forms

from tournaments.services.errors import ServiceError

MOST = 999_999
"""The largest number that may be typed."""


class WholeNumber(forms.IntegerField):
    """A number that a person types: bounded, so that every database can hold and compare it."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("min_value", 1)
        options.setdefault("max_value", MOST)
        super().__init__(**options)


def show_faults(form: forms.BaseForm, error: ServiceError) -> None:
    """Put each fault of a service at the field it is about, or above the form."""
    for fault in error.faults:
        form.add_error(_field_of(form, fault.path), fault.message)


def _field_of(form: forms.BaseForm, path: str) -> str | None:
    """`entries[0].players` is about the players; some fields are text of what the service takes as a value."""
    for part in (path.split("[")[0].split(".")[0], path.rsplit(".", 1)[-1].split("[")[0]):
        for name in (part, f"{part}_text", f"{part}_number"):
            if name in form.fields:
                return name
    return None
