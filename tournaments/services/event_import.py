"""From an event file to the database: a new event, all of it or nothing.

Owns: which part of the document becomes which rows. The file has been checked when it was read
(tournaments/eventfile/), so what is left to refuse is what only the database knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from boards.models import Board, BoardSet
from scoring.faults import Fault
from tournaments.draws.movement import Movement, Seating
from tournaments.draws.movement import Winners as MovementWinners
from tournaments.eventfile import model as file
from tournaments.eventfile.scoring_input import to_pairs_result
from tournaments.models import (
    Club,
    Entry,
    EntryPlayer,
    Event,
    EventStatus,
    Kind,
    LogEntry,
    Penalty,
    PenaltyUnit,
    Person,
    Result,
    Round,
    RoundStatus,
    StandingsSnapshot,
    Substitution,
    Table,
    Tournament,
)
from tournaments.services.actors import Actor
from tournaments.services.draw_check import faults_of_movement
from tournaments.services.errors import refuse_if
from tournaments.services.file_people import people_of_file
from tournaments.services.locking import raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.ranked_import import (
    faults_of_games,
    faults_of_games_twice,
    faults_of_people,
    import_games,
    import_ranked_settings,
    ranked_status,
)
from tournaments.services.ratings.ledger import post_event
from tournaments.services.result_fields import store_fields
from tournaments.services.same_event import (
    events_of,
    faults_of_rated_twice,
    faults_of_second_import,
)
from tournaments.services.slugs import free_slug
from tournaments.services.team_import import import_matches, import_settings, team_status, withdrawals

BATCH = 500


@dataclass(frozen=True, slots=True)
class _Draw:
    """The rows that results hang on."""

    entries: dict[int, Entry]
    tables: dict[tuple[int, int], Table]


def import_event(
    document: file.EventFile,
    club: Club,
    actor: Actor,
    tournament: Tournament | None = None,
    *,
    again: bool = False,
) -> Event:
    """Make a new event of `document` in `club`, in `tournament` or else in one made from the file; `again`: the club
    may have it already.

    Raises `ServiceError` with every fault that only shows beside the draw, or beside what the club has.
    """
    movement = _movement(document)
    refuse_if([*_faults_of_draw(document, movement), *faults_of_games(document)])
    with transaction.atomic():
        # whoever sends a file twice at once waits for the first
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        here = events_of(document, club, tournament)
        event = _event(document, tournament or _tournament(document, club))
        people = people_of_file(document, event.tournament.club)
        if event.kind == Kind.RANKED:
            refuse_if(faults_of_people(document, people))
        draw = _Draw(_entries(event, document, people), {})
        _substitutes(document, draw.entries, people)
        if movement is not None:
            draw.tables.update(_tables(event, document, movement, draw.entries))
        version = raise_version(event, all_boards=True)
        if event.kind == Kind.RANKED:
            import_ranked_settings(event, document)
            import_games(event, document, people, version, actor)
        if event.kind == Kind.TEAMS:
            import_settings(event, document)
            import_matches(event, document, draw.entries, people, version)
        _results(event, document, draw, version)
        Penalty.objects.bulk_create(_penalty(event, penalty, draw) for penalty in document.penalties)
        LogEntry.objects.bulk_create((_log_line(event, line) for line in document.log), batch_size=BATCH)
        count = len(document.results) + sum(len(match.open) + len(match.closed) for match in document.matches)
        count += sum(len(game.deals) for game in document.games)
        refuse_if(
            [
                *(() if again else faults_of_second_import(here)),
                *faults_of_games_twice(event, document, here),
                *faults_of_rated_twice(event, here, "event.rated"),
            ]
        )
        post_event(event)
        log(event, actor, "event.imported", after={"results": count})
        queue_recompute(event)
    return event


def _tournament(document: file.EventFile, club: Club) -> Tournament:
    info = document.event.tournament or file.TournamentInfo(name=document.event.name)
    taken = set(Tournament.objects.values_list("slug", flat=True))
    return Tournament.objects.create(
        club=club,
        name=info.name,
        slug=free_slug(info.slug or slugify(info.name) or "tournament", taken),
        place=info.place,
        starts_on=info.starts_on or timezone.localdate(),
        ends_on=info.ends_on,
        time_zone=info.time_zone or "UTC",
    )


def _event(document: file.EventFile, tournament: Tournament) -> Event:
    info = document.event
    taken = set(tournament.events.values_list("slug", flat=True))
    event = Event.objects.create(
        tournament=tournament,
        name=info.name,
        slug=free_slug(info.slug or slugify(info.name) or "event", taken),
        kind=str(info.kind),
        status=_status(document),
        rules=info.rules.to_json(),
        winners=str(info.winners),
        neuberg=info.neuberg,
        tie_breaks=list(info.tie_breaks),
        traveller_secrecy=str(info.traveller_secrecy),
        provisional_counts=info.provisional_counts,
        rated=info.rated,
        expected_scores={str(board.number): board.expected for board in document.boards if board.expected},
        board_set=_board_set(document),
        movement=document.movement.to_json() if document.movement is not None else None,
    )
    StandingsSnapshot.objects.create(event=event)
    return event


def _status(document: file.EventFile) -> str:
    """A bare file of results says no status; then the event is one that has been played."""
    if document.event.kind == file.EventKind.TEAMS:
        return team_status(document)
    if document.event.kind == file.EventKind.RANKED:
        return ranked_status(document)
    if document.event.status == file.EventStatus.SETUP and document.results:
        return EventStatus.PROVISIONAL
    return str(document.event.status)


def _board_set(document: file.EventFile) -> BoardSet | None:
    deals = [board for board in document.boards if board.deal is not None]
    if not deals:
        return None
    source = document.board_source or file.BoardSource(source="event file")
    made = BoardSet.objects.create(
        name=source.name or document.event.name,
        algorithm=source.algorithm,
        secret=source.secret,
        session=source.session,
        source=source.source,
    )
    Board.objects.bulk_create(
        Board(board_set=made, number=board.number, pbn=board.deal.pbn) for board in deals if board.deal
    )
    return made


def _entries(event: Event, document: file.EventFile, people: Mapping[str, Person]) -> dict[int, Entry]:
    left = withdrawals(document) if event.kind == Kind.TEAMS else {}
    made = Entry.objects.bulk_create(
        (
            Entry(
                event=event,
                number=entry.number,
                name=entry.name,
                field=str(entry.field or ""),
                withdrawn=entry.withdrawn,
                withdrawn_after=left.get(entry.number),
                late_losses=entry.late_losses,
                late_halves=entry.late_halves,
                standby=entry.standby,
                stays_seated=entry.stays_seated,
                checked_in_at=entry.checked_in,
            )
            for entry in document.entries
        ),
        batch_size=BATCH,
    )
    EntryPlayer.objects.bulk_create(
        (
            EntryPlayer(entry=entry, person=people[name], position=position)
            for entry, info in zip(made, document.entries, strict=True)
            for position, name in enumerate(info.players, start=1)
        ),
        batch_size=BATCH,
    )
    return {entry.number: entry for entry in made}


def _substitutes(
    document: file.EventFile, entries: Mapping[int, Entry], people: Mapping[str, Person]
) -> None:
    Substitution.objects.bulk_create(
        Substitution(
            entry=entries[entry.number],
            out=people[made.out],
            into=people[made.into],
            first_round=made.round,
            first_board=made.board,
            last_round=made.last_round,
            reason=made.reason,
        )
        for entry in document.entries
        for made in entry.substitutes
    )


def _movement(document: file.EventFile) -> Movement | None:
    """The file's draw, or where it has none, the draw that its results tell of."""
    if document.movement is not None:
        return document.movement
    seats: dict[tuple[int, int], Seating] = {}
    for result in document.results:
        fields = result.fields
        place = (fields.round, fields.table)
        before = seats.get(place)
        boards = (*(before.boards if before else ()), fields.board)
        ns, ew = (before.ns, before.ew) if before else (fields.ns or 0, fields.ew or 0)
        seats[place] = Seating(fields.table, ns, ew, boards)
    if not seats:
        return None
    rounds = tuple(
        tuple(seat for (number, _), seat in sorted(seats.items()) if number == round_number)
        for round_number in range(1, max(number for number, _ in seats) + 1)
    )
    highest = max(board for seat in seats.values() for board in seat.boards)
    pairs = max((entry.number for entry in document.entries if not entry.standby), default=0)
    winners = MovementWinners(document.event.winners)
    return Movement("file", "from the results of a file", pairs, highest, rounds, winners)


