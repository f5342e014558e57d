"""What only a Teams event has, from its event file to the database.

Owns: matches, tables, line-ups and results of races as rows. The file has been checked when it was read.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils import timezone

from scoring.deal_score import score_deal
from tournaments.eventfile import model as file
from tournaments.eventfile.team_scoring import race_entry, swiss_teams
from tournaments.models import (
    Entry,
    Event,
    EventStatus,
    Field,
    Match,
    Person,
    Result,
    Room,
    Round,
    RoundDraw,
    RoundStatus,
    Table,
    TableSeat,
)
from tournaments.services.race_boards import RaceBoards
from tournaments.services.team_settings import TeamOptions, new_team_settings

BATCH = 500


@dataclass(slots=True)
class _Rows:
    """What is made, in the order in which the database wants it."""

    event: Event
    entries: Mapping[int, Entry]
    people: Mapping[str, Person]
    boards: RaceBoards
    version: int
    matches: list[tuple[file.MatchInfo, Match]] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    seats: list[TableSeat] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)


def import_settings(event: Event, document: file.EventFile) -> None:
    info = document.event.teams
    options = TeamOptions(
        race_boards=info.race_boards,
        rounds=info.rounds,
        pairing=str(info.pairing),
        first_round=str(info.first_round),
        seed=info.seed,
    )
    new_team_settings(event, options).save()


def withdrawals(document: file.EventFile) -> dict[int, int | None]:
    """By number, the last round that each team was in the event for, where it has left."""
    return {team.number: team.withdrawn_after for team in swiss_teams(document)}


def import_matches(
    event: Event,
    document: file.EventFile,
    entries: Mapping[int, Entry],
    people: Mapping[str, Person],
    version: int,
) -> None:
    """Make the rounds and everything in them."""
    rows = _Rows(event, entries, people, RaceBoards(event.teams.race_boards), version)
    rounds = _rounds(event, document)
    numbers: defaultdict[int, int] = defaultdict(int)
    for info in document.matches:
        numbers[info.round] = max(numbers[info.round], info.number)
    for info in document.matches:
        number = info.number
        if info.away is None:  # a file counts no byes
            numbers[info.round] += 1
            number = numbers[info.round]
        rows.matches.append((info, _match(rows, rounds[info.round], info, number)))
    Match.objects.bulk_create((match for _, match in rows.matches), batch_size=BATCH)
    for info, match in rows.matches:
        if info.away is not None and not info.only_outcome:
            _rooms(rows, info, match)
    Table.objects.bulk_create(rows.tables, batch_size=BATCH)
    TableSeat.objects.bulk_create(rows.seats, batch_size=BATCH)
    Result.objects.bulk_create(rows.results, batch_size=BATCH)


def team_status(document: file.EventFile) -> str:
    """A bare file of matches says no status; then the event is one that has been played."""
    if document.event.status == file.EventStatus.SETUP and document.matches:
        return EventStatus.PROVISIONAL
    return str(document.event.status)


def _rounds(event: Event, document: file.EventFile) -> dict[int, Round]:
    said = {info.number: info for info in document.rounds}
    last = max([*said, *(match.round for match in document.matches)], default=0)
    default = RoundStatus.PLANNED if document.rounds or not document.matches else RoundStatus.CLOSED
    made = Round.objects.bulk_create(
        Round(
            event=event,
            number=number,
            status=str(said[number].status) if number in said else default,
        )
        for number in range(1, last + 1)
    )
    RoundDraw.objects.bulk_create(
        RoundDraw(round=round_, data=_draw(document, round_.number, said.get(round_.number)))
        for round_ in made
    )
    return {round_.number: round_ for round_ in made}


def _draw(document: file.EventFile, number: int, info: file.RoundInfo | None) -> dict[str, object]:
    drawn = [match for match in document.matches if match.round == number]
    return {
        "certificate": dict(info.draw) if info is not None and info.draw else None,
        "matches": [[match.home, match.away] for match in drawn if match.away is not None],
        "bye": next((match.home for match in drawn if match.away is None), None),
        "warnings": list(info.warnings) if info is not None else [],
        "provisional": info is not None and info.provisional,
    }


def _match(rows: _Rows, round_: Round, info: file.MatchInfo, number: int) -> Match:
    given = info.given
    return Match(
        round=round_,
        number=number,
        home=rows.entries[info.home],
        away=rows.entries[info.away] if info.away is not None else None,
        given=str(given.outcome) if given else "",
        forfeit=given.forfeit if given else False,
        note=given.note if given else "",
        text=info.text,
        event_version=rows.version,
    )


def _rooms(rows: _Rows, info: file.MatchInfo, match: Match) -> None:
    assert match.away is not None
    entered = [result.board for result in (*info.open, *info.closed)]
    deciders = range(rows.boards.length + 1, max(entered, default=0) + 1)
    boards = [
        *rows.boards.of_round(info.round),
        *(rows.boards.number(info.round, board) for board in deciders),
    ]
    for room, ns, ew, results, seats in (
        (Room.OPEN, match.home, match.away, info.open, info.line_up.open),
        (Room.CLOSED, match.away, match.home, info.closed, info.line_up.closed),
    ):
        number = 2 * match.number - (room == Room.OPEN)
        table = Table(round=match.round, match=match, room=room, number=number, ns=ns, ew=ew, boards=boards)
        rows.tables.append(table)
        for direction, names in ((Field.NS, seats.ns), (Field.EW, seats.ew)):
            rows.seats += [
                TableSeat(table=table, direction=direction, position=position, person=rows.people[name])
                for position, name in enumerate(names, start=1)
            ]
        rows.results += [_result(rows, table, info.round, result) for result in results]


def _result(rows: _Rows, table: Table, round_number: int, info: file.RoomResult) -> Result:
    now = timezone.now()
    entry = race_entry(info)
    deal = score_deal(rows.event.rule_set, entry.ns_bid, entry.ns_tricks, entry.ew_bid, entry.ew_tricks)
    return Result(
        event=rows.event,
        table=table,
        board=rows.boards.number(round_number, info.board),
        ns=table.ns,
        ew=table.ew,
        ns_bid=info.ns_bid,
        ns_tricks=info.ns_tricks,
        ew_bid=info.ew_bid,
        ew_tricks=info.ew_tricks,
        ns_score=deal.ns.total,
        ew_score=deal.ew.total,
        state=str(info.status),
        version=info.version,
        reason=info.reason,
        note=info.note,
        event_version=rows.version,
        created_at=now,
        updated_at=now,
    )
