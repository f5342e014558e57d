"""Entries pasted from a spreadsheet, or out of a CSV file: first a preview of every row, then all of it or nothing.

Owns: the page. What a row becomes services/entry_paste.py says.
"""

from http import HTTPStatus
from typing import Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.faults import FaultsError
from tournaments.eventfile.csv_text import decode
from tournaments.models import Event
from tournaments.pages.desk.door import actor_of, attempt, for_event, show, status_of
from tournaments.services.entry_paste import PastePreview, add_pasted, preview_paste
from tournaments.services.errors import ServiceError
from tournaments.services.imports import MAX_TABLE_BYTES

SHOWN_ROWS: Final = 400
"""Rows of a preview shown when nothing is wrong; faulty ones are all shown."""


class PasteForm(forms.Form):
    """Text or a file; a file's text is put into the field, so that what is previewed is what is added."""

    text = forms.CharField(
        required=False,
        strip=False,
        label=_("Rows"),
        help_text=_(
            "One entry a row, cells apart by tabs, semicolons or commas, with a header or without: two names; a number "
            "before them if you like. Of teams the name first, then four to six players. A membership number in "
            "brackets behind a name says which of two namesakes."
        ),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "wrap": "off", "autofocus": True}),
    )
    file = forms.FileField(
        required=False,
        label=_("Or a CSV file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_event()
def paste(request: HttpRequest, event: Event) -> HttpResponse:
    if request.method != "POST":
        return _page(request, event, PasteForm(), None, HTTPStatus.OK)
    form = PasteForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, event, form, None, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        data = _data(form)
    except ServiceError as error:
        form.add_error("file", str(error))
        return _page(request, event, form, None, status_of(error))
    if "add" in request.POST and not form.cleaned_data["file"]:
        made, status = attempt(form, lambda: add_pasted(event.pk, data, actor_of(request)))
        if made is not None:
            count = len(made)
            said = ngettext("%(count)s entry is added.", "%(count)s entries are added.", count) % {
                "count": count
            }
            messages.success(request, said)
            return redirect("desk:entries", event.pk)
        form.errors.clear()  # each stands at its row below
    else:
        status = HTTPStatus.OK
    return _previewed(request, event, data, status)


def _previewed(request: HttpRequest, event: Event, data: bytes, status: HTTPStatus) -> HttpResponse:
    try:
        preview = preview_paste(event.pk, data, actor_of(request))
    except ServiceError as error:
        form = PasteForm({"text": ""})
        form.add_error("text", str(error))
        return _page(request, event, form, None, status_of(error))
    try:
        text, _encoding = decode(data)
    except FaultsError:
        text = ""
    if status == HTTPStatus.OK and not preview.fits:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return _page(request, event, PasteForm(initial={"text": text}), preview, status)


def _data(form: PasteForm) -> bytes:
    """The bytes of the file, or else of the text. Raises `ServiceError` for a file that is too large to be read."""
    file = form.cleaned_data["file"]
    if file is None:
        text: str = form.cleaned_data["text"]
        return text.replace("\r\n", "\n").encode()
    if file.size > MAX_TABLE_BYTES:
        size = MAX_TABLE_BYTES // 1_000_000
        raise ServiceError(
            gettext("The file is larger than %(size)s MB; no list of entries is.") % {"size": size}
        )
    data: bytes = file.read()
    return data


def _page(
    request: HttpRequest, event: Event, form: PasteForm, preview: PastePreview | None, status: HTTPStatus
) -> HttpResponse:
    rows = preview.rows if preview else ()
    shown = rows if len(rows) <= SHOWN_ROWS else tuple(row for row in rows if row.faults)[:SHOWN_ROWS]
    context = {
        "part": "entries",
        "form": form,
        "preview": preview,
        "rows": shown,
        "more": len(rows) - len(shown),
        "count": len(rows),
    }
    return show(request, "desk/entries_paste.html", event, context, status)
