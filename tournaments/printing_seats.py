"""Who sits where: guide cards, seating lists, pairings of a round, names on badges and tables, certificates.

Owns: what stands on the lists for the wall, on badges and on place cards; which documents there are of all these.
Never does: seat anybody, or show a draw that is not released.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils.translation import gettext

from tournaments.models import Entry, Kind, Person, Substitution
from tournaments.printing_base import Order, head_of, round_name
from tournaments.printing_certificates import certificates
from tournaments.printing_guides import (
    entry_title,
    guide_cards_entries,
    guide_cards_tables,
    released_seating,
    room_name,
)
from tournaments.services.entries import named_after
from tournaments.services.seating import SeatedSide, SeatedTable, Seating, seating_of
from tournaments.sheets import (
    Meeting,
    NameCard,
    NameCards,
    NameList,
    Seated,
    Side,
    TableList,
    render_badges,
    render_by_table,
    render_names,
    render_pairs_round,
    render_place_cards,
)

_CHAIRS = {"NS": ("North", "South"), "EW": ("East", "West")}


def seating_by_name(order: Order) -> bytes:
    """Everybody by name with the table of a round, that which people look for unless another is asked for."""
    seating = released_seating(order)
    number = _round(order, seating)
    people = tuple(_people(seating, number)) if number is not None else ()
    sheet = NameList(head=head_of(order.event), title=_title(number, gettext("Seats by name")), people=people)
    return render_names(sheet, order.page_size)


def seating_by_table(order: Order) -> bytes:
    """Every table of a round with who sits on which chair."""
    return render_by_table(_table_list(order, gettext("Seats by table")), order.page_size)


def round_pairings(order: Order) -> bytes:
    """Who meets whom in a round of a Pairs event; a Teams event's are in printing_teams.py."""
    return render_pairs_round(_table_list(order, gettext("Pairings")), order.page_size)


def name_badges(order: Order) -> bytes:
    """A badge for everybody who plays, substitutes and stand-by pairs included."""
    seating = seating_of(order.event)
    above = f"{order.event.name} · {order.event.tournament.club.name}"
    cards = tuple(
        NameCard(name=person.name, above=above, below=_entry_line(seating, entry))
        for entry, person in _everybody(seating)
    )
    sheet = NameCards(head=head_of(order.event), cards=cards, duplex=order.duplex)
    return render_badges(sheet, order.page_size)


def place_cards(order: Order) -> bytes:
    """Of a Pairs event a card for each pair to carry along, or, of one round, for each chair; of a Teams event for each
    chair of a round."""
    seating = released_seating(order)
    if order.event.kind == Kind.PAIRS and order.round_number is None:
        number = None
        cards = tuple(_pair_cards(seating))
    else:
        number = _round(order, seating)
        tables = seating.in_round(number) if number is not None else ()
        cards = tuple(card for table in tables for card in _chair_cards(seating, table))
    sheet = NameCards(head=head_of(order.event), about=round_name(number), cards=cards, duplex=order.duplex)
    return render_place_cards(sheet, order.page_size)


SEAT_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {
    "guide-cards-tables": guide_cards_tables,
    "guide-cards-entries": guide_cards_entries,
    "seating-by-name": seating_by_name,
    "seating-by-table": seating_by_table,
    "round-pairings": round_pairings,
    "place-cards": place_cards,
    "name-badges": name_badges,
    "certificates": certificates,
}
"""By name; those of both kinds of event: each checks for itself which it is for."""


def _round(order: Order, seating: Seating) -> int | None:
    return order.round_number if order.round_number is not None else seating.round_to_seat()


def _title(number: int | None, what: str) -> str:
    return " · ".join(filter(None, (round_name(number), what)))


def _table_list(order: Order, what: str) -> TableList:
    seating = released_seating(order)
    number = _round(order, seating)
    tables = seating.in_round(number) if number is not None else ()
    resting = seating.resting(number) if number is not None else ()
    return TableList(
        head=head_of(order.event),
        title=_title(number, what),
        meetings=tuple(_meeting(table) for table in tables),
        resting=tuple(
            Seated(number=entry.number, name=entry.name, note=_note(seating, number or 0, entry, ()))
            for entry in resting
        ),
    )


