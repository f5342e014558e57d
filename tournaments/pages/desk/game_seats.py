"""Who sits at a game, at the desk: seated by name, standing up, away, filling in.

Owns: the fields of seats (`player-1` is North's, 2 South's, 3 East's, 4 West's), and which faults belong to which.
"""

from collections.abc import Iterable
from datetime import datetime

from django.http import QueryDict
from django.utils.translation import gettext

from tournaments.models import Seat
from tournaments.pages.desk.game_deeds import ROW_ORDER
from tournaments.pages.desk.named_players import Place, filled, places_of
from tournaments.services.errors import ServiceError
from tournaments.services.people import Named
from tournaments.services.ranked.reading import GameView, SeatView


def seat_places(sent: QueryDict | None = None, seats: Iterable[str] = ROW_ORDER) -> list[Place]:
    """The fields of these seats, empty or as they were sent, partners beside each other."""
    wanted = set(seats)
    places = places_of([str(Seat(letter).label) for letter in ROW_ORDER], sent)
    return [place for place in places if seat_of(place) in wanted]


def seat_of(place: Place) -> str:
    return ROW_ORDER[place.number - 1]


def named_seats(places: Iterable[Place]) -> dict[str, Named]:
    """Who was named, by seat; seats without a name are left out."""
    return {seat_of(place): place.named for place in filled(list(places))}


def show_seat_faults(places: list[Place], error: ServiceError) -> list[str]:
    """Put each fault of a service at the seat it is about; return the others."""
    by_seat = {seat_of(place): place for place in places}
    named = filled(places)
    others = []
    for fault in error.faults:
        place = by_seat.get(fault.path.split(".")[0])
        if place is None and len(named) == 1 and fault.path in ("seats", "person", "player", ""):
            place = named[0]
        if place is None:
            others.append(fault.message)
        else:
            place.fault = f"{place.fault} {fault.message}".strip()
    return others


def seats_in_rows(view: GameView) -> list[SeatView]:
    return [view.seats[letter] for letter in ROW_ORDER]


def seconds_left(until: datetime, now: datetime) -> int:
    """Whole seconds of a grace; negative once it is over."""
    return int((until - now).total_seconds())


def clock_text(seconds: int) -> str:
    """ "2:05", with a minus once the time is over."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


def seat_word(letter: str) -> str:
    return str(Seat(letter).label) if letter else gettext("nobody")