def _faults_of_draw(document: file.EventFile, movement: Movement | None) -> list[Fault]:
    if movement is None:
        return []
    faults = []
    if document.movement is not None:
        begun = document.event.status != file.EventStatus.SETUP or bool(document.results)
        faults += faults_of_movement(document.movement, begun=begun)
    numbers = {entry.number for entry in document.entries}
    seated = {number for seats in movement.rounds for seat in seats for number in (seat.ns, seat.ew)}
    for number in sorted(seated - numbers):
        faults.append(
            Fault("no-entry", f"The draw seats pair {number}, which is not among the entries.", "movement")
        )
    due = {
        (round_number, seat.table, board)
        for round_number, seats in enumerate(movement.rounds, start=1)
        for seat in seats
        for board in seat.boards
    }
    for index, result in enumerate(document.results):
        place = (result.fields.round, result.fields.table, result.fields.board)
        if place not in due:
            message = f"Board {place[2]} is not due at table {place[1]} in round {place[0]}."
            faults.append(Fault("board-not-due", message, f"results[{index}].board"))
    return faults


def _tables(
    event: Event, document: file.EventFile, movement: Movement, entries: dict[int, Entry]
) -> dict[tuple[int, int], Table]:
    said = {info.number: str(info.status) for info in document.rounds}
    # a file that says nothing of rounds tells of an event that has been played
    default = RoundStatus.PLANNED if document.rounds or not document.results else RoundStatus.CLOSED
    rounds = Round.objects.bulk_create(
        Round(event=event, number=number, status=said.get(number, default))
        for number in range(1, len(movement.rounds) + 1)
    )
    tables = Table.objects.bulk_create(
        (
            Table(
                round=round_,
                number=seat.table,
                ns=entries[seat.ns],
                ew=entries[seat.ew],
                boards=list(seat.boards),
            )
            for round_, seats in zip(rounds, movement.rounds, strict=True)
            for seat in seats
        ),
        batch_size=BATCH,
    )
    if event.movement is None:
        event.movement = movement.to_json()
        event.save(update_fields=["movement"])
    return {(table.round.number, table.number): table for table in tables}


