"""What the forms of every door have in common: numbers that a person types, keys of rows, a service's faults at their
fields, and that a form that makes something makes it once, however often its button is pressed.

Never does: decide what is right; a service does, and its sentences are shown.
"""

import hashlib
import ipaddress
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.crypto import get_random_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.services.errors import ServiceError
from tournaments.services.sent_forms import key_of, once

MOST = 999_999
"""The largest number that may be typed."""


class WholeNumber(forms.IntegerField):
    """A number that a person types: bounded, so that every database can hold and compare it."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("min_value", 1)
        options.setdefault("max_value", MOST)
        super().__init__(**options)


def is_key(text: str) -> bool:
    """Whether a text can be a row's key. What cannot, some databases do not even look for."""
    return text.isascii() and text.isdecimal() and len(text) < len(str(2**63))


class KeysField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # not to be subscripted at run time
    """Rows by their keys, whatever is sent as one."""

    def clean(self, value: Any) -> Any:
        for key in value if isinstance(value, list | tuple) else ():
            if not is_key(str(key)):
                raise forms.ValidationError(
                    self.error_messages["invalid_pk_value"],
                    code="invalid_pk_value",
                    params={"pk": str(key)[:40]},
                )
        return super().clean(value)


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


_ONCE: Final = "_once"
_ONCE_KEY: Final = re.compile(r"[A-Za-z0-9]{16,40}")
_EACH_TIME_ANEW: Final = {"csrfmiddlewaretoken", "_keep"}
"""Fields that are none of what was typed: scripts put them in as a form is sent."""


def once_field(_request: HttpRequest) -> dict[str, object]:
    """For templates: `{{ once_field }}` in a form that makes something; see `answer_once`."""
    return {"once_field": _once_input}


def _once_input() -> SafeString:
    return format_html('<input type="hidden" name="{}" value="{}">', _ONCE, get_random_string(22))


def answer_once(request: HttpRequest, view: Callable[[], HttpResponse]) -> HttpResponse:
    """What `view` answers. Where the form has a `once_field` and was sent before just so, what it answered then, if
    that led on to another page: nothing is made twice, and its words are said again, for a browser drops the first.
    """
    key = request.POST.get(_ONCE, "") if request.method == "POST" else ""
    if not request.user.is_authenticated or not _ONCE_KEY.fullmatch(key):
        return view()
    responses: list[HttpResponse] = []

    def act() -> dict[str, Any] | None:
        response = view()
        responses.append(response)
        if response.status_code not in (HTTPStatus.FOUND, HTTPStatus.SEE_OTHER):
            return None
        if request.session.modified:
            request.session.save()  # or whoever comes second may be led on before what the page shows is there
        queued = messages.get_messages(request)._queued_messages  # type: ignore[union-attr]  # there is no other way
        said = [(one.level, str(one.message), one.extra_tags) for one in queued]
        return {"to": response.headers["Location"], "said": said}

    answer = once(key_of(str(request.user.pk), request.get_full_path(), *_sent(request)), act)
    if responses:
        return responses[0]
    for level, text, tags in answer["said"] if answer else ():
        messages.add_message(request, level, text, tags)
    return HttpResponseRedirect(answer["to"] if answer else request.get_full_path())


def _sent(request: HttpRequest) -> list[str]:
    """All that was typed and chosen, files too."""
    words = [
        text
        for name, values in sorted(request.POST.lists())
        if name not in _EACH_TIME_ANEW
        for text in (name, *values)
    ]
    return words + [
        text
        for name, files in sorted(request.FILES.lists())
        for file in files
        for text in (name, str(file.name), _digest(file))
    ]


def _digest(file: Any) -> str:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()
