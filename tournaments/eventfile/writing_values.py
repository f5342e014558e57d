"""Small parts of what is written, of every kind of event.

Owns: what counts as empty, how a number is written, how far a result has come.
Never does: know the document (`writing`, `writing_teams`).
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, TypeAlias

from tournaments.eventfile.model import Result, ResultStatus, RoomResult

Json: TypeAlias = dict[str, Any]


def filled(values: Mapping[str, Any]) -> Json:
    """Without what is empty: None, "", an empty list."""
    return {key: value for key, value in values.items() if value is not None and value not in ("", [])}


def plain(value: Decimal) -> int | float:
    """The number as the JSON writer knows it: at most 15 digits were read, and a float keeps 15; ratings are floats."""
    return int(value) if value == value.to_integral_value() else float(value)


def record_json(result: Result | RoomResult) -> Json:
    """What is known of a result beside what happened."""
    return filled(
        {
            "status": str(result.status) if result.status is not ResultStatus.CONFIRMED else None,
            "version": result.version if result.version > 1 else None,
            "reason": result.reason,
            "note": result.note,
        }
    )
