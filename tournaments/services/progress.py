"""What is due, what is in, and what is still open in an event."""

from collections import Counter
from dataclasses import dataclass, field

from django.utils import timezone

from scoring.match import Outcome
from scoring.race import RaceEnd
from tournaments.models import (
    Call,
    Claim,
    ClaimState,
    Event,
    Kind,
    Result,
    ResultState,
    RoundStatus,
    Table,
)
from tournaments.services.match_reading import matches_of, read_matches
from tournaments.services.race_boards import RaceBoards
from tournaments.services.ranked.matters import open_games
from tournaments.services.zones import zone_of

LISTED = 12
"""Missing results named one by one; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A result that is due and not in. All numbers count from 1; in a race `board` is the race board."""

    round: int
    table: int
    board: int
    table_id: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"round {self.round}, table {self.table}, board {self.board}"


def due_by_board(event: Event) -> Counter[int]:
    """For each board, how many tables are to play it in the whole event."""
    return Counter(
        board
        for boards in Table.objects.filter(round__event=event).values_list("boards", flat=True)
        for board in boards
    )


def in_by_board(event: Event) -> Counter[int]:
    """For each board, how many tables have a result for it (not played counts: nobody will play it any more)."""
    return Counter(
        Result.objects.filter(event=event).exclude(state=ResultState.REMOVED).values_list("board", flat=True)
    )


def missing_results(event: Event, round_number: int | None = None) -> list[Missing]:
    """Results that are due in rounds already opened (or in the one asked for) and not in."""
    if event.kind == Kind.TEAMS:
        return _missing_in_races(event, round_number)
    tables = Table.objects.filter(round__event=event).exclude(round__status=RoundStatus.PLANNED)
    if round_number is not None:
        tables = Table.objects.filter(round__event=event, round__number=round_number)
    entered = set(
        Result.objects.filter(table__in=tables)
        .exclude(state=ResultState.REMOVED)
        .values_list("table_id", "board")
    )
    return [
        Missing(number, table, board, pk)
        for pk, number, table, boards in tables.order_by("round__number", "number").values_list(
            "pk", "round__number", "number", "boards"
        )
        for board in boards
        if (pk, board) not in entered
    ]


def _missing_in_races(event: Event, round_number: int | None) -> list[Missing]:
    """A table that has stopped waits for nothing more, unless the match is tied; one of a match that was given
    neither."""
    matches = [
        match
        for match in matches_of(event)
        if not match.given
        and (match.round.status != RoundStatus.PLANNED if round_number is None else True)
        and round_number in (None, match.round.number)
    ]
    numbering = RaceBoards(event.teams.race_boards)
    missing = []
    for read in read_matches(event, matches):
        for room in read.rooms:
            played = {row.board for row in room.rows}
            for board in room.table.boards:
                race_board = numbering.race_board(board)
                running = room.race.end is RaceEnd.RUNNING
                waits = running if race_board <= numbering.length else read.score and read.score.needs_decider
                if waits and board not in played:
                    place = (read.match.round.number, room.table.number, race_board)
                    missing.append(Missing(*place, room.table.pk))
    return sorted(missing, key=lambda item: (item.round, item.table, item.board))


def open_matters(event: Event) -> tuple[str, ...]:
    """Everything that speaks against calling the event final, one sentence each."""
    if event.kind == Kind.RANKED:
        return open_games(event)
    unclosed = event.rounds.exclude(status=RoundStatus.CLOSED).values_list("number", flat=True)
    matters = [f"Round {number} is not closed." for number in unclosed]
    if not event.rounds.exists():
        matters.append("There is no draw, so nothing has been played.")
    missing = missing_results(event)
    matters += [f"No result yet: {place}." for place in missing[:LISTED]]
    if len(missing) > LISTED:
        matters.append(f"And {len(missing) - LISTED} more results are missing.")
    disputed = event.results.filter(state=ResultState.DISPUTED).select_related("table__round")
    for result in disputed:
        where = Missing(result.table.round.number, result.table.number, board_shown(event, result.board))
        matters.append(f"The result is disputed: {where}.")
    if event.kind == Kind.TEAMS:
        matters += _undecided(event)
    return (*matters, *_waiting(event))


def _waiting(event: Event) -> list[str]:
    """What somebody still waits for: an answer, a confirmation, the end of the correction period."""
    late = Claim.objects.filter(table__round__event=event, state=ClaimState.LATE).select_related(
        "table__round"
    )
    matters = [
        "A late entry waits for a decision: "
        f"{Missing(claim.table.round.number, claim.table.number, board_shown(event, claim.board))}."
        for claim in late
    ]
    calls = Call.objects.filter(table__round__event=event, answered_at=None).select_related("table__round")
    matters += [f"Table {call.table.number} has called (round {call.table.round.number})." for call in calls]
    if not event.provisional_counts:
        unconfirmed = event.results.filter(state=ResultState.PROVISIONAL).count()
        if unconfirmed:
            waits = "1 result waits" if unconfirmed == 1 else f"{unconfirmed} results wait"
            matters.append(f"{waits} for the other side, and such results do not count in this event.")
    if event.corrections_until is not None and event.corrections_until > timezone.now():
        until = event.corrections_until.astimezone(zone_of(event.tournament))
        matters.append(f"Corrections are taken until {until:%H:%M}.")
    return matters


def board_shown(event: Event, board: int) -> int:
    """What the players call a board: in a Teams event each race's boards count from 1."""
    return RaceBoards(event.teams.race_boards).race_board(board) if event.kind == Kind.TEAMS else board


def board_number(event: Event, round_number: int, shown: int) -> int:
    """The event's number of a board as players call it in a round: the other way round."""
    if event.kind != Kind.TEAMS:
        return shown
    return RaceBoards(event.teams.race_boards).number(round_number, shown)


def _undecided(event: Event) -> list[str]:
    found = [read for read in read_matches(event, matches_of(event)) if read.settled is Outcome.UNDECIDED]
    return [
        f"Round {read.match.round.number}, match {read.match.number}: {read.score.text}"
        for read in found
        if read.score is not None
    ]
