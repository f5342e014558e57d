"""Guide cards: from an event's draw to the frozen data that `sheets` draws.

Owns: what stands on the card of a table and of an entry, and that nobody is given one before the draw is released.
Never does: draw, or move anybody: where people and boards go next is read off the draw (draws/onward.py).
"""

from collections import defaultdict
from collections.abc import Iterator

from django.utils.translation import gettext

from tournaments.draws import onward
from tournaments.draws.movement import Seating as Drawn
from tournaments.models import Entry, Kind, Room
from tournaments.printing_base import Order, check_round, head_of, round_name
from tournaments.services.errors import NotFoundError
from tournaments.services.seating import SeatedSide, SeatedTable, Seating, seating_of
from tournaments.services.visibility import draw_released
from tournaments.sheets import (
    GuideEntries,
    GuideEntry,
    GuideStop,
    GuideTable,
    GuideTables,
    GuideTurn,
    Onward,
    Sitter,
    render_guide_entries,
    render_guide_tables,
)


def guide_cards_tables(order: Order) -> bytes:
    """A card for each table: who sits there in which round, and where they and the boards go next."""
    seating = released_seating(order)
    sheet = GuideTables(
        head=head_of(order.event),
        about=round_name(order.round_number),
        tables=tuple(_tables(seating, order.round_number)),
        duplex=order.duplex,
    )
    return render_guide_tables(sheet, order.page_size)


def guide_cards_entries(order: Order) -> bytes:
    """A card for each pair or team: where it is in which round, against whom, with which boards. A Teams event's has
    the rounds that are drawn so far."""
    seating = released_seating(order)
    sheet = GuideEntries(
        head=head_of(order.event),
        about=round_name(order.round_number),
        entries=tuple(_entries(seating, order.round_number)),
        duplex=order.duplex,
    )
    return render_guide_entries(sheet, order.page_size)


def released_seating(order: Order) -> Seating:
    """The event's draw. Raises `NotFoundError` before it is out for this viewer, and for a round that is not there."""
    check_round(order)
    if not draw_released(order.event, order.viewer):
        raise NotFoundError("The draw has not been published yet.", code="no-draw")
    return seating_of(order.event)


def entry_title(seating: Seating, entry: Entry) -> str:
    """ "Pair 7" or "Team 7"."""
    words = gettext("Team %(number)s") if seating.event.kind == Kind.TEAMS else gettext("Pair %(number)s")
    return words % {"number": entry.number}


def room_name(room: str) -> str:
    """ "Open" or "Closed", the room of a match that a table is; "" of Pairs."""
    return {Room.OPEN.value: gettext("Open"), Room.CLOSED.value: gettext("Closed")}.get(room, "")


def _tables(seating: Seating, only: int | None) -> Iterator[GuideTable]:
    by_place = {(table.table, table.round): table for table in seating.tables}
    way = _way(seating)
    rounds = [number for number in seating.rounds if only in (None, number)]
    for number in sorted({table.table for table in seating.in_round(only)}):
        here = [by_place.get((number, round_)) for round_ in rounds]
        # a table is in one room of its matches all through, unless a director has it otherwise
        rooms = {room_name(table.room) for table in here if table is not None}
        room = rooms.pop() if len(rooms) == 1 else ""
        turns = (
            GuideTurn(round=round_) if table is None else _turn(table, way)
            for round_, table in zip(rounds, here, strict=True)
        )
        yield GuideTable(table=number, room=room, turns=tuple(turns))


def _way(seating: Seating) -> onward.Onward | None:
    """Where everybody goes next; of a Teams event only the draw to come will say."""
    if seating.event.kind == Kind.TEAMS:
        return None
    rounds: defaultdict[int, list[Drawn]] = defaultdict(list)
    for table in seating.tables:
        seat = Drawn(table.table, table.ns.entry.number, table.ew.entry.number, table.boards)
        rounds[table.round].append(seat)
    return onward.Onward(rounds)


def _turn(table: SeatedTable, way: onward.Onward | None) -> GuideTurn:
    return GuideTurn(
        round=table.round,
        ns=_sitter(table.ns, table.round, way),
        ew=_sitter(table.ew, table.round, way),
        boards=table.shown_boards,
        boards_onward=None if way is None else _shelf(way.boards(table.boards, table.round)),
        note=gettext("forfeit") if table.forfeit else "",
    )


def _sitter(side: SeatedSide, round_: int, way: onward.Onward | None) -> Sitter:
    return Sitter(
        number=side.entry.number,
        name=side.name,
        onward=None if way is None else _spot(way.pair(side.entry.number, round_)),
    )


def _spot(spot: onward.Spot | None) -> Onward:
    if spot is None:
        return Onward()
    return Onward(round=spot.round, tables=(spot.table,), direction=spot.direction)


def _shelf(shelf: onward.Shelf | None) -> Onward:
    return Onward() if shelf is None else Onward(round=shelf.round, tables=shelf.tables)


def _entries(seating: Seating, only: int | None) -> Iterator[GuideEntry]:
    """Everybody who is in the draw, and who is in the event and at no table yet."""
    found: defaultdict[int, list[GuideStop]] = defaultdict(list)
    for table in seating.in_round(only):
        for direction, side, other in table.sides:
            found[side.entry.number].append(_stop(seating, table, direction, side, other))
    rounds = [number for number in seating.rounds if only in (None, number)]
    for number in rounds:
        for entry in seating.resting(number):
            found[entry.number].append(GuideStop(round=number, note=_why_resting(seating, number, entry)))
    for number, stops in sorted(found.items()):
        entry = seating.entries[number]
        in_order = sorted(stops, key=lambda stop: (stop.round, stop.table or 0))
        title = entry_title(seating, entry)
        name = "" if entry.name == title else entry.name
        yield GuideEntry(title=title, name=name, stops=tuple(in_order))


def _stop(
    seating: Seating, table: SeatedTable, direction: str, side: SeatedSide, other: SeatedSide
) -> GuideStop:
    teams = seating.event.kind == Kind.TEAMS
    differs = teams or side.name != side.entry.name
    return GuideStop(
        round=table.round,
        table=table.table,
        direction=direction,
        room=room_name(table.room),
        opponent=Sitter(number=other.entry.number, name=other.name),
        boards=table.shown_boards,
        who=" & ".join(person.name for person in side.players) if differs else "",
        note=gettext("forfeit") if table.forfeit else "",
    )


def _why_resting(seating: Seating, number: int, entry: Entry) -> str:
    if (number, entry.number) in seating.byes:
        return gettext("Bye: a win without a match.")
    return gettext("No match.") if seating.event.kind == Kind.TEAMS else gettext("Sit out.")
