"""Between a stored `Result` and the plain `ResultFields`: the one place that knows both spellings.

A column is empty ("") where the field is None.
"""

from dataclasses import asdict

from scoring.pairs import PairsResult
from tournaments.eventfile.scoring_input import ResultFields, WeightedScore
from tournaments.models import Entry, Result

TEXTS = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks", "ns_adjusted", "ew_adjusted")
_PLACE = ("round", "table", "board")


def content_of(fields: ResultFields) -> dict[str, object]:
    """What was said, without where: the part that two versions of a result are compared by."""
    return {name: value for name, value in asdict(fields).items() if name not in _PLACE}


def as_fields(result: Result) -> dict[str, object]:
    """A stored result as JSON, for the log, for conflicts and for the API. Needs `ns` and `ew` loaded."""
    return {
        "ns": result.ns.number,
        "ew": result.ew.number,
        **{name: getattr(result, name) or None for name in TEXTS},
        "ns_score": result.ns_score,
        "ew_score": result.ew_score,
        "not_played": result.not_played,
        "weighted": result.weighted or [],
        "group": result.group,
        "note": result.note,
        "state": str(result.state),
        "version": result.version,
    }


def as_logged(result: Result) -> dict[str, object]:
    """The same for the log, which directors alone read: with the private note, where there is one."""
    private = {"private_note": result.private_note} if result.private_note else {}
    return {**as_fields(result), **private}


def to_fields(result: Result, round_number: int, table_number: int) -> ResultFields:
    """A stored result as the scorer's input takes it."""
    by_bids = bool(result.ns_bid)
    return ResultFields(
        round=round_number,
        table=table_number,
        board=result.board,
        ns=result.ns.number,
        ew=result.ew.number,
        ns_bid=result.ns_bid or None,
        ns_tricks=result.ns_tricks or None,
        ew_bid=result.ew_bid or None,
        ew_tricks=result.ew_tricks or None,
        # with bids and tricks the stored scores are derived, and saying them again would be a second form
        ns_score=None if by_bids else result.ns_score,
        ew_score=None if by_bids else result.ew_score,
        ns_adjusted=result.ns_adjusted or None,
        ew_adjusted=result.ew_adjusted or None,
        not_played=result.not_played,
        weighted=tuple(WeightedScore(**outcome) for outcome in result.weighted or ()),
        group=result.group,
    )


def store_fields(
    result: Result, fields: ResultFields, scored: PairsResult | None, *, ns: Entry, ew: Entry
) -> None:
    """Write `fields` and the scores they are worth into `result` (unsaved). `scored` None: the result is void."""
    result.ns, result.ew = ns, ew
    for name in TEXTS:
        setattr(result, name, getattr(fields, name) or "")
    result.not_played = fields.not_played
    result.weighted = [asdict(outcome) for outcome in fields.weighted] or None
    result.group = fields.group
    result.ns_score = scored.ns_score if scored is not None else None
    result.ew_score = scored.ew_score if scored is not None else None
