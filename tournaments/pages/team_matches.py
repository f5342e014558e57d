"""Matches as pages show them to one viewer: two teams, two tables, two races, and who has won as far as it may be told.

Owns: which words and pictures a match gets, from its snapshot and what `MatchSight` leaves of it.
Never does: run a race or decide a match; the snapshot has both.
Terms: *readable*, said of a room whose boards and totals the viewer may see; of any other room only the number of
boards that are in is shown.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scoring.match import Outcome
from tournaments import figures
from tournaments.models import MatchSnapshot, Room
from tournaments.pages.names import Named, named, names_of
from tournaments.pages.race_pictures import Line, race
from tournaments.pages.viewing import Viewing

Names = dict[int, Named]
_SEATS = ("ns", "ew")


@dataclass(frozen=True, slots=True)
class TablePair:
    """A team's pair at a table. `kind` is "home" or "away"; `total` is "" in a room that is not readable."""

    team: Named
    kind: str
    seat: str
    players: tuple[str, ...]
    total: str
    reached: int | None


@dataclass(frozen=True, slots=True)
class RoomShown:
    """One table of a match. `pips` has for every board of the race whether it is in; `text` is why the table stopped or
    how far it is, "" where that is not to be told."""

    name: str
    title: str
    table: int
    readable: bool
    entered: int
    length: int
    pips: tuple[bool, ...]
    pairs: tuple[TablePair, ...]
    picture: str
    text: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match. `state`: "bye", "running", "tied", "decided" (the viewer may know who has won); `winner` is that team's
    number; `home_points` and `away_points` are "" where hidden; `decider` is the board after the race that is due."""

    round: int
    number: int
    home: Named
    away: Named | None
    state: str
    winner: int | None
    text: str
    home_points: str
    away_points: str
    rooms: tuple[RoomShown, ...]
    drawn: str
    decider: int | None

    @property
    def signature(self) -> str:
        """What a viewer would see differ: the match fades in when this is new."""
        rooms = "/".join(f"{room.entered}{room.readable:d}" for room in self.rooms)
        return f"{self.state}{self.winner}|{self.home_points}|{self.away_points}|{rooms}"


@dataclass(frozen=True, slots=True)
class _Look:
    """How the rooms of a match are shown: the names of those `readable`, and whether pictures are `large`."""

    readable: Collection[str]
    large: bool

    def totals(self, match: Mapping[str, Any]) -> list[int]:
        """All totals the viewer may see: both pictures have the same scale."""
        rooms = [room for name, room in match["rooms"].items() if name in self.readable]
        return [step[seat]["total"] for room in rooms for step in room["steps"] for seat in _SEATS]


def teams_of(viewing: Viewing) -> Names:
    """All teams by number: from the snapshot, and by a query of its own only before there is one."""
    entries = viewing.data.get("entries")
    if not entries:
        return names_of(viewing.event)
    return {
        int(number): Named(int(number), entry["name"], "", entry["withdrawn"])
        for number, entry in entries.items()
    }


def stored_matches(viewing: Viewing, rounds: Iterable[int]) -> list[Mapping[str, Any]]:
    """The snapshots of all matches of these rounds, in order; one query."""
    found = MatchSnapshot.objects.filter(event=viewing.event, match__round__number__in=list(rounds))
    return list(found.order_by("match__round__number", "match__number").values_list("data", flat=True))


def match_shown(
    viewing: Viewing, names: Names, match: Mapping[str, Any], *, large: bool = False
) -> MatchShown:
    """A match's snapshot as the viewer may see it; `large` is for the match's own page."""
    readable = viewing.sight.rooms(match)
    told = viewing.sight.outcome(match)
    complete = len(readable) == len(match["rooms"])
    home = named(names, match["home"])
    away = named(names, match["away"]) if match["away"] is not None else None
    state = _state(match, told=told, complete=complete)
    winner = _winner(match) if state == "decided" else None
    points = ("", "")
    if complete and match["rooms"] and not _forfeit(match):
        points = figures.points(match["home_points"]), figures.points(match["away_points"])
    return MatchShown(
        round=match["round"],
        number=match["match"],
        home=home,
        away=away,
        state=state,
        winner=winner,
        text=_text(match, state, names[winner].name if winner in names else "", complete=complete),
        home_points=points[0],
        away_points=points[1],
        rooms=tuple(
            _room(names, match, name, _Look(readable, large))
            for name in (Room.OPEN, Room.CLOSED)
            if name in match["rooms"]
        ),
        drawn=match["drawn"] if may_know_reasons(viewing, match["round"]) else "",
        decider=_decider(match) if readable else None,
    )


def may_know_reasons(viewing: Viewing, round_number: int) -> bool:
    """Whether the viewer may read why a round was drawn as it was: it tells how the rounds before went."""
    return not any(round_number > played for played, _ in viewing.untold)


def _forfeit(match: Mapping[str, Any]) -> bool:
    return bool(match["given"] and match["given"]["forfeit"])


def _state(match: Mapping[str, Any], *, told: bool, complete: bool) -> str:
    if match["away"] is None:
        return "bye"
    if told and match["settled"] != Outcome.UNDECIDED:
        return "tied" if match["settled"] == Outcome.TIED else "decided"
    return "tied" if complete and match["outcome"] == Outcome.TIED else "running"


def _winner(match: Mapping[str, Any]) -> int | None:
    number: int | None = match["home"] if match["settled"] == Outcome.HOME else match["away"]
    return number


def _text(match: Mapping[str, Any], state: str, winner: str, *, complete: bool) -> str:
    """The match's sentence. Of one that runs on it would give away points, so only who has won is said."""
    if complete or state == "bye":
        return str(match["text"])
    if state == "decided":
        if match["given"]:
            return str(match["text"])
        return gettext("%(team)s has won: no board still to come can change that.") % {"team": winner}
    return ""


