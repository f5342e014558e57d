"""What a director decides about a match: giving it, taking that back, calling for a decider (docs/rules.md §3)."""

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Event, Given, Match, RoundStatus, Table
from tournaments.services.actors import Actor
from tournaments.services.boards import deal_more
from tournaments.services.errors import ConflictError, ServiceError, refuse_if
from tournaments.services.lineups import faults_of_own_match, find_match
from tournaments.services.locking import raise_version
from tournaments.services.logbook import log
from tournaments.services.match_reading import read_matches
from tournaments.services.queueing import queue_recompute
from tournaments.services.race_boards import RaceBoards
from tournaments.services.team_settings import lock_teams_event
from tournaments.services.texts import faults_of_note


def give_match(
    event_id: int,
    place: tuple[int, int],
    outcome: str,
    reason: str,
    actor: Actor,
    *,
    forfeit: bool = False,
) -> Match:
    """Give a match (`place`: round and match) to home or away, or half a win to each (`Given`).

    `reason` is shown with the result. A `forfeit` leaves the points that were made out of the standings; half a win
    each cannot be one. Raises `ServiceError` with every fault.
    """
    with transaction.atomic():
        event = lock_teams_event(event_id)
        match = find_match(event, *place)
        refuse_if(
            [*faults_of_own_match(match, actor), *_faults_of_giving(match, outcome, reason, forfeit=forfeit)]
        )
        before = _said(match)
        match.given, match.forfeit, match.note = outcome, forfeit, reason.strip()
        _store(event, match, actor, "match.given", before, reason)
    return match


def take_back(event_id: int, place: tuple[int, int], reason: str, actor: Actor) -> Match:
    """Let the boards decide again a match that was given."""
    with transaction.atomic():
        event = lock_teams_event(event_id)
        match = find_match(event, *place)
        faults = faults_of_own_match(match, actor)
        if not match.given:
            faults.append(Fault("not-given", "This match was not given to anybody; its boards decide it."))
        if not reason.strip():
            faults.append(Fault("reason-missing", "Taking a decision back needs a reason.", "reason"))
        refuse_if([*faults, *faults_of_note(reason, "reason")])
        before = _said(match)
        match.given, match.forfeit, match.note = "", False, ""
        _store(event, match, actor, "match.taken-back", before, reason)
    return match


def add_decider(event_id: int, place: tuple[int, int], actor: Actor) -> int:
    """Have one more board played at both tables of a tied match; return its number, 9 for the first after 8.

    Raises `ConflictError` when the match is not tied after all the boards it has.
    """
    with transaction.atomic():
        event = lock_teams_event(event_id)
        match = find_match(event, *place)
        [read] = read_matches(event, [match])
        if read.score is None or not read.score.needs_decider:
            text = read.score.text if read.score else "A bye has no boards."
            raise ConflictError(f"This match is not tied. {text}", code="not-tied")
        tables = [room.table for room in read.rooms]
        numbering = RaceBoards(event.teams.race_boards)
        decider = read.score.length + read.score.deciders
        _refuse_decider(numbering, tables, decider)
        number = numbering.number(match.round.number, decider)
        for table in tables:
            table.boards = [*table.boards, number]
        Table.objects.bulk_update(tables, ["boards"])
        if event.board_set is not None:
            deal_more(event.board_set, [number])
        match.event_version = raise_version(event)
        match.save(update_fields=["event_version"])
        log(event, actor, "match.decider", _subject(match), after={"board": decider})
        queue_recompute(event)
    return decider


def _refuse_decider(numbering: RaceBoards, tables: list[Table], decider: int) -> None:
    due = numbering.race_board(tables[0].boards[-1])
    if due >= decider:
        raise ConflictError(f"Board {due} is the decider that is due already.", code="decider-due")
    if decider > numbering.block:
        message = f"There are no more than {numbering.deciders} deciders; give half a win to each."
        raise ServiceError(Fault("deciders-over", message))


def _faults_of_giving(match: Match, outcome: str, reason: str, *, forfeit: bool) -> list[Fault]:
    faults = []
    if match.away_id is None:
        faults.append(Fault("bye", f"{match.home.name} has the bye: there is no match to give."))
    if outcome not in Given.values:
        message = f"Give the match to home, to away, or half to each (tied), not “{outcome}”."
        faults.append(Fault("outcome", message, "outcome"))
    if forfeit and outcome == Given.TIED:
        faults.append(
            Fault("forfeit", "Half a win each is no forfeit: somebody has to be absent.", "forfeit")
        )
    if not reason.strip():
        faults.append(Fault("reason-missing", "Giving a match needs a reason.", "reason"))
    if match.round.status == RoundStatus.PLANNED and not forfeit:
        message = (
            f"Round {match.round.number} is not open yet; before play a match can only be given by forfeit."
        )
        faults.append(Fault("round-not-open", message, "forfeit"))
    return [*faults, *faults_of_note(reason, "reason")]


def _said(match: Match) -> dict[str, object]:
    return {"given": str(match.given), "forfeit": match.forfeit, "note": match.note}


def _subject(match: Match) -> str:
    return f"round {match.round.number}, match {match.number}"


def _store(
    event: Event, match: Match, actor: Actor, action: str, before: dict[str, object], reason: str
) -> None:
    match.event_version = raise_version(event)
    match.save(update_fields=["given", "forfeit", "note", "event_version"])
    log(event, actor, action, _subject(match), before=before, after=_said(match), reason=reason)
    queue_recompute(event)
