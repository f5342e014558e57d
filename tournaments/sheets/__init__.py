"""Printed sheets: frozen data in, PDF bytes out.

Owns: blank and filled travellers and final results on A4 and Letter. Never does: query, score, read a
clock; it imports no models and no framework. A caller fills the types of `data` and calls one of the two
functions here.
"""

from tournaments.sheets.data import (
    Compass,
    Hands,
    Packing,
    PageSize,
    SheetHead,
    StandingsRow,
    StandingsSection,
    StandingsSheet,
    Traveller,
    TravellerKind,
    TravellerRow,
    TravellerSheet,
)
from tournaments.sheets.labels import ENGLISH, Labels
from tournaments.sheets.standings import render_standings
from tournaments.sheets.travellers import render_travellers

__all__ = [
    "ENGLISH",
    "Compass",
    "Hands",
    "Labels",
    "Packing",
    "PageSize",
    "SheetHead",
    "StandingsRow",
    "StandingsSection",
    "StandingsSheet",
    "Traveller",
    "TravellerKind",
    "TravellerRow",
    "TravellerSheet",
    "render_standings",
    "render_travellers",
]
