"""Results that are possible but unlikely, such as a line typed the wrong way round: pointed out, never changed.

Owns: what looks odd in a result, by itself and beside the other tables with the same cards, and the sentence for it.
Never does: refuse or change a result, or say that anybody is wrong; say that an odd one is right (found_right.py).
Terms: *field*, the other tables' results of the same board (and group, where it was fouled), at least `LEAST_FIELD`;
*middle*, their median. Where the thresholds come from, and how often an honest result is pointed out:
docs/desk.md, What looks odd.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from statistics import median
from typing import Final

from django.core.cache import cache

from scoring.notation import NotationError, SideBid, SideTricks
from tournaments.models import Event, FoundRight, Result, ResultState
from tournaments.services.progress import board_shown

LEAST_FIELD: Final = 4
"""With fewer other tables a middle says nothing."""
TURNED_BY, TURNED_WITHIN = 7, 8
"""The line turned round must be so much nearer to the field, and within so much of it (see `_distance`)."""
TRICKS_TURNED_BY, TRICKS_WITHIN, BIDS_WITHIN = 4, 1, 4
COPIED_APART: Final = 4
"""How far bids that equal the tricks must be from the field's, both sides together."""
WILD_DEVIATIONS, WILD_LEAST = 5, 450
"""A score so many robust deviations, and at least so many points, from the middle."""
MANY, FEW = 16, 6
"""Bids of a table together: unusual from here on, if the field bid at least `TOTAL_APART` less, or more."""
TOTAL_APART: Final = 5
TOO_MANY, TOO_FEW = 17, 5
"""The same without a field."""
NIL_TOOK, NIL_PARTNER_TOOK = 3, 1
"""A nil that took so many, beside a partner who took no more than that: perhaps written in the other order."""
NIL_OVER: Final = 7
"""A partner of a nil who took so many more than they bid."""
_KEPT_SECONDS: Final = 600


@dataclass(frozen=True, slots=True)
class Suspicion:
    """`board` is what players call it, `version` the result's; `code` names the kind of oddity, `sentence` says what
    looks odd and what may have happened."""

    result_id: int
    table_id: int
    board: int
    code: str
    sentence: str
    version: int


@dataclass(frozen=True, slots=True)
class Line:
    """A result as it was typed. Scores are points."""

    result_id: int
    table_id: int
    board: int
    group: int
    ns_bid: SideBid
    ns_tricks: SideTricks
    ew_bid: SideBid
    ew_tricks: SideTricks
    ns_score: int
    ew_score: int
    version: int = 1

    @property
    def bids(self) -> int:
        return self.ns_bid.contract + self.ew_bid.contract

    @property
    def difference(self) -> int:
        return self.ns_score - self.ew_score


@dataclass(frozen=True, slots=True)
class Field:
    """The middles of the other tables; `differences` are the score differences of them and of the line itself."""

    ns_bid: float
    ew_bid: float
    ns_tricks: float
    bids: float
    difference: float
    differences: Sequence[int]

    @property
    def spread(self) -> float:
        """The median distance of the score differences from their middle."""
        return median(abs(one - self.difference) for one in self.differences)


Check = Callable[[Line, Field | None], str]
"""The sentence, "" where nothing is odd."""


def suspicions(event: Event, boards: Collection[int] | None = None) -> list[Suspicion]:
    """What is odd in the event's results, or in those of some boards (the event's numbers), by board and table. Rulings
    are left out: a director has looked at them; and so is what a director has found right as it stands."""
    asked = repr(sorted(boards) if boards is not None else None)
    key = f"odd:{event.pk}:{event.results_version}:{blake2b(asked.encode(), digest_size=9).hexdigest()}"
    found: list[Suspicion] | None = cache.get(key)
    if found is None:
        found = [
            Suspicion(
                line.result_id, line.table_id, board_shown(event, line.board), code, sentence, line.version
            )
            for line, code, sentence in odd_lines(_lines(event, boards))
        ]
        cache.set(key, found, _KEPT_SECONDS)
    right = FoundRight.objects.filter(result__in=[one.result_id for one in found]) if found else ()
    versions = {one.result_id: one.version for one in right}
    return [one for one in found if versions.get(one.result_id) != one.version]


