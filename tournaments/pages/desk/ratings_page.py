"""A club's ratings at the desk: its policy and what the leaderboard shows, rating again, a rating that is set.

Owns: what a change of the policy brings is read before it is made; how far the ratings are, asked every second while
they are made.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring.elo import shown
from tournaments.models import Club, RatedGame, Rating, RatingBook, RatingList
from tournaments.pages.desk.door import actor_of, attempt, for_club, show
from tournaments.pages.desk.ratings_form import LABELS, ChoicesForm, SetForm, said
from tournaments.services.ranked.who_may import find_player
from tournaments.services.ratings.book import BookSettings, book_of
from tournaments.services.ratings.choices import (
    PolicyEffect,
    change_choices,
    effect_of,
    fingerprint,
    give_rating,
    rate_again,
)
from tournaments.services.zones import zone_of_club


@require_http_methods(["GET", "HEAD", "POST"])
@for_club()
def show_ratings(request: HttpRequest, club: Club) -> HttpResponse:
    if request.method == "POST":
        return _DEEDS.get(request.POST.get("do", ""), _unknown)(request, club)
    if "progress" in request.GET:
        return render(request, "desk/ratings_progress.html", {"club": club, **_progress(club)})
    return _page(request, club)


def _save(request: HttpRequest, club: Club) -> HttpResponse:
    form = ChoicesForm(request.POST)
    if not form.is_valid():
        return _page(request, club, HTTPStatus.UNPROCESSABLE_ENTITY, choices=form)
    settings = form.settings()
    book = book_of(club.pk)
    effect, status = attempt(form, lambda: effect_of(book, settings))
    if effect is None:
        return _page(request, club, status, choices=form)
    sign = _sign(effect, settings)
    if effect.rated_again and form.cleaned_data["seen"] != sign:
        return _page(request, club, choices=form, effect=effect, seen=sign)
    version = form.cleaned_data["version"]
    saved, status = attempt(form, lambda: change_choices(club, settings, version, actor_of(request)))
    if saved is None:
        return _page(request, club, status, choices=form, effect=effect, seen=sign)
    words = gettext("Saved; the games are being rated again.") if effect.rated_again else gettext("Saved.")
    messages.success(request, words)
    return redirect("desk:ratings", club.slug)


def _again(request: HttpRequest, club: Club) -> HttpResponse:
    if rate_again(club, actor_of(request)):
        messages.success(request, gettext("Every game is rated again; you may go on meanwhile."))
    else:
        messages.info(request, gettext("There is no rated game yet."))
    return redirect("desk:ratings", club.slug)


def _set(request: HttpRequest, club: Club) -> HttpResponse:
    form = SetForm(request.POST)
    if not form.is_valid():
        return _page(request, club, HTTPStatus.UNPROCESSABLE_ENTITY, setting=form)
    given = form.cleaned_data
    person, status = attempt(form, lambda: find_player(club.pk, given["player"]))
    if person is None:
        return _page(request, club, status, setting=form)
    made, status = attempt(
        form,
        lambda: give_rating(club, person, given["kind"], given["rating"], given["reason"], actor_of(request)),
    )
    if made is None:
        return _page(request, club, status, setting=form)
    words = gettext("%(name)s has a rating of %(rating)s from now on.")
    messages.success(request, words % {"name": person.name, "rating": shown(made.rating)})
    return redirect("desk:ratings", club.slug)


def _unknown(request: HttpRequest, club: Club) -> HttpResponse:
    messages.error(request, gettext("Nothing was done: press one of the buttons."))
    return _page(request, club, HTTPStatus.UNPROCESSABLE_ENTITY)


_DEEDS: Final[dict[str, Callable[[HttpRequest, Club], HttpResponse]]] = {
    "save": _save,
    "again": _again,
    "set": _set,
}


def _page(
    request: HttpRequest,
    club: Club,
    status: HTTPStatus = HTTPStatus.OK,
    *,
    choices: ChoicesForm | None = None,
    setting: SetForm | None = None,
    effect: PolicyEffect | None = None,
    seen: str = "",
) -> HttpResponse:
    book = book_of(club.pk)
    conflict = status == HTTPStatus.CONFLICT
    # after a conflict the next save is over what now stands there, which is shown
    version = fingerprint(book) if choices is None or conflict else choices.data.get("version", "")
    form = choices or ChoicesForm(initial=ChoicesForm.of(book))
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "setting": setting or SetForm(prefix=None, auto_id="set-%s"),
        "version": version,
        "seen": seen,
        "effect": effect if effect is not None and effect.rated_again else None,
        "rating_changes": _changes(effect.rating) if effect is not None else (),
        "playing_changes": _changes(effect.playing) if effect is not None else (),
        "theirs": _theirs(book) if conflict else (),
        "own_figures": any(form[name].value() not in ("", None) for name in LABELS if name != "preset")
        or any(name in form.errors for name in LABELS),
        "on_lists": _on_lists(club),
        **_progress(club, book),
    }
    with timezone.override(zone_of_club(club)):
        return show(request, "desk/ratings.html", None, context, status)


def _progress(club: Club, book: RatingBook | None = None) -> dict[str, Any]:
    """How far the ratings are; `waits` while nobody has begun to make them."""
    book = book or book_of(club.pk)
    behind = book.rated_version < book.ledger_version
    return {
        "behind": behind,
        "waits": behind and not book.done,
        "done": book.done,
        "total": book.total,
        "rated_at": book.rated_at.astimezone(zone_of_club(club)) if book.rated_at is not None else None,
        "games": RatedGame.objects.filter(club=club).count(),
    }


def _on_lists(club: Club) -> list[tuple[str, int]]:
    """How many have a rating on each list."""
    rows = Rating.objects.filter(club=club).order_by().values_list("kind", flat=True)
    there = list(rows)
    return [(str(kind.label), there.count(kind)) for kind in RatingList if kind in there]


def _changes(found: Iterable[tuple[str, object, object]]) -> tuple[tuple[str, str, str], ...]:
    return tuple((str(LABELS[name]), said(name, old), said(name, new)) for name, old, new in found)


def _theirs(book: RatingBook) -> tuple[tuple[str, str], ...]:
    """The choices that stand now, in words."""
    now = BookSettings.of(book)
    policy = ChoicesForm.of(book)
    rows = [(str(LABELS[name]), str(value)) for name, value in policy.items() if name in LABELS]
    rows.append((gettext("Games for the leaderboard"), str(now.minimum_games)))
    rows.append((gettext("Days until inactive"), str(now.inactive_days or gettext("never"))))
    return tuple(rows)


def _sign(effect: PolicyEffect, settings: BookSettings) -> str:
    """The same only for the same change of the same figures; games that come in meanwhile do not matter."""
    return sha256(repr((effect.rating, effect.playing, settings)).encode()).hexdigest()[:32]
