"""What only a Team-of-Four event has, as plain values for its file.

Owns: the keys of `event.teams` and of a match in each of its forms, in order, and which tie-breaks go without saying.
Never does: lay text out (`writing`), check.
"""

from collections.abc import Mapping, Sequence

from scoring.match import Outcome
from scoring.swiss_standings import SWISS_TIE_BREAKS
from tournaments.eventfile.model import GivenInfo, LineUp, MatchInfo, RoomLineUp, RoomResult, TeamsInfo
from tournaments.eventfile.writing_values import Json, filled, record_json


def teams_info_json(teams: TeamsInfo) -> Json:
    """`{"teams": {…}}`, or nothing where all settings are the usual ones."""
    usual = TeamsInfo()
    names = ("race_boards", "rounds", "pairing", "first_round", "seed")
    changed = {name: getattr(teams, name) for name in names if getattr(teams, name) != getattr(usual, name)}
    settings = {name: value if isinstance(value, int) else str(value) for name, value in changed.items()}
    return {"teams": settings} if settings else {}


def tie_breaks_json(names: Sequence[str]) -> Json:
    """`{"tie_breaks": […]}`, or nothing for all of them in the usual order; an empty list means none."""
    return {} if tuple(names) == tuple(SWISS_TIE_BREAKS) else {"tie_breaks": list(names)}


def match_json(match: MatchInfo) -> Json:
    """A match, a match of which only the winner is known, or a bye."""
    if match.away is None:
        return filled({"round": match.round, "bye": match.home, "text": match.text})
    head: Json = {"round": match.round, "match": match.number, "home": match.home, "away": match.away}
    winner = _winner(match)
    if winner is not None:
        return head | {"winner": winner} | filled({"text": match.text})
    return head | filled(
        {
            "given": _given(match.given) if match.given else None,
            "line_up": _line_up(match.line_up) or None,
            "text": match.text,
            "open": [_room_result(result) for result in match.open],
            "closed": [_room_result(result) for result in match.closed],
        }
    )


def _winner(match: MatchInfo) -> int | None:
    """Who won, where nothing else is known and the short form says all."""
    given = match.given
    if not match.only_outcome or given is None or given.forfeit or given.note:
        return None
    return {Outcome.HOME: match.home, Outcome.AWAY: match.away}.get(given.outcome)


def _given(given: GivenInfo) -> Json:
    return filled({"outcome": str(given.outcome), "forfeit": given.forfeit or None, "note": given.note})


def _line_up(line_up: LineUp) -> Json:
    rooms: Mapping[str, RoomLineUp] = {"open": line_up.open, "closed": line_up.closed}
    found = {name: filled({"ns": list(room.ns), "ew": list(room.ew)}) for name, room in rooms.items()}
    return {name: room for name, room in found.items() if room}


def _room_result(result: RoomResult) -> Json:
    return (
        {
            "board": result.board,
            "ns_bid": result.ns_bid,
            "ns_tricks": result.ns_tricks,
            "ew_bid": result.ew_bid,
            "ew_tricks": result.ew_tricks,
        }
        | record_json(result)
        | ({"stray": True} if result.stray else {})
    )
