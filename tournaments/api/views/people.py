"""Clubs, tournaments, and the making and listing of events."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import Access, by_method
from tournaments.api.event_settings import make_event
from tournaments.api.filters import EventFilter, TournamentFilter
from tournaments.api.forms.people import (
    ClubSerializer,
    EventBody,
    EventSerializer,
    LogEntrySerializer,
    TournamentBody,
    TournamentSerializer,
)
from tournaments.api.views.base import ApiView
from tournaments.models import (
    Club,
    Entry,
    Event,
    Game,
    Kind,
    Round,
    StandingsSnapshot,
    Tournament,
    TournamentLogEntry,
)
from tournaments.services.actors import Deed, may
from tournaments.services.tournaments import NewTournament, create_tournament


def counted(model: type[Entry] | type[Round] | type[Game]) -> Coalesce:
    """How many rows of `model` each event has, in the same query and without multiplying rows."""
    rows = model.objects.filter(event=OuterRef("pk")).order_by().values("event")
    return Coalesce(
        Subquery(rows.annotate(count=Count("pk")).values("count")), 0, output_field=IntegerField()
    )


def events_with_figures() -> QuerySet[Event]:
    """Events as `EventSerializer` wants them. The counts stand under their plural names."""
    versions = StandingsSnapshot.objects.filter(event=OuterRef("pk")).values("version")
    return (
        Event.objects.annotate(
            entry_count=counted(Entry),
            round_count=counted(Round),
            game_count=counted(Game),
            standings_version=Coalesce(Subquery(versions), 0),
        )
        .select_related("teams", "ranked")
        .order_by("-tournament__starts_on", "-pk")
    )


def event_body(event_id: int, viewer: AbstractBaseUser | AnonymousUser) -> dict[str, object]:
    """The event as it is answered to `viewer`, read anew."""
    event = events_with_figures().select_related("tournament").get(pk=event_id)
    directs = event.kind == Kind.TEAMS and may(viewer, Deed.DIRECT, event.tournament.club_id)
    return dict(EventSerializer(event, context={"directs": directs}).data)


class Clubs(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    tag = "clubs"
    queryset = Club.objects.order_by("name", "pk")

    @extend_schema(summary="List clubs", responses=ClubSerializer(many=True))
    def get(self, request: Request) -> Response:
        return self.paged(self.get_queryset(), ClubSerializer)


class ClubTournaments(ApiView):
    access = by_method(POST=Access.DIRECTOR)
    tag = "tournaments"

    @extend_schema(summary="Make a tournament", request=TournamentBody, responses={201: TournamentSerializer})
    def post(self, request: Request, club: int) -> Response:
        made = create_tournament(self.club, NewTournament(**self.given(TournamentBody)), self.actor)
        return Response(TournamentSerializer(made).data, status=201)


class Tournaments(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    tag = "tournaments"
    queryset = Tournament.objects.order_by("-starts_on", "name", "pk")
    filterset_class = TournamentFilter

    @extend_schema(summary="List tournaments, the latest first", responses=TournamentSerializer(many=True))
    def get(self, request: Request) -> Response:
        return self.paged(self.filter_queryset(self.get_queryset()), TournamentSerializer)


class OneTournament(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    tag = "tournaments"

    @extend_schema(summary="One tournament", responses=TournamentSerializer)
    def get(self, request: Request, tournament: int) -> Response:
        return Response(TournamentSerializer(self.tournament).data)


class TournamentLog(ApiView):
    access = by_method(GET=Access.DIRECTOR)
    tag = "log"
    queryset = TournamentLogEntry.objects.order_by("-pk")

    @extend_schema(
        summary="The log of a tournament, the latest first",
        description="What was changed of its name, place, days and time zone. Its events have logs of their own.",
        responses=LogEntrySerializer(many=True),
    )
    def get(self, request: Request, tournament: int) -> Response:
        return self.paged(self.get_queryset().filter(tournament=self.tournament), LogEntrySerializer)


class TournamentEvents(ApiView):
    access = by_method(POST=Access.DIRECTOR)

    @extend_schema(summary="Make an event", request=EventBody, responses={201: EventSerializer})
    def post(self, request: Request, tournament: int) -> Response:
        given: dict[str, Any] = self.given(EventBody)
        name, kind = given.pop("name"), given.pop("kind")
        made = make_event(self.tournament, name, kind, given, self.actor)
        return Response(event_body(made.pk, request.user), status=201)


class Events(ApiView):
    access = by_method(GET=Access.EVERYBODY)
    queryset = Event.objects.none()
    filterset_class = EventFilter

    @extend_schema(summary="List events, the latest first", responses=EventSerializer(many=True))
    def get(self, request: Request) -> Response:
        return self.paged(self.filter_queryset(events_with_figures()), EventSerializer)
