"""Which rounds of a Mitchell to switch, so that comparisons come out even.

Owns: the choice of rounds. Never does: the switching itself (`mitchell.arrow_switch`).

Terms
    product      over the boards that two entries both play: times in the same direction minus times in
                 opposite ones. Two entries of one line start with as many as there are boards, two of
                 different lines with as many below zero; switching moves all of them towards one another.
    pattern      how the product of two entries hangs on the switches: pairs of rounds (r, q), one for each
                 board set both play, in which they play it. Switching exactly one of r and q turns its sign.
"""

from tournaments.draws.movement import Movement

Pattern = tuple[tuple[int, int], ...]


def even_switch(movement: Movement) -> tuple[int, ...]:
    """The rounds (from 1, ascending) whose switch leaves the smallest spread of products.

    Starts from the best block of last rounds and turns single rounds while that helps. Only the products of
    the first pair of each line are looked at: a Mitchell treats all pairs of a line alike, or nearly so.
    """
    rounds = len(movement.rounds)
    half = rounds // 2
    plan = _Plan(rounds, _patterns(movement))
    best, block = plan.cost(), 0
    for length in range(1, half + 1):
        plan.turn(rounds - length)
        if length == 1 or plan.cost() < best:
            best, block = plan.cost(), length
    for length in range(half, block, -1):
        plan.turn(rounds - length)
    improved = True
    while improved:
        improved = False
        for number in range(rounds):
            plan.turn(number)
            # switching more than half the rounds is the same with the lines' names exchanged
            if 0 < sum(plan.switched) <= half and plan.cost() < best:
                best, improved = plan.cost(), True
            else:
                plan.turn(number)
    return tuple(number + 1 for number, switched in enumerate(plan.switched) if switched)


class _Plan:
    """Which rounds (from 0) are switched, and the products that come of it, kept up with every turn."""

    def __init__(self, rounds: int, patterns: list[tuple[int, Pattern]]) -> None:
        self.switched = [False] * rounds
        self.products = [sign * len(pattern) for sign, pattern in patterns]
        self.links: list[list[tuple[int, int, int]]] = [[] for _ in range(rounds)]
        for index, (sign, pattern) in enumerate(patterns):
            for first, second in pattern:
                # two entries that play a board in one round are opponents, switched or not
                if first != second:
                    self.links[first].append((index, sign, second))
                    self.links[second].append((index, sign, first))

    def turn(self, number: int) -> None:
        """Switch a round, or switch it back."""
        mine = self.switched[number]
        for index, sign, other in self.links[number]:
            self.products[index] += 2 * sign if self.switched[other] != mine else -2 * sign
        self.switched[number] = not mine

    def cost(self) -> int:
        """Squared distances of the products from their mean, times the number of products."""
        total = sum(self.products)
        return len(self.products) * sum(product * product for product in self.products) - total * total


def _patterns(movement: Movement) -> list[tuple[int, Pattern]]:
    """The products of the two lines' first pairs with everybody: (+1 for the same line or -1, pattern)."""
    round_of: dict[int, dict[int, int]] = {entry: {} for entry in range(1, movement.pairs + 1)}
    for number, seats in enumerate(movement.rounds):
        for seat in seats:
            round_of[seat.ns][seat.boards[0]] = round_of[seat.ew][seat.boards[0]] = number
    fields = movement.fields
    leaders = (min(fields), next(entry for entry in sorted(fields) if fields[entry] == "EW"))
    patterns = []
    for leader in leaders:
        for other in fields:
            if other == leader:
                continue
            common = round_of[leader].keys() & round_of[other].keys()
            pattern = tuple(sorted((round_of[leader][board], round_of[other][board]) for board in common))
            patterns.append((1 if fields[leader] == fields[other] else -1, pattern))
    return patterns