def odd_lines(lines: Iterable[Line]) -> Iterator[tuple[Line, str, str]]:
    """Each line that is odd with the kind of it and the sentence; of several kinds the one that explains most."""
    boards: defaultdict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        boards[line.board, line.group].append(line)
    for _, there in sorted(boards.items()):
        fields = _Fields(there)
        for line in there:
            field = fields.of(line)
            for code, check in CHECKS:
                if sentence := check(line, field):
                    yield line, code, sentence
                    break


def _turned(line: Line, field: Field | None) -> str:
    if field is None:
        return ""
    straight = _distance(line, field.ns_bid, field.ew_bid, field.ns_tricks)
    turned = _distance(line, field.ew_bid, field.ns_bid, 13 - field.ns_tricks)
    if turned > TURNED_WITHIN or straight - turned < TURNED_BY:
        return ""
    return (
        f"{_said(line)} is like the other tables turned round: North-South there bid about {_n(field.ns_bid)} and took "
        f"{_n(field.ns_tricks)}. Perhaps the sides were written the wrong way round."
    )


def _distance(line: Line, ns_bid: float, ew_bid: float, ns_tricks: float) -> float:
    """How far a line is from these; tricks count twice, for each side's are the other's complement."""
    bids = abs(line.ns_bid.contract - ns_bid) + abs(line.ew_bid.contract - ew_bid)
    return bids + 2 * abs(line.ns_tricks.total - ns_tricks)


def _tricks_turned(line: Line, field: Field | None) -> str:
    if field is None:
        return ""
    bids = abs(line.ns_bid.contract - field.ns_bid) + abs(line.ew_bid.contract - field.ew_bid)
    as_is = abs(line.ns_tricks.total - field.ns_tricks)
    turned = abs(line.ew_tricks.total - field.ns_tricks)
    if bids > BIDS_WITHIN or turned > TRICKS_WITHIN or as_is - turned < TRICKS_TURNED_BY:
        return ""
    return (
        f"{_said(line)}: the bids are like the other tables', the tricks like theirs turned round (North-South took "
        f"about {_n(field.ns_tricks)}). Perhaps each side's tricks stand at the other."
    )


def _copied(line: Line, field: Field | None) -> str:
    same = line.ns_bid.contract == line.ns_tricks.total and line.ew_bid.contract == line.ew_tricks.total
    if not same or field is None:
        return ""
    apart = abs(line.ns_bid.contract - field.ns_bid) + abs(line.ew_bid.contract - field.ew_bid)
    if apart < COPIED_APART:
        return ""
    return (
        f"{_said(line)}: both sides took just what they bid, and the other tables bid about {_n(field.ns_bid)} and "
        f"{_n(field.ew_bid)}. Perhaps the tricks were typed as the bids."
    )


def _nil_order(line: Line, field: Field | None) -> str:
    for side, bid, tricks in _sides(line):
        for nil in bid.nils:
            if not tricks.players or len(bid.nils) == 2:
                continue
            took, partner = tricks.players[nil], tricks.players[1 - nil]
            if took >= NIL_TOOK and partner <= NIL_PARTNER_TOOK:
                return (
                    f"{side} {bid} took {tricks}: the nil took {took} and the partner {partner}. Perhaps the two "
                    "players' bids or tricks are written in different orders."
                )
            if not took and partner - bid.players[1 - nil].tricks >= NIL_OVER:
                return (
                    f"{side} {bid} took {tricks}: the nil's partner took {partner - bid.players[1 - nil].tricks} more "
                    "than they bid. Perhaps the partner's bid is written wrong, or nobody bid nil."
                )
    return ""


def _total(line: Line, field: Field | None) -> str:
    bids = line.bids
    if field is None:
        odd = not TOO_FEW < bids < TOO_MANY
    else:
        odd = not FEW < bids < MANY and abs(bids - field.bids) >= TOTAL_APART
    usual = f"; the other tables bid about {_n(field.bids)}" if field is not None else ""
    return f"{_said(line)}: bids of {bids} together{usual}. Perhaps a bid is written wrong." if odd else ""


