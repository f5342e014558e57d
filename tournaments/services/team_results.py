"""Results of a race: what may be entered at a table of a match, and a whole table at once.

Owns: the faults that only a race has, asked by `results.record_result`.
Never does: store (services/results.py), arithmetic (scoring/race.py).
Source: docs/rules.md §3.
"""

from collections.abc import Sequence
from dataclasses import replace

from scoring.faults import Fault
from scoring.match import decide
from scoring.notation import SideBid, SideTricks
from scoring.race import RaceEntry, check_race, run_race
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Match, Room, Table
from tournaments.services.match_reading import RaceRules, read_rows

_ONLY_PLAYED = ("ns_score", "ew_score", "ns_adjusted", "ew_adjusted", "not_played", "weighted", "group")


def faults_of_race(
    race_rules: RaceRules, table: Table, fields: ResultFields, *, corrects: bool = False
) -> list[Fault]:
    """What speaks against this result among those that stand at its table. `fields.board` is the race board; the
    result has been checked by itself already. One that `corrects` what stands already stands where it stands: it may
    be behind a gap or an end that came later, and in a match that was given."""
    ruled = [name for name in _ONLY_PLAYED if getattr(fields, name)]
    if ruled or not fields.ns_bid:
        message = "A race runs on bids and tricks; a director who decides otherwise gives the match."
        return [Fault("race-by-hand", message, ruled[0] if ruled else "ns_bid")]
    boards = race_rules.boards
    rows = read_rows([table])[table.pk]
    entry = _entry(fields, turned=fields.ns != table.ns.number)
    # those that stand have been judged when they came in: a correction may leave later ones behind the race's end
    before = [row.entry(boards) for row in rows if boards.race_board(row.board) < entry.board]
    faults = [
        fault
        for fault in _own_faults(race_rules, [*before, entry], len(table.boards) - boards.length)
        if not (corrects and fault.code in _OUT_OF_PLACE)
    ]
    if faults or corrects:
        return faults
    return _faults_of_place(race_rules, table, [*before, entry])


_OUT_OF_PLACE = ("race-over", "race-gap", "race-no-decider")


def _own_faults(race_rules: RaceRules, entries: Sequence[RaceEntry], deciders: int) -> list[Fault]:
    """What `check_race` says of the last of these."""
    faults = check_race(
        race_rules.rules,
        entries,
        target=race_rules.target,
        length=race_rules.boards.length,
        deciders=deciders,
    )
    own = f"[{len(entries) - 1}]"
    return [
        replace(fault, path=fault.path.removeprefix(f"{own}."))
        for fault in faults
        if fault.path.startswith(own)
    ]


def _faults_of_place(race_rules: RaceRules, table: Table, entries: Sequence[RaceEntry]) -> list[Fault]:
    """Whether a new board, the last of these, would count where it stands."""
    if table.match is not None and table.match.given:
        message = "This match was given; take that back before another board is entered."
        return [Fault("match-given", message, "board")]
    board, length = entries[-1].board, race_rules.boards.length
    race = run_race(race_rules.rules, entries, target=race_rules.target, length=length)
    if board not in {step.board for step in race.steps}:
        missing = next(
            number for number in range(1, board) if number not in {entry.board for entry in entries}
        )
        message = f"Board {board} does not count without board {missing}: enter that first."
        return [Fault("race-gap", message, "board")]
    if board > length and table.match is not None and not _calls_for(race_rules, table.match, board):
        message = f"The match is not tied any more, so board {board} would decide nothing."
        return [Fault("race-no-decider", message, "board")]
    return []


def _calls_for(race_rules: RaceRules, match: Match, board: int) -> bool:
    """Whether the match calls for a decider on this board, as both tables stand."""
    rooms = {table.room: table for table in match.tables.select_related("ns", "ew")}
    rows = read_rows(rooms.values())
    races = [race_rules.run(rows[rooms[room].pk]) for room in (Room.OPEN, Room.CLOSED)]
    return decide(*races).deciders >= board - race_rules.boards.length


def _entry(fields: ResultFields, *, turned: bool) -> RaceEntry:
    ns = SideBid.parse(fields.ns_bid or ""), SideTricks.parse(fields.ns_tricks or "")
    ew = SideBid.parse(fields.ew_bid or ""), SideTricks.parse(fields.ew_tricks or "")
    one, two = (ew, ns) if turned else (ns, ew)
    return RaceEntry(fields.board, *one, *two)
