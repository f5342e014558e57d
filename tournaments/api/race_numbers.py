"""Boards as players call them: the numbers that everything sent and answered speaks in (services/race_boards.py)."""

from collections.abc import Callable

from tournaments.models import Event, Kind
from tournaments.services.race_boards import RaceBoards


def shown_by(event: Event) -> Callable[[int], int]:
    """What turns the event's number of a board into the one that is shown, with no query for each."""
    return RaceBoards(event.teams.race_boards).race_board if event.kind == Kind.TEAMS else int


def numbers_shown_as(event: Event, shown: int) -> list[int]:
    """All boards of the event that players call `shown`: one of a Pairs event, one a round of a Teams event."""
    if event.kind != Kind.TEAMS:
        return [shown]
    boards = RaceBoards(event.teams.race_boards)
    if shown > boards.block:
        return []
    return [boards.number(number, shown) for number in event.rounds.values_list("number", flat=True)]
