"""From a result's plain fields to what the Pairs scorer takes: the one conversion, for files and for
services.

Owns: which forms a result may take and how each becomes a `scoring.pairs.PairsResult`.
Never does: arithmetic of its own (scoring/ does it), reading files, the database.

Terms: *fields*, a result as it was written down (bids and tricks as text, or two scores, or adjustments, or
not played); *form*, which of these it is; *fault*, one thing wrong, with the name of the field it is in.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, TypeVar

from scoring.adjustments import Adjustment, Alternative
from scoring.deal_score import DealScore, check_deal, score_deal
from scoring.faults import Fault, FaultsError
from scoring.notation import NotationError, SideBid, SideTricks
from scoring.pairs import PairsResult
from scoring.rules import RuleSet

MAX_GROUP = 100
MAX_SCORE = 99_999
"""Largest score, either sign, that a director may give a side."""
MAX_NOTATION = 8
"""Longest bid or tricks as written; "10+10" has five characters, which leaves room for blanks."""

_T = TypeVar("_T")
_Deal: TypeAlias = tuple[SideBid, SideTricks, SideBid, SideTricks]
"""NS bid, NS tricks, EW bid, EW tricks: the order in which scoring/deal_score.py takes them."""
_PLAYED = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
_SCORES = ("ns_score", "ew_score")
_ADJUSTED = ("ns_adjusted", "ew_adjusted")
_PERCENTAGE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,2})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedScore:
    """One outcome of a weighted ruling; weights are whole numbers and need not add up to 100."""

    weight: int
    ns_score: int
    ew_score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFields:
    """One result as written down. Bids and tricks are in the notation of docs/event-file.md.

    `ns` and `ew` are entry numbers; `round`, `table` and `board` count from 1 (0: not said).
    `ns_adjusted` and `ew_adjusted` are "A+", "A", "A-" or a percentage as text ("40", "62.5"). `group`
    numbers the fouled-board group that the result is compared within.
    """

    board: int = 0
    round: int = 0
    table: int = 0
    ns: int | None = None
    ew: int | None = None
    ns_bid: str | None = None
    ns_tricks: str | None = None
    ew_bid: str | None = None
    ew_tricks: str | None = None
    ns_score: int | None = None
    ew_score: int | None = None
    ns_adjusted: str | None = None
    ew_adjusted: str | None = None
    not_played: bool = False
    weighted: tuple[WeightedScore, ...] = ()
    group: int = 0


def check_result(rules: RuleSet, fields: ResultFields) -> tuple[Fault, ...]:
    """All faults of one result, each with the name of the field it is in as its path; () when it is sound."""
    return _examined(rules, fields)[1]


def deal_score(rules: RuleSet, fields: ResultFields) -> DealScore | None:
    """Both sides' scores of the bids and tricks, part by part; None for a result that has none.

    Give it only what `check_result` found no fault with. A side that is adjusted has its score here all the
    same: the ruling decides the percentage, the record stays what happened.
    """
    deal, _ = _read_deal(fields)
    return score_deal(rules, *deal) if deal else None


def to_pairs_result(rules: RuleSet, fields: ResultFields) -> PairsResult:
    """The result as the scorer takes it; raises FaultsError with all faults of `check_result`."""
    deal, faults = _examined(rules, fields)
    if faults:
        raise FaultsError(faults)
    scored = score_deal(rules, *deal) if deal else None
    weighted = _weighted(fields)
    return PairsResult(
        board=fields.board,
        ns=fields.ns,
        ew=fields.ew,
        ns_score=scored.ns.total if scored else fields.ns_score,
        ew_score=scored.ew.total if scored else fields.ew_score,
        ns_adjusted=weighted or _adjustment(fields.ns_adjusted),
        ew_adjusted=weighted or _adjustment(fields.ew_adjusted),
        not_played=fields.not_played,
        group=fields.group,
        round=fields.round or None,
        table=fields.table or None,
    )


def _examined(rules: RuleSet, fields: ResultFields) -> tuple[_Deal | None, tuple[Fault, ...]]:
    """The bids and tricks as values, read once, and all faults of the result."""
    faults = [*_form_faults(fields), *_adjusted_faults(fields), *_bound_faults(fields)]
    deal, notation = _read_deal(fields)
    faults.extend(notation)
    if deal:
        faults.extend(check_deal(rules, *deal))
    return deal, tuple(faults)


def to_pairs_results(rules: RuleSet, results: Iterable[ResultFields]) -> tuple[PairsResult, ...]:
    """Many at once; a fault's path starts with the result's place ("results[3].ns_bid")."""
    converted: list[PairsResult] = []
    faults: list[Fault] = []
    for index, fields in enumerate(results):
        try:
            converted.append(to_pairs_result(rules, fields))
        except FaultsError as error:
            faults.extend(fault.under(f"results[{index}]") for fault in error.faults)
    if faults:
        raise FaultsError(faults)
    return tuple(converted)


def _adjustment(text: str | None) -> Adjustment | None:
    return None if text is None else Adjustment.from_json(text)


def _weighted(fields: ResultFields) -> Adjustment | None:
    """The weighted score, which stands for both sides; None when the result has none."""
    if not fields.weighted:
        return None
    return Adjustment.weighted(
        *(Alternative(Fraction(item.weight), item.ns_score, item.ew_score) for item in fields.weighted)
    )


def _given(fields: ResultFields, names: Iterable[str]) -> list[str]:
    return [name for name in names if getattr(fields, name) is not None]


def _form_faults(fields: ResultFields) -> Iterator[Fault]:
    """A result has one form: bids and tricks, two scores, weights, not played; adjustments may stand
    beside.
    """
    played, scores, adjusted = (_given(fields, names) for names in (_PLAYED, _SCORES, _ADJUSTED))
    if fields.not_played:
        if played or scores or adjusted or fields.weighted:
            message = "A board that was not played has nothing else: remove not_played, or all the rest."
            yield Fault("result-form", message, "not_played")
        return
    if not (played or scores or adjusted or fields.weighted):
        message = "The result says nothing: give bids and tricks, two scores, adjustments, or not_played."
        yield Fault("result-empty", message)
        return
    if played and scores:
        message = "Give bids and tricks, or two scores, not both; the scores follow from the bids and tricks."
        yield Fault("result-form", message, scores[0])
    if fields.weighted and (scores or adjusted):
        message = "A weighted score stands for both sides: remove the scores and adjustments beside it."
        yield Fault("result-form", message, "weighted")
    if played:
        for name in sorted(set(_PLAYED) - set(played), key=_PLAYED.index):
            yield Fault(
                "result-missing", f"{name} is missing; bids and tricks are needed of both sides.", name
            )
    elif not fields.weighted:
        yield from _missing_sides(scores, adjusted)


def _missing_sides(scores: list[str], adjusted: list[str]) -> Iterator[Fault]:
    for side in ("ns", "ew"):
        if f"{side}_score" not in scores and f"{side}_adjusted" not in adjusted:
            message = (
                f"{side.upper()} has no score: give {side}_score, or {side}_adjusted if a ruling sets it."
            )
            yield Fault("result-missing", message, f"{side}_score")


def _adjusted_faults(fields: ResultFields) -> Iterator[Fault]:
    for name in _given(fields, _ADJUSTED):
        text = getattr(fields, name)
        if text in ("A+", "A", "A-"):
            continue
        if not _PERCENTAGE.fullmatch(text) or Fraction(text) > 100:
            message = f"“{text[:20]}” is no adjustment: write A+, A, A- or a percentage from 0 to 100."
            yield Fault("adjusted", message, name)


def _bound_faults(fields: ResultFields) -> Iterator[Fault]:
    for name in _given(fields, _PLAYED):
        if len(getattr(fields, name)) > MAX_NOTATION:
            message = f"{name} has more than {MAX_NOTATION} characters; write such as 7, 4+3 or N+4."
            yield Fault("notation", message, name)
    places = [(name, getattr(fields, name)) for name in _given(fields, _SCORES)]
    for index, outcome in enumerate(fields.weighted):
        places.append((f"weighted[{index}].ns_score", outcome.ns_score))
        places.append((f"weighted[{index}].ew_score", outcome.ew_score))
        if outcome.weight < 1:
            message = f"A weight is a whole number from 1, not {outcome.weight}."
            yield Fault("weight", message, f"weighted[{index}].weight")
    for path, score in places:
        if abs(score) > MAX_SCORE:
            message = f"A score lies between −{MAX_SCORE} and {MAX_SCORE}; {score} cannot be one."
            yield Fault("score-range", message, path)
    if not 0 <= fields.group <= MAX_GROUP:
        yield Fault("group", f"Groups are numbered from 0 to {MAX_GROUP}, not {fields.group}.", "group")


def _parse(fields: ResultFields, name: str, parse: Callable[[str], _T], faults: list[Fault]) -> _T | None:
    text = getattr(fields, name)
    if text is None or len(text) > MAX_NOTATION:
        return None
    try:
        return parse(text)
    except NotationError as error:
        faults.append(Fault("notation", str(error), name))
        return None


def _read_deal(fields: ResultFields) -> tuple[_Deal | None, list[Fault]]:
    """The bids and tricks as values, and the faults of their notation; no values unless all four are
    there.
    """
    faults: list[Fault] = []
    ns_bid = _parse(fields, "ns_bid", SideBid.parse, faults)
    ns_tricks = _parse(fields, "ns_tricks", SideTricks.parse, faults)
    ew_bid = _parse(fields, "ew_bid", SideBid.parse, faults)
    ew_tricks = _parse(fields, "ew_tricks", SideTricks.parse, faults)
    if ns_bid is None or ns_tricks is None or ew_bid is None or ew_tricks is None:
        return None, faults
    return (ns_bid, ns_tricks, ew_bid, ew_tricks), faults
