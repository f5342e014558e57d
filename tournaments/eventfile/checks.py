"""What only several objects of an event file together show: doubles, and results that do not fit the event.

Owns: the checks across entries, boards, rounds, results and penalties, and of each result under the
event's rules; those of a Teams event's matches stand in `check_teams`.
Never does: types and bounds of single values (`parse`), legality of a movement (tournaments/draws/prover.py).

Terms: *place*, a result's round, table and board; *spoiled*, said of an object that has a fault already:
it is left out here, so that one mistake is told once.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence

from scoring.faults import Fault
from tournaments.eventfile.model import EventFile, Person, Result
from tournaments.eventfile.scoring_input import check_result

_PLACE = re.compile(r"(\w+)(?:\[(\d+)\])?")
WHOLE = -1
"""Stands for an index where a section itself is spoiled."""


def check_event(event_file: EventFile, found: Sequence[Fault] = ()) -> tuple[Fault, ...]:
    """All faults of the event as a whole, in the order of the document. `found` has the faults known
    before.
    """
    spoiled = spoiled_in(found)
    return (
        *doubles("entries", "number", (entry.number for entry in event_file.entries), "Entry {}"),
        *doubles("people", "name", (_person(person) for person in event_file.people), "The person {}"),
        *doubles("boards", "number", (board.number for board in event_file.boards), "Board {}"),
        *doubles("rounds", "number", (item.number for item in event_file.rounds), "Round {}"),
        *_result_faults(event_file, found, spoiled),
        *_penalty_faults(event_file, spoiled),
    )


def spoiled_in(found: Iterable[Fault]) -> set[tuple[str, int]]:
    """Section and index of each object that has a fault; `WHOLE` for a section that is faulty itself."""
    matches = (_PLACE.match(fault.path) for fault in found)
    return {(match[1], int(match[2] or WHOLE)) for match in matches if match}


def _person(person: Person) -> str:
    """A person's name and number: two people of one name are told apart by the number."""
    return f"“{person.name}” {person.number}".strip() if person.name else ""


def doubles(section: str, key: str, values: Iterable[Hashable], subject: str) -> Iterator[Fault]:
    """A fault for each value that stands a second time in a section; 0 and "" are left out."""
    first: dict[Hashable, int] = {}
    for index, value in enumerate(values):
        # 0 and "" stand for values that were faulty themselves
        if value and first.setdefault(value, index) != index:
            message = f"{subject.format(value)} stands already at {section}[{first[value]}]; keep one."
            yield Fault("double", message, f"{section}[{index}].{key}")


def _result_faults(
    event_file: EventFile, found: Sequence[Fault], spoiled: set[tuple[str, int]]
) -> Iterator[Fault]:
    entries = _known_entries(event_file, spoiled)
    boards = None if any_of(spoiled, "boards") else {board.number for board in event_file.boards} or None
    memory = _Memory()
    # under rules that could not be read no bid can be called wrong
    rules_known = not any(fault.path.startswith("event.rules") for fault in found)
    for index, result in enumerate(event_file.results):
        if ("results", index) in spoiled:
            continue
        path = f"results[{index}]"
        faults = [
            *_seat_faults(result, entries, boards),
            *memory.faults(result, path),
            *(check_result(event_file.event.rules, result.fields) if rules_known else ()),
        ]
        yield from (fault.under(path) for fault in faults)


def _known_entries(event_file: EventFile, spoiled: set[tuple[str, int]]) -> set[int] | None:
    """The seated entries' numbers; None when one is faulty, since any number might have been meant by it."""
    if any_of(spoiled, "entries"):
        return None
    return {entry.number for entry in event_file.entries if not entry.standby}


def any_of(spoiled: set[tuple[str, int]], section: str) -> bool:
    """Whether anything in a section is spoiled."""
    return any(name == section for name, _ in spoiled)


def _seat_faults(result: Result, entries: set[int] | None, boards: set[int] | None) -> Iterator[Fault]:
    fields = result.fields
    if entries is not None:
        for key, number in (("ns", fields.ns), ("ew", fields.ew)):
            if number not in entries:
                yield Fault("no-entry", f"There is no entry {number}; add it to entries, or mend {key}.", key)
    if fields.ns == fields.ew:
        yield Fault("same-entry", f"Entry {fields.ns} cannot sit on both sides; mend ns or ew.", "ew")
    if boards is not None and fields.board not in boards:
        message = f"Board {fields.board} is not among the event's boards; add it there, or mend it here."
        yield Fault("no-board", message, "board")


class _Memory:
    """The places and the boards of each entry met so far in the list of results."""

    def __init__(self) -> None:
        self._places: dict[tuple[int, int, int], str] = {}
        self._met: dict[tuple[int, int], str] = {}

    def faults(self, result: Result, path: str) -> Iterator[Fault]:
        fields = result.fields
        place = (fields.round, fields.table, fields.board)
        # a file that leaves round or table out says nothing about the place
        if fields.round and fields.table:
            other = self._places.setdefault(place, path)
            if other != path:
                message = (
                    f"Round {place[0]}, table {place[1]}, board {place[2]} has a result already at {other}; "
                    "keep one of them."
                )
                yield Fault("double-result", message, "board")
                return
        if fields.ns == fields.ew:
            return
        for key, entry in (("ns", fields.ns), ("ew", fields.ew)):
            if entry is None:
                continue
            other = self._met.setdefault((entry, fields.board), path)
            if other != path:
                message = f"Entry {entry} has played board {fields.board} already, at {other}; mend one."
                yield Fault("board-met-twice", message, key)


def _penalty_faults(event_file: EventFile, spoiled: set[tuple[str, int]]) -> Iterator[Fault]:
    entries = _known_entries(event_file, spoiled)
    for index, penalty in enumerate(event_file.penalties):
        if entries is not None and ("penalties", index) not in spoiled and penalty.entry not in entries:
            message = f"There is no entry {penalty.entry}; add it to entries, or mend the penalty."
            yield Fault("no-entry", message, f"penalties[{index}].entry")
