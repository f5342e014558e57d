"""Results of whole simulated events, played card by card or, for any size, drawn at random.

Owns: going through a movement's rounds, tables and boards, and the chance that each result has. Never does:
score, store, or make a movement.

Terms. *Rounds*: for each round its seatings, as a movement has them. *Missing*: results left out at the end of
the event, as if they had not been entered yet. Every result has a random source of its own, seeded by the event's
seed and the result's place, so that it is the same whatever else is simulated.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from boards.deal import Deal, first_bidder
from scoring.notation import PlayerBid, SideBid, SideTricks
from tournaments.draws.movement import Seating
from tournaments.simulation.play import play_deal
from tournaments.simulation.players import Pair, pair_of

Rounds = Sequence[Sequence[Seating]]


@dataclass(frozen=True, slots=True)
class SimulatedResult:
    """What was bid and taken on one board at one table; bids and tricks in the notation of results."""

    round: int
    table: int
    board: int
    ns: int
    ew: int
    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str


@dataclass(frozen=True, slots=True)
class _Place:
    round: int
    seating: Seating
    board: int


def simulate_results(
    rounds: Rounds,
    deals: Mapping[int, Deal],
    seed: int | str,
    missing: int = 0,
    pairs: Mapping[int, Pair] | None = None,
) -> Iterator[SimulatedResult]:
    """The results of an event, played card by card, in the order of rounds, tables and boards.

    `rounds` are a movement's; `deals` has the deal of each board; `missing` results at the end are left out;
    `pairs` has the players of entries that are not to be drawn from the seed. About 500 results a second.
    Raises ValueError when a board has no deal.
    """
    places = _places(rounds)
    without = sorted({place.board for place in places} - set(deals))
    if without:
        raise ValueError(f"These boards have no deal: {', '.join(map(str, without))}.")
    given = pairs or {}
    drawn: dict[int, Pair] = {}
    for place in _but_last(places, missing):
        seating = place.seating
        for entry in (seating.ns, seating.ew):
            if entry not in drawn:
                drawn[entry] = given.get(entry) or pair_of(seed, entry)
        (north, south), (east, west) = drawn[seating.ns], drawn[seating.ew]
        played = play_deal(
            deals[place.board], first_bidder(place.board), (north, east, south, west), _source(seed, place)
        )
        yield _result(place, played.ns_bid, played.ns_tricks, played.ew_bid, played.ew_tricks)


def random_results(rounds: Rounds, seed: int | str, missing: int = 0) -> Iterator[SimulatedResult]:
    """Plausible results without cards: quick, for events of any size. Every result is legal.

    The tables of a board agree about who holds the strong cards, as they would with the same deal.
    """
    strengths: dict[int, float] = {}
    for place in _but_last(_places(rounds), missing):
        if place.board not in strengths:
            strengths[place.board] = random.Random(f"{seed}/strength/{place.board}").gauss(6.5, 1.8)
        yield _result(place, *_drawn(strengths[place.board], _source(seed, place)))


def plain_rounds(tables: int, boards: int, boards_per_round: int = 2) -> tuple[tuple[Seating, ...], ...]:
    """Rounds for benchmarks at any size: every table plays the same boards, East-West moves up a table a round.

    North-South are entries 1 to `tables`, East-West `tables` + 1 to 2 · `tables`; the last round may be shorter.
    """
    starts = range(1, boards + 1, boards_per_round)
    return tuple(
        tuple(
            Seating(
                table,
                table,
                tables + 1 + (table - 1 - shift) % tables,
                tuple(range(start, min(start + boards_per_round, boards + 1))),
            )
            for table in range(1, tables + 1)
        )
        for shift, start in enumerate(starts)
    )


def _places(rounds: Rounds) -> list[_Place]:
    return [
        _Place(number, seating, board)
        for number, seatings in enumerate(rounds, 1)
        for seating in seatings
        for board in seating.boards
    ]


def _but_last(places: list[_Place], missing: int) -> Iterator[_Place]:
    return islice(places, max(0, len(places) - missing))


def _source(seed: int | str, place: _Place) -> random.Random:
    return random.Random(f"{seed}/{place.round}/{place.seating.table}/{place.board}")


def _result(place: _Place, ns_bid: str, ns_tricks: str, ew_bid: str, ew_tricks: str) -> SimulatedResult:
    seating = place.seating
    return SimulatedResult(
        place.round, seating.table, place.board, seating.ns, seating.ew, ns_bid, ns_tricks, ew_bid, ew_tricks
    )


def _drawn(strength: float, rng: random.Random) -> tuple[str, str, str, str]:
    """Bids and tricks of both sides; `strength` is about how many tricks North-South should take."""
    ns_tricks = min(13, max(0, round(rng.gauss(strength, 1.0))))
    return (
        *_side(strength - 0.8, ns_tricks, rng),
        *_side(13 - strength - 0.8, 13 - ns_tricks, rng),
    )


def _side(hoped: float, tricks: int, rng: random.Random) -> tuple[str, str]:
    contract = min(12, max(2, round(rng.gauss(hoped, 0.8))))
    if rng.random() < 0.14:
        taken = 0 if rng.random() < 0.75 else min(tricks, rng.choice((1, 1, 2)))
        nil, other = PlayerBid(0), PlayerBid(contract)
        if rng.random() < 0.5:
            return str(SideBid.split(nil, other)), str(SideTricks.split(taken, tricks - taken))
        return str(SideBid.split(other, nil)), str(SideTricks.split(tricks - taken, taken))
    first = min(contract - 1, max(1, round(contract / 2 + rng.gauss(0, 1))))
    return str(SideBid.split(PlayerBid(first), PlayerBid(contract - first))), str(SideTricks(tricks))
