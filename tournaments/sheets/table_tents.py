"""Table tents: a page for each table, folded across its middle to stand on it, the number huge on both faces.

Owns: the layout of a face; the upper one stands on its head, so that both are upright when the page is folded. Never
does: make a token, or know what its page does.
"""

from tournaments.sheets.codes import draw_code
from tournaments.sheets.data import PageSize
from tournaments.sheets.fitting import SMALLEST, whole_words
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import FOOTER_HEIGHT, draw_footer, joined
from tournaments.sheets.paper import GREY, MM, Align, Box, Paper
from tournaments.sheets.slip_data import TableTent, TableTents

_CODE_SIDE = 54 * MM
_GAP = 6 * MM
_NUMBER_SIZE = 380  # points
_FOLD = 8 * MM  # kept white on both sides of it
_MARK = 12 * MM


def render_table_tents(sheet: TableTents, page_size: PageSize = PageSize.A4) -> bytes:
    """The tents as PDF, in order; without tables, one page says so. The same sheet gives the same bytes."""
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.labels.table_tents))
    live = paper.live
    pages = max(1, len(sheet.tents))
    for number, tent in enumerate(sheet.tents, start=1):
        paper.bookmark(f"tent-{number}", tent.title)
        _draw_tent(paper, sheet, tent, f"tent-{number}")
        draw_footer(paper, live, sheet.head, sheet.labels, about=tent.title, page=number, pages=pages)
        paper.next_page()
    if not sheet.tents:
        paper.fitted(live, sheet.labels.no_tents, 14, align=Align.CENTRE)
        draw_footer(paper, live, sheet.head, sheet.labels, about="", page=1, pages=1)
        paper.next_page()
    return paper.finish()


def _draw_tent(paper: Paper, sheet: TableTents, tent: TableTent, name: str) -> None:
    """One drawing, placed twice; the marks where the page is folded."""

    def draw() -> None:
        _draw_face(paper, sheet, tent)

    paper.form(name, draw)
    paper.upside_down(name, draw)
    live, middle = paper.live, paper.height / 2
    paper.dashes(live.left, middle, live.left + _MARK, middle)
    paper.dashes(live.right - _MARK, middle, live.right, middle)
    words = Box(live.left + _MARK, middle + 2 * MM, live.width - 2 * _MARK, 4 * MM)
    paper.fitted(words, sheet.labels.fold, 7.5, align=Align.CENTRE, grey=GREY)


def _draw_face(paper: Paper, sheet: TableTents, tent: TableTent) -> None:
    """The lower half of the page: whose event it is, the number, and the code with what it is for."""
    live = paper.live
    top = paper.height / 2 - _FOLD
    bottom = live.bottom + FOOTER_HEIGHT + 3 * MM
    event = Box(live.left, top, live.width, 11 * MM)
    paper.fitted(event, sheet.head.event, 22, style=Style.BOLD)
    tournament = Box(live.left, event.bottom, live.width, 7 * MM)
    paper.fitted(tournament, sheet.head.tournament, 12, grey=GREY)
    code = Box(live.right - _CODE_SIDE, tournament.bottom - _GAP, _CODE_SIDE, _CODE_SIDE)
    number = Box(live.left, tournament.bottom, code.left - live.left - _GAP, tournament.bottom - bottom)
    digits = str(tent.number)
    size = whole_words(digits, Style.BOLD, _NUMBER_SIZE, number.width, SMALLEST)
    paper.fitted(number, digits, size, style=Style.BOLD, align=Align.CENTRE)
    draw_code(paper, tent.address, code)
    title = Box(code.left, code.bottom, code.width, 9 * MM)
    paper.fitted(title, tent.title, 18, style=Style.BOLD, align=Align.CENTRE)
    help_text = Box(code.left, title.bottom - 1 * MM, code.width, title.bottom - bottom - 10 * MM)
    paper.fitted(help_text, sheet.labels.card_help, 10)
    address = Box(code.left, bottom + 8 * MM, code.width, 8 * MM)
    paper.fitted(address, tent.address, 8, grey=GREY)
