"""Who of which team sits where, in the round that is open and in the next one: found by a player's or a team's name.

Terms: *now* and *next* as in seats.py; *bench*, the players of a team who do not play a round.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments import figures
from tournaments.models import RoundStatus
from tournaments.pages.names import Named, named
from tournaments.pages.ratings.beside import averages_of
from tournaments.pages.seats import LONGEST_SEARCH
from tournaments.pages.team_matches import room_title, stored_matches, teams_of
from tournaments.pages.viewing import Viewing
from tournaments.services.people import plain


@dataclass(frozen=True, slots=True)
class PairSeat:
    """Two players of a team at a table, and the two they meet there."""

    table: int
    room: str
    direction: str
    players: tuple[str, ...]
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamSeats:
    """A team in a round; `opponents` is None for a bye."""

    match: int
    opponents: Named | None
    pairs: tuple[PairSeat, ...]
    bench: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamSeated:
    """A team with its seats; None where it is not in the round."""

    entry: Named
    players: tuple[str, ...]
    now: TeamSeats | None
    next: TeamSeats | None
    rating: str = ""


def team_seats_of(viewing: Viewing, searched: str) -> dict[str, Any]:
    searched = " ".join(searched.split())[:LONGEST_SEARCH]
    names = teams_of(viewing)
    now, following = rounds_to_seat(viewing) if viewing.draw_released else (None, None)
    seats = seats_by_team(viewing, names, [found for found in (now, following) if found])
    entries = viewing.data.get("entries", {})
    ratings = averages_of(viewing)
    everybody = [
        TeamSeated(
            team,
            tuple(entries.get(str(number), {}).get("players", ())),
            seats.get((now or 0, number)),
            seats.get((following or 0, number)),
            ratings.get(number, ""),
        )
        for number, team in sorted(names.items(), key=lambda item: (item[1].name.casefold(), item[0]))
        if not team.withdrawn
    ]
    return {
        "searched": searched,
        "now": now,
        "next": following,
        "released": viewing.draw_released,
        "own_seat": next((seated for seated in everybody if seated.entry.number == viewing.own), None),
        "seated": list(_found(everybody, searched)),
        "entries": len(everybody),
    }


def rounds_to_seat(viewing: Viewing) -> tuple[int | None, int | None]:
    """The latest open round and the first one still to be opened."""
    rounds = list(viewing.event.rounds.order_by("number").values_list("number", "status"))
    now = next((number for number, status in reversed(rounds) if status == RoundStatus.OPEN), None)
    following = next((number for number, status in rounds if status == RoundStatus.PLANNED), None)
    return now, following


def seats_by_team(
    viewing: Viewing, names: dict[int, Named], rounds: Iterable[int]
) -> dict[tuple[int, int], TeamSeats]:
    """By round and team number; one query."""
    entries = viewing.data.get("entries", {})
    wanted = list(rounds)
    found = {}
    for match in stored_matches(viewing, wanted) if wanted else ():
        for team, opponents in ((match["home"], match["away"]), (match["away"], match["home"])):
            if team is not None:
                players = entries.get(str(team), {}).get("players", ())
                found[match["round"], team] = _seats(match, names, team, opponents, players)
    return found


def _seats(
    match: Mapping[str, Any],
    names: dict[int, Named],
    team: int,
    opponents: int | None,
    players: Iterable[str],
) -> TeamSeats:
    pairs = tuple(
        PairSeat(
            room["table"],
            room_title(name),
            figures.direction(seat.upper()),
            tuple(room[f"{seat}_players"]),
            tuple(room[f"{other}_players"]),
        )
        for name, room in match["rooms"].items()
        for seat, other in (("ns", "ew"), ("ew", "ns"))
        if room[seat] == team
    )
    seated = {player for pair in pairs for player in pair.players}
    bench = tuple(player for player in players if player not in seated) if seated else ()
    return TeamSeats(match["match"], named(names, opponents) if opponents else None, pairs, bench)


def _found(everybody: Iterable[TeamSeated], searched: str) -> Iterable[TeamSeated]:
    """Teams whose name or number is searched for, whole; of others only the players who are, with their partners."""
    words = plain(searched).split()

    def fits(*texts: str) -> bool:
        text = plain(" ".join(texts))
        return all(word in text for word in words)

    for seated in everybody:
        if searched == str(seated.entry.number) or fits(seated.entry.name):
            yield seated
            continue
        asked = {player for player in seated.players if fits(player)}
        if asked:
            yield replace(seated, now=_only(seated.now, asked), next=_only(seated.next, asked))
        elif fits(seated.entry.name, *seated.players):
            yield seated


def _only(seats: TeamSeats | None, asked: set[str]) -> TeamSeats | None:
    """The seats of the players in `asked`."""
    if seats is None:
        return None
    return replace(
        seats,
        pairs=tuple(pair for pair in seats.pairs if asked & set(pair.players)),
        bench=tuple(player for player in seats.bench if player in asked),
    )
