"""Mitchell movements: North-South stay, East-West move up a table, boards move down one.

Owns: the odd Mitchell, the skip Mitchell, share-and-relay, the half table, and the arrow switch for one
winner. Never does: mix opponents of one direction; there every pair meets only pairs of the other line.

Terms (docs/movements.md, "Mitchell")
    line           the North-South pairs 1 to T, or the East-West pairs T + 1 to 2T, of T tables.
    half table     for an odd number of pairs the last East-West pair is missing; whoever would meet it sits
                   out.
    skip           half-way, East-West move up two tables: with an even number of tables they would otherwise
                   come to boards they have played.
    share, relay   the other cure: one pair of tables shares its boards in every round, and a set waits
    half-way.
    arrow switch   in some rounds North-South and East-West change seats, so that both lines can be compared.
"""

from collections.abc import Callable
from dataclasses import replace

from tournaments.draws.movement import Movement, MovementError, Seating, Winners
from tournaments.draws.plan import Request, board_set, counted, seated
from tournaments.draws.switching import even_switch

SMALLEST = 4
SMALLEST_SKIP = 7
SMALLEST_SWITCHED = 5
Place = tuple[int, int, int]
"""Table (from 1), East-West pair's home table (from 1), board set (from 1)."""


def mitchell(request: Request) -> Movement:
    """The Mitchell that fits: plain with an odd number of tables, else a skip, else share-and-relay.

    With an even number of tables and no number of rounds the skip is taken, one round shorter than
    share-and-relay; two tables, where a skip leaves a single round, share.
    """
    request.check("A Mitchell", SMALLEST)
    tables = request.tables
    if tables % 2:
        return _build(request, "mitchell", "Mitchell", tables, _plain)
    if tables == 2 or request.rounds == tables:
        return share_and_relay(request)
    return skip_mitchell(request)


def skip_mitchell(request: Request) -> Movement:
    """The skip Mitchell of an even number of tables: one round fewer than tables."""
    request.check("A skip Mitchell", SMALLEST_SKIP)
    _even(request, "A skip Mitchell")
    return _build(request, "skip-mitchell", "Skip Mitchell", request.tables - 1, _skip)


def share_and_relay(request: Request) -> Movement:
    """The share-and-relay Mitchell of an even number of tables: as many rounds as tables, everything met."""
    request.check("A share-and-relay Mitchell", SMALLEST)
    _even(request, "A share-and-relay Mitchell")
    return _build(request, "share-and-relay", "Share-and-relay Mitchell", request.tables, _share)


def arrow_switch(request: Request) -> Movement:
    """The fitting Mitchell with the arrow switched in some rounds, for one winner.

    By default those rounds are switched that make comparisons most even; `request.switched` switches that
    many of the last rounds instead. Raises `MovementError` when none or all rounds would be switched: the
    lines must mix.
    """
    request.check("An arrow switch", SMALLEST_SWITCHED)
    plain = mitchell(replace(request, switched=None))
    rounds = len(plain.rounds)
    if rounds < 2:
        raise MovementError("An arrow switch needs at least 2 rounds; play more rounds or take two winners.")
    if request.switched is None:
        switched = even_switch(plain)
    elif 1 <= request.switched < rounds:
        switched = tuple(range(rounds - request.switched + 1, rounds + 1))
    else:
        raise MovementError(f"Of {rounds} rounds, 1 to {rounds - 1} can be switched, not {request.switched}.")
    seats = tuple(
        tuple(_turned(seat) for seat in row) if number in switched else row
        for number, row in enumerate(plain.rounds, 1)
    )
    plural = "" if len(switched) == 1 else "s"
    name = f"{plain.name}, arrow switched in round{plural} {', '.join(map(str, switched))}"
    return Movement("arrow-switch", name, plain.pairs, plain.boards, seats, Winners.ONE)


def _even(request: Request, kind: str) -> None:
    if request.tables % 2:
        raise MovementError(
            f"{kind} is for an even number of tables; with {request.tables} tables take the plain Mitchell."
        )


# Places, round by round; `tables` is T and `number` the round from 1. Everything is modulo T, from 1.


def _plain(tables: int, number: int, table: int) -> Place:
    return table, (table - number) % tables + 1, (table + number - 2) % tables + 1


def _skip(tables: int, number: int, table: int) -> Place:
    skipped = 1 if number > tables // 2 else 0
    return table, (table - number - skipped) % tables + 1, (table + number - 2) % tables + 1


def _share(tables: int, number: int, table: int) -> Place:
    start = table if table <= tables // 2 else table + 1
    return table, (table - number) % tables + 1, (start + number - 2) % tables + 1


def _build(
    request: Request, kind: str, name: str, longest: int, place: Callable[[int, int, int], Place]
) -> Movement:
    tables = request.tables
    rounds = longest if request.rounds is None else request.rounds
    if rounds > longest:
        raise MovementError(
            f"A {name} of {tables} tables has at most {longest} rounds, not {rounds}:"
            " after that opponents or boards would come again."
        )
    if rounds == 1 and request.pairs % 2:
        raise MovementError(
            "With an odd number of pairs play at least 2 rounds, or one pair never sits down."
        )
    size = request.size(f"A {name}", tables, rounds)
    rows = []
    for number in range(1, rounds + 1):
        places = [place(tables, number, table) for table in range(1, tables + 1)]
        seats = [Seating(at, at, tables + home, board_set(sets, size)) for at, home, sets in places]
        rows.append(seated(seats, request.pairs))
    title = f"{name}, {tables} tables, {counted(rounds, 'round')}"
    return Movement(kind, title, request.pairs, tables * size, tuple(rows), Winners.TWO)


def _turned(seat: Seating) -> Seating:
    return Seating(seat.table, seat.ew, seat.ns, seat.boards)
