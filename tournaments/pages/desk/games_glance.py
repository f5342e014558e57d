"""The games of an event of ranked tables at a glance: every table, and what of it waits for a director.

Owns: the page, its moving part (`?live`, with an ETag that changes whenever it may), the list of all games.
Never does: read a game (services/ranked/reading.py).
Terms: *overdue*, a table of which nothing has been heard for longer than two deals take.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import reverse
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from tournaments import figures
from tournaments.draws.propose import MINUTES_PER_BOARD
from tournaments.models import DealState, Event, EventStatus, Game, GameStatus
from tournaments.pages.desk.door import for_event, show
from tournaments.pages.desk.game_calls import calls_shown
from tournaments.pages.desk.game_seats import clock_text, seat_word, seconds_left
from tournaments.services.actors import Deed, may
from tournaments.services.editing import open_subjects
from tournaments.services.ranked.bans import standing_bans
from tournaments.services.ranked.calls import open_calls
from tournaments.services.ranked.reading import GameView, views_of
from tournaments.services.ranked.who_may import LIVE

TICK_SECONDS: Final = 20
"""How long the page may be told that nothing has changed, where it is only time that passes."""
OVERDUE: Final = timedelta(minutes=2 * MINUTES_PER_BOARD)
LATEST: Final = 8
"""Games that are over, shown below those that are not."""
A_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody away from a game; `left` are the seconds of grace, `clock` the same in words."""

    game: Game
    seat: str
    word: str
    name: str
    left: int
    clock: str


@dataclass(frozen=True, slots=True)
class Want:
    """Something that a game waits for: one line with its link."""

    game: Game
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game's line; `mark` is how its cell is coloured, `label` says all of it for who hears the page."""

    view: GameView
    names: tuple[str, str]
    url: str
    mark: str
    state: str
    waits: str
    label: str
    editors: str

    @property
    def totals(self) -> tuple[str, str]:
        """What NS and EW have, with a proper minus."""
        return figures.points(self.view.ns_total), figures.points(self.view.ew_total)


@require_safe
@for_event(Deed.ENTER_RESULTS)
def show_games(request: HttpRequest, event: Event) -> HttpResponse:
    """Every game of the event, the latest first."""
    asked = request.GET.get("page", "1")
    found = event.games.order_by("-number")
    page = Paginator(found, A_PAGE).get_page(asked if asked.isascii() and asked.isdigit() else 1)
    rows = _rows(event, views_of(_of(event, page.object_list)), {}, timezone.now())
    context = {"part": "games", "rows": rows, "page": page}
    return show(request, "desk/games_all.html", event, context)


def glance_of_games(request: HttpRequest, event: Event) -> HttpResponse:
    """The page of `desk:event` for an event of ranked tables; the caller has asked who may see it."""
    etag = _etag(request, event)
    live = "live" in request.GET
    if live and etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers={"ETag": etag})
    answer = show(request, f"desk/games{'_live' if live else ''}.html", event, _context(request, event))
    answer.headers["ETag"] = etag
    return answer


