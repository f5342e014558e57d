"""Where pairs and boards go after a round, read off a draw."""

from tournaments.draws.movement import Seating
from tournaments.draws.onward import Onward, Shelf, Spot

WAY = Onward(
    {
        1: [Seating(1, 1, 4, (1, 2)), Seating(2, 2, 5, (1, 2)), Seating(3, 3, 6, (3, 4))],
        2: [Seating(2, 5, 1, (3, 4)), Seating(3, 2, 4, (5, 6))],
        3: [Seating(1, 1, 6, (5,)), Seating(2, 2, 3, (6, 1)), Seating(3, 4, 5, (2,))],
    }
)


def test_a_pair_goes_to_the_next_round_that_it_is_in() -> None:
    assert WAY.pair(1, 1) == Spot(2, 2, "EW")
    assert WAY.pair(3, 1) == Spot(3, 2, "EW"), "it sits out in between"
    assert WAY.pair(2, 3) is None
    assert WAY.pair(9, 1) is None, "nobody by that number"


def test_the_way_of_a_pair_is_in_the_order_of_rounds() -> None:
    assert WAY.spots(4) == (Spot(1, 1, "EW"), Spot(2, 3, "EW"), Spot(3, 3, "NS"))


def test_boards_part_ways_rest_and_come_to_an_end() -> None:
    assert WAY.boards((5, 6), 2) == Shelf(3, (1, 2)), "one to each table"
    assert WAY.boards((1, 2), 1) == Shelf(3, (2, 3)), "nobody plays them in round 2"
    assert WAY.boards((3, 4), 1) == Shelf(2, (2,))
    assert WAY.boards((3, 4), 2) is None
