"""The desk's first page: what runs now, what is being set up, and the tournaments of one's clubs.

Owns: what is read for it; what a first start is told to do.
Never does: show a score.
"""

from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.paginator import Paginator
from django.db.models import Count, F, IntegerField, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from tournaments.models import Club, Entry, Event, EventStatus, Game, Kind, Round, RoundStatus, Tournament
from tournaments.pages.desk.door import show, signed_in
from tournaments.services.actors import Deed, clubs_where
from tournaments.services.ranked.who_may import LIVE

A_PAGE: Final = 20
MOST_RUNNING: Final = 40


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club in which somebody has a role; `directs` says whether they may do more than enter results, `owns` whether
    they invite others."""

    club: Club
    directs: bool
    owns: bool


def events_shown() -> QuerySet[Event]:
    """Events with what a list says of them: `entered`, entries; `drawn`, rounds; `at`, the last round begun; `opened`,
    games, `live` those that are not over."""
    rounds = Round.objects.filter(event=OuterRef("pk")).order_by().values("event")
    entries = Entry.objects.filter(event=OuterRef("pk"), withdrawn=False).order_by().values("event")
    count = Count("pk")
    games = Game.objects.filter(event=OuterRef("pk")).order_by().values("event")
    begun = Count("pk", filter=~Q(status=RoundStatus.PLANNED))
    live = Count("pk", filter=Q(status__in=LIVE))

    def counted(found: QuerySet[Any], what: Any) -> Any:
        return Coalesce(Subquery(found.annotate(n=what).values("n"), output_field=IntegerField()), 0)

    return (
        Event.objects.defer("movement", "rules", "expected_scores", "tie_breaks")
        .select_related("tournament__club", "teams")
        .annotate(entered=counted(entries, count), drawn=counted(rounds, count), at=counted(rounds, begun))
        .annotate(opened=counted(games, count), live=counted(games, live))
    )


def line_of(event: Any) -> str:
    """An event of `events_shown` in a few words: "14 pairs · round 5 of 9", "12 games · 3 at the tables"."""
    if event.kind == Kind.RANKED:
        return _line_of_games(event)
    teams = event.kind == Kind.TEAMS
    if event.entered == 0:
        parts = [gettext("nobody entered yet")]
    elif event.entered == 1:
        parts = [gettext("1 team") if teams else gettext("1 pair")]
    else:
        parts = [(gettext("%(n)s teams") if teams else gettext("%(n)s pairs")) % {"n": event.entered}]
    if event.at:
        of = event.teams.rounds if teams else event.drawn
        said = gettext("round %(at)s of %(of)s") if of else gettext("round %(at)s")
        parts.append(said % {"at": event.at, "of": of})
    elif event.drawn:
        parts.append(gettext("drawn, not begun"))
    return " · ".join(parts)


def _line_of_games(event: Any) -> str:
    if not event.opened:
        return gettext("no game yet")
    said = ngettext("%(n)s game", "%(n)s games", event.opened) % {"n": event.opened}
    return f"{said} · {gettext('%(n)s at the tables') % {'n': event.live}}" if event.live else said


def with_lines(events: QuerySet[Event]) -> list[Event]:
    """The events, each with `line`."""
    found = list(events)
    for event in found:
        event.line = line_of(event)  # type: ignore[attr-defined]
    return found


@require_safe
@signed_in
def show_home(request: HttpRequest) -> HttpResponse:
    clubs = _clubs(request.user)
    mine = Q(tournament__club__in=[line.club for line in clubs])
    shown = events_shown().filter(mine)
    now = with_lines(
        shown.filter(status=EventStatus.RUNNING).order_by("-tournament__starts_on", "-pk")[:MOST_RUNNING]
    )
    ending = with_lines(
        shown.filter(status=EventStatus.PROVISIONAL).order_by("-tournament__starts_on", "-pk")[:MOST_RUNNING]
    )
    tournaments = (
        Tournament.objects.filter(club__in=[line.club for line in clubs])
        .select_related("club")
        .prefetch_related(Prefetch("events", events_shown().order_by("pk")))
        .order_by("-starts_on", "-pk")
    )
    page = Paginator(tournaments, A_PAGE).get_page(request.GET.get("page", ""))
    for tournament in page:
        for event in tournament.events.all():
            event.line = line_of(event)  # type: ignore[attr-defined]
    context = {
        "clubs": clubs,
        "directs_somewhere": any(line.directs for line in clubs),
        "directed": {line.club.pk for line in clubs if line.directs},
        "several_clubs": len(clubs) > 1,
        "now": now,
        "ending": ending,
        "page": page,
        "may_make_clubs": getattr(request.user, "is_superuser", False),
    }
    return show(request, "desk/home.html", None, context)


def _clubs(user: AbstractBaseUser | AnonymousUser) -> list[ClubLine]:
    directed = set(clubs_where(user, Deed.DIRECT).values_list("pk", flat=True))
    owned = set(clubs_where(user, Deed.OWN).values_list("pk", flat=True))
    found = clubs_where(user, Deed.ENTER_RESULTS).order_by(F("name").asc(), "pk")
    return [ClubLine(club, club.pk in directed, club.pk in owned) for club in found]