def _meeting(table: SeatedTable) -> Meeting:
    return Meeting(
        table=table.table,
        ns=_side(table.ns),
        ew=_side(table.ew),
        room=room_name(table.room),
        boards=table.shown_boards,
    )


def _side(side: SeatedSide) -> Side:
    return Side(
        number=side.entry.number, name=side.name, players=tuple(person.name for person in side.players)
    )


def _people(seating: Seating, number: int) -> Iterator[Seated]:
    """Everybody in a round: who sits, who could, who rests, who waits for a seat."""
    tables: dict[int, list[int]] = {}
    sitting: set[int] = set()
    for table in seating.in_round(number):
        for direction, side, _ in table.sides:
            tables.setdefault(side.entry.number, []).append(table.table)
            sitting.update(person.pk for person in side.players)
            names = [person.name for person in side.players]
            if not names and seating.event.kind == Kind.PAIRS:
                names = [side.name]
            for name in names:
                yield Seated(
                    name=name,
                    number=side.entry.number,
                    table=table.table,
                    direction=direction,
                    room=room_name(table.room),
                )
    for entry in seating.entries.values():
        note = _note(seating, number, entry, tables.get(entry.number, []))
        yield from (
            Seated(name=name, number=entry.number, note=note)
            for name in _not_seated(seating, number, entry, sitting, seated=entry.number in tables)
        )


def _not_seated(
    seating: Seating, number: int, entry: Entry, sitting: set[int], *, seated: bool
) -> Sequence[str]:
    if entry.withdrawn or (seated and seating.event.kind == Kind.PAIRS):
        return ()
    people = seating.players(entry.pk, number, None)
    if not people:
        return [entry.name]
    return [person.name for person in people if person.pk not in sitting]


def _note(seating: Seating, number: int, entry: Entry, tables: Sequence[int]) -> str:
    """Why somebody has no chair."""
    if entry.standby:
        return gettext("stand-by")
    if (number, entry.number) in seating.byes:
        return gettext("bye")
    if not tables:
        return gettext("no match") if seating.event.kind == Kind.TEAMS else gettext("sits out")
    declared = any(
        side.players
        for table in seating.in_round(number)
        for _, side, _ in table.sides
        if side.entry == entry
    )
    if declared:
        return gettext("rests")
    return gettext("%(tables)s, ask your captain") % {"tables": " / ".join(str(table) for table in tables)}


def _everybody(seating: Seating) -> Iterator[tuple[Entry, Person]]:
    """Each person once, with the entry that they belong to, or step into."""
    there = [entry for entry in seating.entries.values() if not entry.withdrawn]
    pairs = [(entry, person) for entry in there for person in seating.players(entry.pk, 0, None)]
    keys = {entry.pk: entry for entry in there}
    steps = Substitution.objects.filter(entry__in=keys).select_related("into").order_by("first_round", "pk")
    pairs += [(keys[step.entry_id], step.into) for step in steps]
    seen: set[int] = set()
    for entry, person in pairs:
        if person.pk not in seen:
            seen.add(person.pk)
            yield entry, person


def _entry_line(seating: Seating, entry: Entry) -> str:
    """ "Pair 7", with the name where that is not made of its players'."""
    own = named_after(person.name for person in seating.players(entry.pk, 0, None))
    title = gettext("stand-by") if entry.standby else entry_title(seating, entry)
    return title if entry.name in (own, title) else f"{title} · {entry.name}"


def _pair_cards(seating: Seating) -> Iterator[NameCard]:
    for entry in seating.entries.values():
        if not entry.withdrawn and not entry.standby:
            yield NameCard(name=entry.name, above=seating.event.name, below=entry_title(seating, entry))


def _chair_cards(seating: Seating, table: SeatedTable) -> Iterator[NameCard]:
    """North, South, East, West; a team whose line-up nobody has declared has a card for its side."""
    at = gettext("Table %(number)s") % {"number": table.table}
    for direction, side, _ in table.sides:
        title = entry_title(seating, side.entry)
        if len(side.players) != len(_CHAIRS[direction]):
            below = f"{at} · {direction} · {title}"
            yield NameCard(name=side.name, above=seating.event.name, below=below)
            continue
        for chair, person in zip(_CHAIRS[direction], side.players, strict=True):
            below = f"{at} · {gettext(chair)} · {title}"
            yield NameCard(name=person.name, above=seating.event.name, below=below)
