"""The ways to amend a movement in mid-course: each makes the rounds that are still planned anew.

Owns: what becomes of the seats. Never does: say whether the result may be used (`amend` has it proved).
Terms: see `amend_course`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments.draws.amend_course import Course, Option
from tournaments.draws.balance import direct_added
from tournaments.draws.findings import numbered
from tournaments.draws.mitchell import mitchell
from tournaments.draws.movement import Movement, MovementError, Seating, Winners
from tournaments.draws.plan import Request

Rounds = tuple[tuple[Seating, ...], ...]

_LONG = 2_000_000
"""Board sets times entries squared up to which the directions of new meetings are weighed; beyond it they stand as
found."""


def with_seats(course: Course, options: Mapping[int, Option]) -> Movement:
    """The movement with a newcomer in the seats chosen."""
    rounds = list(course.movement.rounds)
    for number, option in options.items():
        seats = [seat for seat in rounds[number - 1] if seat.table != option.seating.table]
        rounds[number - 1] = _in_order([*seats, option.seating])
    fresh = {(number, option.seating.table) for number, option in options.items()}
    return _directed(_with_rounds(course.movement, tuple(rounds)), fresh)


def without(course: Course, entry: int, numbers: Iterable[int]) -> Movement:
    """The movement with an entry's seat empty in these rounds; whoever would meet it sits out."""
    chosen = frozenset(numbers)
    rounds = tuple(
        tuple(seat for seat in seats if number not in chosen or entry not in (seat.ns, seat.ew))
        for number, seats in enumerate(course.movement.rounds, 1)
    )
    return replace(course.movement, rounds=rounds)


def in_place_of(course: Course, entry: int, into: int, numbers: Iterable[int]) -> Movement:
    """The movement with `into` in an entry's seats of these rounds."""
    chosen = frozenset(numbers)

    def seated(seat: Seating) -> Seating:
        return replace(
            seat,
            ns=into if seat.ns == entry else seat.ns,
            ew=into if seat.ew == entry else seat.ew,
        )

    rounds = tuple(
        tuple(seated(seat) for seat in seats) if number in chosen else seats
        for number, seats in enumerate(course.movement.rounds, 1)
    )
    return _with_rounds(course.movement, rounds)


def joined(course: Course, numbers: Iterable[int]) -> Movement:
    """The movement with those who sit out in these rounds put together, where both have boards left to play; rather
    such as have not met."""
    movement = course.movement
    rounds = list(movement.rounds)
    fresh = set()
    for number in numbers:
        idle = course.idle(number)
        while idle:
            one = idle.pop(0)
            seat = _seat_for(course, number, one, idle, rounds[number - 1])
            if seat is None:
                continue
            idle.remove(seat.ew if seat.ns == one else seat.ns)
            course.note(seat)
            rounds[number - 1] = _in_order([*rounds[number - 1], seat])
            fresh.add((number, seat.table))
    return _directed(_with_rounds(movement, tuple(rounds)), fresh)


def _seat_for(
    course: Course, number: int, one: int, others: list[int], seats: tuple[Seating, ...]
) -> Seating | None:
    for other in sorted(others, key=lambda entry: entry in course.met.get(one, set())):
        if course.two and course.fields.get(one) == course.fields.get(other):
            continue
        for boards, _ in course.sets_for(number, one, other):
            used = {seat.table for seat in seats}
            kept = [
                course.stays[entry] for entry in (one, other) if course.stays.get(entry, 0) not in used | {0}
            ]
            table = kept[0] if kept else next(free for free in range(1, len(used) + 2) if free not in used)
            ns, ew = (other, one) if course.fields.get(one) == "EW" else (one, other)
            return Seating(table, ns, ew, boards)
    return None


def dropped(course: Course, numbers: Iterable[int]) -> Movement:
    """The movement without these rounds; those after them move up."""
    chosen = frozenset(numbers)
    rounds = tuple(seats for number, seats in enumerate(course.movement.rounds, 1) if number not in chosen)
    return replace(course.movement, rounds=rounds)


