"""Stakes: what a game brought or cost each of the four who put points in.

Owns: the settlement of one game. Never does: keep a ledger, decide who won or who quit.
Source: docs/rules.md §6, "Stakes".

Terms
-----
stake       the points that each of the four puts in
stayed      has not quit; who quits has lost the stake, whatever the outcome
row order   N, S, E, W, as in ``elo``
"""

from collections.abc import Sequence

from scoring.elo import Outcome

Points = tuple[int, int, int, int]


def settle(stake: int, outcome: Outcome | None, has_quit: Sequence[bool]) -> Points:
    """What each of the row order wins (positive) or loses; always adds up to 0. ``outcome`` ``None``: void, all back.

    The winners who stayed share all that is lost; without one, the others who stayed do; without anybody, all get
    theirs back. After a draw whoever stayed shares what the quitters lose. What cannot be divided goes by one point in
    the row order.
    """
    if stake < 0:
        raise ValueError(f"A stake of {stake} points cannot be put in.")
    takers = _takers(outcome, [place for place in range(4) if not has_quit[place]])
    losers = [place for place in range(4) if place not in takers]
    points = [0, 0, 0, 0]
    if takers:
        share, rest = divmod(stake * len(losers), len(takers))
        for rank, place in enumerate(takers):
            points[place] = share + (rank < rest)
        for place in losers:
            points[place] = -stake
    return points[0], points[1], points[2], points[3]


def _takers(outcome: Outcome | None, stayed: list[int]) -> list[int]:
    if outcome is None:
        return []
    if outcome is Outcome.DRAW:
        return stayed
    winners = (0, 1) if outcome is Outcome.NS else (2, 3)
    return [place for place in stayed if place in winners] or stayed
