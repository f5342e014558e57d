"""Results of a race: what may be entered at a table of a match, and a whole table at once.

Owns: the faults that only a race has, asked by `results.record_result`.
Never does: store (services/results.py), arithmetic (scoring/race.py).
Source: docs/rules.md §3.
"""

from dataclasses import replace

from scoring.faults import Fault
from scoring.notation import SideBid, SideTricks
from scoring.race import RaceEntry, check_race
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Table
from tournaments.services.match_reading import RaceRules, read_rows

_ONLY_PLAYED = ("ns_score", "ew_score", "ns_adjusted", "ew_adjusted", "not_played", "weighted", "group")


def faults_of_race(race_rules: RaceRules, table: Table, fields: ResultFields) -> list[Fault]:
    """What speaks against this result among those that stand at its table. `fields.board` is the race board; the
    result has been checked by itself already."""
    ruled = [name for name in _ONLY_PLAYED if getattr(fields, name)]
    if ruled or not fields.ns_bid:
        message = "A race runs on bids and tricks; a director who decides otherwise gives the match."
        return [Fault("race-by-hand", message, ruled[0] if ruled else "ns_bid")]
    if table.match is not None and table.match.given:
        message = "This match was given; take that back before a board is entered."
        return [Fault("match-given", message, "board")]
    boards = race_rules.boards
    others = [
        row.entry(boards)
        for row in read_rows([table])[table.pk]
        if boards.race_board(row.board) != fields.board
    ]
    entry = _entry(fields, turned=fields.ns != table.ns.number)
    # those that stand have been judged when they came in: a correction may leave later ones behind the race's end
    before = [other for other in others if other.board < entry.board]
    faults = check_race(
        race_rules.rules,
        [*before, entry],
        target=race_rules.target,
        length=boards.length,
        deciders=len(table.boards) - boards.length,
    )
    own = f"[{len(before)}]"
    return [
        replace(fault, path=fault.path.removeprefix(f"{own}."))
        for fault in faults
        if fault.path.startswith(own)
    ]


def _entry(fields: ResultFields, *, turned: bool) -> RaceEntry:
    ns = SideBid.parse(fields.ns_bid or ""), SideTricks.parse(fields.ns_tricks or "")
    ew = SideBid.parse(fields.ew_bid or ""), SideTricks.parse(fields.ew_tricks or "")
    one, two = (ew, ns) if turned else (ns, ew)
    return RaceEntry(fields.board, *one, *two)
