"""Amending a movement in mid-course: a pair comes late, a pair is missing, rounds are dropped.

Owns: the ways there are, each as a proposal with what it does to everybody, proved; and the sentences why other ways
are not open. Never does: choose, store, or touch a round that has begun.

Terms: see `amend_course`; docs/movements.md, "Amendments".
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tournaments.draws.amend_changes import Change, Dropped, Gone, Late, refuse_nonsense
from tournaments.draws.amend_course import Course, Option, Running
from tournaments.draws.amend_effects import Effects, effects_of, plays_text, spread_text
from tournaments.draws.amend_ways import dropped, in_place_of, joined, one_table_more, with_seats, without
from tournaments.draws.findings import numbered
from tournaments.draws.movement import Movement, MovementError
from tournaments.draws.prover import prove

__all__ = ["Amendment", "Dropped", "Gone", "Late", "Running", "Ways", "amendments"]

_STANDBYS = 3
"""Stand-by pairs offered for one seat."""
_OWN_WORDS = {"sit-outs-uneven", "never-seated", "meets-again", "boards-vary"}
"""Warnings of the prover that the consequences say better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """One way. `kind` names it among those of the same change; `movement` is the whole draw as it would be, whose
    round i is round `kept[i - 1]` of the present one. `facts` and `warnings` are sentences for the director."""

    kind: str
    title: str
    movement: Movement
    kept: tuple[int, ...]
    effects: Effects
    facts: tuple[str, ...]
    warnings: tuple[str, ...]
    seats: int = 0
    """The entry that takes a seat it did not have; 0 for nobody."""


@dataclass(frozen=True, slots=True)
class Ways:
    """What can be done, the best first, and why some ways cannot."""

    amendments: tuple[Amendment, ...]
    impossible: tuple[str, ...]


def amendments(running: Running, change: Change) -> Ways:
    """Every way to make `change` in an event in mid-course. No way gives anybody a board twice or two seats in a round.

    Raises `MovementError` when the change itself makes no sense, such as one of a round that has begun.
    """
    refuse_nonsense(running, change)
    found: list[Amendment] = []
    impossible: list[str] = []
    known = {finding.text for finding in prove(running.movement).findings}
    for way in _ways(running, change):
        try:
            made = way()
        except MovementError as error:
            impossible.append(str(error))
            continue
        proof = prove(made.movement)
        fatal = [finding.text for finding in proof.fatal if finding.text not in known]
        if fatal:
            impossible.append(f"{made.title}: not possible. {' '.join(fatal)}")
            continue
        odd = [
            finding.text
            for finding in proof.warnings
            if finding.code not in _OWN_WORDS and finding.text not in known
        ]
        found.append(replace(made, warnings=(*made.warnings, *odd)))
    found.sort(key=_order)
    return Ways(tuple(found), tuple(dict.fromkeys(impossible)))


def _order(amendment: Amendment) -> tuple[int, int, int]:
    """Few boards lost, then many boards for who comes, then few meetings again."""
    effects = amendment.effects
    came = sum(item.boards_after for item in effects.consequences if item.came)
    again = sum(len(item.meets_again) for item in effects.consequences)
    return effects.boards_lost, -came, again


def _ways(running: Running, change: Change) -> Iterator[Callable[[], Amendment]]:
    match change:
        case Late():
            yield from _ways_in(running, change)
        case Gone():
            yield from _ways_out(running, change)
        case Dropped():
            yield partial(_drop, running, change)


def _made(
    running: Running,
    kind: str,
    title: str,
    movement: Movement,
    *,
    warnings: Sequence[str] = (),
    kept: Sequence[int] | None = None,
    left: Sequence[int] = (),
    seats: int = 0,
) -> Amendment:
    kept = tuple(kept or range(1, len(movement.rounds) + 1))
    named = replace(movement, amendments=(*movement.amendments, f"{title}."))
    effects = effects_of(running, named, kept, left=left)
    return Amendment(
        kind=kind,
        title=title,
        movement=named,
        kept=kept,
        effects=effects,
        facts=(*plays_text(effects.plays), spread_text(effects)),
        warnings=tuple(warnings),
        seats=seats,
    )


# a pair comes late
# ----------------------------------------------------------------------------------------------------


def _ways_in(running: Running, change: Late) -> Iterator[Callable[[], Amendment]]:
    arrived = replace(running, absent=running.absent - {change.entry})
    course = Course(arrived)
    numbers = [number for number in running.planned if number >= change.first]
    fields = (change.field,) if change.field else ("NS", "EW") if course.two else ("",)
    beside = {field: _beside(course, change, numbers, field) for field in fields}
    most = max(map(len, beside.values()))
    for field, options in beside.items():
        # of two directions the one that seats the pair oftener; both where it is all the same
        if options and len(options) == most:
            yield partial(_sits_in, running, course, change, options, field)
    if most == len(numbers):
        return
    if not most and any(course.idle(number) for number in numbers):
        yield partial(_none_beside, change)
    for field in fields:
        yield partial(_rover, running, course, change, numbers, field)
    for side in ("NS", "EW"):
        if change.first == running.planned[0] and change.field in ("", side):
            yield partial(_table_more, running, course, change, side)


def _beside(course: Course, change: Late, numbers: Sequence[int], field: str) -> dict[int, Option]:
    return course.choose(
        {number: course.beside_idle(number, change.entry, field) for number in numbers}, change.entry
    )


