"""Ranked games as pages show them: four players on two sides, two totals, how the game stands and why it ended.

Owns: the words and the picture of a game, out of what `services.ranked.reading` has read.
Never does: run a game, decide it, or rate it.
Terms: *home*, the look of North-South, and *away*, that of East-West, as races have them (race_pictures.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext

from tournaments import figures
from tournaments.models import Event, Game, GameEnding, GameOutcome, GameStatus, Rating
from tournaments.pages.race_pictures import Line, race
from tournaments.services.ranked.reading import GameView, SeatView
from tournaments.services.ratings.shown import listed

SEATS_OF: Final[Mapping[str, tuple[str, str]]] = {"NS": ("N", "S"), "EW": ("E", "W")}
SEATS: Final = ("N", "E", "S", "W")
_KINDS: Final = {"NS": "home", "EW": "away"}
_WINS: Final = {"NS": GameOutcome.NS, "EW": GameOutcome.EW}
_SHORTEST: Final = 6
"""Deals that a picture has room for, however short the game."""


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """Who sits on a seat. `state`: "", "away", "quit" (the seat is empty), "stand-in", "free" (nobody has sat down).
    `person` is 0 for nobody, `starter` the name of who quit."""

    seat: str
    name: str
    person: int
    state: str
    starter: str


@dataclass(frozen=True, slots=True)
class SideShown:
    key: str
    kind: str
    title: str
    players: tuple[PlayerShown, ...]
    total: str
    bags: int
    won: bool
    lost: bool

    @property
    def names(self) -> str:
        return " & ".join(player.name or figures.NONE for player in self.players)


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game. `deals` are those that are in, `text` how it stands or why it ended, `waits_for` what it waits for.
    `doubtful`: a deal that counts is not confirmed."""

    number: int
    table: int
    status: str
    status_text: str
    sides: tuple[SideShown, ...]
    deals: int
    target: int | None
    rated: bool
    stake: int
    text: str
    waits_for: str
    doubtful: bool
    picture: str
    game: Game

    @property
    def signature(self) -> str:
        """What a viewer would see differ: the game fades in when this is new."""
        sides = "/".join(f"{side.total}{side.names}" for side in self.sides)
        states = "".join(player.state[:1] for side in self.sides for player in side.players)
        return f"{self.status}{self.deals}|{sides}|{states}|{self.doubtful:d}"


def seat_word(seat: str) -> str:
    """The seat's name in the reader's language."""
    words = {"N": gettext("North"), "E": gettext("East"), "S": gettext("South"), "W": gettext("West")}
    return words[seat]


def game_shown(view: GameView, *, picture: bool = False, large: bool = False) -> GameShown:
    """`picture` draws the race as well, `large` for the game's own page."""
    game = view.game
    sides = tuple(_side(view, key) for key in SEATS_OF)
    return GameShown(
        number=game.number,
        table=game.table,
        status=game.status,
        status_text=game.get_status_display(),
        sides=sides,
        deals=len(view.deals),
        target=view.score.rules.target,
        rated=game.rated,
        stake=game.stake,
        text=text_of(view),
        waits_for=view.waits_for,
        doubtful=any(deal.state != "confirmed" and not deal.struck for deal in view.deals),
        picture=picture_of(view, large=large) if picture else "",
        game=game,
    )


def people_with_pages(event: Event) -> frozenset[int]:
    """Keys of those who play in an event and have a page that everybody may see: who is listed and has a rating."""
    plays = Q(person__game_seats__game__event=event) | Q(person__stand_ins__seat__game__event=event)
    found = Rating.objects.filter(plays, listed("person__"), club=event.tournament.club_id)
    return frozenset(found.values_list("person", flat=True))


def player_shown(seat: SeatView) -> PlayerShown:
    starter = seat.starter.person.name if seat.starter is not None else ""
    if seat.starter is None:
        state = "free"
    elif seat.stand_in is not None:
        state = "stand-in"
    elif seat.has_quit:
        state = "quit"
    else:
        state = "away" if seat.away_until is not None else ""
    person = seat.person
    return PlayerShown(
        seat=seat.seat,
        name=seat.name or starter,
        person=person.pk if person is not None else 0,
        state=state,
        starter=starter,
    )


def _side(view: GameView, key: str) -> SideShown:
    total, bags = (view.ns_total, view.ns_bags) if key == "NS" else (view.ew_total, view.ew_bags)
    outcome = view.game.outcome if view.game.status == GameStatus.OVER else ""
    return SideShown(
        key=key,
        kind=_KINDS[key],
        title=figures.direction(key),
        players=tuple(player_shown(view.seats[seat]) for seat in SEATS_OF[key]),
        total=figures.points(total) if view.game.status != GameStatus.SEATING else "",
        bags=bags,
        won=outcome == _WINS[key],
        lost=outcome in _WINS.values() and outcome != _WINS[key],
    )


def text_of(view: GameView) -> str:
    """In a sentence how a game stands, or who has won it and why it ended."""
    game = view.game
    if game.status == GameStatus.SEATING:
        return gettext("Waits for four players.")
    if game.status == GameStatus.PLAYING:
        return str(view.score.text)
    if game.status == GameStatus.VOID:
        return gettext("Void, and counts for nothing: %(reason)s") % {"reason": game.reason}
    return f"{_won_text(view)} {_ending_text(view)}".strip()


def _won_text(view: GameView) -> str:
    outcome = view.game.outcome
    if outcome == GameOutcome.DRAW:
        return gettext("Drawn.")
    winner = "NS" if outcome == GameOutcome.NS else "EW"
    names = [view.seats[seat].name or _starter(view, seat) for seat in SEATS_OF[winner]]
    return gettext("%(one)s and %(two)s have won.") % {"one": names[0], "two": names[1]}


def _starter(view: GameView, seat: str) -> str:
    found = view.seats[seat].starter
    return found.person.name if found is not None else seat_word(seat)


def _ending_text(view: GameView) -> str:
    ending = view.game.ending
    if ending == GameEnding.LEFT:
        left = [_starter(view, seat) for seat in SEATS if view.seats[seat].has_quit]
        if len(left) > 1:
            return gettext("%(names)s have left.") % {"names": gettext(" and ").join(left)}
        return gettext("%(name)s has left.") % {"name": left[0]} if left else ""
    if ending == GameEnding.DIRECTOR:
        return gettext("The director decided: %(reason)s") % {"reason": view.game.reason}
    return str(view.score.text)


def picture_of(view: GameView, *, large: bool) -> str:
    """Both sides' totals from nought to the target; "" while no deal is in."""
    steps, target = view.score.steps, view.score.rules.target
    if not steps or target is None:
        return ""
    numbers = [step.number for step in steps]
    lines = [
        Line(
            _KINDS[key],
            key,
            numbers,
            [(step.ns if key == "NS" else step.ew).total for step in steps],
            next((step.number for step in steps if (step.ns if key == "NS" else step.ew).reached), None),
        )
        for key in SEATS_OF
    ]
    return race(lines, target, max(len(steps), _SHORTEST), _picture_title(view, lines, target), large=large)


def _picture_title(view: GameView, lines: list[Line], target: int) -> str:
    """The race in words."""
    said = [
        gettext("%(side)s after each deal: %(totals)s")
        % {
            "side": figures.direction(line.label),
            "totals": ", ".join(figures.points(total) for total in line.totals),
        }
        for line in lines
    ]
    values = {"game": view.game.number, "target": target}
    return f"{gettext('Game %(game)s, to %(target)s') % values}. {'. '.join(said)}."
