"""Builders of slips, score cards, labels and tents."""

from typing import Any

from tests.sheets.papers import HEAD
from tournaments.sheets import (
    BoardLabel,
    BoardLabels,
    CardRound,
    Compass,
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

LONG_NAMES = ("W" * 200, "Anna-Lena " * 20, "王" * 200, "محمد " * 40, "שלום " * 40)


def dealer(board: int) -> Compass:
    return tuple(Compass)[(board - 1) % 4]


def address(table: int) -> str:
    return f"https://spades.example.org:8443/desk/e/12345/paper/tables/{table}/"


def slip(table: int, boards: int = 3, **changed: Any) -> Slip:
    fields: dict[str, Any] = {
        "round_name": "Round 3",
        "table": table,
        "ns": SlipSide(number=table, name=f"Anna {table} – Ben {table}"),
        "ew": SlipSide(number=table + 100, name=f"Cleo {table} – Dan {table}"),
        "rows": tuple(SlipRow(board=board, dealer=dealer(board)) for board in range(1, boards + 1)),
        "address": address(table),
    }
    return Slip(**fields | changed)


def group(*slips: Slip, spare: Slip | None = None, title: str = "Round 3") -> SlipGroup:
    return SlipGroup(title=title, slips=slips, spare=spare or Slip(round_name=title, rows=(SlipRow(),) * 3))


def slip_sheet(*groups: SlipGroup) -> SlipSheet:
    return SlipSheet(head=HEAD, groups=groups)


def card_round(number: int, boards: int = 3, **changed: Any) -> CardRound:
    fields: dict[str, Any] = {
        "round": number,
        "table": str(number + 50),
        "direction": "NS",
        "against": number + 200,
        "opponents": f"Cleo {number} – Dan {number}",
        "boards": tuple(range((number - 1) * boards + 1, number * boards + 1)),
    }
    return CardRound(**fields | changed)


def card(number: int, *rounds: CardRound, **changed: Any) -> ScoreCard:
    fields: dict[str, Any] = {
        "title": f"Pair {number}",
        "name": f"Anna {number} – Ben {number}",
        "rounds": rounds,
    }
    return ScoreCard(**fields | changed)


def card_sheet(*cards: ScoreCard, **changed: Any) -> ScoreCards:
    return ScoreCards(**{"head": HEAD, "cards": cards} | changed)


def label_sheet(*numbers: int, **changed: Any) -> BoardLabels:
    made = tuple(BoardLabel(**{"board": number, "dealer": dealer(number)} | changed) for number in numbers)
    return BoardLabels(head=HEAD, boards=made)


def tent(number: int) -> TableTent:
    where = f"http://192.168.1.20:8000/table/abcdefghijklmnopqrstuvw{number % 10}/"
    return TableTent(number=number, title=f"Table {number}", address=where)


def tent_sheet(*numbers: int) -> TableTents:
    return TableTents(head=HEAD, tents=tuple(map(tent, numbers)))
