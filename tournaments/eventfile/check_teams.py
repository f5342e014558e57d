"""What only several objects of a Teams event's file together show: players, the rounds' draws, line-ups, races.

Owns: these checks, and whose faults stand at which path.
Never does: types and bounds of single values (`parse_teams`), the rules of a race (scoring/match_check.py) or of
standings (scoring/swiss_event.py).

Terms: see `model_teams`; *spoiled*, see `checks`.
"""

from collections.abc import Iterator, Sequence

from scoring.faults import Fault
from scoring.match import Outcome, Room
from scoring.match_check import check_match
from scoring.notation import NotationError, SideBid, SideTricks
from scoring.swiss_event import SwissMatch, check_swiss
from tournaments.eventfile.checks import any_of, spoiled_in
from tournaments.eventfile.model import EventFile, EventInfo, MatchInfo, RoomLineUp, RoomResult, RoundStatus
from tournaments.eventfile.team_scoring import (
    most_boards,
    race_entry,
    swiss_teams,
    target_of,
    teams_of,
)


def check_teams(event_file: EventFile, found: Sequence[Fault] = ()) -> tuple[Fault, ...]:
    """All faults of a Teams event beside those of `check_event`. `found` has the faults known before."""
    spoiled = spoiled_in(found)
    sound = [
        (index, match) for index, match in enumerate(event_file.matches) if ("matches", index) not in spoiled
    ]
    # under settings that could not be read no board can be called wrong
    settings_known = not any(fault.path.startswith(("event.rules", "event.teams")) for fault in found)
    entries_known = not any_of(spoiled, "entries")
    faults = [*_player_faults(event_file, spoiled), *_number_faults(sound)]
    faults += _draw_faults(event_file, sound, entries_known)
    for index, match in sound:
        within = [*(_line_up_faults(event_file, match) if entries_known else ())]
        within += _board_faults(event_file.event, match) if settings_known else ()
        faults += [fault.under(f"matches[{index}]") for fault in within]
    return tuple(faults)


def _player_faults(event_file: EventFile, spoiled: set[tuple[str, int]]) -> Iterator[Fault]:
    teams: dict[str, int] = {}
    for index, entry in enumerate(event_file.entries):
        if ("entries", index) in spoiled:
            continue
        for place, name in enumerate(entry.players):
            other = teams.get(name)
            if other is not None:
                where = f"team {other} already" if other != entry.number else f"team {other} twice"
                message = f"“{name}” is in {where}; a player is in one team, once: take the name out of one."
                yield Fault("player-twice", message, f"entries[{index}].players[{place}]")
            teams.setdefault(name, entry.number)


def _number_faults(sound: Sequence[tuple[int, MatchInfo]]) -> Iterator[Fault]:
    first: dict[tuple[int, int], int] = {}
    for index, match in sound:
        if match.away is None:
            continue
        other = first.setdefault((match.round, match.number), index)
        if other != index:
            message = (
                f"Match {match.number} of round {match.round} stands already at matches[{other}]; "
                "give one of them another number."
            )
            yield Fault("double", message, f"matches[{index}].match")


def _draw_faults(
    event_file: EventFile, sound: Sequence[tuple[int, MatchInfo]], entries_known: bool
) -> Iterator[Fault]:
    """Who meets whom: unknown teams, teams that have left, a team twice in a round or against itself."""
    drawn = [_as_drawn(match) for _, match in sound]
    for fault in check_swiss(swiss_teams(event_file), drawn):
        section, _, rest = fault.path.partition("[")
        place, _, key = rest.partition("].")
        if section != "matches":
            # what is wrong with the entries themselves has been told
            continue
        if fault.code == "team-unknown" and not entries_known:
            # any number might have been meant by the entry that is faulty
            continue
        index, match = sound[int(place)]
        key = "bye" if match.away is None else key
        yield Fault(fault.code, fault.message, f"matches[{index}].{key}")


def _as_drawn(match: MatchInfo) -> SwissMatch:
    outcome = Outcome.HOME if match.away is None else Outcome.UNDECIDED
    return SwissMatch(match.round, match.home, match.away, outcome)


