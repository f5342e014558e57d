"""Printed sheets: frozen data in, PDF bytes out.

Owns: travellers, score sheets, pairings, standings and cross-tables on A4 and Letter. Never does: query, score,
read a clock; it imports no models and no framework. A caller fills the types of `data`, or of `team_data`, and
calls one of the functions here.
"""

from tournaments.sheets.cross_table import render_cross_table
from tournaments.sheets.data import (
    Compass,
    Hands,
    Packing,
    PageSize,
    SheetHead,
    StandingsRow,
    StandingsSection,
    StandingsSheet,
    TableCard,
    TableCards,
    Traveller,
    TravellerKind,
    TravellerRow,
    TravellerSheet,
)
from tournaments.sheets.labels import ENGLISH, Labels
from tournaments.sheets.pairings import render_pairings
from tournaments.sheets.score_sheet import render_score_sheets
from tournaments.sheets.standings import render_standings
from tournaments.sheets.swiss_standings import render_swiss_standings
from tournaments.sheets.table_cards import render_table_cards
from tournaments.sheets.team_data import (
    CrossCell,
    CrossMark,
    CrossRow,
    CrossTable,
    LineUp,
    Pairing,
    PairingSheet,
    RaceRow,
    RaceSide,
    ScoreSheets,
    SwissPlace,
    SwissSheet,
    TableSheet,
    Team,
)
from tournaments.sheets.travellers import render_travellers

__all__ = [
    "ENGLISH",
    "Compass",
    "CrossCell",
    "CrossMark",
    "CrossRow",
    "CrossTable",
    "Hands",
    "Labels",
    "LineUp",
    "Packing",
    "PageSize",
    "Pairing",
    "PairingSheet",
    "RaceRow",
    "RaceSide",
    "ScoreSheets",
    "SheetHead",
    "StandingsRow",
    "StandingsSection",
    "StandingsSheet",
    "SwissPlace",
    "SwissSheet",
    "TableCard",
    "TableCards",
    "TableSheet",
    "Team",
    "Traveller",
    "TravellerKind",
    "TravellerRow",
    "TravellerSheet",
    "render_cross_table",
    "render_pairings",
    "render_score_sheets",
    "render_standings",
    "render_swiss_standings",
    "render_table_cards",
    "render_travellers",
]
