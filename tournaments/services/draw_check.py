"""What speaks against a movement, as faults that a director can read."""

from scoring.faults import Fault
from tournaments.draws.movement import Movement
from tournaments.draws.prover import prove

_IMPOSSIBLE = ("seated-twice", "table-twice", "table-number", "meets-itself", "board-doubled")
"""What cannot have been, whatever happened at the tables."""


def faults_of_movement(movement: Movement, path: str = "movement", *, begun: bool = False) -> list[Fault]:
    """The prover's fatal findings; [] when the movement may be used. One that has `begun` is what became of it at the
    tables: a board in the wrong place, a pair too many; it is taken unless it cannot have been."""
    found = [Fault(finding.code, finding.text, path) for finding in prove(movement).fatal]
    return [fault for fault in found if not begun or fault.code in _IMPOSSIBLE]
