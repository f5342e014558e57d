"""What the desk's page of a game shows: the game as it stands, and what may be done to it by whoever looks.

Owns: the context of the page. Never does: change anything (game_page.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scoring.race import SideStep
from tournaments import figures
from tournaments.models import DealState, EventStatus, Game, GameStatus, LogEntry, RematchVote, StakeLine
from tournaments.pages.desk.diary import Told, tell
from tournaments.pages.desk.door import show
from tournaments.pages.desk.game_calls import calls_shown
from tournaments.pages.desk.game_deeds import (
    DEEDS,
    GameDeed,
    barred_from_deal,
    deal_of,
    fills_in,
    form_of,
    seats_with_phone,
)
from tournaments.pages.desk.game_effect import GameForeseen
from tournaments.pages.desk.game_forms import PARTS, REASONS, PhoneForm, PlayForm, words_said
from tournaments.pages.desk.game_seats import clock_text, seat_word, seats_in_rows, seconds_left
from tournaments.pages.desk.named_players import Place
from tournaments.pages.desk.versions import VersionRow
from tournaments.services.actors import Deed as Permitted
from tournaments.services.actors import may
from tournaments.services.ranked.deal_checks import DealWords
from tournaments.services.ranked.reading import DealView, GameView, SeatView, game_view

HISTORY: Final = 60
"""Lines of the log below a game."""


@dataclass(slots=True)
class Tried:
    """What was sent and is shown again: the deed's name and form, what it would do, both versions of what was saved
    meanwhile, `places` of seats, what a record of the play comes to."""

    name: str = ""
    form: forms.Form | None = None
    effect: GameForeseen | None = None
    versions: Sequence[VersionRow] = ()
    places: Sequence[Place] = ()
    faults: Sequence[str] = ()
    irregularities: Sequence[str] | None = None
    status: HTTPStatus = HTTPStatus.OK


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat with what may be done there; `left` are the seconds of a grace, `clock` the same in words."""

    view: SeatView
    word: str
    votes: bool
    on_phone: bool
    deeds: tuple[tuple[str, GameDeed], ...]
    place: Place | None
    left: int | None
    clock: str


@dataclass(frozen=True, slots=True)
class Offered:
    """A deed with its form, below the score sheet; `open` where it was just tried or asked for."""

    name: str
    deed: GameDeed
    form: forms.Form
    open: bool
    effect: GameForeseen | None = None


@dataclass(frozen=True, slots=True)
class Word:
    side: str
    said: str


@dataclass(frozen=True, slots=True)
class Disputed:
    """A deal on which the sides differ, or that one of them has not confirmed, with what each has said; `chosen` is the
    side whose word was just tried."""

    deal: DealView
    differs: bool
    words: tuple[Word, ...]
    form: forms.Form
    chosen: str
    effect: GameForeseen | None


def game_page(request: HttpRequest, game: Game, tried: Tried | None = None) -> HttpResponse:
    """The page as it is now, with what was `tried`; with `?live` its moving parts alone."""
    tried = tried or Tried()
    game.refresh_from_db(
        fields=["status", "outcome", "ending", "version", "started_at", "ended_at", "reason"]
    )
    view = game_view(game)
    final = game.event.status == EventStatus.FINAL
    reads_log = may(request.user, Permitted.DIRECT, game.event.tournament.club_id)
    directs = reads_log and not final
    live = request.method != "POST" and "live" in request.GET
    context: dict[str, Any] = {
        "part": "games",
        "game": game,
        "names": {side: " – ".join(name or "?" for name in view.names(side)) for side in ("NS", "EW")},
        "view": view,
        "totals": (figures.points(view.ns_total), figures.points(view.ew_total)),
        "directs": directs,
        "still": bool(tried.name) or "deal" in request.GET,
        "live_page": reverse("desk:game", args=[game.event_id, game.number]),
        "calls": [] if final else calls_shown(game.calls.filter(answered_at=None), timezone.now()),
        "sheet": [_row(view, deal, directs=directs, final=final) for deal in view.deals],
        "seats": _seats(view, tried, directs=directs),
        "sitting": directs and game.status == GameStatus.SEATING,
        "filling": directs and fills_in(view),
        "entry": None if final else _entry(view, tried),
        "was_left": view.next_deal is not None and any(seat.empty for seat in view.seats.values()),
        "entry_effect": tried.effect if tried.name == "deal" else None,
        "irregularities": tried.irregularities,
        "fix": None if final else _correction(request, view, tried, directs=directs),
        "fix_effect": tried.effect if tried.name == "correct" else None,
        "unsure": _unsure(view, tried),
        "offered": _offered(view, tried, directs=directs),
        "play": None if final else _play_form(view, tried),
        "sits_here": directs and any(_is(seat, request.user.pk) for seat in view.seats.values()),
        "faults": tried.faults,
        "version_rows": tried.versions,
        "reasons": REASONS,
        "rules": {name: getattr(game.rule_set, name) for name in _RULES},
        "stakes": _stakes(game),
        "rematch": Game.objects.filter(rematch_of=game).first(),
        "can_vote_all": DEEDS["vote-all"].is_offered(view, directs=directs),
        "history": _history(game) if reads_log and not live else [],
        "subject": f"game:{game.number}",
    }
    template = "desk/game_live.html" if live else "desk/game.html"
    return show(request, template, game.event, context, tried.status)


