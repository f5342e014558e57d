"""The barometer: everybody plays the same boards at the same time, all play all, one winner.

Owns: any number of rounds for any number of pairs, with directions balanced and sit-outs in turn.
Never does: economise on boards; each table needs its own copy (`prover` says how many).

Terms (docs/movements.md, "Barometer")
    circle      the places 0 to m - 1, m odd: in each round everybody moves up one; the pairs at z and -z
                meet.
    centre      with an even number of pairs, the one that does not move and meets the pair at place 0; with
                an odd number nobody: the pair at place 0 sits out, a new one each round.
"""

from tournaments.draws.balance import Directions, best_directions
from tournaments.draws.howell import skew_signs
from tournaments.draws.movement import MAX_NUMBER, Movement, MovementError, Seating, Winners
from tournaments.draws.plan import USUAL_BOARDS, Request, board_set, counted

SMALLEST = 2
Meetings = list[list[tuple[int, int]]]


def barometer(request: Request) -> Movement:
    """A barometer of `request.rounds` rounds; by default one for every opponent, as far as the boards allow.

    More rounds than opponents start over: everybody meets a second time, on new boards. With `boards` and no
    number of boards a round, as many boards a round as there are. Raises `MovementError` when boards do not
    suffice.
    """
    request.check("A barometer", SMALLEST)
    circle = request.pairs - 1 if request.pairs % 2 == 0 else request.pairs
    rounds, size = _numbers(request, circle)
    meetings = _meetings(request.pairs, circle, rounds)
    rows = []
    for number, (row, keeps) in enumerate(
        zip(meetings, _directions(request, circle, meetings), strict=True), 1
    ):
        boards = board_set(number, size)
        seats = [(a, b) if keep else (b, a) for (a, b), keep in zip(row, keeps, strict=True)]
        rows.append(tuple(Seating(table, ns, ew, boards) for table, (ns, ew) in enumerate(seats, 1)))
    tables = request.pairs // 2
    name = f"Barometer, {counted(tables, 'table')}, {counted(rounds, 'round')}"
    movement = Movement("barometer", name, request.pairs, rounds * size, tuple(rows), Winners.ONE)
    # in a single round nobody can sit in both directions, so there is no one list
    mixed = len(movement.fields) < request.pairs
    return (
        movement
        if mixed
        else Movement(movement.kind, name, movement.pairs, movement.boards, movement.rounds, Winners.TWO)
    )


def _numbers(request: Request, circle: int) -> tuple[int, int]:
    """Rounds and boards a round."""
    rounds, size, boards = request.rounds, request.boards_per_round, request.boards
    if rounds is None:
        most = boards if boards is not None else MAX_NUMBER
        rounds = max(1, min(circle, most // (size or 1)))
    if size is None:
        size = max(1, round(USUAL_BOARDS / rounds)) if boards is None else boards // rounds
    if size < 1 or (boards is not None and rounds * size > boards):
        raise MovementError(
            f"{counted(rounds, 'round')} of {counted(max(size, 1), 'board')} need {rounds * max(size, 1)} boards,"
            f" and there are {boards}; play fewer rounds."
        )
    if rounds * size > MAX_NUMBER:
        raise MovementError(f"{rounds} rounds of {size} boards are more than {MAX_NUMBER} boards.")
    if request.pairs % 2 and rounds == 1:
        raise MovementError(
            "With an odd number of pairs play at least 2 rounds, or one pair never sits down."
        )
    return rounds, size


def _meetings(pairs: int, circle: int, rounds: int) -> Meetings:
    meetings = []
    for turn in range(rounds):
        row = [(pairs, turn % circle + 1)] if pairs > circle else []
        row += [
            ((turn + place) % circle + 1, (turn - place) % circle + 1) for place in range(1, circle // 2 + 1)
        ]
        meetings.append(row)
    return meetings


def _directions(request: Request, circle: int, meetings: Meetings) -> Directions:
    """The stored signs of the circle, or better ones."""
    pairs = request.pairs
    signs = skew_signs(circle) if circle > 1 else (1,)
    centre = (True,) if pairs > circle else ()
    stored = tuple(centre + tuple(signs[place] > 0 for place in range(1, circle // 2 + 1)) for _ in meetings)
    return best_directions(meetings, pairs, stored)
