"""From a result's plain fields to what the Pairs scorer takes: the one conversion, for files and for services.

Owns: which forms a result may take and how each becomes a `scoring.pairs.PairsResult`.
Never does: arithmetic of its own (scoring/ does it), reading files, the database.

Terms: *fields*, a result as it was written down (bids and tricks as text, or two scores, or adjustments, or
not played); *form*, which of these it is; *fault*, one thing wrong, with the name of the field it is in.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from scoring.deal_score import DealScore, check_deal, score_deal
from scoring.faults import Fault, FaultsError
from scoring.notation import NotationError, SideBid, SideTricks
from scoring.pairs import PairsResult
from scoring.rules import RuleSet

MAX_SCORE = 99_999
"""Largest score, either sign, that a director may give a side."""

_T = TypeVar("_T")
_PLAYED = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
_SCORES = ("ns_score", "ew_score")
_ADJUSTED = ("ns_adjusted", "ew_adjusted")
_PERCENTAGE = re.compile(r"\d{1,3}(?:\.\d{1,2})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedScore:
    """One outcome of a weighted ruling; weights are whole numbers and need not add up to 100."""

    weight: int
    ns_score: int
    ew_score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFields:
    """One result as written down. Bids and tricks are in the notation of docs/event-file.md.

    `ns` and `ew` are entry numbers; `round`, `table` and `board` count from 1 (0: not said). `ns_adjusted` and
    `ew_adjusted` are "A+", "A", "A-" or a percentage as text ("40", "62.5"). `group` numbers the
    fouled-board group that the result is compared within.
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
    faults = list(_form_faults(fields))
    faults.extend(_adjusted_faults(fields))
    faults.extend(_bound_faults(fields))
    if _given(fields, _PLAYED):
        _, notation = _read_deal(fields)
        faults.extend(notation)
        faults.extend(_deal_faults(rules, fields))
    return tuple(faults)


def deal_score(rules: RuleSet, fields: ResultFields) -> DealScore | None:
    """Both sides' scores of the bids and tricks, part by part; None for a result that has none.

    Give it only what `check_result` found no fault with. A side that is adjusted has its score here all the same:
    the ruling decides the percentage, the record stays what happened.
    """
    deal, _ = _read_deal(fields)
    return score_deal(rules, *deal) if deal else None
