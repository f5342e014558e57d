"""Builders of the sheets of a Team-of-Four event."""

from typing import Any

from tests.sheets.papers import HEAD
from tournaments.sheets import (
    Compass,
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
    TravellerKind,
)

SHARKS = LineUp(name="Riverside Sharks", number=4, home=True, players=("Anna Kowalska", "Ben Okafor"))
BAGS = LineUp(name="The Bag Collectors", number=11, home=False, players=("Cleo Martin", "Dan Wu"))
WORDY = ("W" * 200, "שרה כהן דוד " * 17, "王小明陳大文" * 33, "Maximiliana von und zu Hohenfels " * 6)


def race_row(number: int, ns: RaceSide | None = None, ew: RaceSide | None = None, **changed: Any) -> RaceRow:
    fields: dict[str, Any] = {
        "board": number,
        "dealer": tuple(Compass)[(number - 1) % 4],
        "first_bidder": tuple(Compass)[number % 4],
        "ns": ns or RaceSide(),
        "ew": ew or RaceSide(),
        "decider": number > 8,
    }
    return RaceRow(**fields | changed)


def side(score: int, total: int, **changed: Any) -> RaceSide:
    fields: dict[str, Any] = {"bid": "4+3", "tricks": "5+3", "score": score, "total": total, "bags": 1}
    return RaceSide(**fields | changed)


def table_sheet(*rows: RaceRow, **changed: Any) -> TableSheet:
    fields: dict[str, Any] = {
        "round": 3,
        "match": 5,
        "table": 9,
        "other_table": 10,
        "room": "Open room",
        "ns": SHARKS,
        "ew": BAGS,
        "rows": rows,
    }
    return TableSheet(**fields | changed)


def score_sheets(*tables: TableSheet, **changed: Any) -> ScoreSheets:
    fields: dict[str, Any] = {"head": HEAD, "kind": TravellerKind.BLANK, "tables": tables}
    return ScoreSheets(**fields | changed)


def team(number: int, name: str = "") -> Team:
    return Team(number=number, name=name or f"Team{number:03d}")


def pairing(match: int, *names: str, **changed: Any) -> Pairing:
    home, away = names or ("", "")
    fields: dict[str, Any] = {
        "match": match,
        "home": team(2 * match - 1, home),
        "away": team(2 * match, away),
        "open_table": 2 * match + 599,
        "closed_table": 2 * match + 600,
    }
    return Pairing(**fields | changed)


def pairing_sheet(*pairings: Pairing, **changed: Any) -> PairingSheet:
    fields: dict[str, Any] = {"head": HEAD, "title": "Round 3 · Pairings", "pairings": pairings}
    return PairingSheet(**fields | changed)


def swiss_place(rank: int, **changed: Any) -> SwissPlace:
    fields: dict[str, Any] = {
        "rank": rank,
        "number": rank + 200,
        "name": f"Team{rank:03d}",
        "wins": "2½",
        "losses": "7",
        "tie_breaks": ("33½", "44"),
    }
    return SwissPlace(**fields | changed)


def swiss_sheet(*rows: SwissPlace, **changed: Any) -> SwissSheet:
    fields: dict[str, Any] = {"head": HEAD, "rows": rows, "tie_breaks": ("Buchholz", "Berger")}
    return SwissSheet(**fields | changed)


def cross_row(rank: int, *cells: CrossCell | None, **changed: Any) -> CrossRow:
    fields: dict[str, Any] = {
        "rank": rank,
        "number": rank + 200,
        "name": f"Team{rank:03d}",
        "wins": "2½",
        "cells": cells,
    }
    return CrossRow(**fields | changed)


def won(opponent: int, difference: str = "+340", **changed: Any) -> CrossCell:
    fields: dict[str, Any] = {"mark": CrossMark.WON, "opponent": opponent, "difference": difference}
    return CrossCell(**fields | changed)


def cross_table(rounds: int, *rows: CrossRow, **changed: Any) -> CrossTable:
    fields: dict[str, Any] = {"head": HEAD, "rounds": tuple(range(1, rounds + 1)), "rows": rows}
    return CrossTable(**fields | changed)