def _results(event: Event, document: file.EventFile, draw: _Draw, version: int) -> None:
    now = timezone.now()
    rules = event.rule_set
    rows = []
    for info in document.results:
        fields = info.fields
        row = Result(
            event=event,
            table=draw.tables[fields.round, fields.table],
            board=fields.board,
            state=str(info.status),
            version=info.version,
            reason=info.reason,
            note=info.note,
            event_version=version,
            created_at=now,
            updated_at=now,
        )
        scored = to_pairs_result(rules, fields)
        store_fields(row, fields, scored, ns=draw.entries[fields.ns or 0], ew=draw.entries[fields.ew or 0])
        rows.append(row)
    Result.objects.bulk_create(rows, batch_size=BATCH)


def _penalty(event: Event, info: file.PenaltyInfo, draw: _Draw) -> Penalty:
    by_percent = info.percent is not None
    return Penalty(
        event=event,
        entry=draw.entries[info.entry],
        unit=PenaltyUnit.PERCENT if by_percent else PenaltyUnit.POINTS,
        amount=(info.percent if by_percent else info.points) or 0,
        reason=info.reason,
    )


def _log_line(event: Event, line: file.LogLine) -> LogEntry:
    return LogEntry(
        event=event,
        at=line.at,
        actor=line.actor,
        door=line.door,
        action=line.action,
        subject=line.subject,
        before=line.before,
        after=line.after,
        reason=line.reason,
    )
