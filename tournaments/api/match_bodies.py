"""What is told of a match, and what is not told yet.

Owns: the form in which `MatchSight` becomes an answer: what may not be seen is null. Never does: decide what may be.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournaments.models import Event, Match, MatchSnapshot
from tournaments.services.match_data import snapshot_of
from tournaments.services.match_reading import read_matches
from tournaments.services.race_boards import RaceBoards
from tournaments.services.team_standings import line_ups_of
from tournaments.services.visibility import MatchSight, match_sight

HIDDEN: Final = "A table is shown when both tables of the match have finished; its own players see it before."
UNDECIDED: Final = "undecided"
_PLACE = ("round", "match", "home", "away", "drawn", "finished")
_OUTCOME = ("certain", "outcome", "settled")
"""What says who wins, and no more."""
_PLAY = (
    *("reason", "text", "needs_decider", "deciders", "given", "home_points", "away_points"),
    *("home_reached", "away_reached"),
)
"""What says how."""
_RACE = ("target", "length")
_SEAT = ("table", "ns", "ew", "ns_players", "ew_players", "boards")
_SCORES = (
    *("end", "stopped_after", "text", "ns_total", "ew_total", "ns_reached", "ew_reached"),
    *("steps", "ignored"),
)


def snapshots_of(event: Event, matches: Sequence[Match]) -> dict[int, MatchSnapshot]:
    """Each match as last scored, by its key; one drawn a moment ago is scored here. Needs `snapshot` loaded."""
    found = {match.pk: match.snapshot for match in matches if hasattr(match, "snapshot")}
    missing = [match for match in matches if match.pk not in found]
    if missing:
        boards, line_ups = RaceBoards(event.teams.race_boards), line_ups_of(missing)
        for read in read_matches(event, missing):
            found[read.match.pk] = snapshot_of(read, boards, line_ups, event.pk, event.results_version)
    return found


def match_body(match: Match, row: MatchSnapshot, sight: MatchSight) -> dict[str, object]:
    """A match as `MatchSerializer` has it. Needs the match's round loaded."""
    data = row.data
    decided, all_rooms = sight.outcome(data), len(sight.rooms(data)) == len(data["rooms"])
    body: dict[str, object] = dict.fromkeys((*_OUTCOME, *_PLAY))
    body |= {name: data[name] for name in (*_PLACE, *_RACE)}
    body |= {name: data[name] for name in _OUTCOME if decided}
    body |= {name: data[name] for name in _PLAY if decided and all_rooms}
    return {
        **body,
        "status": match.round.status,
        "version": row.version,
        **{f"{name}_table": data["rooms"].get(name, {}).get("table") for name in ("open", "closed")},
        "hidden": None if decided and all_rooms else HIDDEN,
    }


def room_bodies(data: Mapping[str, Any], sight: MatchSight) -> dict[str, object] | None:
    """Both tables of a match as `RoomsSerializer` has them; None for a match without tables."""
    seen = sight.rooms(data)
    rooms: dict[str, object] = {
        name: {
            **{key: room[key] for key in _SEAT},
            **{key: room[key] if name in seen else None for key in _SCORES},
        }
        for name, room in data["rooms"].items()
    }
    return rooms or None


def tag_of(match: Match, row: MatchSnapshot, sight: MatchSight) -> str:
    """The tag of a match's body, with its quotes: it changes with the match, and with what may be told of it."""
    seen = "-".join(sorted(sight.rooms(row.data))) or "none"
    told = "told" if sight.outcome(row.data) else "hidden"
    return f'"{match.pk}-{row.version}-{match.round.status}-{seen}-{told}"'


def cross_bodies(
    event: Event, viewer: AbstractBaseUser | AnonymousUser, cross: Mapping[str, Iterable[Mapping[str, Any]]]
) -> Mapping[str, Iterable[Mapping[str, Any]]]:
    """The cross-table, without what is not to be told of matches that are still played."""
    running = MatchSnapshot.objects.filter(event=event, finished=False).exclude(outcome=UNDECIDED)
    matches = {(row.data["round"], row.data["match"]): row.data for row in running}
    if not matches:
        return cross
    sight = match_sight(event, viewer)
    return {
        team: [_cell(cell, matches.get((cell["round"], cell["match"])), sight) for cell in cells]
        for team, cells in cross.items()
    }


def _cell(cell: Mapping[str, Any], match: Mapping[str, Any] | None, sight: MatchSight) -> Mapping[str, Any]:
    if match is None or (sight.outcome(match) and len(sight.rooms(match)) == len(match["rooms"])):
        return cell
    points: dict[str, Any] = dict.fromkeys(("points", "opponent_points"))
    if sight.outcome(match):
        return {**cell, **points}
    return {**cell, **points, "kind": UNDECIDED, "half_wins": 0}
