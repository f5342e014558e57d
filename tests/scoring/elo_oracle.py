"""A second computation of ratings, slow and by the book, to hold the real one against.

It shares nothing with ``scoring``: plain tuples in, exact decimals of 40 digits inside, one match after another.
Used only in tests.
"""

from decimal import Decimal, localcontext
from itertools import product

Row = tuple[int, int, int, int, int]


def rate(preset: str, rows: list[Row], start: list[float], played: list[int]) -> list[Decimal]:
    """Everybody's rating after all games. ``rows`` as the fold takes them."""
    with localcontext() as context:
        context.prec = 40
        ratings = [Decimal(rating) for rating in start]
        games = list(played)
        for row in rows:
            won: dict[int, Decimal] = {}
            sides, code = (row[:2], row[2:4]), row[4]
            gone = {player for bit, player in enumerate(row[:4]) if code // 4 // 2**bit % 2}
            for one, other in [*product(*sides), *product(*reversed(sides))]:
                mine = sides[0] if one in sides[0] else sides[1]
                theirs = sides[1] if one in sides[0] else sides[0]
                if preset == "2026":
                    gap = sum(ratings[each] for each in theirs) / 2 - sum(ratings[each] for each in mine) / 2
                else:
                    gap = ratings[other] - ratings[one]
                share = {0: "0", 1: "0.5", 2: "1"}[code % 4 if one in sides[0] else 2 - code % 4]
                score = Decimal(0) if one in gone else Decimal(1) if other in gone else Decimal(share)
                won[one] = won.get(one, Decimal(0)) + score - 1 / (1 + Decimal(10) ** (gap / 400))
            for player in row[:4]:
                games[player] += 1
                k = 25 if preset != "2016" else 50 if games[player] <= 50 else 30
                ratings[player] += k * won[player]
        return ratings
