"""What a table's page shows: one JSON for all phones that have opened the same code.

Owns: which facts the page gets, and in which words of the closed set below a board's state is told.
Never does: show anything of another table but where `visible_boards` lets everybody see it; change anything.

    phase    "playing": the table is in an open round; "wait": it is not, and `next` says what comes
    boards   one a board that is due, called as the players call it; `state` is one of
             open       nobody has entered it
             waiting    the side `by` has entered it, the other has not confirmed
             agreed     both have
             differs    they say different things: `said` has both, the director decides
             director   the director has entered it
             ruled      the director has ruled on it
             over       a race that ended earlier needs it no more
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from django.utils import timezone

from boards.deal import dealer, first_bidder
from tournaments.models import (
    Call,
    Claim,
    ClaimState,
    Entry,
    Event,
    Kind,
    Result,
    ResultState,
    Sitting,
    Table,
)
from tournaments.pages.table_next import next_of
from tournaments.pages.table_others import others_of
from tournaments.pages.table_race import race_of
from tournaments.services.claim_reading import is_ruled, words_that_stand
from tournaments.services.progress import board_shown
from tournaments.services.sitting import drawn_players
from tournaments.services.tokens import Opened
from tournaments.services.zones import zone_of

CONTENT: Final = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
_STANDING: Final = (ClaimState.WAITING, ClaimState.AGREED, ClaimState.DIFFERS)


def state_of(opened: Opened) -> dict[str, Any]:
    """Everything the page shows but what moves by itself (the round clock, the time of day)."""
    event, table = opened.event, opened.table
    state: dict[str, Any] = {
        "phase": "wait" if table is None else "playing",
        "event": event.name,
        "tournament": event.tournament.name,
        "kind": event.kind,
        "rules": asdict(event.rule_set),
        "number": opened.token.table if table is None else table.number,
        "entry": _named(opened.token.entry) if opened.token.entry else None,
        "next": next_of(opened),
        "late": _late(opened),
    }
    return state if table is None else state | _at_the_table(opened, table)


def _at_the_table(opened: Opened, table: Table) -> dict[str, Any]:
    event = opened.event
    sitting = Sitting.objects.filter(table=table).first()
    turned = sitting is not None and sitting.turned
    ns, ew = (table.ew, table.ns) if turned else (table.ns, table.ew)
    race = race_of(event, table, turned=turned)
    boards = _boards(event, table, race)
    return {
        "round": table.round.number,
        "rounds": event.rounds.count() if event.kind == Kind.PAIRS else None,
        "entries": {"NS": _named(ns), "EW": _named(ew)},
        "own": _own(opened, ns, ew),
        "drawn": drawn_players(table),
        "players": sitting.players if sitting else drawn_players(table),
        "seated": sitting is not None,
        "turned": turned,
        "race": race,
        "boards": boards,
        "call": _call(event, table),
    }


def _own(opened: Opened, ns: Entry, ew: Entry) -> str | None:
    """The side of a code that belongs to an entry; a table's belongs to both."""
    return {ns.pk: "NS", ew.pk: "EW"}.get(opened.token.entry_id or 0)


def _named(entry: Entry) -> dict[str, Any]:
    return {"number": entry.number, "name": entry.name}


def _boards(event: Event, table: Table, race: dict[str, Any] | None) -> list[dict[str, Any]]:
    results = {
        result.board: result
        for result in Result.objects.filter(table=table).exclude(state=ResultState.REMOVED)
    }
    claims: defaultdict[int, list[Claim]] = defaultdict(list)
    for claim in Claim.objects.filter(table=table, state__in=_STANDING).order_by("pk"):
        claims[claim.board].append(claim)
    agreed = [
        number
        for number, result in results.items()
        if result.state == ResultState.CONFIRMED and event.kind == Kind.PAIRS
    ]
    others = others_of(event, table, agreed)
    ended = race["stopped_after"] if race else None
    return [
        _board(
            event,
            number,
            results.get(number),
            words_that_stand(claims[number], results.get(number)),
            ended,
        )
        | {"others": others.get(number)}
        for number in table.boards
    ]


def _board(
    event: Event, number: int, result: Result | None, claims: dict[str, Claim], ended: int | None
) -> dict[str, Any]:
    shown = board_shown(event, number)
    state = _state(result, claims)
    if state == "open" and ended is not None and ended < shown <= event.teams.race_boards:
        state = "over"
    waiting = next((claim.side for claim in claims.values() if claim.state == ClaimState.WAITING), None)
    return {
        "board": shown,
        "dealer": str(dealer(number)),
        "first": str(first_bidder(number)),
        "state": state,
        "version": result.version if result else None,
        "by": waiting,
        "stands": _content(result) if result and result.ns_bid else None,
        "scores": [result.ns_score, result.ew_score] if result else None,
        "ruling": [result.ns_adjusted, result.ew_adjusted] if result else None,
        "not_played": result.not_played if result else False,
        "note": result.note if result else "",
        "said": {side: _content(claim) for side, claim in claims.items()},
        "saved": _clock_time(event, result.updated_at) if result else "",
    }


def _state(result: Result | None, claims: dict[str, Claim]) -> str:
    if result is None:
        return "open"
    if is_ruled(result):
        return "ruled"
    if result.state == ResultState.DISPUTED:
        return "differs"
    if not claims:
        return "director"
    return "agreed" if result.state == ResultState.CONFIRMED else "waiting"


def _content(said: Result | Claim) -> dict[str, str]:
    return {name: getattr(said, name) for name in CONTENT}


def _call(event: Event, table: Table) -> dict[str, Any] | None:
    """The latest call of the table in this round, and whether somebody has said that they come."""
    call = Call.objects.filter(table=table).order_by("-pk").first()
    if call is None:
        return None
    came = call.answered_at is not None
    return {
        "state": "coming" if came else "called",
        "at": _clock_time(event, call.answered_at or call.at)[:5],
        "note": call.note,
    }


def _late(opened: Opened) -> list[dict[str, Any]]:
    """What came from this code after its round was closed and waits for the director."""
    claims = Claim.objects.filter(table__round__event=opened.event, state=ClaimState.LATE)
    claims = claims.select_related("table__round").order_by("pk")
    return [
        {
            "round": claim.table.round.number,
            "board": board_shown(opened.event, claim.board),
            "side": claim.side,
        }
        for claim in _of_code(opened, claims)
    ]


def _of_code(opened: Opened, claims: Iterable[Claim]) -> list[Claim]:
    token = opened.token
    if token.entry_id is None:
        return [claim for claim in claims if claim.table.number == token.table]
    return [claim for claim in claims if token.entry_id in (claim.table.ns_id, claim.table.ew_id)]


def _clock_time(event: Event, moment: Any) -> str:
    return timezone.localtime(moment, zone_of(event.tournament)).strftime("%H:%M:%S")
