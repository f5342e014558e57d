"""Printed sheets: frozen data in, PDF bytes out.

Owns: travellers, slips, score sheets of matches and of games, guide cards, lists and cards of seats, pairings, deals,
standings, leaderboards, recaps, cross-tables and certificates on A4 and Letter. Never does: query, score, read a clock;
it imports no models and no framework. A caller fills the types of one of the data modules, and calls one of the
functions here.
"""

from tournaments.sheets.board_labels import render_board_labels
from tournaments.sheets.board_lists import render_board_lists
from tournaments.sheets.certificates import render_certificates
from tournaments.sheets.cross_table import render_cross_table
from tournaments.sheets.curtain_cards import render_curtain_cards
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
from tournaments.sheets.dealing_sheets import render_dealing_sheets
from tournaments.sheets.game_data import (
    BoardColumn,
    BoardList,
    BoardLists,
    GamePlayer,
    GameRow,
    GameSheet,
    GameSheets,
)
from tournaments.sheets.game_sheets import render_game_sheets
from tournaments.sheets.guide_cards import render_guide_entries, render_guide_tables
from tournaments.sheets.hand_data import DealtBoard, DealtBoards
from tournaments.sheets.hand_records import render_hand_records
from tournaments.sheets.labels import ENGLISH, Labels
from tournaments.sheets.matrix import render_matrix
from tournaments.sheets.matrix_data import MatrixCell, MatrixRow, MatrixSection, MatrixSheet
from tournaments.sheets.name_cards import render_badges, render_place_cards
from tournaments.sheets.pairings import render_pairings
from tournaments.sheets.score_cards import render_score_cards
from tournaments.sheets.score_sheet import render_score_sheets
from tournaments.sheets.seat_data import (
    Certificate,
    Certificates,
    GuideEntries,
    GuideEntry,
    GuideStop,
    GuideTable,
    GuideTables,
    GuideTurn,
    Meeting,
    NameCard,
    NameCards,
    NameList,
    Onward,
    Seated,
    Side,
    Sitter,
    TableList,
)
from tournaments.sheets.seating_lists import render_by_table, render_names, render_pairs_round
from tournaments.sheets.slip_data import (
    BoardLabel,
    BoardLabels,
    CardRound,
    ScoreCard,
    ScoreCards,
    Slip,
    SlipGroup,
    SlipRow,
    SlipSheet,
    SlipSide,
    TableTent,
    TableTents,
)
from tournaments.sheets.slips import render_slips
from tournaments.sheets.standings import render_standings
from tournaments.sheets.swiss_standings import render_swiss_standings
from tournaments.sheets.table_cards import render_table_cards
from tournaments.sheets.table_tents import render_table_tents
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
    "BoardColumn",
    "BoardLabel",
    "BoardLabels",
    "BoardList",
    "BoardLists",
    "CardRound",
    "Certificate",
    "Certificates",
    "Compass",
    "CrossCell",
    "CrossMark",
    "CrossRow",
    "CrossTable",
    "DealtBoard",
    "DealtBoards",
    "GamePlayer",
    "GameRow",
    "GameSheet",
    "GameSheets",
    "GuideEntries",
    "GuideEntry",
    "GuideStop",
    "GuideTable",
    "GuideTables",
    "GuideTurn",
    "Hands",
    "Labels",
    "LineUp",
    "MatrixCell",
    "MatrixRow",
    "MatrixSection",
    "MatrixSheet",
    "Meeting",
    "NameCard",
    "NameCards",
    "NameList",
    "Onward",
    "Packing",
    "PageSize",
    "Pairing",
    "PairingSheet",
    "RaceRow",
    "RaceSide",
    "ScoreCard",
    "ScoreCards",
    "ScoreSheets",
    "Seated",
    "SheetHead",
    "Side",
    "Sitter",
    "Slip",
    "SlipGroup",
    "SlipRow",
    "SlipSheet",
    "SlipSide",
    "StandingsRow",
    "StandingsSection",
    "StandingsSheet",
    "SwissPlace",
    "SwissSheet",
    "TableCard",
    "TableCards",
    "TableList",
    "TableSheet",
    "TableTent",
    "TableTents",
    "Team",
    "Traveller",
    "TravellerKind",
    "TravellerRow",
    "TravellerSheet",
    "render_badges",
    "render_board_labels",
    "render_board_lists",
    "render_by_table",
    "render_certificates",
    "render_cross_table",
    "render_curtain_cards",
    "render_dealing_sheets",
    "render_game_sheets",
    "render_guide_entries",
    "render_guide_tables",
    "render_hand_records",
    "render_matrix",
    "render_names",
    "render_pairings",
    "render_pairs_round",
    "render_place_cards",
    "render_score_cards",
    "render_score_sheets",
    "render_slips",
    "render_standings",
    "render_swiss_standings",
    "render_table_cards",
    "render_table_tents",
    "render_travellers",
]
