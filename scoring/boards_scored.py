"""One board of a Pairs event, matchpointed in both directions.

Owns: which scores are compared with which, and what a side's score is worth on its board.
Never does: look at any other board (so a recompute can do only the boards that changed), rank anybody.
Source: docs/rules.md §2.

Terms
-----
column   one direction of a board: every table's entry and compared score, top to bottom
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction

from scoring.adjustments import Adjustment, AdjustmentKind
from scoring.explanation import Explanation, ExplanationKind
from scoring.matchpoints import Comparison
from scoring.pairs_event import Direction, PairsResult

_NO_SCORES = Comparison.of(())


@dataclass(frozen=True, slots=True)
class Column:
    """One direction of a board. ``scores`` holds ``None`` where there is nothing to compare."""

    direction: Direction
    entries: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    groups: Mapping[int, Comparison]


@dataclass(frozen=True, slots=True)
class BoardScored:
    """A board's results with their comparisons. ``expected`` is Neuberg's number, ``None`` with it off."""

    board: int
    results: tuple[PairsResult, ...]
    expected: int | None
    ns: Column
    ew: Column

    def column(self, direction: Direction) -> Column:
        return self.ns if direction is Direction.NS else self.ew


@dataclass(frozen=True, slots=True)
class SideLine:
    """What one side got on one board. Percentage 0 to 100, matchpoints 1 per win after Neuberg.

    Both are ``None`` where the board does not count for the side. ``score`` is as made at the table.
    """

    entry: int | None
    score: int | None
    percentage: Fraction | None
    matchpoints: Fraction | None
    explanation: Explanation

    def to_json(self) -> dict[str, object]:
        return {
            "entry": self.entry,
            "score": self.score,
            "percentage": None if self.percentage is None else float(self.percentage),
            "matchpoints": None if self.matchpoints is None else float(self.matchpoints),
            "explanation": self.explanation.to_json(),
        }


def score_board(board: int, results: Sequence[PairsResult], expected: int | None = None) -> BoardScored:
    """Matchpoint one board alone. ``expected`` is Neuberg's number; ``None`` for plain percentages."""
    ns, ew = (_column(direction, results, expected) for direction in (Direction.NS, Direction.EW))
    return BoardScored(board, tuple(results), expected, ns, ew)


def side_lines(
    scored: BoardScored, direction: Direction, own_averages: Mapping[int, Fraction]
) -> list[SideLine]:
    """Every table's line in one direction, in the order of the board's results.

    ``own_averages`` are shares by entry, needed only for entries with A+ or A−.
    """
    column = scored.column(direction)
    # Tables with the same score share one computation.
    known = {
        group: {score: _compared(comparison, score) for score in comparison.counts}
        for group, comparison in column.groups.items()
    }
    made = [result.ns_score if direction is Direction.NS else result.ew_score for result in scored.results]
    return [
        _uncompared(scored, direction, result, own_averages)
        if score is None
        else SideLine(entry, as_made, *known[result.group][score])
        for result, entry, score, as_made in zip(
            scored.results, column.entries, column.scores, made, strict=True
        )
    ]


def adjusted_share(
    scored: BoardScored, direction: Direction, result: PairsResult, own_average: Fraction | None
) -> Fraction:
    """The share (0 to 1) an adjusted side gets; ``own_average`` is its share elsewhere, for A+ and A−.

    Raises ``ValueError`` when the side is not adjusted.
    """
    adjustment = result.adjusted(direction)
    if adjustment is None:
        raise ValueError(f"{direction} is not adjusted on board {scored.board}")
    if adjustment.kind is AdjustmentKind.AVERAGE_PLUS:
        return max(Fraction(60, 100), own_average or Fraction(0))
    if adjustment.kind is AdjustmentKind.AVERAGE_MINUS:
        return min(Fraction(40, 100), Fraction(1) if own_average is None else own_average)
    if adjustment.kind is AdjustmentKind.WEIGHTED:
        shares = _weighted_shares(scored, direction, result, adjustment)
        total = sum((weight for weight, _, _ in shares), Fraction(0))
        return sum((weight * share for weight, _, share in shares), Fraction(0)) / total
    if adjustment.percentage is not None:
        return adjustment.percentage / 100
    return Fraction(50, 100)


