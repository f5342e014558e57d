"""One game of ranked tables at the desk: its seats, its score sheet entered by keyboard, all that a director does.

Owns: doing a deed from the page, with a preview before.
Never does: anything that game_deeds.py does not offer.
"""

from collections.abc import Callable
from hashlib import blake2b
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.utils.http import parse_etags
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms import show_faults
from tournaments.models import Event, Game
from tournaments.pages.desk.door import actor_of, for_event, status_of
from tournaments.pages.desk.game_deeds import DEEDS, barred_from_deal, deal_of, form_of
from tournaments.pages.desk.game_effect import foresee_game
from tournaments.pages.desk.game_forms import PARTS, DealForm, PlayForm
from tournaments.pages.desk.game_seats import named_seats, seat_places, show_seat_faults
from tournaments.pages.desk.game_shown import Tried, game_page
from tournaments.pages.desk.named_players import Place, ask, filled
from tournaments.pages.desk.versions import VersionRow, version_rows
from tournaments.services.actors import Deed as Permitted
from tournaments.services.actors import may
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.ranked.deals import read_play
from tournaments.services.ranked.named import fill_in_named, seat_named
from tournaments.services.ranked.reading import game_view


@require_safe
@for_event(Permitted.ENTER_RESULTS)
def show_game(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """The page; `?deal=` opens the form that corrects that deal; with `?live` only what moves."""
    game = _game(event, number)
    etag = _etag(request, game)
    if "live" in request.GET and etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers={"ETag": etag})
    answer = game_page(request, game)
    answer.headers["ETag"] = etag
    return answer


