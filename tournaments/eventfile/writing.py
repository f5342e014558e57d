"""From an `EventFile` to text, always the same text for the same event.

Owns: the order of keys (that of docs/event-file.md), what is left out (defaults), and the layout: one row of
`entries`, `boards`, `results`, … and of a room's results a line, so that a line-by-line comparison of two files
reads as a list of changes. What only Teams events and only ranked tables have is put into words by `writing_teams` and
`writing_games`.
Never does: check (a file that `loads` would refuse can be written, and is then refused with its faults).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from tournaments.draws.movement import Movement
from tournaments.eventfile.model import (
    FORMAT,
    VERSION,
    BoardInfo,
    BoardSource,
    Entry,
    EventFile,
    EventInfo,
    EventKind,
    LogLine,
    PenaltyInfo,
    Person,
    Result,
    RoundInfo,
    SubstituteInfo,
    TournamentInfo,
)
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.eventfile.writing_games import game_json, ranked_info_json, ratings_json
from tournaments.eventfile.writing_teams import match_json, teams_info_json, tie_breaks_json
from tournaments.eventfile.writing_values import Json, filled, plain, record_json

_INNER_ROWS = {"matches": ("open", "closed"), "games": ("deals",)}
"""The lists inside a section's rows that have a line for each element."""


def dumps(event_file: EventFile) -> str:
    """The document as text ending in a line break; `loads` gives the same event back."""
    sections = [f'  "{key}": {_laid_out(key, value)}' for key, value in to_json(event_file).items()]
    return "{\n" + ",\n".join(sections) + "\n}\n"


def to_json(event_file: EventFile) -> Json:
    """The document as plain values, optional keys with their default left out."""
    movement = event_file.movement
    return {"format": FORMAT, "version": VERSION, "event": _event(event_file.event)} | filled(
        {
            "people": [_person(person) for person in event_file.people],
            "entries": [_entry(entry) for entry in event_file.entries],
            "boards": [_board(board) for board in event_file.boards],
            "board_source": _board_source(event_file.board_source) if event_file.board_source else None,
            "movement": _movement(movement) if movement else None,
            "rounds": [_round(item) for item in event_file.rounds],
            "matches": [match_json(match) for match in event_file.matches],
            "results": [_result(result) for result in event_file.results],
            "penalties": [_penalty(penalty) for penalty in event_file.penalties],
            **ratings_json(event_file.rating),
            "games": [game_json(event_file.event, game) for game in event_file.games],
            "log": [_log_line(line) for line in event_file.log],
        }
    )


def _event(event: EventInfo) -> Json:
    of_kind = {EventKind.PAIRS: _of_pairs, EventKind.TEAMS: _of_teams, EventKind.RANKED: _of_ranked}
    # ranked tables are rated unless they say that they are not
    usually_rated = event.kind is EventKind.RANKED
    return (
        filled(
            {
                "name": event.name,
                "kind": str(event.kind),
                "slug": event.slug,
                "status": str(event.status),
                "traveller_secrecy": str(event.traveller_secrecy),
                "provisional_counts": None if event.provisional_counts else False,
                "rules": event.rules.to_json(),
            }
        )
        | of_kind[event.kind](event)
        | ({} if event.rated == usually_rated else {"rated": event.rated})
        | filled({"tournament": _tournament(event.tournament) if event.tournament else None})
    )


def _of_pairs(event: EventInfo) -> Json:
    return {"winners": str(event.winners), "neuberg": event.neuberg} | filled(
        {"tie_breaks": list(event.tie_breaks)}
    )


def _of_teams(event: EventInfo) -> Json:
    # no tie-breaks and no word about them are not the same here
    return teams_info_json(event.teams) | tie_breaks_json(event.tie_breaks)


def _of_ranked(event: EventInfo) -> Json:
    return ranked_info_json(event.ranked)


def _tournament(tournament: TournamentInfo) -> Json:
    return filled(
        {
            "name": tournament.name,
            "slug": tournament.slug,
            "place": tournament.place,
            "starts_on": tournament.starts_on.isoformat() if tournament.starts_on else None,
            "ends_on": tournament.ends_on.isoformat() if tournament.ends_on else None,
            "time_zone": tournament.time_zone,
            "club": tournament.club,
        }
    )


def _person(person: Person) -> Json:
    return filled(
        {
            "name": person.name,
            "number": person.number,
            "bot": person.bot or None,
            "guest": person.guest or None,
            "leaderboard": None if person.leaderboard else False,
        }
    )


def _entry(entry: Entry) -> Json:
    return filled(
        {
            "number": entry.number,
            "name": entry.name,
            "players": list(entry.players),
            "field": str(entry.field) if entry.field else None,
            "withdrawn": entry.withdrawn or None,
            "withdrawn_after": entry.withdrawn_after,
            "late_losses": entry.late_losses or None,
            "late_halves": entry.late_halves or None,
            "standby": entry.standby or None,
            "stays_seated": entry.stays_seated or None,
            "checked_in": entry.checked_in.isoformat() if entry.checked_in else None,
            "substitutes": [_substitute(made) for made in entry.substitutes] or None,
        }
    )


