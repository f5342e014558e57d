"""A ranked table as its phones see it: the game that is on there, who sits where, and what this phone can do now.

Owns: which of the table's games is shown; what is asked of a phone, from the seats whose keys it holds.
Never does: show anything of another table, give a list of people away, or change anything.

Terms
-----
stage    "none": no game, one can be opened; "seating", "playing", "over" as the game's status
held     said of a seat whose key this phone has
task     what the phone is asked for: "confirm" the other side's word, "settle" words that differ, "enter" the next
         deal, "waits" for the other side
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext

from scoring.game import TARGETS
from scoring.notation import NotationError, PlayerBid, SideBid, SideTricks
from tournaments import figures
from tournaments.models import DealState, Event, Game, GameStatus, RematchVote
from tournaments.pages.ranked_blind import blind_seats, lead_before, no_blind_words
from tournaments.pages.ranked_evening import terms_of
from tournaments.pages.ranked_games import (
    SEATS,
    SEATS_OF,
    GameShown,
    PlayerShown,
    game_shown,
    player_shown,
    seat_word,
)
from tournaments.services.ranked.calls import latest_call
from tournaments.services.ranked.keys import hash_of, seat_of_key
from tournaments.services.ranked.reading import DealView, GameView, game_view
from tournaments.services.tokens import Opened

SIDE_OF: Final = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
_OTHER: Final = {"NS": "EW", "EW": "NS"}
_ENDLESS: Final = 9_999
"""Deals that the entering script takes a game to have at most."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that has opened a table's code, with the keys it holds."""

    code: str
    opened: Opened
    keys: tuple[str, ...]

    @property
    def event(self) -> Event:
        return self.opened.event

    @property
    def table(self) -> int:
        return self.opened.token.table or 0

    def game(self) -> Game | None:
        """The latest game at this table; None before the first."""
        found = Game.objects.filter(event=self.event, table=self.table)
        return found.order_by("-number").first()

    def held(self, game: Game) -> tuple[str, ...]:
        """The seats of a game that this phone has the key of, N first."""
        found = {seat_of_key(game, key) for key in self.keys}
        return tuple(seat for seat in SEATS if seat in found)

    def held_before(self, game: Game, seat: str) -> bool:
        """Whether this phone took a seat whose starter has quit since."""
        found = game.seats.filter(seat=seat).values_list("key_hash", flat=True).first()
        return bool(found) and found in {hash_of(key) for key in self.keys}


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as the phone shows it. What can be done there: `sit`, `fill`, `claim` (somebody sits there without a
    phone), `stand`, `leave`, `back`, `stop` (filling in), each only where it can. `until` is the end of a grace in
    milliseconds since 1970, 0 without one."""

    seat: str
    word: str
    player: PlayerShown
    held: bool
    can: frozenset[str]
    until: int
    until_text: str


@dataclass(frozen=True, slots=True)
class SaidSide:
    """One side of a deal in words: ("North 4", "South nil") and "8", or by player where they are written so."""

    key: str
    title: str
    bids: tuple[str, ...]
    tricks: tuple[str, ...]
    score: str
    total: str


@dataclass(frozen=True, slots=True)
class Task:
    """Something asked of one side on this phone. `said` is what stands; `words` are its four texts, to be said again;
    `theirs` is what the other side says where both differ, and `own` what this one does. `blind` are the seats that may
    bid a blind nil on the deal, and `no_blind` says why others may not."""

    kind: str
    deal: int
    side: str
    title: str
    said: tuple[SaidSide, ...]
    words: dict[str, str]
    blind: frozenset[str]
    no_blind: str
    own: tuple[SaidSide, ...] = ()
    theirs: tuple[SaidSide, ...] = ()

    @property
    def side_word(self) -> str:
        return figures.direction(self.side)

    @property
    def other_word(self) -> str:
        return figures.direction(_OTHER[self.side])


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call for the director: whether somebody comes, and the hour and minute at which that was said."""

    comes: bool
    at: str
    note: str


