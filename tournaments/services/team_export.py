"""What only a Teams event has, from the database to its event file (docs/event-file.md).

Owns: matches, line-ups and settings as the file writes them. Reads; changes nothing.
"""

from collections.abc import Mapping
from typing import Any

from scoring.match import Outcome
from tournaments.draws.swiss import FirstRound, Pairing
from tournaments.eventfile import model as file
from tournaments.models import Event, ResultState, Room
from tournaments.services.match_data import LineUps
from tournaments.services.match_reading import MatchRead, RoomRead, matches_of, read_matches
from tournaments.services.race_boards import RaceBoards
from tournaments.services.team_standings import line_ups_of


def teams_info(event: Event) -> file.TeamsInfo:
    kept = event.teams
    return file.TeamsInfo(
        race_boards=kept.race_boards,
        rounds=kept.rounds,
        pairing=Pairing(kept.pairing),
        first_round=FirstRound(kept.first_round),
        seed=kept.seed,
    )


def team_matches(event: Event, called: Mapping[int, str]) -> tuple[file.MatchInfo, ...]:
    """Every match in order, byes behind the others of their round; `called` is what the file calls people, by key."""
    matches = matches_of(event)
    line_ups = line_ups_of(matches, called)
    reasons = dict(event.results.exclude(reason="").values_list("pk", "reason"))
    boards = RaceBoards(event.teams.race_boards)
    # a backup leaves out nothing that stands, whether it counts or not
    reads = read_matches(event, matches, (ResultState.REMOVED,))
    return tuple(_match(read, line_ups, reasons, boards) for read in reads)


def team_rounds(event: Event) -> tuple[file.RoundInfo, ...]:
    """The rounds with how they were drawn; one that was paired by hand has no certificate."""
    rows = event.rounds.order_by("number").values_list("number", "status", "drawn__data")
    return tuple(_round(number, file.RoundStatus(status), drawn or {}) for number, status, drawn in rows)


def _round(number: int, status: file.RoundStatus, drawn: Mapping[str, Any]) -> file.RoundInfo:
    return file.RoundInfo(
        number=number,
        status=status,
        draw=drawn.get("certificate") or None,
        warnings=tuple(drawn.get("warnings", ())),
        provisional=drawn.get("provisional", False),
    )


def _match(
    read: MatchRead, line_ups: LineUps, reasons: Mapping[int, str], boards: RaceBoards
) -> file.MatchInfo:
    match = read.match
    if match.away is None:
        return file.MatchInfo(round=match.round.number, home=match.home.number, away=None, text=match.text)
    rooms = {str(room.table.room): room for room in read.rooms}
    called = read.score.deciders if read.score is not None else 0
    given = None
    if match.given:
        given = file.GivenInfo(outcome=Outcome(match.given), forfeit=match.forfeit, note=match.note)
    return file.MatchInfo(
        round=match.round.number,
        home=match.home.number,
        away=match.away.number,
        number=match.number,
        open=_results(rooms.get(Room.OPEN), called, reasons, boards),
        closed=_results(rooms.get(Room.CLOSED), called, reasons, boards),
        line_up=file.LineUp(
            open=_line_up(rooms.get(Room.OPEN), line_ups), closed=_line_up(rooms.get(Room.CLOSED), line_ups)
        ),
        given=given,
        only_outcome=not rooms and given is not None,
        text=match.text,
    )


def _results(
    room: RoomRead | None, called: int, reasons: Mapping[int, str], boards: RaceBoards
) -> tuple[file.RoomResult, ...]:
    """What stands; `stray` where it does not count. `called` is how many deciders the match calls for."""
    last = boards.length + called
    counting = {step.board for step in room.race.steps if step.board <= last} if room else set()
    return tuple(
        file.RoomResult(
            board=boards.race_board(row.board),
            ns_bid=row.ns_bid,
            ns_tricks=row.ns_tricks,
            ew_bid=row.ew_bid,
            ew_tricks=row.ew_tricks,
            status=file.ResultStatus(row.state),
            version=row.version,
            reason=reasons.get(row.pk, ""),
            note=row.note,
            stray=boards.race_board(row.board) not in counting,
        )
        for row in (room.rows if room else ())
    )


def _line_up(room: RoomRead | None, line_ups: LineUps) -> file.RoomLineUp:
    if room is None:
        return file.RoomLineUp()
    ns, ew = (tuple(line_ups.get((room.table.pk, side), ())) for side in ("NS", "EW"))
    return file.RoomLineUp(ns=ns, ew=ew)
