"""What is done with one match of a Team-of-Four event: one small form and one service each.

Owns: the deeds offered on a match's page; who may do which.
Never does: anything that a service does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from scoring.faults import Fault
from tournaments.admin.base import actor_of
from tournaments.admin.event_deeds import Done
from tournaments.admin.match_forms import (
    AwayLineUpForm,
    ClosedTableForm,
    GiveForm,
    HomeLineUpForm,
    LineUpForm,
    MatchForm,
    MatchNothingForm,
    MatchReasonForm,
    OpenTableForm,
    TableForm,
)
from tournaments.models import EventStatus, Match, RoundStatus
from tournaments.services.actors import Deed, may
from tournaments.services.errors import ServiceError
from tournaments.services.lineups import set_line_up
from tournaments.services.matches import add_decider, give_match, take_back
from tournaments.services.result_rights import Attempt, rulings_in
from tournaments.services.results import Entered
from tournaments.services.table_results import record_table


@dataclass(frozen=True, slots=True)
class MatchDeed:
    """One deed. `fits` says whether it makes sense for the match as it stands; its outcome is not asked there, as it
    may be hidden from whom the page is for. `hidden` deeds tell what happens at the tables."""

    title: str
    form: type[MatchForm]
    run: Callable[[Match, Any, HttpRequest], Done]
    fits: Callable[[Match], bool]
    explanation: str = ""
    deed: Deed = Deed.DIRECT
    hidden: bool = False


def _place(match: Match) -> tuple[int, int]:
    return match.round.number, match.number


def _enter(match: Match, form: TableForm, request: HttpRequest) -> Done:
    rows = form.typed()
    if not rows:
        raise ServiceError("Nothing was typed; fill in the boards that have been played.", code="empty")
    event = match.round.event
    if not may(request.user, Deed.DIRECT, event.tournament.club_id):
        rulings = [words for row in rows for words in rulings_in(_attempt(match, row))]
        if rulings:
            raise ServiceError(f"Only a director may {rulings[0]}.", code="ruling")
    record_table(event.pk, rows, actor_of(request))
    boards = ", ".join(str(row.fields.board) for row in rows)
    word = "board" if len(rows) == 1 else "boards"
    return Done(f"Round {match.round.number}, table {form.table.number}: {word} {boards} saved.")


def _attempt(match: Match, row: Entered) -> Attempt:
    return Attempt(fields=row.fields, round_status=match.round.status)


def _line_up(match: Match, form: LineUpForm, request: HttpRequest) -> Done:
    place = (*_place(match), form.team.number)
    set_line_up(match.round.event_id, place, form.line_up(), actor_of(request), form.cleaned_data["reason"])
    return Done(f"The line-up of {form.team.name} is set.")


def _give(match: Match, form: GiveForm, request: HttpRequest) -> Done:
    given = form.cleaned_data
    if not given["outcome"]:
        raise ServiceError(Fault("outcome", "Say which team the match is given to.", "outcome"))
    give_match(
        match.round.event_id,
        _place(match),
        given["outcome"],
        given["reason"],
        actor_of(request),
        forfeit=given["forfeit"],
    )
    return Done("The match is given.")


def _take_back(match: Match, form: MatchReasonForm, request: HttpRequest) -> Done:
    take_back(match.round.event_id, _place(match), form.cleaned_data["reason"], actor_of(request))
    return Done("The decision is taken back; the boards decide the match again.")


def _decider(match: Match, form: MatchNothingForm, request: HttpRequest) -> Done:
    board = add_decider(match.round.event_id, _place(match), actor_of(request))
    return Done(f"Board {board} is due at both tables.")


def _not_final(match: Match) -> bool:
    return match.away_id is not None and match.round.event.status != EventStatus.FINAL


def _is_played(match: Match) -> bool:
    """Boards may come in: the match has tables, and is played at them."""
    return _not_final(match) and match.round.status != RoundStatus.PLANNED and not match.given


MATCH_DEEDS: Mapping[str, MatchDeed] = {
    "open-table": MatchDeed(
        "Enter the open table",
        OpenTableForm,
        _enter,
        _is_played,
        "Fill in the boards that have been played, as on the score sheet; all of them are saved, or none.",
        deed=Deed.ENTER_RESULTS,
        hidden=True,
    ),
    "closed-table": MatchDeed(
        "Enter the closed table",
        ClosedTableForm,
        _enter,
        _is_played,
        "Fill in the boards that have been played, as on the score sheet; all of them are saved, or none.",
        deed=Deed.ENTER_RESULTS,
        hidden=True,
    ),
    "line-up-home": MatchDeed("Set home’s line-up", HomeLineUpForm, _line_up, _not_final),
    "line-up-away": MatchDeed("Set away’s line-up", AwayLineUpForm, _line_up, _not_final),
    "give": MatchDeed(
        "Give the match",
        GiveForm,
        _give,
        _not_final,
        "For a team that was absent, or a decision of yours. Before its round is open a match is given by forfeit.",
    ),
    "take-back": MatchDeed(
        "Take the decision back",
        MatchReasonForm,
        _take_back,
        lambda match: _not_final(match) and bool(match.given),
    ),
    "decider": MatchDeed(
        "Play a decider",
        MatchNothingForm,
        _decider,
        _is_played,
        "The match is tied after all boards: one more is played at both tables.",
        hidden=True,
    ),
}
