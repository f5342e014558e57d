"""Who may see a deal, or the scores of a board: the one function that pages, API, exports and sheets all ask.

A deal is seen by a director who does not play in the event, and by nobody else until every table that is to play
the board has finished it. Scores follow the event's own setting, `Event.traveller_secrecy`.
"""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournaments.models import Event, EventStatus, TravellerSecrecy
from tournaments.services.actors import directs
from tournaments.services.progress import due_by_board, in_by_board


@dataclass(frozen=True, slots=True)
class Visible:
    """Board numbers whose `deals` (the cards) and whose `scores` (bids, tricks, points) the viewer may see."""

    deals: frozenset[int]
    scores: frozenset[int]
    directs: bool


def finished_boards(event: Event) -> frozenset[int]:
    """Boards that every table which is to play them has finished. A board nobody is to play is not finished."""
    due, entered = due_by_board(event), in_by_board(event)
    return frozenset(board for board, count in due.items() if entered[board] >= count)


def visible_boards(event: Event, viewer: AbstractBaseUser | AnonymousUser) -> Visible:
    """What `viewer` may see of the event's boards."""
    numbers = (
        frozenset(event.board_set.boards.values_list("number", flat=True)) if event.board_set else frozenset()
    )
    due = due_by_board(event)
    everything = numbers | frozenset(due)
    if directs(viewer, event):
        return Visible(deals=numbers, scores=everything, directs=True)
    # once the event is final nobody will play a board any more, entered or not
    finished = frozenset(due) if event.status == EventStatus.FINAL else finished_boards(event)
    shown = everything if event.traveller_secrecy == TravellerSecrecy.OPEN else finished
    return Visible(deals=numbers & finished, scores=shown, directs=False)
