"""What speaks against a movement, as faults that a director can read."""

from scoring.faults import Fault
from tournaments.draws.movement import Movement
from tournaments.draws.prover import prove


def faults_of_movement(movement: Movement, path: str = "movement") -> list[Fault]:
    """The prover's fatal findings; [] when the movement may be used."""
    return [Fault(finding.code, finding.text, path) for finding in prove(movement).fatal]
