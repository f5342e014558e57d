"""The cards of a game that the system deals, as a file for whoever duplicates them.

Never does: say who may see a card (services/visibility.py).
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from boards.pbn import PbnBoard, dumps
from tournaments.models import Event
from tournaments.pages.desk.door import for_event
from tournaments.services.visibility import visible_deals


@require_safe
@for_event()
def cards(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """The deals of a game that the director may see, as PBN: all of them, unless they play in the event."""
    game = event.games.filter(number=number).select_related("board_set").first()
    if game is None or game.board_set is None:
        raise Http404(gettext("There is no such game, or it is not dealt by the system."))
    game.event = event
    found = game.board_set.boards.filter(number__in=visible_deals(game, request.user)).order_by("number")
    name = f"{event.slug}-game-{game.number}"
    text = dumps((PbnBoard(board.number, board.deal) for board in found), f"{event.name}, {game}")
    return HttpResponse(
        text,
        content_type="application/x-pbn; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}.pbn"',
            "Cache-Control": "no-store",
        },
    )
