"""Every document of an event, and the director's pack of 13, 100 and 500 tables, beside bare ReportLab drawing as many
pages of plain tables.

Each document is timed from the database to the bytes, once: reading and drawing together, as somebody waits for it.
"""

import io
import tempfile
from dataclasses import replace

from django.conf import settings
from django.contrib.auth.models import User
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from bench.events import big_event, fresh_database
from bench.measure import row, seconds
from tournaments.models import Event
from tournaments.printing import documents_of, print_document
from tournaments.printing_base import Order
from tournaments.printing_pack import merged, pack_documents, usual_documents
from tournaments.services.errors import ServiceError
from tournaments.services.standings import recompute_standings

BOARDS = 26
SIZES = (13, 100, 500)
SITE = "http://192.168.1.20:8000"


def main() -> None:
    fresh_database()
    with tempfile.TemporaryDirectory(prefix="director-bench-files-") as files:
        settings.MEDIA_ROOT = files
        for tables in SIZES:
            event = big_event(tables, BOARDS)
            recompute_standings(event.pk)
            _measure(event, tables)


def _measure(event: Event, tables: int) -> None:
    viewer = User(username="bench", is_superuser=True, is_active=True)
    order = Order(event, viewer, site=SITE)
    wanted = dict.fromkeys([*usual_documents(event), *pack_documents(event)])
    parts: dict[str, bytes] = {}
    spent = 0.0
    for name in wanted:
        if name not in documents_of(event):
            continue
        took = seconds(lambda name=name: parts.__setitem__(name, _bytes(name, order)))
        if not parts[name]:
            continue
        pages = len(PdfReader(io.BytesIO(parts[name])).pages)
        spent += took
        if tables == SIZES[0] or pages >= 20:
            bare = seconds(lambda pages=pages: bare_tables(pages))
            row(
                f"{tables} tables: {name}, {pages:,} pages",
                f"{pages / took:,.0f} pages/s",
                f"{bare / took:.2f} × bare",
            )
    put_together = seconds(lambda: merged(parts, event.name))
    whole = sum(len(PdfReader(io.BytesIO(part)).pages) for part in parts.values() if part)
    bare = seconds(lambda: bare_tables(whole))
    row(
        f"{tables} tables: the whole pack, {whole:,} pages",
        f"{spent + put_together:,.1f} s ({whole / (spent + put_together):,.0f}/s)",
        f"{bare / (spent + put_together):.2f} × bare",
    )
    row("  of that, putting it together", f"{put_together:,.1f} s")


def _bytes(name: str, order: Order) -> bytes:
    try:
        return print_document(name, replace(order))
    except ServiceError:
        return b""


def bare_tables(pages: int) -> bytes:
    """As many pages of plain tables: fourteen rows of twelve cells, rules and Helvetica."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=A4)
    for _ in range(pages):
        for line in range(14):
            y = 750 - 20 * line
            canvas.line(50, y, 545, y)
            for column in range(12):
                canvas.drawString(55 + 41 * column, y + 5, f"{line} {column}")
        canvas.showPage()
    canvas.save()
    return target.getvalue()
