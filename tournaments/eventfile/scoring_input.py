"""From a result's plain fields to what the Pairs scorer takes: the one conversion, for files and for services.

Owns: which forms a result may take and how each becomes a `scoring.pairs.PairsResult`.
Never does: arithmetic of its own (scoring/ does it), reading files, the database.

Terms: *fields*, a result as it was written down (bids and tricks as text, or two scores, or adjustments, or
not played); *form*, which of these it is; *fault*, one thing wrong, with the name of the field it is in.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.faults import Fault
from scoring.pairs import PairsResult
from scoring.rules import RuleSet


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
    raise NotImplementedError


def to_pairs_result(rules: RuleSet, fields: ResultFields) -> PairsResult:
    """The result as the scorer takes it; raises FaultsError with all faults of `check_result`."""
    raise NotImplementedError


def to_pairs_results(rules: RuleSet, results: Iterable[ResultFields]) -> tuple[PairsResult, ...]:
    """Many at once; a fault's path starts with the result's place ("results[3].ns_bid")."""
    raise NotImplementedError
