"""The director's pack: all that an evening needs on paper, in the right order, in one file.

Owns: which documents are in it, making it document by document so that it can be watched and stopped, and its
bookmarks.
"""

import io
import logging
from collections.abc import Mapping, Sequence

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext
from pypdf import PdfReader, PdfWriter

from tournaments.models import Event, EventStatus, Pack
from tournaments.printing import documents_of, print_document
from tournaments.printing_base import Order
from tournaments.services.errors import ServiceError
from tournaments.services.packs import begin_step, end_step, fail, finish, parts_of
from tournaments.sheets import PageSize

BEFORE: Sequence[str] = (
    *("seating-by-name", "seating-by-table", "round-pairings", "guide-cards-tables", "guide-cards-entries"),
    *(
        "table-sheets",
        "blank-travellers",
        "pick-up-slips",
        "score-cards",
        "match-score-sheets",
        "board-labels",
    ),
    *("place-cards", "name-badges", "curtain-cards", "dealing-sheets"),
)
"""What is printed before play, in the order in which it is laid out."""
AFTER: Sequence[str] = (
    "results",
    "cross-table",
    "recap",
    "filled-travellers",
    "hand-records",
    "game-sheets",
    "leaderboard",
    "certificates",
)
"""What is printed after it."""
_NOT_USUALLY = frozenset({"place-cards", "name-badges", "curtain-cards", "dealing-sheets", "board-labels"})

logger = logging.getLogger(__name__)


def pack_documents(event: Event) -> list[str]:
    """All documents of this event in the pack's order."""
    there = documents_of(event)
    named = [name for name in (*BEFORE, *AFTER) if name in there]
    return named + [name for name in there if name not in named]


def usual_documents(event: Event) -> list[str]:
    """What a pack holds unless its director says otherwise: before the end what is laid out, then what is hung up."""
    ended = event.status in (EventStatus.PROVISIONAL, EventStatus.FINAL)
    half = AFTER if ended else BEFORE
    usual = [name for name in pack_documents(event) if name in half and name not in _NOT_USUALLY]
    return [name for name in usual if name != "certificates" or event.status == EventStatus.FINAL]


def make_step(pack_id: int) -> str:
    """Draw the next document of a pack, or put the drawn ones together; return a word for the log."""
    pack = begin_step(pack_id)
    if pack is None:
        return "nothing to do"
    names = pack.order["documents"]
    try:
        if pack.done < len(names):
            counted = end_step(pack, _draw(pack, names[pack.done]))
            return f"{names[pack.done]}" if counted else "overtaken"
        parts = dict(zip(names, parts_of(pack), strict=True))
        whole = merged(parts, pack.event.name, duplex=pack.order.get("duplex", False))
        if whole is None:
            fail(pack.pk, gettext("None of the sheets can be printed yet."))
            return "nothing in it"
        finish(pack, whole, [name for name, part in parts.items() if not part])
    except OSError as error:
        fail(pack.pk, gettext("The file could not be written: %(why)s.") % {"why": error.strerror or error})
        return "failed"
    except Exception:
        fail(pack.pk, gettext("A sheet could not be drawn; print its documents one by one to see which."))
        logger.exception("Pack %s failed", pack.pk)
        return "failed"
    return "done"


def _draw(pack: Pack, name: str) -> bytes:
    """One document; no bytes where there is nothing to be printed of it (yet)."""
    asked = pack.order
    order = Order(
        event=pack.event,
        viewer=pack.user or AnonymousUser(),
        page_size=PageSize(asked.get("paper", PageSize.A4)),
        site=asked.get("site", ""),
        duplex=asked.get("duplex", False),
        prizes=asked.get("prizes", 0),
        tables=asked.get("tables", 0),
    )
    try:
        return print_document(name, order)
    except ServiceError:
        return b""


def merged(parts: Mapping[str, bytes], title: str, *, duplex: bool = False) -> bytes | None:
    """One file of the documents that have pages, each under a bookmark of its own; None where none has.

    Duplex: every document begins on a front page.
    """
    writer = PdfWriter()
    for name, part in parts.items():
        if not part:
            continue
        if duplex and len(writer.pages) % 2:
            writer.add_blank_page()
        writer.append(PdfReader(io.BytesIO(part)), outline_item=name.replace("-", " ").capitalize())
    if not writer.pages:
        return None
    writer.add_metadata({"/Title": title})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