def board_tops(scored: BoardScored, wanted: Set[int]) -> dict[int, int]:
    """The top of the board for each wanted entry for which it counts: what penalty points are out of."""
    tops = {}
    for column in (scored.ns, scored.ew):
        for result, entry, score in zip(scored.results, column.entries, column.scores, strict=True):
            ruled = result.adjusted(column.direction) is not None and not result.not_played
            if entry is not None and entry in wanted and (score is not None or ruled):
                tops[entry] = _top(scored, column.direction, result)
    return tops


def _column(direction: Direction, results: Sequence[PairsResult], expected: int | None) -> Column:
    # Read field by field rather than through PairsResult's methods: this runs once for every score.
    if direction is Direction.NS:
        entries = tuple([result.ns for result in results])
        scores = tuple(
            [
                None if result.not_played or result.ns_adjusted is not None else result.ns_score
                for result in results
            ]
        )
    else:
        entries = tuple([result.ew for result in results])
        scores = tuple(
            [
                None if result.not_played or result.ew_adjusted is not None else result.ew_score
                for result in results
            ]
        )
    by_group: dict[int, list[int]] = {}
    for group in {result.group for result in results}:
        compared = [
            score
            for result, score in zip(results, scores, strict=True)
            if score is not None and result.group == group
        ]
        if compared:
            by_group[group] = compared
    groups = {group: Comparison.of(compared, expected) for group, compared in by_group.items()}
    return Column(direction, entries, scores, groups)


def _compared(comparison: Comparison, score: int) -> tuple[Fraction, Fraction, Explanation]:
    """Percentage, matchpoints and explanation of a score in its group."""
    share = comparison.share(score)
    if comparison.n == 1:
        why = Explanation(ExplanationKind.ALONE, n=1, expected=comparison.expected)
    else:
        why = Explanation(
            ExplanationKind.COMPARED,
            comparison.beaten(score),
            comparison.tied(score),
            comparison.n,
            comparison.expected,
        )
    return 100 * share, share * (comparison.expected - 1), why


def _uncompared(
    scored: BoardScored, direction: Direction, result: PairsResult, own_averages: Mapping[int, Fraction]
) -> SideLine:
    """The line of a side that is adjusted, did not play, or has no result yet."""
    entry, made, adjustment = result.entry(direction), result.score(direction), result.adjusted(direction)
    if result.not_played:
        return SideLine(entry, made, None, None, Explanation(ExplanationKind.NOT_PLAYED))
    if adjustment is None:
        return SideLine(entry, made, None, None, Explanation(ExplanationKind.MISSING))
    average = None if entry is None else own_averages.get(entry)
    share = adjusted_share(scored, direction, result, average)
    if adjustment.kind is AdjustmentKind.WEIGHTED:
        shares = _weighted_shares(scored, direction, result, adjustment)
        parts = tuple((weight, score, 100 * part) for weight, score, part in shares)
        why = Explanation(ExplanationKind.WEIGHTED, adjustment=adjustment, parts=parts)
    else:
        needs_average = adjustment.kind in (AdjustmentKind.AVERAGE_PLUS, AdjustmentKind.AVERAGE_MINUS)
        own = 100 * average if needs_average and average is not None else None
        why = Explanation(ExplanationKind.ADJUSTED, adjustment=adjustment, own_average=own)
    return SideLine(entry, made, 100 * share, share * _top(scored, direction, result), why)


def _weighted_shares(
    scored: BoardScored, direction: Direction, result: PairsResult, adjustment: Adjustment
) -> list[tuple[Fraction, int, Fraction]]:
    """Weight, score and share of each alternative, compared with the scores of its group."""
    comparison = _group(scored, direction, result)
    shares = []
    for item in adjustment.alternatives:
        score = item.ns_score if direction is Direction.NS else item.ew_score
        shares.append((item.weight, score, comparison.share_of_outsider(score)))
    return shares


def _group(scored: BoardScored, direction: Direction, result: PairsResult) -> Comparison:
    groups = scored.column(direction).groups
    if result.group in groups:
        return groups[result.group]
    return _NO_SCORES if scored.expected is None else Comparison.of((), scored.expected)


def _top(scored: BoardScored, direction: Direction, result: PairsResult) -> int:
    """The most wins there are in the result's group (N − 1 with Neuberg), 0 for a score alone."""
    return max(_group(scored, direction, result).expected - 1, 0)
