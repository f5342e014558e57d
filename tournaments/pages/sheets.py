"""Sheets to download: what `printing` makes, for who may see it.

Owns: the answer with a PDF in it, kept for as long as nothing on it has changed.
Never does: decide what is secret; `printing` shows no more than the pages do.
"""

from typing import Final

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext

from tournaments.pages.viewing import Viewing
from tournaments.printing import DOCUMENTS, Order, file_name, print_document
from tournaments.services.boards import export_boards
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
    """The PDF of one document. Raises Http404 for a document that is none, or whose draw is not out yet."""
    if kind not in DOCUMENTS or (kind == "blank-travellers" and not viewing.draw_released):
        raise Http404(gettext("There is no such sheet."))
    letter = request.GET.get("paper", "").lower() == PageSize.LETTER.lower()
    size = PageSize.LETTER if letter else PageSize.A4
    order = Order(event=viewing.event, viewer=viewing.user, page_size=size)
    key = f"sheet:{viewing.stamp}:{viewing.kind}:{kind}:{size}:{get_language()}"
    return HttpResponse(
        cache.get_or_set(key, lambda: print_document(kind, order), KEPT),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{file_name(kind, viewing.event)}"'},
    )