@require_POST
@for_event(Permitted.ENTER_RESULTS)
def do(request: HttpRequest, event: Event, number: int, deed: str) -> HttpResponse:
    """Do a deed, or with `preview` show what it would change."""
    game = _game(event, number)
    own = {"sit": _sit, "fill-in": _fill_in, "play": _read}.get(deed)
    if own is not None:
        return own(request, game)
    view = game_view(game)
    wanted = DEEDS.get(deed)
    directs = _directs(request, event)
    if wanted is not None and wanted.rules and not directs:
        return game_page(request, game, Tried(faults=[_only_directors()], status=HTTPStatus.FORBIDDEN))
    if wanted is None:
        raise Http404(gettext("There is nothing like that to be done here."))
    form = form_of(deed, request.POST)
    tried = Tried(deed, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if not form.is_valid():
        return game_page(request, game, tried)
    if isinstance(form, DealForm):
        why = barred_from_deal(view, form.cleaned_data["number"], directs=directs)
        if why:
            form.add_error(None, why)
            tried.status = HTTPStatus.FORBIDDEN
            return game_page(request, game, tried)
    try:
        if wanted.previewed and "preview" in request.POST:
            # a look is rolled back: it asks for no reason, which the change itself does
            form.cleaned_data["reason"] = form.cleaned_data.get("reason") or gettext("Looked at.")
            tried.effect = foresee_game(game.pk, lambda: wanted.act(view, form, actor_of(request)))
            tried.status = HTTPStatus.OK
            return game_page(request, game, tried)
        said = wanted.act(view, form, actor_of(request))
    except ServiceError as error:
        show_faults(form, error)
        tried.status = status_of(error)
        has_form = wanted.listed or wanted.previewed or isinstance(form, DealForm)
        if not has_form or (wanted.listed and not wanted.when(view)):  # no form on the page would show them
            tried.faults = [fault.message for fault in error.faults]
        if isinstance(error, ConflictError):
            tried.versions = _versions(form, error)
        return game_page(request, game, tried)
    return _after(request, game, said)


def _etag(request: HttpRequest, game: Game) -> str:
    """Another one whenever the page may be another: a seat, a deal, an absence raises the event's version."""
    state = (game.pk, game.event.results_version, game.event.status, request.user.pk, get_language())
    return f'"{blake2b(repr(state).encode(), digest_size=12).hexdigest()}"'


def _only_directors() -> str:
    return gettext("Only a director does that; call one.")


def _after(request: HttpRequest, game: Game, said: str) -> HttpResponse:
    """Back to where it was done from; to the rematch, once there is one."""
    messages.success(request, said)
    if request.POST.get("at") == "games":
        return redirect("desk:event", game.event_id)
    again = Game.objects.filter(rematch_of=game).values_list("number", flat=True).first()
    return redirect("desk:game", game.event_id, again or game.number)


def _versions(form: forms.Form, error: ConflictError) -> list[VersionRow]:
    """Both versions; whoever has seen them may save theirs, so the form goes on from the one that stands."""
    saved = (error.versions or {}).get("saved")
    if not isinstance(saved, dict):
        return []
    form.data = {**form.data.dict(), form.add_prefix("version"): saved["version"]}  # type: ignore[attr-defined]  # a QueryDict
    yours = {name: form.cleaned_data[name] for name in PARTS if name in form.cleaned_data}
    return version_rows({"saved": saved, "yours": yours})


# --- seats and records -----------------------------------------------------------------------------------------


def _sit(request: HttpRequest, game: Game) -> HttpResponse:
    places = seat_places(request.POST)
    seats = named_seats(places)
    said = gettext("Seated.")
    return _seated(request, game, places, "sit", lambda: seat_named(game.pk, seats, actor_of(request)), said)


def _fill_in(request: HttpRequest, game: Game) -> HttpResponse:
    seat = request.POST.get("seat", "")
    places = seat_places(request.POST, seat)
    named = named_seats(places).get(seat, "")
    said = gettext("The game goes on.")
    return _seated(
        request,
        game,
        places,
        "fill-in",
        lambda: fill_in_named(game.pk, seat, named, actor_of(request)),
        said,
    )


def _seated(
    request: HttpRequest, game: Game, places: list[Place], name: str, act: Callable[[], object], said: str
) -> HttpResponse:
    if not _directs(request, game.event):
        return game_page(request, game, Tried(faults=[_only_directors()], status=HTTPStatus.FORBIDDEN))
    tried = Tried(name, places=places, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if not filled(places):
        tried.faults = [gettext("Type who sits down: a name or a membership number.")]
        return game_page(request, game, tried)
    if ask(places, game.event.tournament.club_id):
        return game_page(request, game, tried)
    try:
        act()
    except ServiceError as error:
        tried.faults = show_seat_faults(places, error)
        tried.status = status_of(error)
        return game_page(request, game, tried)
    return _after(request, game, said)


def _read(request: HttpRequest, game: Game) -> HttpResponse:
    """Read a recorded play: what it comes to stands in the deal's fields, and is not saved yet."""
    form = PlayForm(request.POST, prefix="play")
    tried = Tried("play", form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if not form.is_valid():
        return game_page(request, game, tried)
    number, text = form.cleaned_data["number"], form.cleaned_data["play"]
    try:
        words, found = read_play(game.pk, number, text, actor_of(request))
    except ServiceError as error:
        show_faults(form, error)
        return game_page(request, game, tried)
    tried.irregularities = [fault.message for fault in found]
    said = {name: getattr(words, name) for name in PARTS}
    deal = deal_of(game_view(game), number)
    name = "deal" if deal is None else "correct"
    initial = {**said, "number": number, "play": text, "version": deal.version if deal else None}
    tried.name, tried.form, tried.status = name, form_of(name, initial=initial), HTTPStatus.OK
    return game_page(request, game, tried)


def _game(event: Event, number: int) -> Game:
    found = Game.objects.filter(event=event, number=number).select_related("rematch_of").first()
    if found is None:
        raise Http404(gettext("There is no such game."))
    found.event = event
    return found


def _directs(request: HttpRequest, event: Event) -> bool:
    return may(request.user, Permitted.DIRECT, event.tournament.club_id)
