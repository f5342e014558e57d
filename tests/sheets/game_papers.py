"""Builders of the sheets of ranked tables, and of lists."""

from typing import Any

from tests.sheets.papers import HEAD
from tournaments.sheets import (
    BoardColumn,
    BoardList,
    BoardLists,
    Compass,
    GamePlayer,
    GameRow,
    GameSheet,
    GameSheets,
    RaceSide,
    TravellerKind,
)

ADDRESS = "https://spades.example.org:8443/table/abcdefghijklmnopqrstuvwx/"
RULES = "Puzzle Pirates · nil ±50 · 10 bags cost 100 · to 500, lost at −500"
LEAVING = (
    "Somebody leaves: write down the time, and tell the director. Back within 3 minutes: nothing has happened.",
    "Not back: they have quit. A stand-in takes the seat, and the game goes on.",
)
PLAYERS = tuple(GamePlayer(name=name) for name in ("Anna Kowalska", "Ben Ode", "Cleo Diaz", "Dan Wu"))


def deal(number: int, **changed: Any) -> GameRow:
    """Deal `number`, dealt by N, E, S and W in turn."""
    seats = tuple(Compass)
    fields: dict[str, Any] = {
        "deal": number,
        "dealer": seats[(number - 1) % 4],
        "first_bidder": seats[number % 4],
    }
    return GameRow(**fields | changed)


def played(number: int, ns_total: int, ew_total: int, **changed: Any) -> GameRow:
    ns = RaceSide(bid="4+3", tricks="8", score=71, total=ns_total, bags=number % 10)
    ew = RaceSide(bid="N+5", tricks="0+5", score=-50, total=ew_total, bags=0)
    return deal(number, **{"ns": ns, "ew": ew} | changed)


def game(*rows: GameRow, **changed: Any) -> GameSheet:
    fields: dict[str, Any] = {
        "table": 3,
        "target": 500,
        "rows": rows,
        "rules": RULES,
        "leaving": LEAVING,
        "address": ADDRESS,
    }
    return GameSheet(**fields | changed)


def over(*rows: GameRow, **changed: Any) -> GameSheet:
    fields: dict[str, Any] = {
        "game": 12,
        "players": PLAYERS,
        "result": "North–South won 512 : 388.",
        "ended": "The target was reached after deal 9.",
        "address": "",
        "leaving": (),
    }
    return game(*rows, **fields | changed)


def blanks(*games: GameSheet) -> GameSheets:
    return GameSheets(head=HEAD, kind=TravellerKind.BLANK, games=games)


def filleds(*games: GameSheet) -> GameSheets:
    return GameSheets(head=HEAD, kind=TravellerKind.FILLED, games=games)


COLUMNS = (
    BoardColumn(heading="Rank", share=1, strong=True),
    BoardColumn(heading="Player", share=6, words=True),
    BoardColumn(heading="Rating", share=2, strong=True),
    BoardColumn(heading="Games", share=1.5),
)


def listed(rows: int, **changed: Any) -> BoardList:
    fields: dict[str, Any] = {
        "title": "Ranked tables",
        "columns": COLUMNS,
        "rows": tuple((str(n), f"Player {n}", str(1600 - n), str(n + 5)) for n in range(1, rows + 1)),
        "lead": "Who has played 5 games or more.",
        "empty": "Nobody has played 5 games yet.",
    }
    return BoardList(**fields | changed)


def lists(*made: BoardList, **changed: Any) -> BoardLists:
    return BoardLists(**{"head": HEAD, "title": "Leaderboard", "lists": made} | changed)
