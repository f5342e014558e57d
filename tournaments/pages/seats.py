"""Where everybody sits, now and next: what hangs on the wall of a hall, with a search.

Terms: *now*, the round that is open (the latest, if several are); *next*, the first that is still planned.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q

from tournaments import figures
from tournaments.models import Round, RoundStatus, Substitution, Table
from tournaments.pages.names import Named, named, names_of
from tournaments.pages.ratings.beside import averages_of
from tournaments.pages.viewing import Viewing
from tournaments.services.people import plain
from tournaments.services.who_plays import in_words

LONGEST_SEARCH: Final = 100


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table; `boards` as text, "7–9"."""

    round: int
    table: int
    direction: str
    opponents: Named
    boards: str


@dataclass(frozen=True, slots=True)
class Seated:
    """An entry with its seats; None is a sit-out, when there is such a round at all. `substitutes` are those of the
    round that is open, in words."""

    entry: Named
    players: tuple[str, ...]
    now: Seat | None
    next: Seat | None
    substitutes: tuple[str, ...] = ()
    rating: str = ""


def seats_of(viewing: Viewing, searched: str) -> dict[str, Any]:
    searched = " ".join(searched.split())[:LONGEST_SEARCH]
    now, following = _rounds(viewing) if viewing.draw_released else (None, None)
    names = names_of(viewing.event)
    here, there = _seats(now, names), _seats(following, names)
    players = _players(viewing)
    swaps = _substitutes(viewing, now.number) if now else {}
    ratings = averages_of(viewing)
    everybody = [
        Seated(
            entry,
            players.get(number, ()),
            here.get(number),
            there.get(number),
            swaps.get(number, ()),
            ratings.get(number, ""),
        )
        for number, entry in sorted(names.items(), key=lambda item: (item[1].name.casefold(), item[0]))
        if not entry.withdrawn
    ]
    return {
        "searched": searched,
        "now": now,
        "next": following,
        "released": viewing.draw_released,
        "own_seat": next((seated for seated in everybody if seated.entry.number == viewing.own), None),
        "seated": _found(everybody, searched),
        "entries": len(everybody),
    }


def _rounds(viewing: Viewing) -> tuple[Round | None, Round | None]:
    rounds = list(viewing.event.rounds.order_by("number"))
    now = next((found for found in reversed(rounds) if found.status == RoundStatus.OPEN), None)
    following = next((found for found in rounds if found.status == RoundStatus.PLANNED), None)
    return now, following


def _seats(found: Round | None, names: dict[int, Named]) -> dict[int, Seat]:
    if found is None:
        return {}
    seats = {}
    tables = Table.objects.filter(round=found).values_list("number", "ns__number", "ew__number", "boards")
    for table, ns, ew, boards in tables:
        shown = figures.runs(boards)
        seats[ns] = Seat(found.number, table, figures.direction("NS"), named(names, ew), shown)
        seats[ew] = Seat(found.number, table, figures.direction("EW"), named(names, ns), shown)
    return seats


def _players(viewing: Viewing) -> dict[int, tuple[str, ...]]:
    rows = (
        viewing.event.entries.filter(seats__isnull=False)
        .order_by("number", "seats__position")
        .values_list("number", "seats__person__name")
    )
    found: dict[int, tuple[str, ...]] = {}
    for number, name in rows:
        found[number] = (*found.get(number, ()), name)
    return found


def _substitutes(viewing: Viewing, round_number: int) -> dict[int, tuple[str, ...]]:
    """By entry number, in words: who steps in for whom in a round or a part of it."""
    rows = Substitution.objects.filter(entry__event=viewing.event, first_round__lte=round_number)
    rows = rows.filter(Q(last_round=None) | Q(last_round__gte=round_number))
    found: dict[int, tuple[str, ...]] = {}
    for made in rows.select_related("entry", "out", "into"):
        number = made.entry.number
        found[number] = (*found.get(number, ()), in_words(made, viewing.event))
    return found


def _found(everybody: Iterable[Seated], searched: str) -> list[Seated]:
    """Everybody whose name, a player's name or the entry's number has every word that was searched for."""
    words = plain(searched).split()
    return [
        seated
        for seated in everybody
        if all(
            word in plain(" ".join((seated.entry.name, *seated.players, *seated.substitutes)))
            for word in words
        )
        or searched == str(seated.entry.number)
    ]
