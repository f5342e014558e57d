"""Traveller pages printed per second, beside bare ReportLab drawing as many plain tables of text."""

from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from bench.measure import beside, row
from tournaments.sheets import (
    Compass,
    Packing,
    SheetHead,
    Traveller,
    TravellerKind,
    TravellerRow,
    TravellerSheet,
    render_travellers,
)

PAGES, ROWS = 200, 13


def main() -> None:
    filled = tuple(
        TravellerRow(
            round=1,
            table=table,
            ns=table,
            ew=table + ROWS,
            ns_name=f"Ann Lee & Bo Diaz {table}",
            ew_name=f"Cy Ōta & Di Núñez {table}",
            ns_bid="N+4",
            ns_tricks="0+5",
            ew_bid="7",
            ew_tricks="8",
            ns_score=139,
            ew_score=69,
            ns_percentage="66.67",
            ew_percentage="33.33",
            ns_matchpoints="8",
            ew_matchpoints="4",
        )
        for table in range(1, ROWS + 1)
    )
    for kind in TravellerKind:
        sheet = TravellerSheet(
            head=SheetHead(event="Bench", tournament="Bench", revision=1, made_at="2026-11-29 20:14"),
            kind=kind,
            packing=Packing.ONE,
            travellers=tuple(
                Traveller(board=board, dealer=Compass.NORTH, rows=filled) for board in range(1, PAGES + 1)
            ),
        )
        ours, peer = beside(lambda sheet=sheet: render_travellers(sheet), _plain_tables, runs=3)
        row(
            f"{kind} travellers, {ROWS} rows a page",
            f"{PAGES / ours:,.0f} pages a second",
            f"{peer / ours:.2f} × bare tables",
        )


def _plain_tables() -> bytes:
    """The same number of pages of the same number of cells, with nothing but rules and Helvetica."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4)
    for _ in range(PAGES):
        for line in range(ROWS + 1):
            y = 750 - 20 * line
            canvas.line(50, y, 545, y)
            for column in range(12):
                canvas.drawString(55 + 41 * column, y + 5, f"{line} {column}")
        canvas.showPage()
    canvas.save()
    return target.getvalue()
