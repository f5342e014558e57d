"""Everything the database knows: people, events, rounds, results, the log, and the standings as last computed."""

from tournaments.models.at_table import Call, Claim, ClaimState, RoundClock, Sitting, TableToken
from tournaments.models.desk import Editing, Invitation, Pack, PackState, PrintedSheet, Substitution
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
from tournaments.models.rounds import Round, RoundDraw, RoundStatus, Table
from tournaments.models.standings import BoardSnapshot, StandingsSnapshot
from tournaments.models.teams import (
    FirstRound,
    Given,
    Match,
    MatchSnapshot,
    Pairing,
    Room,
    TableSeat,
    TeamsSettings,
)

__all__ = [
    "BoardSnapshot",
    "Call",
    "Claim",
    "ClaimState",
    "Club",
    "Door",
    "Editing",
    "Entry",
    "EntryPlayer",
    "Event",
    "EventStatus",
    "Field",
    "FirstRound",
    "Given",
    "Invitation",
    "Kind",
    "LogEntry",
    "Match",
    "MatchSnapshot",
    "Membership",
    "Pack",
    "PackState",
    "Pairing",
    "Penalty",
    "PenaltyUnit",
    "Person",
    "PrintedSheet",
    "Receipt",
    "Result",
    "ResultState",
    "Role",
    "Room",
    "Round",
    "RoundClock",
    "RoundDraw",
    "RoundStatus",
    "Sitting",
    "StandingsSnapshot",
    "Substitution",
    "Table",
    "TableSeat",
    "TableToken",
    "TeamsSettings",
    "Tournament",
    "TravellerSecrecy",
    "Winners",
]
