"""From an `EventFile` to text, always the same text for the same event.

Owns: the order of keys (that of docs/event-file.md), what is left out (defaults), and the layout: one row of
`entries`, `boards`, `results`, … a line, so that a line-by-line comparison of two files reads as a list
of changes.
Never does: check (a file that `loads` would refuse can be written, and is then refused with its faults).
"""

import json
from collections.abc import Iterable, Mapping
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
    LogLine,
    PenaltyInfo,
    Person,
    Result,
    ResultStatus,
    RoundInfo,
    TournamentInfo,
)
from tournaments.eventfile.scoring_input import ResultFields

Json = dict[str, Any]


def dumps(event_file: EventFile) -> str:
    """The document as text ending in a line break; `loads` gives the same event back."""
    sections = [f'  "{key}": {_laid_out(key, value)}' for key, value in to_json(event_file).items()]
    return "{\n" + ",\n".join(sections) + "\n}\n"


def to_json(event_file: EventFile) -> Json:
    """The document as plain values, optional keys with their default left out."""
    movement = event_file.movement
    return {"format": FORMAT, "version": VERSION, "event": _event(event_file.event)} | _filled(
        {
            "people": [_person(person) for person in event_file.people],
            "entries": [_entry(entry) for entry in event_file.entries],
            "boards": [_board(board) for board in event_file.boards],
            "board_source": _board_source(event_file.board_source) if event_file.board_source else None,
            "movement": _movement(movement) if movement else None,
            "rounds": [_round(item) for item in event_file.rounds],
            "results": [_result(result) for result in event_file.results],
            "penalties": [_penalty(penalty) for penalty in event_file.penalties],
            "log": [_log_line(line) for line in event_file.log],
        }
    )


def _filled(values: Mapping[str, Any]) -> Json:
    """Without what is empty: None, "", an empty list."""
    return {key: value for key, value in values.items() if value is not None and value not in ("", [])}


def _event(event: EventInfo) -> Json:
    rules = event.rules.to_json()
    return _filled(
        {
            "name": event.name,
            "kind": str(event.kind),
            "slug": event.slug,
            "status": str(event.status),
            "traveller_secrecy": str(event.traveller_secrecy),
            "rules": rules,
            "winners": str(event.winners),
        }
    ) | _filled(
        {
            "neuberg": event.neuberg,
            "tie_breaks": list(event.tie_breaks),
            "tournament": _tournament(event.tournament) if event.tournament else None,
        }
    )


def _tournament(tournament: TournamentInfo) -> Json:
    return _filled(
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
    return _filled({"name": person.name, "number": person.number})


def _entry(entry: Entry) -> Json:
    return _filled(
        {
            "number": entry.number,
            "name": entry.name,
            "players": list(entry.players),
            "field": str(entry.field) if entry.field else None,
            "withdrawn": entry.withdrawn or None,
        }
    )


def _board(board: BoardInfo) -> Json:
    deal = board.deal.pbn if board.deal else None
    return _filled({"number": board.number, "deal": deal, "expected": board.expected})


def _board_source(source: BoardSource) -> Json:
    return _filled(
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
    return {"number": item.number, "status": str(item.status)}


def _result(result: Result) -> Json:
    return result_json(result.fields) | _filled(
        {
            "status": str(result.status) if result.status is not ResultStatus.CONFIRMED else None,
            "version": result.version if result.version > 1 else None,
            "reason": result.reason,
            "note": result.note,
        }
    )


def result_json(fields: ResultFields) -> Json:
    """A result's fields as a row of `results` has them; adjustments that are percentages become numbers."""
    return _filled(
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
    return text if text is None or text.startswith("A") else _plain(Decimal(text))


def _penalty(penalty: PenaltyInfo) -> Json:
    return _filled(
        {
            "entry": penalty.entry,
            "percent": None if penalty.percent is None else _plain(penalty.percent),
            "points": None if penalty.points is None else _plain(penalty.points),
            "reason": penalty.reason,
        }
    )


def _log_line(line: LogLine) -> Json:
    return _filled(
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
            return _plain(value)
        case Mapping():
            return {str(key): _details(child) for key, child in value.items()}
        case list() | tuple():
            return [_details(child) for child in value]
        case _:
            return value


def _plain(value: Decimal) -> int | float:
    # at most 15 digits were read, and a float keeps 15
    return int(value) if value == value.to_integral_value() else float(value)


def _laid_out(key: str, value: object) -> str:
    """A section's text: objects over several lines, lists with one element a line."""
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


def _rows(values: Iterable[object], indent: str) -> str:
    rows = [f"{indent}  {_line(value)}" for value in values]
    return "[\n" + ",\n".join(rows) + f"\n{indent}]" if rows else "[]"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
