"""The page of an event's table cards: the codes that open the tables' pages, printed, listed and revoked.

Owns: under which address phones are told to come, and a word where they could not.
Never does: show a code; it stands on the cards alone.
"""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from scoring.faults import Fault
from tournaments.admin.base import RoleAdmin, actor_of
from tournaments.admin.deed_page import attempt, show
from tournaments.admin.event_deeds import Done
from tournaments.forms import KeysField, SiteField, is_of_this_machine
from tournaments.models import Event, Kind, TableToken
from tournaments.printing_cards import print_entry_cards, print_table_cards
from tournaments.services.errors import ServiceError
from tournaments.services.tokens import may_print_codes, revoke, standing_tokens
from tournaments.services.zones import zone_of
from tournaments.sheets import PageSize

CARDS_PAGE = "admin/tournaments/event/cards.html"
_PLAYS = (
    "You play in this event, and its cards open the pages of tables that are hidden from you. Print them before the "
    "first round is opened, or let another director do it."
)


class CardsForm(forms.Form):
    site = SiteField(widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "url", "spellcheck": "false"}))
    per = forms.ChoiceField(
        choices=[("tables", _("One per table")), ("entries", _("One per pair"))],
        initial="tables",
        required=False,
        label=_("Cards"),
        help_text=_("A pair’s card opens the table where the pair sits, in every round."),
        widget=UnfoldAdminSelectWidget,
    )
    paper = forms.ChoiceField(
        choices=[(PageSize.A4.value, "A4"), (PageSize.LETTER.value, "Letter")],
        label=_("Paper"),
        widget=UnfoldAdminSelectWidget,
    )

    def __init__(self, event: Event, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if event.kind == Kind.TEAMS:
            # a team sits at two tables, so a card of its own could open neither
            del self.fields["per"]


class RevokeForm(forms.Form):
    codes = KeysField(queryset=TableToken.objects.none(), required=False)
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("It stands in the log. Print cards again for tables whose code is revoked."),
        widget=UnfoldAdminTextInputWidget,
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data)
        self.fields["codes"].queryset = standing_tokens(event)  # type: ignore[attr-defined]  # of ModelChoiceField


class _Deed:
    title = _("Table cards")
    explanation = ""


def respond(admin: RoleAdmin, request: HttpRequest, event: Event, back: str) -> HttpResponse:
    """The page, and on POST the cards themselves or a revocation."""
    site = request.build_absolute_uri("/").rstrip("/")
    cards, form = CardsForm(event, initial={"site": site}), RevokeForm(event)
    status = HTTPStatus.OK
    refusal = "" if may_print_codes(request.user, event) else _PLAYS
    if request.method == "POST" and "revoke" in request.POST:
        form = RevokeForm(event, request.POST)
        if form.is_valid():
            done, status = attempt(form, lambda: _revoke(event, form.cleaned_data, request))
            if done is not None:
                messages.success(request, done.said)
                return HttpResponseRedirect(request.path)
    elif request.method == "POST" and refusal:
        status = HTTPStatus.FORBIDDEN
    elif request.method == "POST":
        cards = CardsForm(event, request.POST)
        if cards.is_valid():
            made: list[bytes] = []
            done, status = attempt(cards, lambda: _print(event, cards.cleaned_data, request, made))
            if done is not None:
                return _download(event, made[0])
    shown = {
        "deed": _Deed,
        "about": event.name,
        "back": back,
        "cards": cards,
        "form": form,
        "codes": list(standing_tokens(event)),
        "not_printed": refusal,
        "for_this_machine": is_of_this_machine(site),
        "zone": zone_of(event.tournament),
    }
    return show(admin, request, shown, status, CARDS_PAGE)


def _print(event: Event, given: dict[str, Any], request: HttpRequest, made: list[bytes]) -> Done:
    print_cards = print_entry_cards if given.get("per") == "entries" else print_table_cards
    made.append(print_cards(event, given["site"], actor_of(request), PageSize(given["paper"])))
    return Done("")


def _revoke(event: Event, given: dict[str, Any], request: HttpRequest) -> Done:
    if not given["codes"]:
        raise ServiceError(Fault("codes", "Choose the codes that are to open nothing any more.", "codes"))
    count = revoke(event.pk, [code.pk for code in given["codes"]], actor_of(request), given["reason"])
    return Done("1 code is revoked." if count == 1 else f"{count} codes are revoked.")


def _download(event: Event, cards: bytes) -> HttpResponse:
    return HttpResponse(
        cards,
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'attachment; filename="{event.slug}-table-cards.pdf"',
            "Cache-Control": "no-store",
        },
    )
