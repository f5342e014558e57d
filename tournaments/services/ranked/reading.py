"""Games as pages, sheets and the API read them, in a number of queries that does not depend on how many there are.

Owns: who sits where now, each deal with what it came to, and what a game waits for, in words.
Reads; changes nothing: an absence that is over is settled by whoever acts on the game, by its task or by the sweep.
Terms: *starter*, *stand-in*, *absence*, see models/ranked.py; *struck*, said of a deal beyond the end of its game.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Sum
from django.utils.translation import gettext, ngettext

from scoring.game import GameScore, GameStep, dealer_of, first_bidder_of
from tournaments.models import (
    Absence,
    DealState,
    Event,
    Game,
    GameDeal,
    GameSeat,
    GameStatus,
    Person,
    RatingChanges,
    Seat,
    StandIn,
)
from tournaments.services.ranked.bans import policy_for
from tournaments.services.ranked.scores import SEATS, SIDE_OF, score_of, unconfirmed
from tournaments.services.zones import zone_of


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat of a game. `person` is who sits there now, None where nobody does; `name` theirs ("" for nobody);
    `starter` the row of who began there (None: nobody has sat down yet), `stand_in` that of who fills in.

    `away_until`: a starter is away, and has quit if not back by then. `has_quit`: the starter has. `empty`: somebody
    has to sit down here before the game can go on."""

    seat: str
    person: Person | None
    name: str
    starter: GameSeat | None
    stand_in: StandIn | None
    away_until: datetime | None
    has_quit: bool
    empty: bool

    @property
    def on_phone(self) -> bool:
        """Whether a phone holds the seat: that of who fills in, where the starter has quit."""
        sitter = self.stand_in if self.has_quit else self.starter
        return sitter is not None and bool(sitter.key_hash)


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal that is in. `struck`: it counts for nothing, being beyond the end of the game; `step` is then None, as it
    is while a deal before it is missing."""

    row: GameDeal
    number: int
    dealer: str
    first_bidder: str
    state: str
    version: int
    said: dict[str, Any]
    struck: bool
    step: GameStep | None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game at a glance. Totals and bags are the running ones, over all deals that count, agreed on or not.
    `next_deal` is None where no deal is to come; `dealer` and `first_bidder` are the next deal's, "" without one.
    `waits_for` says in sentences what the game waits for, "" once it is over."""

    game: Game
    seats: dict[str, SeatView]
    score: GameScore
    deals: tuple[DealView, ...]
    ns_total: int
    ew_total: int
    ns_bags: int
    ew_bags: int
    next_deal: int | None
    dealer: str
    first_bidder: str
    waits_for: str

    def names(self, side: str) -> tuple[str, str]:
        """Who began the game for "NS" or "EW", "" for a seat that is free."""
        first, second = (self.seats[letter].starter for letter in SEATS if SIDE_OF[letter] == side)
        return tuple(starter.person.name if starter else "" for starter in (first, second))  # type: ignore[return-value]


def game_view(game: Game) -> GameView:
    """Four queries, and three more where somebody is away."""
    return views_of([game])[0]


def games_of(event: Event) -> list[GameView]:
    """All games of an event in their order."""
    return views_of(event.games.all())


def views_of(games: Iterable[Game]) -> list[GameView]:
    """These games, in their order. Games of several events take two queries more for each event and club."""
    found = list(games)
    rows = _read(found)
    return [_view(game, rows) for game in found]


def changes_of(event: Event) -> dict[int, float]:
    """What the rated games of an event of ranked tables have done so far to each player's rating on the list of ranked
    tables, by person."""
    found: defaultdict[int, float] = defaultdict(float)
    for letter, name in (("n", "north"), ("s", "south"), ("e", "east"), ("w", "west")):
        sums = (
            RatingChanges.objects.filter(rated_game__event=event, rated_game__game__isnull=False)
            .order_by()
            .values_list(f"rated_game__{name}")
            .annotate(change=Sum(f"own_change_{letter}"))
        )
        for person, change in sums:
            found[person] += change
    return dict(found)


@dataclass(slots=True)
class _Rows:
    """What belongs to some games, read once for all of them; `graces` by club."""

    seats: dict[int, dict[str, GameSeat]] = field(default_factory=lambda: defaultdict(dict))
    stand_ins: dict[int, StandIn] = field(default_factory=dict)
    away: dict[int, Absence] = field(default_factory=dict)
    deals: dict[int, list[GameDeal]] = field(default_factory=lambda: defaultdict(list))
    graces: dict[int, timedelta] = field(default_factory=dict)

    def grace(self, game: Game) -> timedelta:
        club = game.event.tournament.club_id
        if club not in self.graces:
            self.graces[club] = timedelta(minutes=policy_for(club).grace_minutes)
        return self.graces[club]


