"""The doors of a ranked table's page: the page, its part that moves, and what four players do there.

Owns: which service each deed calls, what a phone is given for it, and that a refusal is shown where it belongs.
Never does: reach anything of the event that is not at the code's own table; take a phone's word for which seat it has.

Ordinary forms, with Django's token against forged ones. A deed that was done leads back to the page; one that was
refused shows the page at once, with the sentence under what it is about and with what was typed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.http import parse_etags
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from scoring.faults import Fault
from tournaments.models import Absence, Door, Game, GameStatus, Kind, RatingBook
from tournaments.pages import ranked_keys
from tournaments.pages import ranked_table_forms as forms
from tournaments.pages import table_guard as guard
from tournaments.pages.ranked_price import price_of_leaving
from tournaments.pages.ranked_ratings import GameRatings, ratings_of_game
from tournaments.pages.ranked_table import SIDE_OF, Phone, TableShown, table_shown
from tournaments.pages.table_opening import as_private, gone_page, open_code
from tournaments.pages.table_words import CALLS, words
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.ranked.calls import call
from tournaments.services.ranked.deals import say_deal
from tournaments.services.ranked.games import open_game, sit, stand_up, void_game
from tournaments.services.ranked.leaving import come_back, fill_in, leave, settle_absences, stand_in_leaves
from tournaments.services.ranked.phones import claim_seat
from tournaments.services.ranked.rematch import take_back_vote, vote
from tournaments.services.ranked.who_may import find_player
from tournaments.services.tokens import Opened
from tournaments.services.zones import zone_of


@dataclass(frozen=True, slots=True)
class Refused:
    """A deed that was not done: why, and what was sent."""

    deed: str
    messages: tuple[str, ...]
    sent: Mapping[str, str]

    @property
    def seat(self) -> str:
        return self.sent.get("seat", "")

    @property
    def who(self) -> str:
        return self.sent.get("who", "")[: forms.LONGEST_NAME]


@dataclass(frozen=True, slots=True)
class Asked:
    """A deed as it was asked for: by which phone, and with what."""

    phone: Phone
    form: forms.Form

    @property
    def actor(self) -> Actor:
        return Actor(name=f"table {self.phone.table}", door=Door.PHONE)

    def game(self) -> Game:
        """The game at this table, which the page that was used has to be of. Raises `ConflictError`."""
        game, number = self.phone.game(), forms.read_number(self.form, "game")
        if game is None or game.number != number:
            raise ConflictError(
                gettext("This table has gone on; the page shows where it is now."), code="stale-page"
            )
        return game

    def held_seat(self, game: Game) -> str:
        """The seat in the form, which the phone has to hold the key of. Raises `ServiceError`."""
        seat = forms.read_seat(self.form)
        if seat not in self.phone.held(game):
            raise ServiceError(NOT_YOURS)
        return seat


NOT_YOURS: Final = Fault(
    "not-your-seat",
    "This phone does not hold that seat. Use the phone on which you sat down, or ask the desk.",
)

Deed = Callable[[Asked], str | None]
"""Does what was asked; returns the key of a seat that was taken."""


def show_ranked_table(request: HttpRequest, token: str, opened: Opened) -> HttpResponse:
    """The page of a code that opens a ranked table."""
    return _page(request, _phone(request, token, opened))


@csrf_exempt
@require_safe
def show_now(request: HttpRequest, token: str) -> HttpResponse:
    """The part of the page that moves, for this phone; 304 while nothing has."""
    refused = guard.refuse_flood(request, token)
    if refused is not None:
        return refused
    opened = open_code(request, token)
    if opened is None or opened.event.kind != Kind.RANKED:
        return gone_page(request)
    phone = _phone(request, token, opened)
    _settle(phone)
    etag = _etag(phone)
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return _dressed(HttpResponseNotModified(), etag)
    return _dressed(render(request, "ranked/table_live.html", _context(phone, None)), etag)


@require_POST
def do(request: HttpRequest, token: str, deed: str) -> HttpResponse:
    """One of the deeds below."""
    refused = guard.refuse_flood(request, token)
    if refused is not None:
        return guard.in_words(refused)
    opened = open_code(request, token)
    if opened is None or opened.event.kind != Kind.RANKED:
        return gone_page(request)
    act = _DEEDS.get(deed)
    if act is None:
        raise Http404
    phone = _phone(request, token, opened)
    sent = {name: str(value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    try:
        key = act(Asked(phone, sent))
    except ServiceError as error:
        told = Refused(deed, tuple(dict.fromkeys(fault.message for fault in error.faults)), sent)
        return _page(request, phone, told, status=422 if error.status == 400 else error.status)
    response = HttpResponseRedirect(reverse("table:page", args=(token,)))
    if key:
        ranked_keys.keep(request, response, token, (*phone.keys, key))
    return as_private(response)


def _open(asked: Asked) -> None:
    wanted = forms.read_opening(asked.form)
    open_game(asked.phone.event.pk, asked.phone.table, asked.actor, target=wanted.target, rated=wanted.rated)


def _close(asked: Asked) -> None:
    game = asked.game()
    if game.status != GameStatus.SEATING or game.seats.exists():
        raise ConflictError(
            gettext("Somebody sits at this game: only an empty one can be closed."), code="not-empty"
        )
    void_game(game.pk, gettext("closed at the table"), asked.actor)


def _sit(asked: Asked) -> str:
    game, seat = asked.game(), forms.read_seat(asked.form)
    person = find_player(asked.phone.event.tournament.club_id, forms.read_who(asked.form))
    return sit(game.pk, seat, person.pk, asked.actor).key


def _fill(asked: Asked) -> str:
    game, seat = asked.game(), forms.read_seat(asked.form)
    person = find_player(asked.phone.event.tournament.club_id, forms.read_who(asked.form))
    return fill_in(game.pk, seat, person.pk, asked.actor).key


def _claim(asked: Asked) -> str:
    game, seat = asked.game(), forms.read_seat(asked.form)
    return claim_seat(game.pk, seat, forms.read_who(asked.form), asked.actor).key


def _stand(asked: Asked) -> None:
    game = asked.game()
    stand_up(game.pk, asked.held_seat(game), asked.actor)


def _deal(asked: Asked) -> None:
    game, side = asked.game(), asked.form.get("side", "")
    if side not in {SIDE_OF[seat] for seat in asked.phone.held(game)}:
        raise ServiceError(NOT_YOURS)
    number, said = forms.read_number(asked.form, "deal"), forms.read_words(asked.form)
    key = asked.form.get("key", "")[:60]
    say_deal(game.pk, number, side, said, asked.actor, f"{game.pk}-{number}-{side}-{key}" if key else "")


def _leave(asked: Asked) -> None:
    game = asked.game()
    leave(game.pk, asked.held_seat(game), asked.actor)


def _back(asked: Asked) -> None:
    game = asked.game()
    # the grace may just have ended, and the seat with it: then the service says so
    seat = forms.read_seat(asked.form)
    if seat not in asked.phone.held(game) and not asked.phone.held_before(game, seat):
        raise ServiceError(NOT_YOURS)
    come_back(game.pk, seat, asked.actor)


def _stop(asked: Asked) -> None:
    game = asked.game()
    stand_in_leaves(game.pk, asked.held_seat(game), asked.actor)


def _vote(asked: Asked) -> None:
    game = asked.game()
    vote(game.pk, asked.held_seat(game), asked.actor)


def _unvote(asked: Asked) -> None:
    game = asked.game()
    take_back_vote(game.pk, asked.held_seat(game), asked.actor)


def _call(asked: Asked) -> None:
    game = asked.game()
    call(game.pk, asked.actor, forms.read_note(asked.form))


_DEEDS: Final[Mapping[str, Callable[[Asked], str | None]]] = {
    "open": _open,
    "close": _close,
    "sit": _sit,
    "claim": _claim,
    "stand": _stand,
    "deal": _deal,
    "leave": _leave,
    "back": _back,
    "fill": _fill,
    "stop": _stop,
    "vote": _vote,
    "unvote": _unvote,
    "call": _call,
}


def _phone(request: HttpRequest, token: str, opened: Opened) -> Phone:
    return Phone(token, opened, ranked_keys.keys_of(request))


def _settle(phone: Phone) -> None:
    """Have those quit whose grace is over, though nobody has done anything: a page that is looked at tells the truth
    even where no worker runs."""
    away = Absence.objects.filter(
        seat__game__event=phone.event, seat__game__table=phone.table, back_at=None, quit_at=None
    )
    if away.exists():
        settle_absences(phone.event.pk)
        phone.event.refresh_from_db(fields=["results_version"])


def _page(request: HttpRequest, phone: Phone, told: Refused | None = None, status: int = 200) -> HttpResponse:
    _settle(phone)
    get_token(request)  # for the forms that come with a later part, where there is none yet
    etag = _etag(phone)
    context = {**_context(phone, told), "etag": etag}
    response = _dressed(render(request, "ranked/table.html", context, status=status), etag)
    if told is not None:
        response.headers["Cache-Control"] = "no-store"
    return response


def _context(phone: Phone, told: Refused | None) -> dict[str, Any]:
    zone = zone_of(phone.event.tournament)

    def clock(moment: datetime) -> str:
        return formats.date_format(timezone.localtime(moment, zone), "H:i:s")

    shown = table_shown(phone, clock)
    return {
        "event": phone.event,
        "tournament": phone.event.tournament,
        "token": phone.code,
        "home": reverse("table:page", args=(phone.code,)),
        "shown": shown,
        "game": shown.game,
        "refused": told,
        "words": {**words(), **_own_words()},
        "prices": _prices(shown),
        "ratings": _ratings(shown),
        "bids": [str(number) for number in range(1, 14)],
        "tricks": forms.TRICKS,
        "notes": [str(note) for note in CALLS],
        "key": f"{timezone.now().timestamp():.3f}",
    }


def _prices(shown: TableShown) -> dict[str, tuple[str, ...]]:
    if shown.view is None:
        return {}
    view = shown.view
    return {chair.seat: price_of_leaving(view, chair.seat) for chair in shown.chairs if "leave" in chair.can}


def _ratings(shown: TableShown) -> GameRatings | None:
    if shown.view is None or shown.stage != "over" or not shown.view.game.rated:
        return None
    starters = {
        seat: found.starter.person for seat, found in shown.view.seats.items() if found.starter is not None
    }
    return ratings_of_game(shown.view.game, starters)


def _own_words() -> dict[str, str]:
    """What the entering script says differently here: deals, and no other table to wait for."""
    return {
        "board": gettext("Deal {board}"),
        "enter-title": gettext("Deal {board}: you enter for {side}"),
        "review-title": gettext("Deal {board}: is this right?"),
        "meanwhile": gettext("{side} has entered this deal already."),
        "race-stop": gettext("{side} reached {target}"),
        "race-stop-both": gettext("Both sides reached {target}"),
    }


def _etag(phone: Phone) -> str:
    """Changes whenever anything on this phone's page may."""
    event = phone.event
    books = RatingBook.objects.filter(club=event.tournament.club_id)
    state = (
        event.results_version,
        (event.name, event.status, event.rules, event.tournament.time_zone),
        books.values_list("ledger_version", "rated_version").first(),
        phone.keys,
        phone.table,
        get_language(),
        settings.LIVE_URL,
    )
    return f'"{blake2b(repr(state).encode(), digest_size=12).hexdigest()}"'


def _dressed(response: HttpResponse, etag: str) -> HttpResponse:
    response.headers["ETag"] = etag
    response.headers["Table-Now"] = str(int(timezone.now().timestamp() * 1000))
    # a worker of another event's page keeps pages (static/js/table_sw.js); to it this word means: keep none, show this
    response.headers["Table-Page"] = "gone"
    return as_private(response)
