"""Read a page as a person does: its text, one table's rows, one row."""

import re
from html import unescape
from html.parser import HTMLParser

from django.test import Client

from tournaments.models import Event

HIDDEN = re.compile(r'<span class="visually-hidden">.*?</span>', re.DOTALL)
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "path", "rect", "circle", "polyline"})


def home(event: Event) -> str:
    return f"/t/{event.tournament.slug}/{event.slug}/"


def get(client: Client, event: Event, place: str = "", **extra: str) -> str:
    """The HTML of a page of the event, which must be there."""
    response = client.get(home(event) + place, **extra)
    assert response.status_code == 200, (place, response.status_code)
    return response.content.decode()


def text(html: str) -> str:
    """All text, one blank between words; scripts' and styles' none."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def row(html: str, marker: str) -> str:
    """The text of the table row (or list item) whose opening tag has `marker`, such as `id="row-5"`."""
    match = re.search(rf"<(tr|li|tbody)\b[^>]*{re.escape(marker)}[^>]*>(.*?)</\1>", html, re.DOTALL)
    assert match, f"no row with {marker}"
    return text(HIDDEN.sub("", match[2]))


class Tags(HTMLParser):
    """Collects every tag with its attributes, and checks that tags are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")


def tags(html: str) -> Tags:
    parser = Tags()
    parser.feed(html)
    return parser