def _substitute(made: SubstituteInfo) -> Json:
    return filled(
        {
            "out": made.out,
            "into": made.into,
            "round": made.round,
            "board": made.board,
            "last_round": made.last_round,
            "reason": made.reason,
        }
    )


def _board(board: BoardInfo) -> Json:
    deal = board.deal.pbn if board.deal else None
    return filled({"number": board.number, "deal": deal, "expected": board.expected})


def _board_source(source: BoardSource) -> Json:
    return filled(
        {
            "name": source.name,
            "algorithm": source.algorithm,
            "secret": source.secret,
            "session": source.session,
            "source": source.source,
        }
    )


def _movement(movement: Movement) -> Json:
    # the sit-outs follow from the rest
    return {key: value for key, value in movement.to_json().items() if key != "sit_outs"}


def _round(item: RoundInfo) -> Json:
    return filled(
        {
            "number": item.number,
            "status": str(item.status),
            "draw": _details(item.draw),
            "warnings": list(item.warnings),
            "provisional": item.provisional or None,
        }
    )


def _result(result: Result) -> Json:
    return result_json(result.fields) | record_json(result)


def result_json(fields: ResultFields) -> Json:
    """A result's fields as a row of `results` has them; adjustments that are percentages become numbers."""
    return filled(
        {
            "round": fields.round or None,
            "table": fields.table or None,
            "board": fields.board,
            "ns": fields.ns,
            "ew": fields.ew,
            "ns_bid": fields.ns_bid,
            "ns_tricks": fields.ns_tricks,
            "ew_bid": fields.ew_bid,
            "ew_tricks": fields.ew_tricks,
            "ns_score": fields.ns_score,
            "ew_score": fields.ew_score,
            "ns_adjusted": _adjusted(fields.ns_adjusted),
            "ew_adjusted": _adjusted(fields.ew_adjusted),
            "weighted": [
                {"weight": outcome.weight, "ns_score": outcome.ns_score, "ew_score": outcome.ew_score}
                for outcome in fields.weighted
            ],
            "not_played": fields.not_played or None,
            "group": fields.group or None,
        }
    )


def _adjusted(text: str | None) -> str | int | float | None:
    return text if text is None or text.startswith("A") else plain(Decimal(text))


def _penalty(penalty: PenaltyInfo) -> Json:
    return filled(
        {
            "entry": penalty.entry,
            "percent": None if penalty.percent is None else plain(penalty.percent),
            "points": None if penalty.points is None else plain(penalty.points),
            "reason": penalty.reason,
        }
    )


def _log_line(line: LogLine) -> Json:
    return filled(
        {
            "at": line.at.isoformat(),
            "actor": line.actor,
            "door": line.door,
            "action": line.action,
            "subject": line.subject,
            "before": _details(line.before),
            "after": _details(line.after),
            "reason": line.reason,
        }
    )


def _details(value: object) -> Any:
    """The same values with floats for decimals, which the JSON writer knows."""
    match value:
        case Decimal():
            return plain(value)
        case Mapping():
            return {str(key): _details(child) for key, child in value.items()}
        case list() | tuple():
            return [_details(child) for child in value]
        case _:
            return value


def _laid_out(key: str, value: object) -> str:
    """A section's text: objects over several lines, lists with one element a line."""
    if key in _INNER_ROWS and isinstance(value, list):
        rows = (f"    {_with_rows(row, _INNER_ROWS[key])}" for row in value)
        return "[\n" + ",\n".join(rows) + "\n  ]"
    if isinstance(value, list):
        return _rows(value, "  ")
    if key == "movement" and isinstance(value, dict):
        inner = [f'    "{name}": {_line(child)}' for name, child in value.items() if name != "rounds"]
        inner.append(f'    "rounds": {_rows(value["rounds"], "    ")}')
        return "{\n" + ",\n".join(inner) + "\n  }"
    if isinstance(value, dict):
        inner = [f'    "{name}": {_line(child)}' for name, child in value.items()]
        return "{\n" + ",\n".join(inner) + "\n  }"
    return _line(value)


def _with_rows(value: Json, names: Sequence[str]) -> str:
    """A match or a game on one line; with results, each of them and each end of their list has a line of its own."""
    lists = {key: child for key, child in value.items() if key in names}
    if not lists:
        return _line(value)
    head = _line({key: child for key, child in value.items() if key not in lists})
    parts = [head.removesuffix("}")] + [
        f'      "{key}": {_rows(child, "      ")}' for key, child in lists.items()
    ]
    return ",\n".join(parts) + "}"


def _rows(values: Iterable[object], indent: str) -> str:
    rows = [f"{indent}  {_line(value)}" for value in values]
    return "[\n" + ",\n".join(rows) + f"\n{indent}]" if rows else "[]"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
