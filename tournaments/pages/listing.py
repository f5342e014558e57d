"""Tournaments and their events."""

from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Count, Prefetch, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from tournaments.models import Event, Tournament

A_PAGE: Final = 40


def _events() -> QuerySet[Event]:
    return Event.objects.defer("movement").annotate(entered=Count("entries")).order_by("pk")


def tournaments_page(number: str) -> Page[Tournament]:
    """Newest first, with their events; any nonsense for a number is the nearest page."""
    found = Tournament.objects.select_related("club").prefetch_related(Prefetch("events", queryset=_events()))
    return Paginator(found, A_PAGE).get_page(number)


def tournament_of(slug: str) -> dict[str, Any]:
    """A tournament and its events. Raises Http404."""
    found = Tournament.objects.select_related("club").filter(slug=slug).first()
    if found is None:
        raise Http404(gettext("There is no such tournament."))
    return {"tournament": found, "events": list(_events().filter(tournament=found))}
