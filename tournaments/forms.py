"""What the forms of every door have in common: numbers that a person types, and a service's faults at their fields.

Never does: decide what is right; a service does, and its sentences are shown.
"""

import ipaddress
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.errors import ServiceError

MOST = 999_999
"""The largest number that may be typed."""


class WholeNumber(forms.IntegerField):
    """A number that a person types: bounded, so that every database can hold and compare it."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("min_value", 1)
        options.setdefault("max_value", MOST)
        super().__init__(**options)


class SiteField(forms.CharField):
    """The address that phones reach us under, such as goes in front of `/table/…/`."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 200)
        options.setdefault("label", _("Address that phones open"))
        super().__init__(**options)

    def clean(self, value: Any) -> str:
        site = str(super().clean(value)).strip().rstrip("/")
        if not site and not self.required:
            return ""
        try:
            parts = urlsplit(site)
            known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            known = False
        if not known or not site.isascii() or not site.isprintable() or any(c in site for c in ' "<>\\@?#'):
            raise forms.ValidationError(_("Write an address such as http://192.168.1.20:8000."))
        return site


def is_of_this_machine(site: str) -> bool:
    """Whether an address means, to a phone, the phone itself."""
    host = urlsplit(site).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


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
