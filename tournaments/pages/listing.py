"""Tournaments and their events."""

from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from tournaments.models import Event, Rating, Tournament
from tournaments.services.ratings.reading import listed

A_PAGE: Final = 40


def _events() -> QuerySet[Event]:
    return (
        Event.objects.defer("movement")
        .annotate(entered=Count("entries", distinct=True), played=Count("games", distinct=True))
        .order_by("pk")
    )


def _tournaments() -> QuerySet[Tournament]:
    """`rates`: the club has a leaderboard that somebody may be on."""
    ratings = Rating.objects.filter(listed("person__"), club=OuterRef("club"), games__gt=0)
    return Tournament.objects.select_related("club").annotate(rates=Exists(ratings))


def tournaments_page(number: str) -> Page[Tournament]:
    """Newest first, with their events; any nonsense for a number is the nearest page."""
    found = _tournaments().prefetch_related(Prefetch("events", queryset=_events()))
    return Paginator(found, A_PAGE).get_page(number)


def tournament_of(slug: str) -> dict[str, Any]:
    """A tournament and its events. Raises Http404."""
    found = _tournaments().filter(slug=slug).first()
    if found is None:
        raise Http404(gettext("There is no such tournament."))
    return {"tournament": found, "events": list(_events().filter(tournament=found))}
