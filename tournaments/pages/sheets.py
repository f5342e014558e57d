"""Sheets to download: what `printing` makes, for who may see it.

Owns: the answer with a PDF in it, kept for as long as nothing on it has changed.
Never does: decide what is secret; `printing` shows no more than the pages do.
"""

from typing import Final

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext

from tournaments.models import Kind
from tournaments.pages.viewing import Viewing
from tournaments.printing import (
    DIRECTOR_DOCUMENTS,
    DRAW_DOCUMENTS,
    Order,
    documents_of,
    file_name,
    print_document,
)
from tournaments.services.boards import export_boards
from tournaments.services.errors import ServiceError
from tournaments.sheets import PageSize

KEPT: Final = 3600
"""Seconds that a made sheet is kept; another state of the event has another key."""


def hands_file_of(viewing: Viewing) -> HttpResponse:
    """The deals that the viewer may see, as PBN, which other programs read."""
    return HttpResponse(
        export_boards(viewing.event, viewing.visible.deals),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{viewing.event.slug}.pbn"'},
    )


def sheet_of(request: HttpRequest, viewing: Viewing, kind: str) -> HttpResponse:
    """The PDF of one document. Raises Http404 for a document that is none, or is not for this viewer, or not yet."""
    if kind not in documents_of(viewing.event) or not _may_see(viewing, kind):
        raise Http404(gettext("There is no such sheet."))
    letter = request.GET.get("paper", "").lower() == PageSize.LETTER.lower()
    size = PageSize.LETTER if letter else PageSize.A4
    round_number = _round_asked_for(request, viewing)
    order = Order(event=viewing.event, viewer=viewing.user, page_size=size, round_number=round_number)
    key = f"sheet:{viewing.stamp}:{_reader(viewing)}:{kind}:{round_number}:{size}:{get_language()}"
    try:
        made = cache.get_or_set(key, lambda: print_document(kind, order), KEPT)
    except ServiceError as error:
        raise Http404(str(error)) from None
    return HttpResponse(
        made,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{file_name(kind, viewing.event)}"'},
    )


def _may_see(viewing: Viewing, kind: str) -> bool:
    if kind in DIRECTOR_DOCUMENTS:
        return viewing.visible.directs
    return kind not in DRAW_DOCUMENTS or viewing.draw_released


def _round_asked_for(request: HttpRequest, viewing: Viewing) -> int | None:
    """The round in the address. Raises Http404 for one that the event does not have."""
    said = request.GET.get("round", "")
    if not said:
        return None
    number = int(said) if said.isascii() and said.isdigit() and len(said) <= 6 else 0
    if not viewing.event.rounds.filter(number=number).exists():
        raise Http404(gettext("There is no such round."))
    return number


def _reader(viewing: Viewing) -> str:
    """Whom a kept sheet may be given to again: in a Teams event players see their own tables before others do."""
    if viewing.event.kind == Kind.TEAMS and viewing.user.is_authenticated:
        return f"{viewing.kind}-{viewing.user.pk}"
    return viewing.kind
