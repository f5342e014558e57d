"""Table cards: the QR code that opens a table's page, two to a page, to be cut apart and laid on the tables.

Owns: the layout of a card. Never does: make a token, or know what its page does.
"""

from tournaments.sheets.codes import draw_code
from tournaments.sheets.data import PageSize, TableCard, TableCards
from tournaments.sheets.fonts import Style
from tournaments.sheets.paper import GREY, MM, Align, Box, Paper

A_PAGE = 2
LARGEST_CODE = 92 * MM
TITLE_HEIGHT = 22 * MM
LINE = 8 * MM
PADDING = 5 * MM


def render_table_cards(sheet: TableCards, page_size: PageSize = PageSize.A4) -> bytes:
    """The cards as PDF, in order; without cards, one page says so. The same sheet gives the same bytes."""
    paper = Paper(page_size, sheet.head, sheet.labels.table_cards)
    live = paper.live
    height = live.height / A_PAGE
    pages = [sheet.cards[first : first + A_PAGE] for first in range(0, len(sheet.cards), A_PAGE)]
    for cards in pages:
        for place, card in enumerate(cards):
            box = Box(live.left, live.top - place * height, live.width, height)
            _draw_card(paper, sheet, card, box)
        paper.dashes(live.left, live.top - height, live.right, live.top - height)
        paper.next_page()
    if not pages:
        paper.fitted(live, sheet.labels.no_cards, 14, align=Align.CENTRE)
        paper.next_page()
    return paper.finish()


def _draw_card(paper: Paper, sheet: TableCards, card: TableCard, box: Box) -> None:
    paper.bookmark(f"card-{card.title}", card.title)
    inner = Box(box.left + PADDING, box.top - PADDING, box.width - 2 * PADDING, box.height - 2 * PADDING)
    side = min(LARGEST_CODE, inner.height - LINE)
    draw_code(paper, card.address, Box(inner.left, inner.top, side, side))
    text = Box(inner.left + side + 2 * PADDING, inner.top, inner.width - side - 2 * PADDING, 0)
    top = inner.top
    for words, size, height, style in (
        (card.title, 54, TITLE_HEIGHT, Style.BOLD),
        (sheet.head.event, 18, 2 * LINE, Style.REGULAR),
        (sheet.head.tournament, 11, LINE, Style.REGULAR),
        (sheet.labels.card_help, 12, 4 * LINE, Style.REGULAR),
    ):
        paper.fitted(Box(text.left, top, text.width, height), words, size, style=style)
        top -= height + 1.5 * MM
    below = Box(inner.left, inner.bottom + LINE, inner.width, LINE)
    paper.fitted(below, card.address, 10, style=Style.REGULAR, grey=GREY)
