"""Every word that guide cards, seating lists, badges, place cards and certificates print of their own accord.

Owns: the English defaults. Never does: choose a language. Words in braces are filled in by the renderer.
"""

from dataclasses import dataclass

from tournaments.sheets.labels import Labels


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLabels(Labels):
    """The words of all sheets, and those of the sheets that say who sits where."""

    guide_tables: str = "Guide cards of the tables"
    guide_entries: str = "Guide cards"
    guide_table: str = "Table {table}"
    direction: str = "Sit"
    opponent: str = "Against"
    room: str = "Room"
    who: str = "Players"
    afterwards: str = "Then go to"
    boards_short: str = "Boards"
    stay: str = "stay"
    rest: str = "sit out, then {place}"
    later: str = "{tables} (Rd {round})"
    over: str = "–"
    vacant: str = "Nobody plays here."
    no_guides: str = "Nothing is drawn yet, so there are no guide cards."
    person: str = "Name"
    seat: str = "Table"
    nobody_seated: str = "Nobody has a seat yet."
    by_pair: str = "By name"
    badges: str = "Name badges"
    no_people: str = "Nobody has entered yet, so there are no badges."
    place_cards: str = "Place cards"
    no_places: str = "Nobody has a seat yet, so there are no place cards."
    cut_and_fold: str = "Cut along the dashes, fold at the ticks."
    cut: str = "Cut along the dashes."
    certificates: str = "Certificates"
    awarded_to: str = "is awarded to"
    certificate_in: str = "in the event"
    director_signs: str = "For the club"
    date_signed: str = "Date"
    no_certificates: str = "Nobody is placed in this event, so there are no certificates."


SEAT_ENGLISH = SeatLabels()
