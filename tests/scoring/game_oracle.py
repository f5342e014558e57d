"""A second computation of ranked games, slow and by the book, to hold the real one against.

It shares nothing with ``scoring``: plain strings and numbers in, the arithmetic of Puzzle Pirates only (10 a trick,
nil 50, blind nil 100, a bag +1, −100 at each tenth bag, a failed nil's tricks are neither contract nor bags). Every
total is added up anew from the first deal. Used only in tests.
"""

import random

Deal = tuple[str, str, str, str]  # bids and tricks of NS, then of EW


def side_points(bid: str, tricks: str) -> tuple[int, int]:
    """Points and bags of one side on one deal."""
    points = contract = by_bidders = 0
    bids, taken = bid.split("+"), [int(number) for number in tricks.split("+")]
    if len(bids) == 1:
        contract, by_bidders = int(bid), sum(taken)
    else:
        for one, took in zip(bids, taken, strict=True):
            if one == "N":
                points += 50 if took == 0 else -50
            elif one == "B":
                points += 100 if took == 0 else -100
            else:
                contract += int(one)
                by_bidders += took
    if by_bidders < contract:
        return points - 10 * contract, 0
    return points + 10 * contract + by_bidders - contract, by_bidders - contract


def total_after(deals: list[Deal], count: int, side: int) -> int:
    """A side's total after the first ``count`` deals: every bag ever taken is counted anew."""
    scored = [side_points(*deal[2 * side : 2 * side + 2]) for deal in deals[:count]]
    return sum(points for points, _ in scored) - 100 * (sum(bags for _, bags in scored) // 10)


def end(deals: list[Deal], target: int, mercy: bool) -> tuple[int | None, str | None, str]:
    """The deal the game was over after, who won, and by what: tried after one deal, two deals, and so on."""
    for count in range(1, len(deals) + 1):
        ns, ew = total_after(deals, count, 0), total_after(deals, count, 1)
        if ns == ew:
            continue
        winner = "ns" if ns > ew else "ew"
        if max(ns, ew) >= target:
            return count, winner, "target"
        if mercy and min(ns, ew) <= -target:
            return count, winner, "floor"
    return None, None, "running"


def random_deal(random_: random.Random) -> Deal:
    """A deal that can have happened, sides bidding now well and now badly, and no more than 13."""
    ns = random_.randint(0, 13)
    return (*_side(random_, ns), *_side(random_, 13 - ns))


def _side(random_: random.Random, taken: int) -> tuple[str, str]:
    first = random_.randint(0, taken)
    kind = random_.random()
    if kind < 0.15:
        first = first if random_.random() < 0.4 else 0
        return f"N+{min(13, max(1, taken - 1))}", f"{first}+{taken - first}"
    if kind < 0.2:
        return "N+N", f"{first}+{taken - first}"
    bid = min(13, max(1, taken + random_.choice((-3, -2, -1, -1, 0, 0, 0, 1, 3))))
    return f"{bid}", f"{taken}"
