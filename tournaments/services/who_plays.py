"""Who plays for an entry in a round and on a board, substitutes included. Reads; changes nothing.

Terms: *out*, *into* and *from a board on* as in substitutes.py.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from django.db.models import Q
from django.utils.translation import gettext

from tournaments.models import Entry, EntryPlayer, Event, Person, Substitution, Table
from tournaments.services.progress import board_shown

PlayersAt = Callable[[int, int, int | None], tuple[Person, ...]]
"""(entry's key, round, board) → who plays; board None: who begins the round."""


def players_at(event: Event) -> PlayersAt:
    """Who plays for an entry in a round at a board, in the order of their seats; of a team everybody who may sit.
    Three queries, however often it is asked."""
    own: defaultdict[int, list[Person]] = defaultdict(list)
    seats = EntryPlayer.objects.filter(entry__event=event).select_related("person").order_by("position")
    for seat in seats:
        own[seat.entry_id].append(seat.person)
    swaps = substitutions_of(event)
    order = _boards_of(swaps)

    def at(entry: int, round_number: int, board: int | None = None) -> tuple[Person, ...]:
        there = list(own.get(entry, ()))
        for made in swaps.get(entry, ()):
            if _covers(made, round_number, board, order):
                there = [made.into if person.pk == made.out_id else person for person in there]
        return tuple(there)

    return at


def substitutions_of(event: Event) -> dict[int, list[Substitution]]:
    """An event's substitutions by their entry's key, in the order in which they begin."""
    found: defaultdict[int, list[Substitution]] = defaultdict(list)
    rows = Substitution.objects.filter(entry__event=event).select_related("out", "into", "entry")
    for made in rows.order_by("first_round", "pk"):
        found[made.entry_id].append(made)
    return found


def substitutes_in(entries: Iterable[int], round_number: int) -> dict[int, dict[int, Person]]:
    """For entries, by key: who begins a round in whose place (the key of whoever is out)."""
    found: defaultdict[int, dict[int, Person]] = defaultdict(dict)
    rows = Substitution.objects.filter(entry__in=entries).select_related("into")
    for made in rows.order_by("first_round", "pk"):
        if _covers(made, round_number, None, {}):
            there = found[made.entry_id]
            replaced = [out for out, into in there.items() if into.pk == made.out_id]
            for out in replaced or [made.out_id]:
                there[out] = made.into
    return found


def in_words(made: Substitution, event: Event) -> str:
    """One substitute in a few words, for everybody to read."""
    board = board_shown(event, made.first_board) if made.first_board is not None else None
    words = {
        "into": made.into.name,
        "out": made.out.name,
        "first": made.first_round,
        "board": board,
        "last": made.last_round,
    }
    if made.last_round == made.first_round and board is None:
        return gettext("%(into)s for %(out)s in round %(first)s") % words
    text = gettext("%(into)s for %(out)s from round %(first)s") % words
    if board is not None:
        text = gettext("%(into)s for %(out)s from round %(first)s, board %(board)s") % words
    return (
        text
        if made.last_round is None
        else gettext("%(text)s up to round %(last)s") % {**words, "text": text}
    )


def stepping_in(entry: Entry, round_number: int) -> list[Person]:
    """Everybody who plays for an entry in a round, or in a part of it, without belonging to it."""
    rows = entry.substitutions.filter(first_round__lte=round_number).select_related("into")
    rows = rows.filter(Q(last_round=None) | Q(last_round__gte=round_number))
    return [made.into for made in rows]


def _covers(
    made: Substitution, round_number: int, board: int | None, order: Mapping[tuple[int, int], list[int]]
) -> bool:
    if round_number < made.first_round or (made.last_round is not None and round_number > made.last_round):
        return False
    if round_number > made.first_round or made.first_board is None:
        return True
    if board is None:
        return False
    boards = order.get((made.entry_id, round_number), [])
    if board in boards and made.first_board in boards:
        return boards.index(board) >= boards.index(made.first_board)
    return board >= made.first_board


def _boards_of(swaps: Mapping[int, list[Substitution]]) -> dict[tuple[int, int], list[int]]:
    """(entry's key, round) → the boards in playing order, where a substitute comes in the middle of a round."""
    wanted = {
        (made.entry_id, made.first_round) for rows in swaps.values() for made in rows if made.first_board
    }
    if not wanted:
        return {}
    entries = {entry for entry, _ in wanted}
    tables = Table.objects.filter(Q(ns__in=entries) | Q(ew__in=entries))
    tables = tables.filter(round__number__in={number for _, number in wanted})
    return {
        (entry, number): boards
        for ns, ew, number, boards in tables.values_list("ns", "ew", "round__number", "boards")
        for entry in (ns, ew)
        if (entry, number) in wanted
    }