def _etag(request: HttpRequest, event: Event) -> str:
    state = (
        (event.pk, event.results_version, event.status, event.name),
        (request.user.pk, get_language(), int(time.time()) // TICK_SECONDS),
    )
    return f'"{blake2b(repr(state).encode(), digest_size=12).hexdigest()}"'


def _context(request: HttpRequest, event: Event) -> dict[str, Any]:
    now = timezone.now()
    directs = may(request.user, Deed.DIRECT, event.tournament.club_id)
    live = views_of(_of(event, event.games.filter(status__in=LIVE).order_by("table", "number")))
    over = views_of(_of(event, event.games.exclude(status__in=LIVE).order_by("-number")[:LATEST]))
    calls = [] if event.status == EventStatus.FINAL else calls_shown(open_calls(event), now)
    calling = frozenset(one.game.number for one in calls)
    return {
        "part": "games",
        "directs": directs,
        "over": event.status == EventStatus.FINAL,
        "calls": calls,
        "rows": _rows(event, live, open_subjects(event, request.user), now, calling),
        "ended": _rows(event, over, {}, now),
        "count": event.games.count(),
        "away": _away(live, now),
        "disputes": [want for view in live for want in _disputes(event, view)],
        "empty": [want for view in live for want in _empty(event, view)],
        "overdue": [want for view in live for want in _overdue(event, view, now)],
        "bans": len(standing_bans(event.tournament.club_id, now)) if directs else 0,
    }


def _of(event: Event, games: Any) -> list[Game]:
    """The games, each with this event: none of them asks for its own."""
    found = list(games)
    for game in found:
        game.event = event
    return found


def _rows(
    event: Event,
    views: Sequence[GameView],
    editors: dict[str, str],
    now: datetime,
    calling: frozenset[int] = frozenset(),
) -> list[GameRow]:
    """A line for each game; `calling` are the numbers of those whose tables have called."""
    rows = []
    for view in views:
        game = view.game
        names = tuple(_side(view.names(side)) for side in ("NS", "EW"))
        state = str(game.get_outcome_display() if game.outcome else game.get_status_display())
        called = game.number in calling
        waits = f"{gettext('The table has called.')} {view.waits_for}".strip() if called else view.waits_for
        label = gettext("Game %(game)s, table %(table)s: %(ns)s against %(ew)s; %(state)s") % {
            "game": game.number,
            "table": game.table,
            "ns": names[0],
            "ew": names[1],
            "state": f"{view.ns_total} – {view.ew_total}, {state}. {waits}".replace("-", "−"),
        }
        who = editors.get(f"game:{game.number}", "")
        rows.append(
            GameRow(
                view,
                (names[0], names[1]),
                _url(event, game),
                "missing" if called else _mark(view, now),
                state,
                waits,
                label,
                gettext("%(names)s has it open") % {"names": who} if who else "",
            )
        )
    return rows


def _mark(view: GameView, now: datetime) -> str:
    """What a game's line is coloured by; "disputed" and "missing" wait for a director (static/js/desk_glance.js)."""
    if view.game.status == GameStatus.SEATING:
        return "provisional"
    if view.game.status != GameStatus.PLAYING:
        return "in" if view.game.status == GameStatus.OVER else "unneeded"
    if any(deal.state == DealState.DISPUTED and not deal.struck for deal in view.deals):
        return "disputed"
    seats = view.seats.values()
    if any(seat.empty or seat.away_until is not None for seat in seats):
        return "missing"
    return "due" if _is_overdue(view, now) else "playing"


def _side(names: tuple[str, str]) -> str:
    return " – ".join(name or "?" for name in names)


def _url(event: Event, game: Game) -> str:
    return reverse("desk:game", args=[event.pk, game.number])


def _away(views: Sequence[GameView], now: datetime) -> list[Away]:
    found = []
    for view in views:
        for seat in view.seats.values():
            if seat.away_until is not None:
                left = seconds_left(seat.away_until, now)
                word = seat_word(seat.seat)
                found.append(Away(view.game, seat.seat, word, seat.name, left, clock_text(left)))
    return sorted(found, key=lambda one: one.left)


def _disputes(event: Event, view: GameView) -> list[Want]:
    return [
        Want(
            view.game,
            gettext("deal %(deal)s: the sides differ") % {"deal": deal.number},
            f"{_url(event, view.game)}#unsure-{deal.number}",
        )
        for deal in view.deals
        if deal.state == DealState.DISPUTED and not deal.struck
    ]


def _empty(event: Event, view: GameView) -> list[Want]:
    free = ", ".join(seat_word(seat.seat) for seat in view.seats.values() if seat.empty)
    if not free:
        return []
    quit_by = view.game.status == GameStatus.PLAYING
    text = (
        gettext("%(seats)s was left: somebody fills in, or it ends") if quit_by else gettext("%(seats)s free")
    )
    return [Want(view.game, text % {"seats": free}, f"{_url(event, view.game)}#seats")]


def _overdue(event: Event, view: GameView, now: datetime) -> list[Want]:
    if not _is_overdue(view, now):
        return []
    minutes = int((now - _last_heard(view)).total_seconds()) // 60
    return [Want(view.game, gettext("nothing for %(n)s min") % {"n": minutes}, _url(event, view.game))]


def _is_overdue(view: GameView, now: datetime) -> bool:
    return view.game.status == GameStatus.PLAYING and now - _last_heard(view) > OVERDUE


def _last_heard(view: GameView) -> datetime:
    moments = [deal.row.updated_at for deal in view.deals]
    return max([*moments, view.game.started_at or view.game.opened_at])