def _wild(line: Line, field: Field | None) -> str:
    if field is None:
        return ""
    far = abs(line.difference - field.difference)
    # 1.4826 makes the median distance comparable with a standard deviation
    if far < WILD_LEAST or far < WILD_DEVIATIONS * 1.4826 * field.spread:
        return ""
    return (
        f"{_said(line)} scores {_points(line.ns_score)} to {_points(line.ew_score)}, a difference of "
        f"{_points(line.difference)}; the other tables are near {_points(round(field.difference))}. Perhaps a figure, "
        "or a nil, is written wrong."
    )


CHECKS: tuple[tuple[str, Check], ...] = (
    ("turned", _turned),
    ("tricks-turned", _tricks_turned),
    ("nil-order", _nil_order),
    ("bids-total", _total),
    ("copied", _copied),
    ("wild", _wild),
)
"""What explains most stands first."""


class _Fields:
    """The field of every line of a board: each figure is sorted once, and a middle leaves the line's own out."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._sorted = {name: sorted(of(line) for line in lines) for name, of in _FIGURES.items()}
        self._enough = len(lines) > LEAST_FIELD

    def of(self, line: Line) -> Field | None:
        if not self._enough:
            return None
        middles = {name: self._middle(name, of(line)) for name, of in _FIGURES.items()}
        return Field(**middles, differences=self._sorted["difference"])

    def _middle(self, name: str, own: int) -> float:
        figures = self._sorted[name]
        place, half = bisect_left(figures, own), (len(figures) - 1) // 2
        upper = figures[half if half < place else half + 1]
        if (len(figures) - 1) % 2:
            return upper
        return (figures[half - 1 if half - 1 < place else half] + upper) / 2


def _sides(line: Line) -> tuple[tuple[str, SideBid, SideTricks], ...]:
    return (("NS", line.ns_bid, line.ns_tricks), ("EW", line.ew_bid, line.ew_tricks))


def _said(line: Line) -> str:
    return f"NS {line.ns_bid} took {line.ns_tricks}, EW {line.ew_bid} took {line.ew_tricks}"


def _points(points: int) -> str:
    return str(points).replace("-", "−")


def _n(middle: float) -> str:
    """A middle of whole numbers: "7" or "7½"."""
    return f"{int(middle)}{'½' if middle % 1 else ''}"


_FIGURES: Mapping[str, Callable[[Line], int]] = {
    "ns_bid": lambda line: line.ns_bid.contract,
    "ew_bid": lambda line: line.ew_bid.contract,
    "ns_tricks": lambda line: line.ns_tricks.total,
    "bids": lambda line: line.bids,
    "difference": lambda line: line.difference,
}

_COLUMNS: Final = (
    *("pk", "table_id", "board", "group", "ns_bid", "ns_tricks", "ew_bid", "ew_tricks"),
    *("ns_score", "ew_score", "version"),
)


def _lines(event: Event, boards: Collection[int] | None) -> Iterator[Line]:
    found = Result.objects.filter(event=event, not_played=False, weighted__isnull=True)
    found = found.filter(ns_adjusted="", ew_adjusted="").exclude(ns_bid="")
    found = found.exclude(state__in=(ResultState.REMOVED, ResultState.DISPUTED))
    if boards is not None:
        found = found.filter(board__in=list(boards))
    rows = found.order_by("board", "table__round__number", "table__number").values_list(*_COLUMNS)
    for pk, table, board, group, ns_bid, ns_tricks, ew_bid, ew_tricks, ns_score, ew_score, version in rows:
        try:
            parsed = (_bid(ns_bid), _tricks(ns_tricks), _bid(ew_bid), _tricks(ew_tricks))
        except NotationError:
            continue
        if ns_score is not None and ew_score is not None:
            yield Line(pk, table, board, group, *parsed, ns_score, ew_score, version)


_bid = lru_cache(maxsize=4096)(SideBid.parse)
_tricks = lru_cache(maxsize=4096)(SideTricks.parse)
