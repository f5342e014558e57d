"""Line-ups: which two players of a team sit at which table of a match.

Owns: declaring one, its faults, and the one that stands until somebody declares another.
Source: docs/rules.md §3: home sits North-South at the open table and East-West at the closed one, away the other way.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import (
    Entry,
    EntryPlayer,
    Event,
    Field,
    Match,
    ResultState,
    Room,
    RoundStatus,
    Table,
    TableSeat,
)
from tournaments.services.actors import Actor, acts_and_plays
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.locking import raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.team_settings import lock_teams_event
from tournaments.services.who_plays import stepping_in, substitutes_in

PLAYERS_AT_A_TABLE = 2


@dataclass(frozen=True, slots=True)
class LineUp:
    """A team's players by name: the pair at the `open` table and the pair at the `closed` one, North or East first."""

    open: tuple[str, ...]
    closed: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        return {"open": list(self.open), "closed": list(self.closed)}


def direction_of(match: Match, team: Entry, room: str) -> Field:
    """Where a team of the match sits in a room."""
    home = match.home_id == team.pk
    return Field.NS if home == (room == Room.OPEN) else Field.EW


def set_line_up(
    event_id: int, place: tuple[int, int, int], line_up: LineUp, actor: Actor, reason: str = ""
) -> None:
    """Declare who plays where for a team in a match; `place` is round, match and the team's number.

    Raises `ServiceError` with every fault; once results of the match are in, a reason is needed.
    """
    round_number, number, team_number = place
    with transaction.atomic():
        event = lock_teams_event(event_id)
        match = find_match(event, round_number, number)
        team = next((team for team in (match.home, match.away) if team and team.number == team_number), None)
        if team is None or match.away is None:
            message = f"Team {team_number} does not play in match {number} of round {round_number}."
            raise NotFoundError(message, code="no-team")
        people = {seat.person.name: seat.person_id for seat in team.seats.select_related("person")}
        people |= {person.name: person.pk for person in stepping_in(team, round_number)}
        faults = _faults_of(line_up, people, team)
        tables = {table.room: table for table in match.tables.all()}
        played = match.round.status == RoundStatus.CLOSED or any(
            table.results.exclude(state=ResultState.REMOVED).exists() for table in tables.values()
        )
        if played:
            faults += faults_of_own_match(match, actor)
        if played and not reason.strip():
            message = "Boards of this match are in; give a reason for changing who sat where."
            faults.append(Fault("reason-missing", message, "reason"))
        refuse_if(faults)
        before = _standing(match, team, tables)
        _seat(match, team, tables, {Room.OPEN: line_up.open, Room.CLOSED: line_up.closed}, people)
        _touch(event, match)
        subject = f"round {round_number}, match {number}, team {team_number}"
        log(
            event,
            actor,
            "line-up.set",
            subject,
            before=before.to_json(),
            after=line_up.to_json(),
            reason=reason,
        )
        queue_recompute(event)


def seat_by_default(event: Event, matches: Iterable[Match], tables: Iterable[Table]) -> None:
    """Seat the teams of new matches as they sat in their last one; before that, players 1 and 2 at the open table
    and 3 and 4 at the closed one; substitutes on the chairs of those they play for. A team whose players are not known
    is not seated. The matches are of one round."""
    rooms = {(table.match_id, table.room): table for table in tables}
    last = _last_line_ups(event)
    players: dict[int, list[int]] = {}
    for entry, person in EntryPlayer.objects.filter(entry__event=event).values_list("entry_id", "person_id"):
        players.setdefault(entry, []).append(person)
    found = list(matches)
    swaps = substitutes_in(players, found[0].round.number) if found else {}
    for entry, instead in swaps.items():
        replaced = {out: person.pk for out, person in instead.items()}
        players[entry] = [replaced.get(person, person) for person in players[entry]]
        for room in (Room.OPEN, Room.CLOSED):
            last[entry, room] = [replaced.get(person, person) for person in last.get((entry, room), ())]
    seats = []
    for match in found:
        for team in (match.home, match.away):
            known = players.get(team.pk, []) if team else []
            if team is None or match.away is None or len(known) < 2 * PLAYERS_AT_A_TABLE:
                continue
            # a line-up with somebody who has left the team is none any more
            still_there = all(
                person in known
                for room in (Room.OPEN, Room.CLOSED)
                for person in last.get((team.pk, room), ())
            )
            for room in (Room.OPEN, Room.CLOSED):
                first = 0 if room == Room.OPEN else PLAYERS_AT_A_TABLE
                people = last.get((team.pk, room)) if still_there else None
                people = people or known[first : first + PLAYERS_AT_A_TABLE]
                table = rooms[match.pk, room]
                seats += _seats(table, direction_of(match, team, room), people)
    TableSeat.objects.bulk_create(seats, batch_size=500)


