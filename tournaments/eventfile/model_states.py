"""How far the parts of an event have come, as its file names it.

Owns: the words of `status` and `traveller_secrecy`. Never does: decide what may follow what.
"""

from enum import StrEnum


class EventStatus(StrEnum):
    """How far an event has come; `final` standings do not change without a ruling."""

    SETUP = "setup"
    RUNNING = "running"
    PROVISIONAL = "provisional"
    FINAL = "final"


class TravellerSecrecy(StrEnum):
    """When people who do not direct may read the scores of a board."""

    FINISHED = "finished"
    OPEN = "open"


class RoundStatus(StrEnum):
    PLANNED = "planned"
    OPEN = "open"
    CLOSED = "closed"


class ResultStatus(StrEnum):
    """Whether both sides agree to a result; all three count in the standings."""

    CONFIRMED = "confirmed"
    PROVISIONAL = "provisional"
    DISPUTED = "disputed"