_RULES: Final = (
    *("trick_points", "nil_points", "blind_nil_points", "set_loses_points", "losses_to_opponents"),
    *("bag_points", "opponents_bag_points", "bag_penalty", "bag_penalty_every", "failed_nil_tricks"),
    *("blind_nil", "blind_nil_behind", "bids_may_pass_13", "minimum_team_bid", "ten_for_200"),
)
"""What static/js/score.js needs of a rule set."""


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side of a deal; figures are "" for a deal that counts for nothing."""

    said: str
    score: str = ""
    penalty: str = ""
    total: str = ""
    bags: str = ""


@dataclass(frozen=True, slots=True)
class RowShown:
    """A line of the score sheet; `word` is its state, `open` whether the reader may correct it."""

    number: int
    dealer: str
    first: str
    sides: tuple[SideShown, SideShown]
    state: str
    struck: bool
    word: str
    label: str
    open: bool


def _row(view: GameView, deal: DealView, *, directs: bool, final: bool) -> RowShown:
    row = deal.row
    ns, ew = (deal.step.ns, deal.step.ew) if deal.step is not None else (None, None)
    word = gettext("counts for nothing") if deal.struck else str(DealState(deal.state).label)
    label = gettext("Deal %(n)s: %(state)s. Correct it") % {"n": deal.number, "state": word}
    return RowShown(
        number=deal.number,
        dealer=deal.dealer,
        first=deal.first_bidder,
        sides=(_side(row.ns_bid, row.ns_tricks, ns), _side(row.ew_bid, row.ew_tricks, ew)),
        state=str(deal.state),
        struck=deal.struck,
        word=word,
        label=label,
        open=not final
        and view.game.status != GameStatus.VOID
        and not barred_from_deal(view, deal.number, directs=directs),
    )


def _side(bid: str, tricks: str, step: SideStep | None) -> SideShown:
    said = f"{bid} · {tricks}"
    if step is None:
        return SideShown(said)
    penalty = figures.points(step.penalty) if step.penalty else ""
    return SideShown(said, figures.points(step.score), penalty, figures.points(step.total), str(step.bags))


def _entry(view: GameView, tried: Tried) -> forms.Form | None:
    """The form of the next deal; None where none is to come."""
    if tried.name == "deal":
        return tried.form
    if view.next_deal is None:
        return None
    return form_of("deal", initial={"number": view.next_deal})


def _correction(request: HttpRequest, view: GameView, tried: Tried, *, directs: bool) -> forms.Form | None:
    """The form that corrects a deal: the one tried, or the one that the address asks for."""
    if tried.name == "correct":
        return tried.form
    asked = request.GET.get("deal", "")
    deal = deal_of(view, int(asked)) if asked.isascii() and asked.isdigit() and len(asked) < 4 else None
    if deal is None or barred_from_deal(view, deal.number, directs=directs):
        return None
    initial = {name: getattr(deal.row, name) for name in PARTS}
    more = {"number": deal.number, "version": deal.version, "play": deal.row.play}
    return form_of("correct", initial={**initial, **more})


def _unsure(view: GameView, tried: Tried) -> list[Disputed]:
    """The deals that wait for a word, each with what the sides have said."""
    found = []
    for deal in view.deals:
        if deal.state == DealState.CONFIRMED or deal.struck:
            continue
        form = form_of("word", initial={"number": deal.number, "version": deal.version})
        is_tried = (
            tried.name == "word" and tried.form is not None and _whole(tried.form, "number") == deal.number
        )
        if is_tried and tried.form is not None:
            form = tried.form
        said = sorted(words_said(deal.said).items(), reverse=True)
        found.append(
            Disputed(
                deal,
                deal.state == DealState.DISPUTED,
                tuple(Word(side, _line(word)) for side, word in said),
                form,
                str(form["side"].value() or "") if is_tried or len(said) > 1 else said[0][0] if said else "",
                tried.effect if is_tried else None,
            )
        )
    return found


def _line(word: DealWords) -> str:
    return f"{word.ns_bid} {word.ns_tricks} – {word.ew_bid} {word.ew_tricks}"


def _whole(form: forms.Form, name: str) -> int | None:
    text = str(form[name].value() or "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


def _offered(view: GameView, tried: Tried, *, directs: bool) -> list[Offered]:
    last = view.deals[-1] if view.deals else None
    initial = {"number": last.number, "version": last.version} if last is not None else {}
    found = []
    for name, deed in DEEDS.items():
        if not deed.listed or not deed.is_offered(view, directs=directs):
            continue
        is_tried = tried.name == name
        form = tried.form if is_tried and tried.form is not None else form_of(name, initial=initial)
        if isinstance(form, PhoneForm):
            form.offer(seats_with_phone(view))
        found.append(Offered(name, deed, form, is_tried, tried.effect if is_tried else None))
    return found


def _play_form(view: GameView, tried: Tried) -> forms.Form | None:
    if tried.name == "play":
        return tried.form
    number = view.next_deal
    return None if number is None else PlayForm(prefix="play", initial={"number": number})


def _seats(view: GameView, tried: Tried, *, directs: bool) -> list[SeatShown]:
    votes = set(
        RematchVote.objects.filter(seat__game=view.game).values_list("seat__seat", flat=True)
        if view.game.status == GameStatus.OVER
        else ()
    )
    now = timezone.now()
    phones = seats_with_phone(view)
    places = {place.number: place for place in tried.places} if tried.name in ("sit", "fill-in") else {}
    found = []
    for number, seat in enumerate(seats_in_rows(view), start=1):
        left = seconds_left(seat.away_until, now) if seat.away_until is not None else None
        word = seat_word(seat.seat)
        fills = gettext("Who fills in %(seat)s?") % {"seat": word} if seat.has_quit else word
        place = places.get(number) or Place(number, fills)
        found.append(
            SeatShown(
                view=seat,
                word=word,
                votes=seat.seat in votes,
                on_phone=seat.seat in phones,
                deeds=tuple(_seat_deeds(view, seat, seat.seat in votes)) if directs else (),
                place=place if seat.empty else None,
                left=left,
                clock=clock_text(left) if left is not None else "",
            )
        )
    return found


def _seat_deeds(view: GameView, seat: SeatView, votes: bool) -> list[tuple[str, GameDeed]]:
    status = view.game.status
    names: list[str] = []
    if status == GameStatus.SEATING and seat.starter is not None:
        names = ["stand-up"]
    elif status == GameStatus.PLAYING and seat.stand_in is not None:
        names = ["stand-in-leaves"]
    elif status == GameStatus.PLAYING and not seat.has_quit:
        names = ["back" if seat.away_until is not None else "leave"]
    elif DEEDS["vote"].when(view):
        names = ["vote-back" if votes else "vote"]
    return [(name, DEEDS[name]) for name in names]


def _is(seat: SeatView, user_id: int | None) -> bool:
    return user_id is not None and seat.person is not None and seat.person.user_id == user_id


def _stakes(game: Game) -> list[tuple[str, str]]:
    """What each has won or lost by now, most first."""
    found: dict[str, int] = {}
    for line in StakeLine.objects.filter(game=game).select_related("person"):
        found[line.person.name] = found.get(line.person.name, 0) + line.points
    most_first = sorted(found.items(), key=lambda one: -one[1])
    return [(name, figures.signed_points(points)) for name, points in most_first if points]


def _history(game: Game) -> list[Told]:
    """The latest lines of the log about this game, oldest first."""
    subject = f"game {game.number}"
    about = Q(subject=subject) | Q(subject__startswith=f"{subject},")
    lines = LogEntry.objects.filter(about, event=game.event).order_by("-pk")[:HISTORY]
    return [tell(line, game.event) for line in reversed(lines)]