@dataclass(frozen=True)
class TableShown:
    """Everything on the page of a phone."""

    phone: Phone
    view: GameView | None
    zone_time: Any

    @cached_property
    def game(self) -> GameShown | None:
        return game_shown(self.view) if self.view is not None else None

    @property
    def stage(self) -> str:
        status = self.view.game.status if self.view is not None else GameStatus.VOID
        return "none" if status == GameStatus.VOID else str(status)

    @property
    def void(self) -> bool:
        return self.view is not None and self.view.game.status == GameStatus.VOID

    @cached_property
    def held(self) -> tuple[str, ...]:
        return self.phone.held(self.view.game) if self.view is not None else ()

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides this phone may speak for."""
        return tuple(dict.fromkeys(SIDE_OF[seat] for seat in self.held))

    @cached_property
    def chairs(self) -> tuple[Chair, ...]:
        if self.view is None or self.stage == "none":
            return ()
        return tuple(self._chair(seat) for seat in SEATS)

    def _chair(self, seat: str) -> Chair:
        assert self.view is not None
        found = self.view.seats[seat]
        until = found.away_until
        return Chair(
            seat=seat,
            word=seat_word(seat),
            player=player_shown(found),
            held=seat in self.held,
            can=frozenset(self._can(seat)),
            until=int(until.timestamp() * 1000) if until is not None else 0,
            until_text=self.zone_time(until) if until is not None else "",
        )

    def _can(self, seat: str) -> Iterator[str]:
        assert self.view is not None
        found, own = self.view.seats[seat], seat in self.held
        sitter = found.stand_in if found.has_quit else found.starter
        if sitter is not None and not sitter.key_hash:
            yield "claim"
        if self.stage == "seating":
            if found.starter is None and self.opens:
                yield "sit"
            if own:
                yield "stand"
        elif self.stage == "playing":
            if found.has_quit and found.stand_in is None and self.fills:
                yield "fill"
            if own and found.stand_in is not None:
                yield "stop"
            elif own:
                yield "back" if found.away_until is not None else "leave"

    @property
    def can_claim(self) -> bool:
        return any("claim" in chair.can for chair in self.chairs)

    @property
    def opens(self) -> bool:
        """Whether players sit down by themselves in this event."""
        return bool(self.phone.event.ranked.open_seating)

    @property
    def fills(self) -> bool:
        return self.phone.event.ranked.leaving == "play-on"

    @cached_property
    def terms(self) -> tuple[str, ...]:
        return terms_of(self.phone.event)

    @property
    def targets(self) -> tuple[tuple[int, bool], ...]:
        """What a game can be played to, with the event's own marked."""
        own = self.phone.event.rule_set.target
        choices = TARGETS if own in TARGETS or own is None else tuple(sorted((*TARGETS, own)))
        return tuple((target, target == (own or 500)) for target in choices)

    @property
    def can_close(self) -> bool:
        """A game that nobody sits at can be closed: it was opened by mistake, or for something else."""
        return self.stage == "seating" and self.opens and all(c.player.state == "free" for c in self.chairs)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """What is asked of this phone, the oldest deal first and the next one last."""
        if self.view is None or self.stage != "playing":
            return ()
        found = [
            task
            for deal in self.view.deals
            if not deal.struck and deal.state != DealState.CONFIRMED
            for side in self.sides
            if (task := self._task_of(deal, side)) is not None
        ]
        # one phone that speaks for both sides is asked about a deal once
        once = {task.deal: task for task in sorted(found, key=lambda task: task.kind != "waits")}
        tasks = [once[deal] for deal in sorted(once)]
        number = self.view.next_deal
        if number is not None and self.sides:
            title = gettext("Deal %(deal)s") % {"deal": number}
            tasks.append(Task("enter", number, self.sides[0], title, (), {}, *self._blind(number)))
        return tuple(tasks)

    @cached_property
    def deals_so_far(self) -> tuple[tuple[DealView, str], ...]:
        """Every deal of the game with both sides' totals after it; no totals where it is struck out."""
        return tuple(
            (
                deal,
                f"{figures.points(deal.step.ns.total)} : {figures.points(deal.step.ew.total)}"
                if deal.step
                else "",
            )
            for deal in (self.view.deals if self.view else ())
        )

    def _task_of(self, deal: DealView, side: str) -> Task | None:
        theirs, own = deal.said.get(_OTHER[side]), deal.said.get(side)
        words = {name: getattr(deal.row, name) for name in ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")}
        title = gettext("Deal %(deal)s") % {"deal": deal.number}
        if deal.state == DealState.DISPUTED:
            said = (said_sides(own or words), said_sides(theirs or words))
            return Task(
                "settle", deal.number, side, title, (), theirs or words, *self._blind(deal.number), *said
            )
        kind = "waits" if own is not None else "confirm"
        return Task(kind, deal.number, side, title, said_sides(words, deal), words, *self._blind(deal.number))

    def _blind(self, number: int) -> tuple[frozenset[str], str]:
        assert self.view is not None
        return blind_seats(self.view, number), no_blind_words(self.view, number)

    @property
    def is_away(self) -> bool:
        """Whether somebody who sat down on this phone is away: to be back in time is what matters most then."""
        return any("back" in chair.can for chair in self.chairs)

    @property
    def presses(self) -> bool:
        """Whether this phone is asked for something before the next deal."""
        return self.is_away or any(task.kind in ("confirm", "settle") for task in self.tasks)

    @cached_property
    def voted(self) -> frozenset[str]:
        """The seats that want another game."""
        if self.view is None or self.stage != "over":
            return frozenset()
        votes = RematchVote.objects.filter(seat__game=self.view.game)
        return frozenset(votes.values_list("seat__seat", flat=True))

    @property
    def can_vote(self) -> bool:
        return self.stage == "over" and not any(
            chair.player.state in ("quit", "stand-in") for chair in self.chairs
        )

    @cached_property
    def called(self) -> CallShown | None:
        """The game's latest call; None where its table has not called."""
        found = latest_call(self.view.game) if self.view is not None else None
        if found is None:
            return None
        comes = found.answered_at is not None
        return CallShown(comes, self.zone_time(found.answered_at or found.at)[:5], found.note)

    @property
    def entry(self) -> dict[str, Any]:
        """What the entering script (static/js/table_entry.js) needs; {} where nothing can be entered here."""
        if self.view is None or not self.tasks:
            return {}
        view, rules = self.view, self.view.game.rule_set
        return {
            "round": view.game.number,
            "number": view.game.table,
            "phase": "playing",
            "players": {seat: view.seats[seat].name for seat in SEATS},
            "entries": {key: {"number": 0, "name": ""} for key in SEATS_OF},  # sides are no entries here
            "rules": asdict(rules),
            "race": {
                "NS": {"total": view.ns_total, "bags": view.ns_bags},
                "EW": {"total": view.ew_total, "bags": view.ew_bags},
                "target": rules.target or _ENDLESS,
                "length": _ENDLESS,
            },
            "boards": [self._board(task) for task in self.tasks],
        }

    def _board(self, task: Task) -> dict[str, Any]:
        assert self.view is not None
        deal = next((found for found in self.view.deals if found.number == task.deal), None)
        dealer, first = (
            (deal.dealer, deal.first_bidder)
            if deal is not None
            else (self.view.dealer, self.view.first_bidder)
        )
        return {
            "board": task.deal,
            "state": {"enter": "open", "confirm": "waiting"}.get(task.kind, "said"),
            "dealer": dealer,
            "first": first,
            "said": deal.said if deal is not None else {},
            "side": task.side,
            "lead": lead_before(self.view, task.deal),
        }


def table_shown(phone: Phone, zone_time: Any) -> TableShown:
    """`zone_time` writes a moment as the hall's clock has it."""
    game = phone.game()
    return TableShown(phone, game_view(game) if game is not None else None, zone_time)


def said_sides(words: dict[str, str], deal: DealView | None = None) -> tuple[SaidSide, ...]:
    """Both sides of a deal in words; with the scores and totals it makes where it counts."""
    step = deal.step if deal is not None else None
    sides = []
    for key in SEATS_OF:
        own = (step.ns if key == "NS" else step.ew) if step is not None else None
        bids, tricks = _in_words(key, words[f"{key.lower()}_bid"], words[f"{key.lower()}_tricks"])
        score = figures.points(own.score + own.penalty) if own is not None else ""
        total = figures.points(own.total) if own is not None else ""
        sides.append(SaidSide(key, figures.direction(key), bids, tricks, score, total))
    return tuple(sides)


def _in_words(key: str, bid: str, tricks: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    try:
        read, took = SideBid.parse(bid), SideTricks.parse(tricks)
    except NotationError:
        return (bid,), (tricks,)
    seats = [seat_word(seat) for seat in SEATS_OF[key]]
    bids = tuple(f"{seat} {_bid(own)}" for seat, own in zip(seats, read.players, strict=False))
    takes = tuple(f"{seat} {own}" for seat, own in zip(seats, took.players, strict=False))
    return bids or (str(read.contract),), takes or (str(took.total),)


def _bid(bid: PlayerBid) -> str:
    if bid.blind:
        return gettext("blind nil")
    return gettext("nil") if bid.is_nil else str(bid.tricks)
