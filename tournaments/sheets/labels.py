"""Every word that a sheet prints of its own accord, in one place, so that a caller can pass translations.

Owns: the English defaults. Never does: choose a language. Words in braces are filled in by the renderer.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """Words on the sheets; a translated copy fills the same fields."""

    board: str = "Board"
    dealer: str = "Dealer"
    north: str = "North"
    east: str = "East"
    south: str = "South"
    west: str = "West"
    north_letter: str = "N"
    east_letter: str = "E"
    south_letter: str = "S"
    west_letter: str = "W"
    ns: str = "NS"
    ew: str = "EW"
    traveller: str = "Traveller"
    travellers: str = "Travellers"
    round_short: str = "Rd"
    table_short: str = "Tbl"
    pairs: str = "Pairs"
    pair_ns: str = "North–South"
    pair_ew: str = "East–West"
    bids: str = "Bids"
    tricks: str = "Tricks"
    score: str = "Score"
    matchpoints: str = "Matchpoints"
    percent: str = "%"
    rank: str = "Rank"
    number: str = "No."
    names: str = "Pair"
    boards: str = "Boards"
    total: str = "Sum"
    penalty: str = "Penalty"
    final_results: str = "Final results"
    revision: str = "Revision {revision}"
    made_at: str = "made {made_at}"
    page_of: str = "Page {page} of {pages}"
    part_of: str = "{part} of {parts}"
    writing_help: str = (
        "Nil: N · blind nil: B · tricks of both sides add to 13; with a nil, write each player's"
    )
    no_boards: str = "No boards have been chosen to print."
    no_rows: str = "No result is due on this board."
    no_entries: str = "No pair has entered yet."


ENGLISH = Labels()
