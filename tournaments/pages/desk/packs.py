"""The desk's page of packs: choosing what is in one, watching it being made, cancelling and downloading it.

Never does: draw (tournaments/printing_pack.py).
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.core.files.storage import default_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.forms import SiteField, WholeNumber
from tournaments.models import Event, Kind, Pack, PackState
from tournaments.pages.desk.door import actor_of, attempt, for_event, show
from tournaments.pages.desk.sheets import title_of
from tournaments.printing_pack import pack_documents, usual_documents
from tournaments.printing_ranked import MOST_TABLES, ranked_tables
from tournaments.services.actors import directs
from tournaments.services.errors import NotFoundError
from tournaments.services.packs import UNFINISHED, cancel_pack, find_pack, order_pack
from tournaments.services.zones import zone_of
from tournaments.sheets import PageSize


class PackForm(forms.Form):
    documents = forms.MultipleChoiceField(
        required=False, label=_("Sheets"), widget=forms.CheckboxSelectMultiple
    )
    paper = forms.ChoiceField(choices=[(size.value, size.value) for size in PageSize], label=_("Paper"))
    duplex = forms.BooleanField(
        required=False, label=_("Two-sided"), help_text=_("Every document begins on a front page.")
    )
    prizes = WholeNumber(min_value=0, max_value=99, required=False, label=_("Prize places"))
    tables = WholeNumber(min_value=0, max_value=MOST_TABLES, required=False, label=_("Tables"))
    site = SiteField(required=False, help_text=_("For the codes on sheets; empty: none."))

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = pack_documents(event)
        if event.kind == Kind.RANKED:
            self.initial.setdefault("tables", max(ranked_tables(event)))
        else:
            del self.fields["tables"]
        self.fields["documents"].choices = [(name, title_of(name)) for name in names]  # type: ignore[attr-defined]  # of ChoiceField
        self.initial.setdefault("documents", usual_documents(event))

    def options(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {
            "paper": given["paper"],
            "duplex": given["duplex"],
            "prizes": given["prizes"] or 0,
            "site": given["site"],
            "tables": given.get("tables") or 0,
        }


@dataclass(frozen=True, slots=True)
class Shown:
    """A pack as the page tells of it; `now` is the document that is being drawn."""

    pk: int
    state: str
    words: str
    by: str
    at: Any
    done: int
    pages: int
    now: str
    why: str
    left_out: str
    unfinished: bool
    may_download: bool


@require_GET
@for_event()
def show_packs(request: HttpRequest, event: Event) -> HttpResponse:
    return _page(request, event)


@require_POST
@for_event()
def order(request: HttpRequest, event: Event) -> HttpResponse:
    form = PackForm(event, request.POST)
    if not form.is_valid():
        return _page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, form)
    known = pack_documents(event)
    pack, status = attempt(
        form,
        lambda: order_pack(
            event.pk, form.cleaned_data["documents"], form.options(), actor_of(request), known
        ),
    )
    if pack is None:
        return _page(request, event, status, form)
    return redirect("desk:packs", event.pk)


@require_GET
@for_event()
def state(request: HttpRequest, event: Event, pack: int) -> HttpResponse:
    """The line of one pack, which asks for itself while it is being made."""
    return render(
        request, "desk/pack.html", {"event": event, "pack": _shown(request, event, _find(event, pack))}
    )


@require_POST
@for_event()
def cancel(request: HttpRequest, event: Event, pack: int) -> HttpResponse:
    _find(event, pack)
    cancel_pack(event.pk, pack, actor_of(request))
    return redirect("desk:packs", event.pk)


@require_GET
@for_event()
def download(request: HttpRequest, event: Event, pack: int) -> HttpResponse:
    """The finished file; it shows what whoever ordered it may see, and is for them and for who sees everything."""
    found = _find(event, pack)
    there = found.state == PackState.DONE and default_storage.exists(found.file)
    if not there or not _may_download(request, event, found):
        raise Http404(gettext("There is no such pack; it may be older than a day."))
    with default_storage.open(found.file) as file:
        data: bytes = file.read()
    return HttpResponse(
        data,
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{event.slug}-pack.pdf"',
            "Cache-Control": "no-store",
        },
    )


def _find(event: Event, pack: int) -> Pack:
    try:
        return find_pack(event.pk, pack)
    except NotFoundError as error:
        raise Http404(str(error)) from None


def _may_download(request: HttpRequest, event: Event, pack: Pack) -> bool:
    return pack.user_id == request.user.pk or directs(request.user, event)


def _shown(request: HttpRequest, event: Event, pack: Pack) -> Shown:
    names = pack.order.get("documents", [])
    return Shown(
        pk=pack.pk,
        state=pack.state,
        words=str(pack.get_state_display()),
        by=pack.by,
        at=pack.created_at.astimezone(zone_of(event.tournament)),
        done=pack.done,
        pages=pack.pages,
        now=title_of(names[pack.done]) if pack.done < len(names) else gettext("Putting it together"),
        why=pack.why,
        left_out=", ".join(title_of(name) for name in pack.order.get("left_out", [])),
        unfinished=pack.state in UNFINISHED,
        may_download=pack.state == PackState.DONE and _may_download(request, event, pack),
    )


def _page(
    request: HttpRequest, event: Event, status: HTTPStatus = HTTPStatus.OK, form: PackForm | None = None
) -> HttpResponse:
    site = request.build_absolute_uri("/").rstrip("/")
    context = {
        "part": "sheets",
        "form": form or PackForm(event, initial={"site": site}),
        "packs": [_shown(request, event, pack) for pack in event.packs.select_related("user")],
    }
    return show(request, "desk/packs.html", event, context, status)
