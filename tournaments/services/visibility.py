"""Who may see a deal, the scores of a board, or the draw: what pages, API, exports and sheets all ask.

A deal is seen by a director who does not play in the event, and by nobody else until every table that is to play
the board has finished it. Scores follow the event's own setting, `Event.traveller_secrecy`.
"""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournaments.models import Event, EventStatus, RoundStatus, Table, TravellerSecrecy
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


def _still_planned(event: Event) -> frozenset[int]:
    """Boards of rounds that were never opened: a final event can be opened again and play them after all."""
    planned = Table.objects.filter(round__event=event, round__status=RoundStatus.PLANNED)
    return frozenset(board for boards in planned.values_list("boards", flat=True) for board in boards)


def visible_boards(event: Event, viewer: AbstractBaseUser | AnonymousUser) -> Visible:
    """What `viewer` may see of the event's boards."""
    numbers = (
        frozenset(event.board_set.boards.values_list("number", flat=True)) if event.board_set else frozenset()
    )
    due = due_by_board(event)
    everything = numbers | frozenset(due)
    if directs(viewer, event):
        return Visible(deals=numbers, scores=everything, directs=True)
    finished = finished_boards(event)
    if event.status == EventStatus.FINAL:
        finished = frozenset(due) - _still_planned(event)
    shown = everything if event.traveller_secrecy == TravellerSecrecy.OPEN else finished
    return Visible(deals=numbers & finished, scores=shown, directs=False)


def draw_released(event: Event, viewer: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether `viewer` may see who meets whom: until play begins the draw is its director's alone."""
    return event.status != EventStatus.SETUP or directs(viewer, event)