def _line_up_faults(event_file: EventFile, match: MatchInfo) -> Iterator[Fault]:
    players = {
        entry.number: {*entry.players, *(made.into for made in entry.substitutes)}
        for entry in event_file.entries
    }
    if any(number not in players for number in teams_of(match)):
        return
    begun = any(
        info.number == match.round and info.status is not RoundStatus.PLANNED for info in event_file.rounds
    )
    seated: dict[str, str] = {}
    for path, team, names in _seats(match):
        for place, name in enumerate(names):
            here = f"line_up.{path}[{place}]"
            # who sat in a match may have left the team since
            if name not in players[team] and not (begun or match.open or match.closed or match.given):
                message = f"“{name}” is not a player of team {team}: correct the name, or add it to the team."
                yield Fault("line-up-stranger", message, here)
            elif seated.setdefault(name, here) != here:
                message = f"“{name}” sits at {seated[name]} already: name somebody else at one of the two."
                yield Fault("line-up-twice", message, here)


def _seats(match: MatchInfo) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Each pair of chairs with the team that sits there: home NS in the open room and EW in the closed one."""
    if match.away is None:
        return
    rooms: tuple[tuple[Room, RoomLineUp, int, int], ...] = (
        (Room.OPEN, match.line_up.open, match.home, match.away),
        (Room.CLOSED, match.line_up.closed, match.away, match.home),
    )
    for room, line_up, ns, ew in rooms:
        yield f"{room}.ns", ns, line_up.ns
        yield f"{room}.ew", ew, line_up.ew


_OUT_OF_PLACE = ("race-over", "race-gap", "race-no-decider")
"""What a stray board may be."""


def _board_faults(event: EventInfo, match: MatchInfo) -> list[Fault]:
    """What is wrong with the boards of both rooms, paths as in `open[2].ns_bid`."""
    rooms = ((Room.OPEN, match.open), (Room.CLOSED, match.closed))
    faults = [fault for room, results in rooms for fault in _notation_faults(room, results)]
    unread = {fault.path.partition(".")[0] for fault in faults}
    # what could not be read is left out of the races; places in what is left are turned back below
    kept = {
        room: [place for place in range(len(results)) if f"{room}[{place}]" not in unread]
        for room, results in rooms
    }
    open_entries, closed_entries = (
        [race_entry(results[place]) for place in kept[room]] for room, results in rooms
    )
    raced = check_match(
        event.rules,
        open_entries,
        closed_entries,
        target=target_of(event.rules),
        length=event.teams.race_boards,
    )
    entered = {(room, result.board) for room, results in rooms for result in results}
    for fault in raced:
        room_name, _, rest = fault.path.partition("[")
        place, _, key = rest.partition("].")
        room = Room(room_name)
        index = kept[room][int(place)]
        result = (match.open if room is Room.OPEN else match.closed)[index]
        if result.stray and fault.code in _OUT_OF_PLACE:
            continue
        # a board that is there but cannot be read leaves no gap
        if fault.code != "race-gap" or (room, result.board - 1) not in entered:
            faults.append(Fault(fault.code, fault.message, f"{room}[{index}].{key}"))
    told = {fault.path for fault in faults}
    faults += [fault for fault in _room_faults(event, match) if fault.path not in told]
    return sorted(faults, key=lambda fault: _place(fault.path))


def _notation_faults(room: Room, results: Sequence[RoomResult]) -> Iterator[Fault]:
    for index, result in enumerate(results):
        for key, parse in (
            ("ns_bid", SideBid.parse),
            ("ns_tricks", SideTricks.parse),
            ("ew_bid", SideBid.parse),
            ("ew_tricks", SideTricks.parse),
        ):
            try:
                parse(getattr(result, key))
            except NotationError as error:
                yield Fault("notation", str(error), f"{room}[{index}].{key}")


def _room_faults(event: EventInfo, match: MatchInfo) -> Iterator[Fault]:
    """Deciders beyond those that a match has boards for."""
    most = most_boards(event.teams.race_boards)
    for room, results in ((Room.OPEN, match.open), (Room.CLOSED, match.closed)):
        for index, result in enumerate(results):
            if result.board > most:
                message = (
                    f"A match has boards for {most - event.teams.race_boards} deciders, to board {most}, and no "
                    f"board {result.board}: take it out, and give the match or half a win to each."
                )
                yield Fault("race-board", message, f"{room}[{index}].board")


def _place(path: str) -> tuple[bool, int]:
    """Open room first, then by place in its list."""
    room, _, rest = path.partition("[")
    return room != Room.OPEN, int(rest.partition("]")[0])
