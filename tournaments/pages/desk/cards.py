"""The desk's page of table cards and tents: the codes that open the tables' pages, printed, listed and revoked.

Never does: show a code; it stands on the cards and tents alone.
"""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.forms import KeysField, SiteField, WholeNumber, is_of_this_machine
from tournaments.models import Event, Kind, TableToken
from tournaments.pages.desk.door import actor_of, attempt, for_event, show
from tournaments.printing_cards import print_entry_cards, print_table_cards, print_table_tents
from tournaments.printing_ranked import MOST_TABLES, ranked_tables
from tournaments.services.printed import note_printed
from tournaments.services.tokens import may_print_codes, revoke, standing_tokens
from tournaments.services.zones import zone_of
from tournaments.sheets import PageSize

_MADE = {
    "tables": ("table-cards", print_table_cards),
    "entries": ("entry-cards", print_entry_cards),
    "tents": ("table-tents", print_table_tents),
}
"""By what the form calls them: the kind of the sheet, and what makes it."""


class CardsForm(forms.Form):
    site = SiteField(widget=forms.TextInput(attrs={"inputmode": "url", "spellcheck": "false"}))
    per = forms.ChoiceField(
        choices=[
            ("tables", _("Cards, one per table")),
            ("entries", _("Cards, one per pair")),
            ("tents", _("Tents, one per table")),
        ],
        initial="tables",
        label=_("Print"),
        help_text=_("A tent is folded and stands on the table, its number to be read across the room."),
    )
    tables = WholeNumber(
        min_value=1,
        max_value=MOST_TABLES,
        required=False,
        label=_("Tables"),
        help_text=_("How many there will be; each gets a code."),
    )
    paper = forms.ChoiceField(choices=[(size.value, size.value) for size in PageSize], label=_("Paper"))

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if event.kind == Kind.RANKED:
            self.initial.setdefault("tables", max(ranked_tables(event)))
        else:
            del self.fields["tables"]
        if (
            event.kind != Kind.PAIRS
        ):  # teams sit at two tables, so one card cannot open both; others have no entries
            per: Any = self.fields["per"]
            per.choices = [choice for choice in per.choices if choice[0] != "entries"]


class RevokeForm(forms.Form):
    codes = KeysField(
        queryset=TableToken.objects.none(),
        error_messages={"required": _("Choose the codes that are to open nothing any more.")},
    )
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("It stands in the log. Print cards again for tables whose code is revoked."),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["codes"].queryset = standing_tokens(event)  # type: ignore[attr-defined]  # of ModelChoiceField


@require_GET
@for_event()
def show_cards(request: HttpRequest, event: Event) -> HttpResponse:
    return _page(request, event)


@require_POST
@for_event()
def print_codes(request: HttpRequest, event: Event) -> HttpResponse:
    if not may_print_codes(request.user, event):
        raise PermissionDenied
    form = CardsForm(event, request.POST)
    if not form.is_valid():
        return _page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, cards=form)
    kind, make = _MADE[form.cleaned_data["per"]]
    given = (
        form.cleaned_data["site"],
        actor_of(request),
        PageSize(form.cleaned_data["paper"]),
        form.cleaned_data.get("tables") or 0,
    )
    made, status = attempt(form, lambda: make(event, *given))
    if made is None:
        return _page(request, event, status, cards=form)
    note_printed(event.pk, kind, "", actor_of(request))
    return HttpResponse(
        made,
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'attachment; filename="{event.slug}-{kind}.pdf"',
            "Cache-Control": "no-store",
        },
    )


@require_POST
@for_event()
def revoke_codes(request: HttpRequest, event: Event) -> HttpResponse:
    form = RevokeForm(event, request.POST)
    if not form.is_valid():
        return _page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, revoking=form)
    keys = [code.pk for code in form.cleaned_data["codes"]]
    count, status = attempt(
        form, lambda: revoke(event.pk, keys, actor_of(request), form.cleaned_data["reason"])
    )
    if count is None:
        return _page(request, event, status, revoking=form)
    said = ngettext("%(count)s code is revoked.", "%(count)s codes are revoked.", count)
    messages.success(request, said % {"count": count})
    return redirect("desk:cards", event.pk)


def _page(
    request: HttpRequest, event: Event, status: HTTPStatus = HTTPStatus.OK, **typed: forms.Form
) -> HttpResponse:
    site = request.build_absolute_uri("/").rstrip("/")
    zone = zone_of(event.tournament)
    codes = [
        {
            "pk": code.pk,
            "title": str(code.entry) if code.entry else gettext("Table %(number)s") % {"number": code.table},
            "made": code.created_at.astimezone(zone),
            "ends": code.expires_at.astimezone(zone),
        }
        for code in standing_tokens(event)
    ]
    context: dict[str, Any] = {
        "part": "sheets",
        "codes": codes,
        "may_print": may_print_codes(request.user, event),
        "for_this_machine": is_of_this_machine(site),
        "cards": CardsForm(event, initial={"site": site}),
        "revoking": RevokeForm(event),
        **typed,
    }
    return show(request, "desk/cards.html", event, context, status)
