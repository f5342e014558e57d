"""Certificates: a page across for each prize place, to be signed.

Owns: the layout. Never does: rank, or know how many places have a prize; see `seat_data`.
"""

from tournaments.sheets.data import PageSize
from tournaments.sheets.fitting import unbroken
from tournaments.sheets.flow import ROUNDING
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    draw_footer,
    draw_sentence,
    draw_strip,
    joined,
)
from tournaments.sheets.paper import GREY, HAIRLINE, MM, RULE, STRONG, Align, Box, Paper
from tournaments.sheets.seat_data import Certificate, Certificates

_LEAST_TYPE = 12.0
_INSIDE = 22 * MM
_SPADE = "♠"


def render_certificates(sheet: Certificates, page_size: PageSize = PageSize.A4) -> bytes:
    """A page for each prize place. The same sheet gives the same bytes; without any, one page says so."""
    labels = sheet.labels
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, labels.certificates), landscape=True)
    pages = max(1, len(sheet.certificates))
    for number, certificate in enumerate(sheet.certificates, start=1):
        title = joined(certificate.field, certificate.place, certificate.name)
        paper.bookmark(f"certificate-{number}", title)
        _draw(paper, sheet, certificate)
        _draw_footer(paper, sheet, joined(certificate.field, certificate.place), number, pages)
        paper.next_page()
        if sheet.duplex and number < pages:
            paper.next_page()
    if not sheet.certificates:
        live = paper.live
        draw_strip(paper, live, sheet.head)
        below = Box(live.left, live.top - STRIP_HEIGHT - MM, live.width, SENTENCE_HEIGHT)
        draw_sentence(paper, below, labels.no_certificates)
        _draw_footer(paper, sheet, labels.certificates, 1, 1)
        paper.next_page()
    return paper.finish()


def _draw_footer(paper: Paper, sheet: Certificates, about: str, page: int, pages: int) -> None:
    draw_footer(paper, paper.live, sheet.head, sheet.labels, about=about, page=page, pages=pages)


def _draw(paper: Paper, sheet: Certificates, one: Certificate) -> None:
    live, labels = paper.live, sheet.labels
    frame = Box(
        live.left + 1 * MM, live.top - 1 * MM, live.width - 2 * MM, live.height - FOOTER_HEIGHT - 3 * MM
    )
    _draw_frame(paper, frame)
    inner = Box(frame.left + _INSIDE, frame.top - 8 * MM, frame.width - 2 * _INSIDE, 0)
    event = joined(sheet.head.tournament, sheet.head.event)
    players = ", ".join(one.players)
    top = inner.top
    for text, size, height, style, grey in (
        (_SPADE, 40, 15 * MM, Style.REGULAR, 0.0),
        (sheet.club, 22, 13 * MM, Style.REGULAR, 0.0),
        (joined(one.place, one.field), 38, 23 * MM, Style.BOLD, 0.0),
        (labels.awarded_to, 13, 9 * MM, Style.ITALIC, GREY),
        (one.name, 34, (22 if players else 26) * MM, Style.BOLD, 0.0),
        (players, 15, (12 if players else 2) * MM, Style.REGULAR, 0.0),
        (labels.certificate_in, 13, 9 * MM, Style.ITALIC, GREY),
        (event, 20, 13 * MM, Style.REGULAR, 0.0),
        (one.record, 20, 11 * MM, Style.BOLD, 0.0),
    ):
        box = Box(inner.left, top, inner.width, height)
        fitting = unbroken(text, style, size, box.width - ROUNDING, _LEAST_TYPE) if text else size
        paper.fitted(box, text, fitting, style=style, align=Align.CENTRE, grey=grey)
        top -= height
    _draw_signatures(paper, sheet, frame)


def _draw_frame(paper: Paper, frame: Box) -> None:
    """A strong line and a fine one inside it."""
    paper.frame(frame, STRONG)
    gap = 1.8 * MM
    inner = Box(frame.left + gap, frame.top - gap, frame.width - 2 * gap, frame.height - 2 * gap)
    paper.frame(inner, HAIRLINE)


def _draw_signatures(paper: Paper, sheet: Certificates, frame: Box) -> None:
    """The date to the left, a line to sign to the right."""
    labels = sheet.labels
    width, y = 78 * MM, frame.bottom + 16 * MM
    for left, above, below in (
        (frame.left + _INSIDE, sheet.date, labels.date_signed),
        (frame.right - _INSIDE - width, "", labels.director_signs),
    ):
        paper.rule(left, y, left + width, y, RULE)
        paper.fitted(Box(left, y + 9 * MM, width, 8 * MM), above, 14, align=Align.CENTRE)
        paper.fitted(Box(left, y, width, 6 * MM), below, 9, align=Align.CENTRE, grey=GREY)
