"""Everything the database knows: people, events, rounds, results, the log, and the standings as last computed."""

from tournaments.models.events import (
    Entry,
    EntryPlayer,
    Event,
    EventStatus,
    Field,
    Kind,
    Penalty,
    PenaltyUnit,
    Tournament,
    TravellerSecrecy,
    Winners,
)
from tournaments.models.log import Door, LogEntry
from tournaments.models.people import Club, Membership, Person, Role
from tournaments.models.results import Receipt, Result, ResultState
from tournaments.models.rounds import Round, RoundStatus, Table
from tournaments.models.standings import BoardSnapshot, StandingsSnapshot

__all__ = [
    "BoardSnapshot",
    "Club",
    "Door",
    "Entry",
    "EntryPlayer",
    "Event",
    "EventStatus",
    "Field",
    "Kind",
    "LogEntry",
    "Membership",
    "Penalty",
    "PenaltyUnit",
    "Person",
    "Receipt",
    "Result",
    "ResultState",
    "Role",
    "Round",
    "RoundStatus",
    "StandingsSnapshot",
    "Table",
    "Tournament",
    "TravellerSecrecy",
    "Winners",
]
