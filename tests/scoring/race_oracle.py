"""A second computation of races and matches, slow and by the book, to hold the real one against.

It shares nothing with ``scoring``: plain strings and numbers in, the arithmetic of the regular game only
(10 a trick, nil 100, blind nil 200, bags +1, −100 at each tenth bag, a failed nil's tricks are bags), lists
gone through again for every question. Used only in tests.
"""

import random

Board = tuple[str, str, str, str]  # bids and tricks of NS, then of EW


def side_points(bid: str, tricks: str) -> tuple[int, int]:
    """Points and bags of one side on one deal."""
    if "+" not in bid:
        contract, taken = int(bid), int(tricks)
        if taken < contract:
            return -10 * contract, 0
        return 10 * contract + (taken - contract), taken - contract
    points = bags = contract = by_bidders = 0
    for one, took in zip(bid.split("+"), map(int, tricks.split("+")), strict=True):
        if one in "NB":
            value = 100 if one == "N" else 200
            points += value if took == 0 else took - value
            bags += took
        else:
            contract += int(one)
            by_bidders += took
    if by_bidders < contract:
        return points - 10 * contract, bags
    over = by_bidders - contract
    return points + 10 * contract + over, bags + over


def total_after(boards: list[Board], count: int, side: int) -> int:
    """A side's total after the first ``count`` boards given: every bag ever taken is counted anew."""
    scored = [side_points(*board[2 * side : 2 * side + 2]) for board in boards[:count]]
    return sum(points for points, _ in scored) - 100 * (sum(bags for _, bags in scored) // 10)


def reached(boards: list[Board], target: int, length: int) -> list[int | None]:
    """For NS and EW the board after which they had the target, nothing after the table's stop counting."""
    for number in range(1, min(len(boards), length) + 1):
        now = [number if total_after(boards, number, side) >= target else None for side in (0, 1)]
        if any(now):
            return now
    return [None, None]


def stop(boards: list[Board], target: int, length: int) -> int | None:
    """The board the table stopped after."""
    ends = [board for board in reached(boards, target, length) if board]
    return ends[0] if ends else length if len(boards) >= length else None


def match(
    open_boards: list[Board], closed_boards: list[Board], target: int, length: int
) -> dict[str, object]:
    """Outcome, reason, earliest boards and points of a match without deciders, both tables at their end."""
    rooms = (open_boards, closed_boards)
    ends = [stop(boards, target, length) for boards in rooms]
    assert all(ends)
    found: dict[str, object] = {}
    for team, sides in (("home", (0, 1)), ("away", (1, 0))):
        boards_reached = [reached(rooms[room], target, length)[sides[room]] for room in (0, 1)]
        found[f"{team}_reached"] = min([board for board in boards_reached if board], default=None)
        found[f"{team}_points"] = sum(
            total_after(rooms[room], ends[room] or 0, sides[room]) for room in (0, 1)
        )
    home, away = (found[f"{team}_reached"] or length + 1 for team in ("home", "away"))
    if home != away:
        return found | {"outcome": "home" if home < away else "away", "reason": "earlier-board"}
    difference = found["home_points"] - found["away_points"]
    outcome = "home" if difference > 0 else "away" if difference < 0 else "tied"
    return found | {"outcome": outcome, "reason": "total-points"}


def random_board(random_: random.Random, *, bold: bool = False) -> Board:
    """A deal that can have happened: likely bids, or with ``bold`` any."""
    ns = random_.randint(0, 13) if bold else random_.choice((4, 5, 6, 6, 7, 7, 8, 9))
    return (*_random_side(random_, ns, bold), *_random_side(random_, 13 - ns, bold))


def _random_side(random_: random.Random, taken: int, bold: bool) -> tuple[str, str]:
    first = random_.randint(0, taken)
    kind = random_.random()
    if kind < (0.4 if bold else 0.1):
        nil = random_.choice("NB") if bold else "N"
        if bold and random_.random() < 0.2:
            return f"{nil}+N", f"{first}+{taken - first}"
        first = first if random_.random() < 0.4 else 0
        return (
            f"{nil}+{random_.randint(1, 13) if bold else max(1, min(taken, 6))}",
            f"{first}+{taken - first}",
        )
    bid = random_.randint(1, 26) if bold else max(1, taken - random_.choice((-1, 0, 0, 0, 1, 1, 2, 3)))
    return f"{bid}", f"{taken}"
