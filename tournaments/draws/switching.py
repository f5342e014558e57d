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
    """The rounds (from 1, ascending) whose switch leaves the smallest sum of squared products.

    Starts from the best block of last rounds and turns single rounds and swaps two while that helps. Only the
    products of the first pair of each line are looked at: a Mitchell treats all pairs of a line alike, or
    nearly so.
    """
    patterns = _patterns(movement)
    rounds = len(movement.rounds)
    numbers = range(rounds)
    blocks = [[number >= rounds - length for number in numbers] for length in range(1, rounds // 2 + 1)]
    best = min(blocks, key=lambda switches: _spread(patterns, switches))
    cost, improved = _spread(patterns, best), True
    while improved:
        improved = False
        for number in numbers:
            trial = [switch != (place == number) for place, switch in enumerate(best)]
            # switching more than half the rounds is the same with the lines' names exchanged
            if 0 < sum(trial) <= rounds // 2 and (new := _spread(patterns, trial)) < cost:
                best, cost, improved = trial, new, True
    return tuple(number + 1 for number, switch in enumerate(best) if switch)


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


def _spread(patterns: list[tuple[int, Pattern]], switches: list[bool]) -> float:
    """Squared distance of the products from their mean, in boards squared."""
    products = [
        sign * (len(pattern) - 2 * sum(switches[first] != switches[second] for first, second in pattern))
        for sign, pattern in patterns
    ]
    return sum(product * product for product in products) - sum(products) ** 2 / len(products)