def _sits_in(
    running: Running, course: Course, change: Late, options: dict[int, Option], field: str
) -> Amendment:
    said = f" {_DIRECTIONS[field]}" if field else ""
    title = f"Pair {change.entry} takes the empty place{said} from round {min(options)} on"
    warnings = _missing_text(change, running, options)
    if shared := sorted(number for number, option in options.items() if option.shared):
        warnings.append(
            f"Another table needs the same boards in {numbered('round', shared)}: pass them across."
        )
    movement = with_seats(course, options)
    return _made(
        running, f"empty-place{_suffix(field)}", title, movement, warnings=warnings, seats=change.entry
    )


def _none_beside(change: Late) -> Amendment:
    raise MovementError(f"Who sits out has no boards left that pair {change.entry} could play with them.")


def _rover(running: Running, course: Course, change: Late, numbers: Sequence[int], field: str) -> Amendment:
    options = course.choose(
        {
            number: [
                *course.beside_idle(number, change.entry, field),
                *course.by_bumping(number, change.entry, field),
            ]
            for number in numbers
        },
        change.entry,
    )
    whose = f"{_A_PAIR[field]} pair’s"
    title = f"Pair {change.entry} roves: it takes {whose} seat each round from round {change.first} on"
    if not options:
        raise MovementError(f"{title}: not possible, for it has no boards left that a table plays.")
    return _made(
        running,
        f"rover{_suffix(field)}",
        title,
        with_seats(course, options),
        warnings=_missing_text(change, running, options),
        seats=change.entry,
    )


def _table_more(running: Running, course: Course, change: Late, side: str) -> Amendment:
    movement = one_table_more(course, change.entry, side)
    where = f"sits North-South at table {movement.pairs // 2 + 1}" if side == "NS" else "moves with East-West"
    title = f"A table at the end: pair {change.entry} {where} from round {change.first} on"
    warnings = [
        "The other place at that table stays empty, for one more late pair; who would meet it sits out."
    ]
    return _made(running, f"table-{side.lower()}", title, movement, warnings=warnings, seats=change.entry)


_DIRECTIONS = {"NS": "North-South", "EW": "East-West", "": ""}
_A_PAIR = {"NS": "a North-South", "EW": "an East-West", "": "another"}


def _suffix(field: str) -> str:
    return f"-{field.lower()}" if field else ""


def _missing_text(change: Late, running: Running, options: dict[int, Option]) -> list[str]:
    """Rounds in which the newcomer still has no seat."""
    missing = [number for number in running.planned if number >= change.first and number not in options]
    return [f"No place for pair {change.entry} in {numbered('round', missing)}."] if missing else []


# a pair is missing
# ----------------------------------------------------------------------------------------------------


def _ways_out(running: Running, change: Gone) -> Iterator[Callable[[], Amendment]]:
    course = Course(running)
    last = change.last if change.last is not None else len(running.movement.rounds)
    numbers = [number for number in running.planned if change.first <= number <= last]
    for standby in change.standbys[:_STANDBYS]:
        yield partial(_stand_in, running, course, change, numbers, standby)
    yield partial(_empty, running, course, change, numbers)
    yield partial(_joined, running, course, change, numbers)


def _span(change: Gone) -> str:
    return (
        f"from round {change.first} on"
        if change.last is None
        else f"in rounds {change.first} to {change.last}"
    )


def _leaver(change: Gone) -> tuple[int, ...]:
    return (change.entry,) if change.last is None else ()


def _stand_in(
    running: Running, course: Course, change: Gone, numbers: Sequence[int], standby: int
) -> Amendment:
    title = f"Stand-by pair {standby} takes the seat of pair {change.entry} {_span(change)}"
    theirs = sum(1 << board for seats in _seats_of(course, change.entry, numbers) for board in seats)
    if theirs & course.hands[standby]:
        raise MovementError(f"{title}: not possible, for it has played some of the boards.")
    movement = in_place_of(course, change.entry, standby, numbers)
    return _made(running, f"standby-{standby}", title, movement, left=_leaver(change), seats=standby)


def _seats_of(course: Course, entry: int, numbers: Sequence[int]) -> list[tuple[int, ...]]:
    return [seat.boards for number in numbers for seat in course.seats(number) if entry in (seat.ns, seat.ew)]


def _empty(running: Running, course: Course, change: Gone, numbers: Sequence[int]) -> Amendment:
    title = f"The seat of pair {change.entry} stays empty {_span(change)}; whoever would meet it sits out"
    movement = without(course, change.entry, numbers)
    return _made(running, "empty", title, movement, left=_leaver(change))


def _joined(running: Running, course: Course, change: Gone, numbers: Sequence[int]) -> Amendment:
    title = f"The seat of pair {change.entry} stays empty {_span(change)}; who would sit out meet one another"
    rest = replace(
        running,
        movement=without(course, change.entry, numbers),
        absent=running.absent | {change.entry},
    )
    movement = joined(Course(rest), numbers)
    if movement == rest.movement:
        raise MovementError(
            "No two pairs that sit out at one time could meet on boards that both have not met."
        )
    return _made(running, "joined", title, movement, left=_leaver(change))


# rounds are dropped
# ----------------------------------------------------------------------------------------------------


def _drop(running: Running, change: Dropped) -> Amendment:
    numbers = sorted(set(change.rounds))
    plural = "is" if len(numbers) == 1 else "are"
    subject = numbered("round", numbers)
    title = f"{subject[0].upper()}{subject[1:]} {plural} dropped"
    kept = [number for number in range(1, len(running.movement.rounds) + 1) if number not in numbers]
    later = [number for number in kept if number > numbers[0]]
    warnings = ["Rounds after it move up and have other numbers on sheets that are printed."] if later else []
    return _made(running, "drop", title, dropped(Course(running), numbers), warnings=warnings, kept=kept)
