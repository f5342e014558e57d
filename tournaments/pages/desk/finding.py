"""What the command palette can go to in an event: rounds, tables, boards, entries (static/js/desk_frame.js).

Owns: the list, in words that are typed: numbers and names.
Never does: show anything secret: who plays is public once the draw is, and a place may refuse its reader.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.models import Event, GameSeat, Kind, Person
from tournaments.pages.desk.door import for_event
from tournaments.pages.desk.parts import parts_of
from tournaments.services.actors import Deed, may
from tournaments.services.glance import present_round
from tournaments.services.progress import due_by_board
from tournaments.services.ranked.who_may import LIVE

MOST_GAMES: Final = 300
"""Of an event of ranked tables; a ladder may have thousands."""
Item = dict[str, str]
"""`group` and `text` are shown, `also` is only found; `url` is gone to."""


@require_safe
@for_event(Deed.ENTER_RESULTS)
def find(request: HttpRequest, event: Event) -> HttpResponse:
    """The list as JSON: {"items": [Item, …]}."""
    directs = may(request.user, Deed.DIRECT, event.tournament.club_id)
    if event.kind == Kind.RANKED:
        found: tuple[Iterator[Item], ...] = (_parts(event, directs), _games(event, directs))
    else:
        found = (_parts(event, directs), _rounds(event), _boards(event), _entries(event, directs))
    return JsonResponse({"items": [item for items in found for item in items]})


def _parts(event: Event, directs: bool) -> Iterator[Item]:
    for part in parts_of(event, directs):
        yield {"group": gettext("Part"), "text": str(part.title), "url": part.url}
    if directs and event.kind != Kind.RANKED:
        suspicions = reverse("desk:suspicions", args=[event.pk])
        yield {
            "group": gettext("Part"),
            "text": gettext("What looks odd"),
            "also": "suspicions",
            "url": suspicions,
        }
    public = reverse("pages:standings", args=[event.tournament.slug, event.slug])
    yield {"group": gettext("Page"), "text": gettext("Standings"), "also": "public results", "url": public}


def _games(event: Event, directs: bool) -> Iterator[Item]:
    """Games by number, table and who plays: those at the tables first, then the latest."""
    if directs:
        bans = reverse("desk:bans", args=[event.tournament.club.slug])
        yield {"group": gettext("Page"), "text": gettext("Who may not play ranked games"), "url": bans}
    names: dict[int, list[str]] = {}
    seats = GameSeat.objects.filter(game__event=event).order_by("pk")
    for game, name in seats.values_list("game", "person__name"):
        names.setdefault(game, []).append(name)
    rows = event.games.order_by("-number").values_list("pk", "number", "table", "status")
    for pk, number, table, status in sorted(rows[:MOST_GAMES], key=lambda row: row[3] not in LIVE):
        words = {"n": number, "table": table, "names": ", ".join(names.get(pk, ()))}
        yield {
            "group": gettext("At the tables") if status in LIVE else gettext("Game"),
            "text": gettext("Game %(n)s, table %(table)s: %(names)s") % words,
            "also": f"{number} {table}",
            "url": reverse("desk:game", args=[event.pk, number]),
        }


def _rounds(event: Event) -> Iterator[Item]:
    """All rounds, and the tables of the one that the desk looks at."""
    address = reverse("desk:event", args=[event.pk])
    for number in event.rounds.order_by("number").values_list("number", flat=True):
        group, text = gettext("Round"), gettext("Round %(n)s") % {"n": number}
        yield {"group": group, "text": text, "also": str(number), "url": f"{address}?round={number}"}
    present = present_round(event)
    if present is None:
        return
    for number in present.tables.order_by("number").values_list("number", flat=True):
        yield {
            "group": gettext("Table in round %(n)s") % {"n": present.number},
            "text": gettext("Table %(n)s") % {"n": number},
            "also": str(number),
            "url": f"{address}?round={present.number}#table-{number}",
        }


def _boards(event: Event) -> Iterator[Item]:
    """Those that are to be played; in a Teams event a board is one of a race, and has no page of its own."""
    if event.kind == Kind.TEAMS:
        return
    for number in sorted(due_by_board(event)):
        yield {
            "group": gettext("Board, on paper"),
            "text": gettext("Board %(n)s") % {"n": number},
            "also": str(number),
            "url": reverse("desk:paper-board", args=[event.pk, number]),
        }


def _entries(event: Event, directs: bool) -> Iterator[Item]:
    team = event.kind == Kind.TEAMS
    group = gettext("Team") if team else gettext("Pair")
    there = reverse("desk:entries", args=[event.pk])
    page = "pages:team" if team else "pages:scorecard"
    players: dict[int, list[str]] = {}
    seats: Any = Person.objects.filter(seats__entry__event=event).order_by("seats__position")
    for entry, name in seats.values_list("seats__entry_id", "name"):
        players.setdefault(entry, []).append(name)
    for pk, number, name in event.entries.order_by("number").values_list("pk", "number", "name"):
        public = reverse(page, args=[event.tournament.slug, event.slug, number])
        url = f"{there}#entry-{number}" if directs else public
        yield {"group": group, "text": f"{number} {name}", "also": " ".join(players.get(pk, ())), "url": url}
