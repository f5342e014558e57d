"""Finds the Howell starters that `fixtures/movements/howell.json` stores. Run once, by hand; the product only
reads.

    python -m tournaments.draws.howell_search [SEED] > fixtures/movements/howell.json

Owns: the search for starters with their board sets, and for directions that compare everybody equally often.
Never does: take part in an event. `howell` turns what was found into movements and `prover` checks them.

Terms (docs/movements.md, "Howell")
    starter      the first round. All later rounds add 1, modulo the number of sets, to moving pairs and sets.
    line         one table of the starter: a moving pair against a moving or a stationary one, and the set
                 they play.
    place        a pair's number less its set's number: what a pair has played after all rounds is its places,
                 so every pair plays every set once exactly if the places of the starter are all different.
    difference   of the two moving pairs at a table; two pairs meet at most once exactly if no difference
                 comes twice.
    directions   +1 or -1 for each place: the direction in which a pair plays the set at that place from it.
"""

import json
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SEED = 1
MAX_TABLES = 60
MAX_REDUCED_SETS = 30
"""Reduced Howells are stored up to this many rounds: a day holds no more."""

STATIONARY = -1
_STEPS = 3_000
_TRIES = 5
_SAMPLE = 8
"""Sets tried for two moving pairs at a time: trying all takes longer than the better choice is worth."""

# Facts of published movements in the public domain; the search would find others as good.
KNOWN: dict[int, str] = {
    4: "8-1@1 6-5@2 4-2@3 7-3@5",
    5: "10-1@1 9-8@2 6-4@3 3-7@8 5-2@9",
    6: "12-1@1 3-10@5 7-8@6 5-11@8 9-6@10 2-4@9",
    7: "14-1@1 2-3@4 4-7@12 5-10@3 6-13@10 12-8@11 9-11@5",
}
THREE_TABLES = (
    "6-1@1 5-2@4 4-3@2",
    "6-2@2 1-3@4 5-4@3",
    "6-3@3 2-4@1 1-5@2",
    "6-4@4 3-5@1 2-1@3",
    "6-5@5 4-1@5 3-2@5",
)
"""Three tables have no starter for five rounds; this plan shares boards within a round."""


@dataclass(frozen=True, slots=True)
class Line:
    """One table of a starter, counted from 0; `second` is `STATIONARY` where a stationary pair sits."""

    first: int
    second: int
    board_set: int


class StarterSearch:
    """Random repair: put in a line for a pair that has none, throw out the lines that it clashes with,
    repeat.

    `directions`, when given, restricts two moving pairs at a table to places of opposite signs, so that those
    directions can be used. Without it an odd number of sets uses only lines whose places are z and -z.
    """

    def __init__(
        self, tables: int, sets: int, rng: random.Random, directions: Sequence[int] | None = None
    ) -> None:
        self.sets = sets
        self.stationary = 2 * tables - sets
        self.moving = sets - tables
        self.rng = rng
        self.directions = directions
        self.halving = (sets + 1) // 2 if sets % 2 and directions is None and self.moving > 1 else 0
        self.owner: list[Line | None] = [None] * (4 * sets)
        self.lines: dict[bool, list[Line]] = {True: [], False: []}

    def run(self, steps: int = _STEPS) -> list[Line] | None:
        """Return the lines, stationary pairs' first, or None when `steps` repairs did not do."""
        for _ in range(steps):
            free = [place for place in range(self.sets) if self.owner[place] is None]
            if not free:
                return self.lines[True] + self.lines[False]
            self._put(self._best(self.rng.choice(free)))
        return None

    def _claims(self, line: Line) -> tuple[int, ...]:
        """What only one line may have: each pair, each place, each set, each difference."""
        sets, first, second, board_set = self.sets, line.first, line.second, line.board_set
        if second == STATIONARY:
            return (first, sets + (first - board_set) % sets, 2 * sets + board_set)
        difference = (first - second) % sets
        return (
            first,
            second,
            sets + (first - board_set) % sets,
            sets + (second - board_set) % sets,
            2 * sets + board_set,
            3 * sets + min(difference, sets - difference),
        )

    def _options(self, first: int) -> Iterable[Line]:
        if self.stationary:
            yield from (Line(first, STATIONARY, board_set) for board_set in range(self.sets))
        if not self.moving:
            return
        for second in range(self.sets):
            # half-way round, the two pairs would meet again in the second half
            if second == first or 2 * ((first - second) % self.sets) == self.sets:
                continue
            if self.halving:
                yield Line(first, second, (first + second) * self.halving % self.sets)
                continue
            for board_set in self.rng.sample(range(self.sets), min(self.sets, _SAMPLE)):
                if self.directions is None or (
                    self.directions[(first - board_set) % self.sets]
                    != self.directions[(second - board_set) % self.sets]
                ):
                    yield Line(first, second, board_set)

    def _clashes(self, line: Line) -> list[Line]:
        clashes = list({owner for claim in self._claims(line) if (owner := self.owner[claim]) is not None})
        still = line.second == STATIONARY
        same_kind = self.lines[still]
        limit = self.stationary if still else self.moving
        if len(same_kind) >= limit and not any((clash.second == STATIONARY) == still for clash in clashes):
            clashes.append(self.rng.choice(same_kind))
        return clashes

    def _best(self, first: int) -> Line:
        fewest, best = len(self.owner), []
        for line in self._options(first):
            clashes = len(self._clashes(line))
            if clashes < fewest:
                fewest, best = clashes, [line]
            elif clashes == fewest:
                best.append(line)
        return self.rng.choice(best)

    def _put(self, line: Line) -> None:
        for clash in self._clashes(line):
            for claim in self._claims(clash):
                self.owner[claim] = None
            self.lines[clash.second == STATIONARY].remove(clash)
        for claim in self._claims(line):
            self.owner[claim] = line
        self.lines[line.second == STATIONARY].append(line)


