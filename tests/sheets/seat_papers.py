"""Builders of guide cards, seating lists, badges, place cards and certificates."""

from typing import Any

from tests.sheets.papers import HEAD
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

LONG_NAMES = ("W" * 200, "Anna-Lena " * 20, "王" * 200, "محمد " * 40, "שלום " * 40)


def guide_tables(tables: int, rounds: int, name: str = "Anna & Ben", **changed: Any) -> GuideTables:
    """Table t's card: in round r pair t against pair 100 + r, which comes from and goes nowhere in particular."""
    cards = tuple(
        GuideTable(
            table=table,
            turns=tuple(
                GuideTurn(
                    round=number,
                    ns=Sitter(
                        number=table,
                        name=name,
                        onward=Onward(round=number + 1, tables=(table,), direction="NS"),
                    ),
                    ew=Sitter(
                        number=100 + number,
                        name=name,
                        onward=Onward(round=number + 1, tables=(table + 1,), direction="EW"),
                    ),
                    boards=(2 * number - 1, 2 * number),
                    boards_onward=Onward(round=number + 2, tables=(table,)),
                )
                for number in range(1, rounds + 1)
            ),
        )
        for table in range(1, tables + 1)
    )
    return GuideTables(**{"head": HEAD, "tables": cards} | changed)


def guide_entries(entries: int, rounds: int, name: str = "Anna & Ben", **changed: Any) -> GuideEntries:
    cards = tuple(
        GuideEntry(
            title=f"Pair {entry}",
            name=name,
            stops=tuple(
                GuideStop(
                    round=number,
                    table=entry,
                    direction="NS",
                    opponent=Sitter(number=100 + number, name=name),
                    boards=(2 * number - 1, 2 * number),
                )
                for number in range(1, rounds + 1)
            ),
        )
        for entry in range(1, entries + 1)
    )
    return GuideEntries(**{"head": HEAD, "entries": cards} | changed)


def name_list(*names: str, **changed: Any) -> NameList:
    people = tuple(
        Seated(name=name, number=place, table=place, direction="NS") for place, name in enumerate(names, 1)
    )
    return NameList(**{"head": HEAD, "title": "Round 1 · Seats by name", "people": people} | changed)


def table_list(tables: int, name: str = "Anna & Ben", **changed: Any) -> TableList:
    meetings = tuple(
        Meeting(
            table=table,
            ns=Side(number=table, name=name, players=(f"N{table}", name)),
            ew=Side(number=table + 100, name=name, players=(f"E{table}", name)),
            boards=(1, 2, 3),
        )
        for table in range(1, tables + 1)
    )
    return TableList(**{"head": HEAD, "title": "Round 1", "meetings": meetings} | changed)


def name_cards(*names: str, **changed: Any) -> NameCards:
    cards = tuple(NameCard(name=name, above="Thursday Pairs", below="Pair 7") for name in names)
    return NameCards(**{"head": HEAD, "cards": cards} | changed)


def certificates(*names: str, **changed: Any) -> Certificates:
    given = tuple(Certificate(place="First place", name=name, record="61.54 %") for name in names)
    fields = {"head": HEAD, "club": "Riverside Spades", "date": "12 October 2026", "certificates": given}
    return Certificates(**fields | changed)
