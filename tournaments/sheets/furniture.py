"""What stands around a table: the event's line and a title above it, a note and the footer below it, a sentence
instead of it.

Owns: the head strip, title, note and footer that sheets share. Never does: know which sheet it is on.
"""

from tournaments.sheets.data import SheetHead
from tournaments.sheets.fonts import Style
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import GREY, HAIRLINE, MM, RULE, Align, Box, Paper

STRIP_HEIGHT = 8 * MM
FOOTER_HEIGHT = 6 * MM
FOOTER_SIZE = 7.5
SENTENCE_HEIGHT = 12 * MM
TITLE_HEIGHT = 15 * MM
LEAD_HEIGHT = 11 * MM
NOTE_HEIGHT = 8 * MM
DOT = " · "


def joined(*texts: str) -> str:
    """The texts that say something, with a dot between them."""
    return DOT.join(text for text in texts if text.strip())


def draw_strip(paper: Paper, box: Box, head: SheetHead) -> None:
    """The event to the left, tournament and place to the right, a rule below."""
    where = joined(head.tournament, head.place)
    share = 0.55 if where else 1.0
    height = STRIP_HEIGHT - 2 * MM
    event = Box(box.left, box.top, box.width * share - 2 * MM, height)
    paper.fitted(event, head.event, 13, style=Style.BOLD)
    rest = Box(box.left + box.width * share, box.top, box.width * (1 - share), height)
    paper.fitted(rest, where, 9, align=Align.RIGHT, grey=GREY)
    y = box.top - STRIP_HEIGHT + 0.6 * MM
    paper.rule(box.left, y, box.right, y, RULE)


def draw_title(paper: Paper, title: str) -> None:
    """What the document is, large, under the strip of its first page."""
    live = paper.live
    box = Box(live.left, live.top - STRIP_HEIGHT - 1 * MM, live.width, TITLE_HEIGHT - 2 * MM)
    paper.fitted(box, title, 22, style=Style.BOLD)


def lead_height(lead: str) -> float:
    """What the line under the title takes, in points."""
    return LEAD_HEIGHT if lead else 0


def draw_lead(paper: Paper, lead: str) -> None:
    """What everybody wants to know first, under the title."""
    live = paper.live
    box = Box(live.left, live.top - STRIP_HEIGHT - TITLE_HEIGHT, live.width, LEAD_HEIGHT - 2 * MM)
    paper.fitted(box, lead, 13)


def draw_note(paper: Paper, note: str) -> None:
    """A remark above the footer."""
    live = paper.live
    box = Box(live.left, live.bottom + FOOTER_HEIGHT + NOTE_HEIGHT, live.width, NOTE_HEIGHT)
    paper.fitted(box, note, 8, style=Style.ITALIC, grey=GREY)


def draw_footer(
    paper: Paper, box: Box, head: SheetHead, labels: Labels, *, about: str, page: int, pages: int
) -> None:
    """Event and round, revision and time of making, page of pages, along the bottom of the box."""
    top = box.bottom + FOOTER_HEIGHT - 1.4 * MM
    height = FOOTER_HEIGHT - 1.4 * MM
    paper.rule(box.left, top, box.right, top, HAIRLINE, GREY)
    revision = "" if head.revision is None else labels.revision.format(revision=head.revision)
    made_at = labels.made_at.format(made_at=head.made_at) if head.made_at else ""
    gap = 2 * MM
    left = Box(box.left, top, box.width * 0.45 - gap, height)
    middle = Box(box.left + box.width * 0.45, top, box.width * 0.38 - gap, height)
    right = Box(box.left + box.width * 0.83, top, box.width * 0.17, height)
    paper.fitted(left, joined(head.event, about), FOOTER_SIZE, grey=GREY)
    paper.fitted(middle, joined(revision, made_at), FOOTER_SIZE, align=Align.CENTRE, grey=GREY)
    counted = labels.page_of.format(page=page, pages=pages)
    paper.fitted(right, counted, FOOTER_SIZE, align=Align.RIGHT, grey=GREY)


def draw_sentence(paper: Paper, box: Box, sentence: str) -> None:
    """A sentence where a table would be empty."""
    paper.fitted(Box(box.left, box.top, box.width, SENTENCE_HEIGHT), sentence, 11, grey=GREY)


def figure(value: int | None) -> str:
    """A whole number with a true minus sign; nothing for nothing."""
    return "" if value is None else str(value).replace("-", "−")
