"""The race at the players' own table: totals, bags, boards left. Of the other table of the match there is nothing.

Never does: run a race (scoring/race.py) or count what was taken back. What the sides have not agreed on counts here
whatever the event's setting: the players have to know when to stop.
"""

from typing import Any

from scoring.race import Race
from tournaments.models import Event, Kind, Table
from tournaments.services.match_reading import RaceRules, read_rows


def race_of(event: Event, table: Table, *, turned: bool) -> dict[str, Any] | None:
    """None for a table that plays no race. `NS` and `EW` are the sides as they really sit; `turned` says how."""
    if event.kind != Kind.TEAMS or table.match is None:
        return None
    race_rules = RaceRules.of(event)
    race = race_rules.run(read_rows([table])[table.pk])
    sides = {"NS": _side(race, "ns"), "EW": _side(race, "ew")}
    if turned:
        sides = {"NS": sides["EW"], "EW": sides["NS"]}
    length = race_rules.boards.length
    return {
        **sides,
        "target": race.target,
        "length": length,
        "played": race.boards,
        "left": length - race.boards if race.stopped_after is None else 0,
        "end": str(race.end),
        "stopped_after": race.stopped_after,
        "deciders": len(table.boards) - length,
        "decided": bool(table.match.given),
    }


def _side(race: Race, name: str) -> dict[str, Any]:
    last = getattr(race.steps[-1], name) if race.steps else None
    return {
        "total": last.total if last else 0,
        "bags": last.bags if last else 0,
        "reached": getattr(race, f"{name}_reached") is not None,
    }
