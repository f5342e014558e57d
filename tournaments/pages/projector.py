"""What hangs on the wall of the hall: the standings, the results that are missing, and where everybody sits next.

Owns: which steps there are, and what a row of each says.
Never does: show what the public may not see, whoever is signed in on the laptop that throws it on the wall.

Terms: *awaited*, said of a table that has results due and not in; *seating*, of a round that begins: the one that is
open as long as nothing of it is in, else the next one that is drawn.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext, ngettext

from tournaments import figures
from tournaments.models import EventStatus, Result, ResultState, RoundStatus, Table
from tournaments.pages.names import Named, named, names_of
from tournaments.pages.standings import standings_of
from tournaments.pages.team_matches import Names, stored_matches, teams_of
from tournaments.pages.team_standings import team_standings_of
from tournaments.pages.viewing import DIRECTOR, Viewing
from tournaments.services.progress import missing_results

MANY: Final = 24
"""Rows of a list that are more than three screenfuls, and so stand in two columns."""
_SIDES: Final = ("ns", "ew")


@dataclass(frozen=True, slots=True)
class Awaited:
    """A table with what is still to come from it; `round` is None where one round alone is open."""

    round: int | None
    table: int
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    table: int
    side: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Where an entry sits: a team at two tables; `text` says why it sits nowhere."""

    entry: Named
    places: tuple[Place, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Seating:
    round: int
    now: bool
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """Numbers of the rounds that are open, and of the first one planned; nothing unless the event is under way."""

    open: tuple[int, ...]
    planned: int | None

    def seated(self, begun: Iterable[int]) -> int | None:
        """The round whose seats are looked for; rounds in `begun` have a result."""
        latest = self.open[-1] if self.open else None
        return self.planned if latest is None or latest in begun else latest


def as_all_see_it(viewing: Viewing) -> Viewing:
    """The same event without what its director alone may know: the hall looks over their shoulder."""
    if viewing.kind != DIRECTOR:
        return viewing
    return Viewing(viewing.event, AnonymousUser(), viewing.own)


def wall_of(viewing: Viewing) -> dict[str, Any]:
    """The wall of a Pairs event."""
    rounds = _rounds(viewing)
    results = Result.objects.filter(event=viewing.event, table__round__number__in=rounds.open)
    begun = set(
        results.exclude(state=ResultState.REMOVED).values_list("table__round__number", flat=True).distinct()
    )
    ranked = standings_of(viewing)
    return {
        **ranked,
        "wall": True,
        "many": len(ranked["lists"]) == 1 and ranked["entries"] > MANY,
        "awaited": _awaited(viewing, rounds, begun),
        "seating": _seating(viewing, rounds, rounds.seated(begun)),
    }


def team_wall_of(viewing: Viewing) -> dict[str, Any]:
    """The wall of a Teams event."""
    rounds = _rounds(viewing)
    wanted = [*rounds.open, *([] if rounds.planned is None else [rounds.planned])]
    matches = stored_matches(viewing, wanted) if wanted else []
    begun = {match["round"] for match in matches if any(_entered(room) for room in match["rooms"].values())}
    return {
        **team_standings_of(viewing),
        "wall": True,
        "awaited": _awaited_in_races(matches, rounds, begun),
        "seating": _seating_of_teams(teams_of(viewing), matches, rounds, rounds.seated(begun)),
    }


def _rounds(viewing: Viewing) -> Rounds:
    if viewing.event.status != EventStatus.RUNNING or not viewing.draw_released:
        return Rounds((), None)
    found = list(viewing.event.rounds.order_by("number").values_list("number", "status"))
    planned = (number for number, status in found if status == RoundStatus.PLANNED)
    return Rounds(
        tuple(number for number, status in found if status == RoundStatus.OPEN), next(planned, None)
    )


def _awaited(viewing: Viewing, rounds: Rounds, begun: Iterable[int]) -> tuple[Awaited, ...]:
    """Tables of rounds that have begun; before that, everybody is missing and nobody is late."""
    missing: dict[tuple[int, int], list[int]] = {}
    if rounds.open:
        for place in missing_results(viewing.event):
            if place.round in rounds.open and place.round in begun:
                missing.setdefault((place.round, place.table), []).append(place.board)
    return tuple(
        Awaited(
            number if len(rounds.open) > 1 else None,
            table,
            ngettext("board %(boards)s", "boards %(boards)s", len(boards)) % {"boards": figures.runs(boards)},
        )
        for (number, table), boards in missing.items()
    )


def _awaited_in_races(
    matches: Iterable[Mapping[str, Any]], rounds: Rounds, begun: Iterable[int]
) -> tuple[Awaited, ...]:
    """Both tables of every match that is not over, each with what has come in.

    Not what is missing: a table that is left out, or waits for nothing, has stopped before the last board, and whoever
    plays at the other one would read off the wall that somebody got home there (docs/rules.md §3).
    """
    return tuple(
        Awaited(
            match["round"] if len(rounds.open) > 1 else None,
            room["table"],
            gettext("%(entered)s of %(boards)s boards in")
            % {"entered": _entered(room), "boards": max(match["length"], _entered(room))},
        )
        for match in matches
        if match["round"] in rounds.open and match["round"] in begun and not match["finished"]
        for room in match["rooms"].values()
    )


def _entered(room: Mapping[str, Any]) -> int:
    return len(room["steps"]) + len(room["ignored"])


def _seating(viewing: Viewing, rounds: Rounds, number: int | None) -> Seating | None:
    if number is None:
        return None
    names = names_of(viewing.event)
    seats: dict[int, Seat] = {}
    tables = Table.objects.filter(round__event=viewing.event, round__number=number)
    for table, ns, ew in tables.values_list("number", "ns__number", "ew__number"):
        seats[ns] = Seat(named(names, ns), (Place(table, "NS"),), "")
        seats[ew] = Seat(named(names, ew), (Place(table, "EW"),), "")
    return _by_name(rounds, number, names, seats, gettext("sits out"))


def _seating_of_teams(
    names: Names, matches: Iterable[Mapping[str, Any]], rounds: Rounds, number: int | None
) -> Seating | None:
    if number is None:
        return None
    seats: dict[int, Seat] = {}
    for match in matches:
        if match["round"] != number:
            continue
        for team in (match["home"], match["away"]):
            if team is not None:
                seats[team] = _seat_of_team(names, match, team)
    return _by_name(rounds, number, names, seats, gettext("not in this round"))


def _seat_of_team(names: Names, match: Mapping[str, Any], team: int) -> Seat:
    if match["away"] is None:
        return Seat(named(names, team), (), gettext("has the bye"))
    places = tuple(
        Place(room["table"], side.upper())
        for room in match["rooms"].values()
        for side in _SIDES
        if room[side] == team
    )
    return Seat(named(names, team), places, "" if places else gettext("match %(match)s") % match)


def _by_name(
    rounds: Rounds, number: int, names: Names, seats: Mapping[int, Seat], without: str
) -> Seating | None:
    """Everybody by name, for that is how they look for themselves; who has no seat with the words `without`."""
    everybody = sorted(names.values(), key=lambda entry: (entry.name.casefold(), entry.number))
    found = tuple(
        seats.get(entry.number) or Seat(entry, (), without)
        for entry in everybody
        if entry.number in seats or not entry.withdrawn
    )
    return Seating(number, number in rounds.open, found) if seats else None