def _read(games: Sequence[Game]) -> _Rows:
    rows = _Rows()
    keys = [game.pk for game in games]
    for seat in GameSeat.objects.filter(game__in=keys).select_related("person"):
        rows.seats[seat.game_id][seat.seat] = seat
    for one in StandIn.objects.filter(seat__game__in=keys, left_at=None).select_related("person"):
        rows.stand_ins[one.seat_id] = one
    for absence in Absence.objects.filter(seat__game__in=keys, back_at=None, quit_at=None):
        rows.away[absence.seat_id] = absence
    for deal in GameDeal.objects.filter(game__in=keys).order_by("game_id", "number"):
        rows.deals[deal.game_id].append(deal)
    return rows


def _view(game: Game, rows: _Rows) -> GameView:
    deals = rows.deals[game.pk]
    score = score_of(game.rule_set, deals)
    seats = {letter: _seat(game, letter, rows) for letter in SEATS}
    due = score.next_deal if game.status == GameStatus.PLAYING else None
    steps = {step.number: step for step in score.steps}
    return GameView(
        game=game,
        seats=seats,
        score=score,
        deals=tuple(_deal(row, steps.get(row.number), row.number in score.beyond) for row in deals),
        ns_total=score.ns_total,
        ew_total=score.ew_total,
        ns_bags=score.ns_bags,
        ew_bags=score.ew_bags,
        next_deal=due,
        dealer=dealer_of(due) if due else "",
        first_bidder=first_bidder_of(due) if due else "",
        waits_for=" ".join(_waits(game, seats, score, deals, due)),
    )


def _seat(game: Game, letter: str, rows: _Rows) -> SeatView:
    starter = rows.seats[game.pk].get(letter)
    playing = game.status == GameStatus.PLAYING
    if starter is None:
        return SeatView(letter, None, "", None, None, None, False, game.status == GameStatus.SEATING)
    has_quit = starter.quit_at is not None
    stand_in = rows.stand_ins.get(starter.pk) if has_quit else None
    person = stand_in.person if stand_in else None if has_quit else starter.person
    absence = rows.away.get(starter.pk) if playing else None
    return SeatView(
        seat=letter,
        person=person,
        name=person.name if person else "",
        starter=starter,
        stand_in=stand_in,
        away_until=absence.left_at + rows.grace(game) if absence else None,
        has_quit=has_quit,
        empty=playing and person is None,
    )


def _deal(row: GameDeal, step: GameStep | None, struck: bool) -> DealView:
    return DealView(
        row=row,
        number=row.number,
        dealer=dealer_of(row.number),
        first_bidder=first_bidder_of(row.number),
        state=row.state,
        version=row.version,
        said=row.said,
        struck=struck,
        step=step,
    )


def _waits(
    game: Game, seats: Mapping[str, SeatView], score: GameScore, deals: Sequence[GameDeal], due: int | None
) -> Iterator[str]:
    """One sentence for each thing that a game waits for."""
    if game.status == GameStatus.SEATING:
        free = [str(Seat(letter).label) for letter in SEATS if seats[letter].empty]
        yield ngettext("A player is missing: %(seats)s.", "Players are missing: %(seats)s.", len(free)) % {
            "seats": ", ".join(free)
        }
    if game.status != GameStatus.PLAYING:
        return
    yield from _absent(game, seats)
    for row in unconfirmed(score, deals):
        if row.state == DealState.DISPUTED:
            yield gettext("On deal %(deal)s the sides differ: the director rules.") % {"deal": row.number}
        else:
            side = _silent(row)
            words = {"deal": row.number, "side": side}
            yield gettext("Deal %(deal)s waits for %(side)s to confirm it.") % words
    if due is not None:
        words = {"deal": due, "dealer": Seat(dealer_of(due)).label, "first": Seat(first_bidder_of(due)).label}
        yield gettext("Deal %(deal)s is to come: %(dealer)s deals, %(first)s bids first and leads.") % words


def _absent(game: Game, seats: Mapping[str, SeatView]) -> Iterator[str]:
    for letter, seat in seats.items():
        if seat.empty:
            where = str(Seat(letter).label)
            yield gettext("Nobody sits %(seat)s: somebody has to fill in.") % {"seat": where}
        elif seat.away_until is not None:
            until = seat.away_until.astimezone(zone_of(game.event.tournament))
            words = {"name": seat.name, "time": f"{until:%H:%M:%S}"}
            yield gettext("%(name)s is away, and has until %(time)s to be back.") % words


def _silent(row: GameDeal) -> str:
    """The side that has not said anything of a provisional deal."""
    return gettext("East-West") if "NS" in row.said else gettext("North-South")
