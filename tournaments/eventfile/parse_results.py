"""The results of a pairs event out of a document.

Owns: the keys of a result, their types and bounds.
Never does: see whether a result makes sense (`scoring_input`) or fits the event (`checks`).
"""

from decimal import Decimal

from tournaments.eventfile.model import Result, ResultStatus
from tournaments.eventfile.reader import (
    MAX_NUMBER,
    MAX_REASON,
    MAX_TEXT,
    MAX_VERSION,
    ObjectReader,
    kind_of,
    plain_decimal,
)
from tournaments.eventfile.scoring_input import (
    MAX_GROUP,
    MAX_NOTATION,
    MAX_SCORE,
    ResultFields,
    WeightedScore,
)


def read_result(reader: ObjectReader) -> Result:
    """A result of a pairs event."""
    return Result(
        fields=_result_fields(reader),
        status=read_status(reader),
        version=reader.whole("version", 1, MAX_VERSION, default=1),
        reason=reader.text("reason", MAX_REASON, default="", lines=True),
        note=reader.text("note", MAX_TEXT, default="", lines=True),
    )


def read_status(reader: ObjectReader) -> ResultStatus:
    """Whether both sides agree; results of all kinds of events have it."""
    return reader.choice("status", ResultStatus, ResultStatus.CONFIRMED) or ResultStatus.CONFIRMED


def _result_fields(reader: ObjectReader) -> ResultFields:
    return ResultFields(
        round=_place_number(reader, "round"),
        table=_place_number(reader, "table"),
        board=reader.whole("board", 1, MAX_NUMBER),
        ns=reader.whole("ns", 1, MAX_NUMBER),
        ew=reader.whole("ew", 1, MAX_NUMBER),
        ns_bid=reader.optional_text("ns_bid", MAX_NOTATION),
        ns_tricks=reader.optional_text("ns_tricks", MAX_NOTATION),
        ew_bid=reader.optional_text("ew_bid", MAX_NOTATION),
        ew_tricks=reader.optional_text("ew_tricks", MAX_NOTATION),
        ns_score=reader.optional_whole("ns_score", -MAX_SCORE, MAX_SCORE),
        ew_score=reader.optional_whole("ew_score", -MAX_SCORE, MAX_SCORE),
        ns_adjusted=_adjusted(reader, "ns_adjusted"),
        ew_adjusted=_adjusted(reader, "ew_adjusted"),
        weighted=reader.objects("weighted", 20, _weighted),
        not_played=reader.flag("not_played", default=False),
        group=reader.whole("group", 0, MAX_GROUP, default=0),
    )


def _place_number(reader: ObjectReader, key: str) -> int:
    """Round or table: 0 where the file does not say it."""
    return reader.optional_whole(key, 1, MAX_NUMBER) or 0


def _adjusted(reader: ObjectReader, key: str) -> str | None:
    """ "A+", "A", "A-", or a percentage as text; the file has the percentage as a number."""
    value = reader.raw(key)
    if value is None or value in ("A+", "A", "A-"):
        return value if isinstance(value, str) else None
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        message = f"must be “A+”, “A”, “A-” or a percentage as a number, not {kind_of(value)}."
        reader.fault("adjusted", message, key)
        return None
    percentage = reader.number(key, 0, 100, places=2)
    return None if percentage is None else str(plain_decimal(percentage))


def _weighted(reader: ObjectReader) -> WeightedScore:
    return WeightedScore(
        weight=reader.whole("weight", 1, 1_000),
        ns_score=reader.whole("ns_score", -MAX_SCORE, MAX_SCORE),
        ew_score=reader.whole("ew_score", -MAX_SCORE, MAX_SCORE),
    )