def _decider(match: Mapping[str, Any]) -> int | None:
    """The decider that both tables are to play next; None when there is none."""
    due = [room["boards"][-1] for room in match["rooms"].values() if room["boards"]]
    return due[0] if due and match["needs_decider"] and due[0] > match["length"] else None


def room_title(name: str) -> str:
    return gettext("Open room") if name == Room.OPEN else gettext("Closed room")


def _room(names: Names, match: Mapping[str, Any], name: str, look: _Look) -> RoomShown:
    room, readable = match["rooms"][name], name in look.readable
    # which of a room's boards count says where it stopped, so of a hidden room simply what has come in is told
    entered = len(room["steps"]) + len(room["ignored"])
    pairs = tuple(_pair(names, match, room, seat, readable=readable) for seat in _order(match, room))
    return RoomShown(
        name=str(name),
        title=room_title(name),
        table=room["table"],
        readable=readable,
        entered=entered,
        length=match["length"],
        pips=tuple(place < entered for place in range(match["length"])),
        pairs=pairs,
        picture=_picture(match, room, pairs, look) if readable else "",
        text=room["text"] if readable else "",
        data=room if readable else {},
    )


def _order(match: Mapping[str, Any], room: Mapping[str, Any]) -> tuple[str, ...]:
    """The seats, home's first."""
    return _SEATS if room["ns"] == match["home"] else _SEATS[::-1]


def _pair(
    names: Names, match: Mapping[str, Any], room: Mapping[str, Any], seat: str, *, readable: bool
) -> TablePair:
    return TablePair(
        team=named(names, room[seat]),
        kind="home" if room[seat] == match["home"] else "away",
        seat=seat.upper(),
        players=tuple(room[f"{seat}_players"]),
        total=figures.points(room[f"{seat}_total"]) if readable else "",
        reached=room[f"{seat}_reached"] if readable else None,
    )


def _picture(
    match: Mapping[str, Any], room: Mapping[str, Any], pairs: tuple[TablePair, ...], look: _Look
) -> str:
    if not room["steps"]:
        return ""
    boards = [step["board"] for step in room["steps"]]
    lines = [
        Line(
            pair.kind,
            pair.seat,
            boards,
            [step[pair.seat.lower()]["total"] for step in room["steps"]],
            pair.reached,
        )
        for pair in pairs
    ]
    title = _title(match, room, lines, pairs)
    beside = look.totals(match)
    return race(lines, match["target"], match["length"], title, beside=beside, large=look.large)


def _title(
    match: Mapping[str, Any],
    room: Mapping[str, Any],
    lines: list[Line],
    pairs: tuple[TablePair, ...],
) -> str:
    """The race in words."""
    said = [
        gettext("%(team)s (%(seat)s) after each board: %(totals)s")
        % {
            "team": pair.team.name,
            "seat": pair.seat,
            "totals": ", ".join(figures.points(total) for total in line.totals),
        }
        for line, pair in zip(lines, pairs, strict=True)
    ]
    race_to = gettext("Race to %(target)s at table %(table)s") % {
        "target": match["target"],
        "table": room["table"],
    }
    return f"{race_to}. {'. '.join(said)}. {room['text']}"
