"""The draw of a Pairs event as it stands in the database, as the value that movements are.

Owns: reading it, with whatever a director has changed in it since a movement was installed.
"""

from collections import defaultdict
from dataclasses import replace

from tournaments.draws.movement import Movement, Seating
from tournaments.draws.movement import Winners as MovementWinners
from tournaments.models import Event, Table


def drawn_movement(event: Event) -> Movement | None:
    """The draw, with an empty round where one has no tables; None without rounds. Three queries at most."""
    numbers = list(event.rounds.order_by("number").values_list("number", flat=True))
    if not numbers:
        return None
    rounds: defaultdict[int, list[Seating]] = defaultdict(list)
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    for number, table, ns, ew, boards in tables.values_list(
        "round__number", "number", "ns__number", "ew__number", "boards"
    ):
        rounds[number].append(Seating(table, ns, ew, tuple(boards)))
    seats = tuple(tuple(rounds[number]) for number in numbers)
    winners = MovementWinners(event.winners)
    if event.movement is not None:
        return replace(Movement.from_json(event.movement), rounds=seats, winners=winners)
    flat = [seat for row in seats for seat in row]
    return Movement(
        kind="own",
        name="Own movement",
        pairs=max((max(seat.ns, seat.ew) for seat in flat), default=1),
        boards=max((board for seat in flat for board in seat.boards), default=1),
        rounds=seats,
        winners=winners,
    )