def one_table_more(course: Course, newcomer: int, side: str) -> Movement:
    """A Mitchell of one table more, with the newcomer on `side` ("NS" or "EW") of it and nobody opposite.

    The first round of a Mitchell is the same for any number of tables, so nothing that has begun is touched as long as
    only the first round has. Raises `MovementError` with the reason where it cannot be.
    """
    movement = course.movement
    if movement.kind not in {"mitchell", "skip-mitchell", "arrow-switch"} or movement.pairs % 2:
        raise MovementError("A table can be added at the end of a Mitchell of full tables only.")
    if movement.amendments or not course.running.begun <= {1} or newcomer != movement.pairs + 1:
        raise MovementError("A table can be added at the end up to the first round only, and once.")
    tables = movement.pairs // 2
    longer = mitchell(
        Request(2 * tables + 2, rounds=len(movement.rounds), boards_per_round=movement.boards_per_round)
    )
    names = {number: number for number in range(1, tables + 1)}
    names |= {tables + 1 + home: tables + home for home in range(1, tables + 1)}
    names[tables + 1 if side == "NS" else 2 * tables + 2] = newcomer
    turned = [any(seat.ns > tables for seat in seats) for seats in movement.rounds]
    rounds = tuple(_renamed(seats, names, turn) for seats, turn in zip(longer.rounds, turned, strict=True))
    begun = len(course.running.begun)
    if any(
        {seat for seat in new if newcomer not in (seat.ns, seat.ew)} != set(old)
        for new, old in zip(
            rounds[:begun] or rounds[:1], movement.rounds[:begun] or movement.rounds[:1], strict=True
        )
    ):
        raise MovementError("The movement is not the Mitchell that its name says, so no table can be added.")
    rounds = movement.rounds[:begun] + rounds[begun:]
    there = course.running.boards
    used = {board for seats in rounds for seat in seats for board in seat.boards}
    if there is not None and not used <= there:
        lacking = numbered("board", sorted(used - there))
        raise MovementError(f"A table more needs {lacking}, which the event does not have; add them first.")
    return replace(movement, pairs=newcomer, boards=max(used), rounds=rounds)


def _renamed(seats: Iterable[Seating], names: Mapping[int, int], turn: bool) -> tuple[Seating, ...]:
    renamed = (
        Seating(seat.table, names[seat.ns], names[seat.ew], seat.boards)
        for seat in seats
        if seat.ns in names and seat.ew in names
    )
    return tuple(Seating(seat.table, seat.ew, seat.ns, seat.boards) if turn else seat for seat in renamed)


def _with_rounds(movement: Movement, rounds: Rounds) -> Movement:
    highest = max(max(seat.ns, seat.ew) for seats in rounds for seat in seats)
    return replace(movement, rounds=rounds, pairs=max(movement.pairs, highest))


def _in_order(seats: list[Seating]) -> tuple[Seating, ...]:
    return tuple(sorted(seats, key=lambda seat: seat.table))


def _directed(movement: Movement, fresh: set[tuple[int, int]]) -> Movement:
    """With one winner, the new meetings (round, table) are turned so that comparisons come out as even as they can."""
    columns: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    added: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for number, seats in enumerate(movement.rounds, 1):
        for seat in seats:
            where = added if (number, seat.table) in fresh else columns
            where.setdefault(seat.boards, []).append((seat.ns, seat.ew))
            columns.setdefault(seat.boards, [])
    if movement.winners == Winners.TWO or len(columns) * movement.pairs**2 > _LONG:
        return movement
    news = [added.get(boards, []) for boards in columns]
    fixed = tuple(tuple(True for _ in column) for column in columns.values())
    keeps = direct_added(list(columns.values()), fixed, news, movement.pairs)
    turned = {
        (boards, pair)
        for boards, pairs, kept in zip(columns, news, keeps, strict=True)
        for pair, keep in zip(pairs, kept, strict=True)
        if not keep
    }
    return replace(
        movement,
        rounds=tuple(
            tuple(
                replace(seat, ns=seat.ew, ew=seat.ns)
                if (number, seat.table) in fresh and (seat.boards, (seat.ns, seat.ew)) in turned
                else seat
                for seat in seats
            )
            for number, seats in enumerate(movement.rounds, 1)
        ),
    )
