"""Deals on paper: hand records, curtain cards, sheets to deal a board by hand.

Owns: which boards each of them shows to whom. Hand records hold what is released to their reader; the others show
deals before they are played, and are for directors who do not play in the event.
Never does: draw, or decide what is released (services.visibility).
"""

from collections.abc import Callable, Iterator, Mapping

from boards.deal import Deal, dealer, first_bidder
from tournaments.models import Event, Kind, Table
from tournaments.printing_base import Order, check_round, head_of, round_name, wanted_boards
from tournaments.services.errors import NotFoundError
from tournaments.services.race_boards import RaceBoards
from tournaments.services.visibility import visible_boards
from tournaments.sheets import (
    Compass,
    DealtBoard,
    DealtBoards,
    Hands,
    render_curtain_cards,
    render_dealing_sheets,
    render_hand_records,
)


def hand_records(order: Order) -> bytes:
    """The hands of every board that the reader may see, as they sat."""
    return render_hand_records(_released(order), order.page_size)


def curtain_cards(order: Order) -> bytes:
    """Four cards a board. Raises `NotFoundError` for who does not direct, or plays."""
    return render_curtain_cards(_dealt(order), order.page_size)


def dealing_sheets(order: Order) -> bytes:
    """Each board as a sorted pack is dealt to it. Raises `NotFoundError` for who does not direct, or plays."""
    return render_dealing_sheets(_dealt(order), order.page_size)


HAND_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {
    "hand-records": hand_records,
    "curtain-cards": curtain_cards,
    "dealing-sheets": dealing_sheets,
}
"""By name; those of both kinds of event: each checks for itself which it is for."""


def _dealt(order: Order) -> DealtBoards:
    if not visible_boards(order.event, order.viewer).directs:
        message = (
            "Only a director who does not play in this event can print its deals before they are played."
        )
        raise NotFoundError(message, code="no-sheet")
    return _released(order)


def _released(order: Order) -> DealtBoards:
    """The boards whose deals the reader may see, those of one round where it is asked for."""
    check_round(order)
    deals = _deals(order.event, visible_boards(order.event, order.viewer).deals)
    if order.round_number is not None:
        of_round = _boards_of(order.event, order.round_number)
        deals = {number: deal for number, deal in deals.items() if number in of_round}
    boards = (_board(order.event, number, deals[number]) for number in wanted_boards(order, deals))
    return DealtBoards(head=head_of(order.event), boards=tuple(boards))


def _deals(event: Event, numbers: frozenset[int]) -> dict[int, Deal]:
    if event.board_set is None:
        return {}
    stored = event.board_set.boards.filter(number__in=numbers)
    return {board.number: board.deal for board in stored}


def _boards_of(event: Event, round_number: int) -> frozenset[int]:
    """The boards of a round; in a Teams event its deciders too."""
    if event.kind == Kind.TEAMS:
        boards = RaceBoards(event.teams.race_boards)
        return frozenset(boards.number(round_number, board) for board in range(1, boards.block + 1))
    played = Table.objects.filter(round__event=event, round__number=round_number)
    return frozenset(board for numbers in played.values_list("boards", flat=True) for board in numbers)


def _board(event: Event, number: int, deal: Deal) -> DealtBoard:
    """A board as its players call it."""
    called, round_ = number, None
    if event.kind == Kind.TEAMS:
        boards = RaceBoards(event.teams.race_boards)
        called, round_ = boards.race_board(number), (number - 1) // boards.block + 1
    return DealtBoard(
        number=called,
        round_name=round_name(round_),
        dealer=Compass(dealer(number).name),
        first_bidder=Compass(first_bidder(number).name),
        hands=Hands(**dict(_hands(deal))),
    )


def _hands(deal: Deal) -> Iterator[tuple[str, str]]:
    names = ("north", "east", "south", "west")
    return zip(names, (str(hand) for hand in deal.hands), strict=True)
