"""A new game of ranked tables: its table, what it is played for, and who sits down, in one step.

Never does: say who may sit down (services/ranked/).
"""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tournaments.forms import WholeNumber
from tournaments.models import Event, GameStatus
from tournaments.pages.desk.door import actor_of, for_event, show, status_of
from tournaments.pages.desk.game_seats import named_seats, seat_places, show_seat_faults
from tournaments.pages.desk.named_players import Place, ask
from tournaments.pages.desk.ranked_fields import target_field
from tournaments.services.errors import ServiceError
from tournaments.services.ranked.games import MOST_TABLES
from tournaments.services.ranked.named import NewGame, open_named
from tournaments.services.ranked.options import HIGHEST_STAKE
from tournaments.services.ranked.who_may import LIVE
from tournaments.services.ratings.book import book_of, policy_of


class NewGameForm(forms.Form):
    table = WholeNumber(max_value=MOST_TABLES, label=_("Table"))
    rated = forms.BooleanField(
        required=False, label=_("Rated"), help_text=_("A friendly game asks for no conditions.")
    )
    stake = WholeNumber(required=False, min_value=0, max_value=HIGHEST_STAKE, label=_("Stake"))

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["target"] = target_field()
        self.order_fields(("table", "target", "stake", "rated"))

    @staticmethod
    def usual(event: Event) -> dict[str, Any]:
        """The first free table, and what the event has."""
        taken = set(event.games.filter(status__in=LIVE).values_list("table", flat=True))
        free = next(number for number in range(1, MOST_TABLES + 2) if number not in taken)
        return {
            "table": free,
            "target": event.rule_set.target,
            "stake": event.ranked.stake,
            "rated": event.rated,
        }


@require_http_methods(["GET", "HEAD", "POST"])
@for_event()
def new_game(request: HttpRequest, event: Event) -> HttpResponse:
    if request.method != "POST":
        return _page(request, event, NewGameForm(event, initial=NewGameForm.usual(event)), seat_places())
    form, places = NewGameForm(event, request.POST), seat_places(request.POST)
    unsure = ask(places, event.tournament.club_id)
    if not form.is_valid() or unsure:
        return _page(request, event, form, places, HTTPStatus.UNPROCESSABLE_ENTITY)
    sent = form.cleaned_data
    wanted = NewGame(
        table=sent["table"],
        rated=sent["rated"],
        target=sent["target"],
        stake=sent["stake"],
        seats=named_seats(places),
    )
    try:
        game = open_named(event.pk, wanted, actor_of(request))
    except ServiceError as error:
        for fault in error.faults:
            if fault.path in form.fields:
                form.add_error(fault.path, fault.message)
        rest = [fault for fault in error.faults if fault.path not in form.fields]
        for message in show_seat_faults(places, ServiceError(*rest)):
            form.add_error(None, message)
        return _page(request, event, form, places, status_of(error))
    game.refresh_from_db()
    said = gettext("Game %(game)s at table %(table)s is open.")
    if game.status == GameStatus.PLAYING:
        said = gettext("Game %(game)s at table %(table)s has started.")
    messages.success(request, said % {"game": game.number, "table": game.table})
    return redirect("desk:game", event.pk, game.number)


def _page(
    request: HttpRequest,
    event: Event,
    form: NewGameForm,
    places: list[Place],
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    places[0].first = not any(place.fault or place.people for place in places)
    needed = policy_of(book_of(event.tournament.club_id)).finished_games
    context = {"part": "games", "form": form, "places": places, "needed": needed}
    return show(request, "desk/new_game.html", event, context, status)