def spread(directions: Sequence[int]) -> int:
    """0 when everybody is compared with everybody equally often, else how far from it.

    Two pairs d apart sit alike as often as the directions agree with themselves shifted by d; ideally that is
    one set less than they sit opposite. Directions are bits of one integer here, so that all are compared at
    once.
    """
    size = len(directions)
    bits = sum(1 << place for place, sign in enumerate(directions) if sign > 0)
    twice = bits | bits << size
    every = (1 << size) - 1
    total = 0
    for shift in range(1, size):
        alike_less_opposite = size - 2 * (bits ^ (twice >> shift & every)).bit_count()
        total += (alike_less_opposite + 1) ** 2
    return total


def skew_directions(sets: int, rng: random.Random) -> list[int]:
    """Directions with z and -z opposite, which suit every starter of an odd number of sets.

    For a prime of the form 4k + 3 the quadratic residues are perfect (Paley); otherwise the best of some
    descents.
    """
    residues = {i * i % sets for i in range(1, sets)}
    if sets % 4 == 3 and all(sets % divisor for divisor in range(2, sets)):
        return [-1] + [1 if place in residues else -1 for place in range(1, sets)]
    found = [_descend(sets, rng) for _ in range(max(3, 600 // sets))]
    return min(found, key=spread)


def _descend(sets: int, rng: random.Random) -> list[int]:
    directions = [-1] + [0] * (sets - 1)
    places = list(range(1, sets // 2 + 1))
    for place in places:
        directions[place] = rng.choice((1, -1))
        directions[-place] = -directions[place]
    cost, improved = spread(directions), True
    while improved:
        improved = False
        for place in places:
            directions[place], directions[-place] = directions[-place], directions[place]
            if (new := spread(directions)) < cost:
                cost, improved = new, True
            else:
                directions[place], directions[-place] = directions[-place], directions[place]
    return directions


def shift_register(length: int, taps: tuple[int, int]) -> list[int]:
    """A maximal sequence of 2**length - 1 directions: perfect, though not skew."""
    state, sequence = [1] * length, []
    for _ in range(2**length - 1):
        sequence.append(-1 if state[-1] else 1)
        state = [state[taps[0]] ^ state[taps[1]], *state[:-1]]
    return sequence


def twin_prime_directions(low: int) -> list[int]:
    """A perfect sequence of low * (low + 2) directions, both prime (Stanton and Sprott)."""
    high = low + 2
    squares = {prime: {i * i % prime for i in range(1, prime)} for prime in (low, high)}

    def sign(place: int) -> int:
        if place % high == 0:
            return 1
        if place % low == 0:
            return -1
        return 1 if (place % low in squares[low]) == (place % high in squares[high]) else -1

    sequence = [sign(place) for place in range(low * high)]
    return sequence if sum(sequence) == -1 else [-value for value in sequence]


PERFECT = {
    8: lambda: shift_register(4, (2, 3)),
    18: lambda: twin_prime_directions(5),
    32: lambda: shift_register(6, (4, 5)),
}
"""Tables whose full Howell has perfect directions that are not skew: the starter is searched to suit them."""


def find_starter(
    tables: int, sets: int, rng: random.Random, directions: Sequence[int] | None = None
) -> list[Line] | None:
    """A starter of `tables` tables and `sets` sets (tables < sets < 2 * tables), or None when none was
    found."""
    if sets == tables + 1 and sets % 2:
        # add up the places: the moving pairs' table would have to play the one set that is not in play
        return None
    for _ in range(_TRIES):
        lines = StarterSearch(tables, sets, rng, directions).run()
        if lines is not None:
            return lines
    return None


def write_starter(lines: Sequence[Line], tables: int, sets: int, directions: Sequence[int] | None) -> str:
    """The starter as text, `NS-EW@set` a table, turned so that table 1 is the last pair against pair 1 on set
    1."""
    lead = lines[0]
    texts, stationary = [], 2 * tables
    for line in lines:
        first, board_set = (
            (line.first - lead.first) % sets + 1,
            (line.board_set - lead.board_set) % sets + 1,
        )
        if line.second == STATIONARY:
            texts.append(f"{stationary}-{first}@{board_set}")
            stationary -= 1
            continue
        second = (line.second - lead.first) % sets + 1
        if directions is not None and directions[(line.first - line.board_set) % sets] < 0:
            first, second = second, first
        texts.append(f"{first}-{second}@{board_set}")
    return " ".join(texts)


def full_starter(tables: int, skew: Sequence[int], rng: random.Random) -> str:
    """The full Howell of `tables` tables with the best directions known here."""
    if tables in KNOWN:
        return KNOWN[tables]
    directions: Sequence[int] = PERFECT[tables]() if tables in PERFECT else skew
    sets = 2 * tables - 1
    # the stationary pair always sits North-South, so its opponent's place must be an East-West one
    for _ in range(200):
        lines = find_starter(tables, sets, rng, directions if tables in PERFECT else None)
        if lines and directions[(lines[0].first - lines[0].board_set) % sets] < 0:
            return write_starter(lines, tables, sets, directions)
    raise RuntimeError(f"No starter was found for {tables} tables.")


def reduced_sizes(tables: int) -> list[int]:
    """Numbers of sets to try below the full one: all that a day can hold, and at least the smallest ones."""
    return [sets for sets in range(tables + 1, 2 * tables - 1) if sets <= max(MAX_REDUCED_SETS, tables + 2)]


def search(seed: int = SEED, largest: int = MAX_TABLES) -> dict[str, object]:
    """All that `howell.json` holds, for 3 to `largest` tables."""
    rng = random.Random(seed)
    skew = {2 * tables - 1: skew_directions(2 * tables - 1, rng) for tables in range(2, largest + 1)}
    starters: dict[str, dict[str, str]] = {}
    for tables in range(3, largest + 1):
        found = {}
        for sets in reduced_sizes(tables):
            if lines := find_starter(tables, sets, rng):
                found[str(sets)] = write_starter(lines, tables, sets, None)
        if tables > 3:
            found[str(2 * tables - 1)] = full_starter(tables, skew[2 * tables - 1], rng)
        starters[str(tables)] = found
    return {
        "source": "4 to 7 tables in full, and 3 tables: published movements in the public domain."
        f" The rest: found by tournaments/draws/howell_search.py with seed {seed}.",
        "notation": "tables -> sets -> first round, NS-EW@set for each table; docs/movements.md explains it",
        "starters": starters,
        "three_tables": list(THREE_TABLES),
        "skew": {
            str(sets): "".join("+" if sign > 0 else "-" for sign in signs) for sets, signs in skew.items()
        },
    }


def main() -> None:
    """Write the data to standard output."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else SEED
    json.dump(search(seed), sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
