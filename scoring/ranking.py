"""Places in a list: equal values share a rank, then tie-breaks part them, one after another.

Owns: ranks, and every tie-break of a Pairs event as a small named function.
Never does: compute what is ranked.
Source: docs/rules.md §2, "Tie-breaks".

Terms
-----
rank        1 for the best; entries that share it are *tied*, and the next rank is left out (1, 2, 2, 4)
tie-break   a function that gives a value to each of the tied entries; the higher goes first
card        one entry's boards, as tie-breaks look at them
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place(Generic[T]):
    """An item with its rank; ``tied`` when it shares it."""

    rank: int
    tied: bool
    item: T


@dataclass(frozen=True, slots=True)
class CardBoard:
    """A board on an entry's card: whom it met and what it got, ``share`` 0 to 1 of a top.

    ``comparison`` is equal for two entries whose scores were compared with one another there; ``None`` on
    an adjusted board.
    ``top`` is true where the score beat every other, and there was one.
    """

    board: int
    opponent: int | None
    comparison: tuple[int, str, int] | None
    share: Fraction
    top: bool


Cards: TypeAlias = Callable[[int], Sequence[CardBoard]]
"""The card of an entry, by its number."""

TieBreak: TypeAlias = Callable[[Sequence[int], Cards], Mapping[int, Fraction]]
"""Values for the tied entries, higher first. Equal values leave the tie to the next tie-break."""


@dataclass(frozen=True, slots=True)
class TieBroken:
    """A place among entries that were tied, and the tie-break values that led to it, in the order tried."""

    place: Place[int]
    values: tuple[tuple[str, Fraction], ...]


def rank(items: Iterable[T], key: Callable[[T], Any]) -> list[Place[T]]:
    """The items in order, highest ``key`` first; items of equal key keep their order and share a rank."""
    places: list[Place[T]] = []
    for _, equals in groupby(sorted(items, key=key, reverse=True), key=key):
        group = list(equals)
        # Read before the group is added: everybody in it has the same number of items above.
        first = len(places) + 1
        places.extend(Place(first, len(group) > 1, item) for item in group)
    return places


def break_ties(tied: Sequence[int], names: Sequence[str], cards: Cards) -> list[TieBroken]:
    """The tied entries in order, by the tie-breaks named, each tried on those the earlier ones left equal."""
    return break_ties_by(tied, names, lambda name, still_tied: TIE_BREAKS[name](still_tied, cards))


def break_ties_by(
    tied: Sequence[int],
    names: Sequence[str],
    values_of: Callable[[str, Sequence[int]], Mapping[int, Fraction]],
) -> list[TieBroken]:
    """The same for any kind of event: ``values_of`` gives a tie-break's values for entries still tied."""
    if len(tied) < 2 or not names:
        return [TieBroken(Place(1, len(tied) > 1, entry), ()) for entry in tied]
    name, *rest = names
    values = values_of(name, tied)
    broken: list[TieBroken] = []
    for _, equals in groupby(rank(tied, values.__getitem__), key=lambda place: place.rank):
        group = [place.item for place in equals]
        above = len(broken)
        for inner in break_ties_by(group, rest, values_of):
            place = Place(above + inner.place.rank, inner.place.tied, inner.place.item)
            broken.append(TieBroken(place, ((name, values[place.item]), *inner.values)))
    return broken


def head_to_head(tied: Sequence[int], cards: Cards) -> Mapping[int, Fraction]:
    """The average share on the boards where tied entries sat against one another.

    Only when everybody among them met everybody else: otherwise it would reward whom one happened to meet.
    """
    group = set(tied)
    values = {}
    for entry in tied:
        met = [board for board in cards(entry) if board.opponent in group]
        if {board.opponent for board in met} != group - {entry}:
            return dict.fromkeys(tied, Fraction(0))
        values[entry] = sum((board.share for board in met), Fraction(0)) / len(met)
    return values


def boards_won(tied: Sequence[int], cards: Cards) -> Mapping[int, Fraction]:
    """Boards on which an entry did better than another tied entry it was compared with; ½ for as well."""
    shares = {
        entry: {board.comparison: board.share for board in cards(entry) if board.comparison is not None}
        for entry in tied
    }
    values = dict.fromkeys(tied, Fraction(0))
    for entry in tied:
        for other in tied:
            for comparison in shares[entry].keys() & shares[other].keys() if entry != other else ():
                own, theirs = shares[entry][comparison], shares[other][comparison]
                values[entry] += 1 if own > theirs else Fraction(own == theirs, 2)
    return values


def tops(tied: Sequence[int], cards: Cards) -> Mapping[int, Fraction]:
    """Boards on which the entry beat every other score."""
    return {entry: Fraction(sum(board.top for board in cards(entry))) for entry in tied}


def boards_above_average(tied: Sequence[int], cards: Cards) -> Mapping[int, Fraction]:
    """Boards over 50 %."""
    half = Fraction(1, 2)
    return {entry: Fraction(sum(board.share > half for board in cards(entry))) for entry in tied}


def most_boards(tied: Sequence[int], cards: Cards) -> Mapping[int, Fraction]:
    """Boards that count in the average: the same percentage over more boards is the harder one."""
    return {entry: Fraction(len(cards(entry))) for entry in tied}


def best_board(tied: Sequence[int], cards: Cards) -> Mapping[int, Fraction]:
    """The best share on any one board."""
    return {entry: max((board.share for board in cards(entry)), default=Fraction(0)) for entry in tied}


def worst_board(tied: Sequence[int], cards: Cards) -> Mapping[int, Fraction]:
    """The worst share on any one board: the higher it is, the steadier the pair."""
    return {entry: min((board.share for board in cards(entry)), default=Fraction(0)) for entry in tied}


TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        function.__name__: function
        for function in (
            head_to_head,
            boards_won,
            tops,
            boards_above_average,
            most_boards,
            best_board,
            worst_board,
        )
    }
)
"""Every tie-break by name; an event lists those it wants, in its own order."""