def _last_line_ups(event: Event) -> dict[tuple[int, str], list[int]]:
    """By team and room, who sat there the last time the team played, North or East first."""
    latest: dict[tuple[int, str], tuple[int, list[int]]] = {}
    seats = TableSeat.objects.filter(table__round__event=event).order_by("table__round__number", "position")
    columns = ("table__round__number", "table__room", "direction", "table__ns_id", "table__ew_id")
    for number, room, direction, ns, ew, person in seats.values_list(*columns, "person_id"):
        key = (ns if direction == Field.NS else ew, room)
        round_number, people = latest.get(key, (0, []))
        latest[key] = (number, [*people, person] if number == round_number else [person])
    return {key: people for key, (_, people) in latest.items()}


def find_match(event: Event, round_number: int, number: int) -> Match:
    """A match of a locked event. Raises `NotFoundError`."""
    matches = Match.objects.select_related("round", "home", "away")
    match = matches.filter(round__event=event, round__number=round_number, number=number).first()
    if match is None:
        raise NotFoundError(f"There is no match {number} in round {round_number}.", code="no-match")
    return match


def faults_of_own_match(match: Match, actor: Actor) -> list[Fault]:
    """Nobody decides a match of their own team, nor who played in it once boards are in."""
    teams = [team for team in (match.home_id, match.away_id) if team is not None]
    if not acts_and_plays(actor, match.round.event, teams):
        return []
    message = "Whoever plays for one of the teams cannot decide the match; another director has to."
    return [Fault("plays-here", message)]


def _faults_of(line_up: LineUp, people: dict[str, int], team: Entry) -> list[Fault]:
    faults = []
    for room, names in ((Room.OPEN, line_up.open), (Room.CLOSED, line_up.closed)):
        if len(names) != PLAYERS_AT_A_TABLE:
            message = f"Two players sit at the {room} table, not {len(names)}."
            faults.append(Fault("players", message, room))
        for place, name in enumerate(names):
            if name not in people:
                message = (
                    f"{name} does not play for {team.name}; choose from {', '.join(people) or 'nobody yet'}."
                )
                faults.append(Fault("not-in-team", message, f"{room}[{place}]"))
    everybody = [*line_up.open, *line_up.closed]
    twice = [name for name in dict.fromkeys(everybody) if everybody.count(name) > 1]
    return faults + [Fault("twice", f"{name} cannot sit in two places.", "open") for name in twice]


def _standing(match: Match, team: Entry, tables: dict[str, Table]) -> LineUp:
    names = {
        room: tuple(
            tables[room]
            .seats.filter(direction=direction_of(match, team, room))
            .order_by("position")
            .values_list("person__name", flat=True)
        )
        for room in (Room.OPEN, Room.CLOSED)
    }
    return LineUp(names[Room.OPEN], names[Room.CLOSED])


def _seat(
    match: Match,
    team: Entry,
    tables: dict[str, Table],
    names: dict[Room, tuple[str, ...]],
    people: dict[str, int],
) -> None:
    seats = []
    for room, players in names.items():
        direction = direction_of(match, team, room)
        TableSeat.objects.filter(table=tables[room], direction=direction).delete()
        seats += _seats(tables[room], direction, [people[name] for name in players])
    TableSeat.objects.bulk_create(seats)


def _seats(table: Table, direction: Field, people: Sequence[int]) -> list[TableSeat]:
    return [
        TableSeat(table=table, direction=direction, position=position, person_id=person)
        for position, person in enumerate(people, start=1)
    ]


def _touch(event: Event, match: Match) -> None:
    match.event_version = raise_version(event)
    match.save(update_fields=["event_version"])
