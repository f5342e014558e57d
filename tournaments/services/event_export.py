"""From the database to an event file: the director's backup (docs/event-file.md).

Owns: which rows become which part of the document. Reads; changes nothing.
"""

from dataclasses import replace

from boards.deal import Deal
from scoring.pairs import Winners
from tournaments.draws.movement import Movement
from tournaments.eventfile import model as file
from tournaments.models import Event, Kind, PenaltyUnit, Result, ResultState
from tournaments.services.drawn import drawn_movement
from tournaments.services.progress import due_by_board
from tournaments.services.result_fields import to_fields
from tournaments.services.team_export import team_matches, team_rounds, teams_info


def export_event(event: Event) -> file.EventFile:
    """The whole event, its log and the secret of its boards included: for directors only."""
    if event.kind == Kind.TEAMS:
        return file.EventFile(
            event=replace(_event_info(event), teams=teams_info(event)),
            people=_people(event),
            entries=_entries(event),
            boards=_boards(event),
            board_source=_board_source(event),
            rounds=team_rounds(event),
            matches=team_matches(event),
            log=_log(event),
        )
    return file.EventFile(
        event=_event_info(event),
        people=_people(event),
        entries=_entries(event),
        boards=_boards(event),
        board_source=_board_source(event),
        movement=_movement(event),
        rounds=tuple(
            file.RoundInfo(number=number, status=file.RoundStatus(status))
            for number, status in event.rounds.order_by("number").values_list("number", "status")
        ),
        results=tuple(_result(result) for result in _results(event)),
        penalties=_penalties(event),
        log=_log(event),
    )


def _event_info(event: Event) -> file.EventInfo:
    tournament = event.tournament
    return file.EventInfo(
        name=event.name,
        rules=event.rule_set,
        kind=file.EventKind(event.kind),
        slug=event.slug,
        status=file.EventStatus(event.status),
        winners=Winners(event.winners),
        neuberg=event.neuberg,
        tie_breaks=tuple(event.tie_breaks),
        traveller_secrecy=file.TravellerSecrecy(event.traveller_secrecy),
        provisional_counts=event.provisional_counts,
        tournament=file.TournamentInfo(
            name=tournament.name,
            slug=tournament.slug,
            place=tournament.place,
            starts_on=tournament.starts_on,
            ends_on=tournament.ends_on,
            time_zone=tournament.time_zone,
            club=tournament.club.name,
        ),
    )


def _people(event: Event) -> tuple[file.Person, ...]:
    """Only people of whom more than the name is known; the names stand in the entries."""
    rows = event.entries.exclude(players__number="").exclude(players=None).order_by("players__name")
    return tuple(
        file.Person(name=name, number=number)
        for name, number in rows.values_list("players__name", "players__number").distinct()
    )


def _entries(event: Event) -> tuple[file.Entry, ...]:
    return tuple(
        file.Entry(
            number=entry.number,
            name=entry.name,
            players=tuple(seat.person.name for seat in entry.seats.all()),
            field=file.Field(entry.field) if entry.field else None,
            withdrawn=entry.withdrawn,
            withdrawn_after=entry.withdrawn_after,
            late_losses=entry.late_losses,
            late_halves=entry.late_halves,
            standby=entry.standby,
            stays_seated=entry.stays_seated,
            checked_in=entry.checked_in_at,
        )
        for entry in event.entries.order_by("number").prefetch_related("seats__person")
    )


def _boards(event: Event) -> tuple[file.BoardInfo, ...]:
    expected = {int(number): count for number, count in event.expected_scores.items()}
    deals = {board.number: board.pbn for board in event.board_set.boards.all()} if event.board_set else {}
    # when boards are listed, results may name only these
    played = due_by_board(event) if expected else ()
    return tuple(
        file.BoardInfo(
            number=number,
            deal=Deal.parse(deals[number]) if number in deals else None,
            expected=expected.get(number),
        )
        for number in sorted({*deals, *expected, *played})
    )


def _board_source(event: Event) -> file.BoardSource | None:
    boards = event.board_set
    if boards is None:
        return None
    return file.BoardSource(
        name=boards.name,
        algorithm=boards.algorithm,
        secret=boards.secret,
        session=boards.session,
        source=boards.source,
    )


def _movement(event: Event) -> Movement | None:
    """The draw as it stands, which a director may have changed since the movement was installed."""
    return drawn_movement(event) if event.movement is not None else None


def _results(event: Event) -> list[Result]:
    found = event.results.exclude(state=ResultState.REMOVED).select_related("table__round", "ns", "ew")
    return list(found.order_by("table__round__number", "table__number", "board"))


def _result(result: Result) -> file.Result:
    return file.Result(
        fields=to_fields(result, result.table.round.number, result.table.number),
        status=file.ResultStatus(result.state),
        version=result.version,
        reason=result.reason,
        note=result.note,
    )


def _penalties(event: Event) -> tuple[file.PenaltyInfo, ...]:
    return tuple(
        file.PenaltyInfo(
            entry=penalty.entry.number,
            percent=penalty.amount if penalty.unit == PenaltyUnit.PERCENT else None,
            points=penalty.amount if penalty.unit == PenaltyUnit.POINTS else None,
            reason=penalty.reason,
        )
        for penalty in event.penalties.select_related("entry").order_by("pk")
    )


def _log(event: Event) -> tuple[file.LogLine, ...]:
    return tuple(
        file.LogLine(
            at=line.at,
            actor=line.actor,
            door=line.door,
            action=line.action,
            subject=line.subject,
            before=line.before,
            after=line.after,
            reason=line.reason,
        )
        for line in event.log.order_by("pk")
    )
