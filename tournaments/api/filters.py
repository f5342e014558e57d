"""What lists may be narrowed by. Numbers are bounded here, so that no database has to refuse them."""

# django-filter ships no types, so its classes are Any to mypy:
# mypy: allow-subclassing-any

from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema_field

from tournaments.api.forms.fields import LARGEST
from tournaments.api.race_numbers import numbers_shown_as
from tournaments.models import (
    Event,
    EventStatus,
    Game,
    GameStatus,
    Kind,
    LogEntry,
    Result,
    ResultState,
    Tournament,
)


class NumberFilter(django_filters.NumberFilter):
    """A whole number from 1."""

    field_class = forms.IntegerField

    def __init__(self, *args: Any, min_value: int = 1, **kwargs: Any) -> None:
        super().__init__(*args, min_value=min_value, max_value=LARGEST, **kwargs)
        extend_schema_field({"type": "integer", "minimum": min_value, "maximum": LARGEST})(self)

    def get_max_validator(self) -> None:
        """The field's own maximum stands; this one is for floats."""


class TournamentFilter(django_filters.FilterSet):
    club = NumberFilter(field_name="club_id")
    slug = django_filters.CharFilter(max_length=80)

    class Meta:
        model = Tournament
        fields = ("club", "slug")


class EventFilter(django_filters.FilterSet):
    tournament = NumberFilter(field_name="tournament_id")
    club = NumberFilter(field_name="tournament__club_id")
    status = django_filters.ChoiceFilter(choices=EventStatus.choices)
    kind = django_filters.ChoiceFilter(choices=Kind.choices)
    slug = django_filters.CharFilter(max_length=80)

    class Meta:
        model = Event
        fields = ("tournament", "club", "status", "kind", "slug")


class ResultFilter(django_filters.FilterSet):
    """Results that were taken back are left out unless `state` asks for them. Boards of a Teams event are race boards,
    and stand for that board of every round."""

    round = NumberFilter(field_name="table__round__number")
    table = NumberFilter(field_name="table__number")
    board = NumberFilter(method="of_board")
    entry = NumberFilter(method="of_entry")
    state = django_filters.ChoiceFilter(choices=ResultState.choices)
    after_version = NumberFilter(field_name="event_version", lookup_expr="gt", min_value=0)

    class Meta:
        model = Result
        fields = ("round", "table", "board", "entry", "state", "after_version")

    def of_board(self, rows: QuerySet[Result], _name: str, number: int) -> QuerySet[Result]:
        return rows.filter(board__in=numbers_shown_as(self.request.parser_context["view"].event, number))

    def of_entry(self, rows: QuerySet[Result], _name: str, number: int) -> QuerySet[Result]:
        return rows.filter(Q(ns__number=number) | Q(ew__number=number))

    def filter_queryset(self, queryset: QuerySet[Result]) -> QuerySet[Result]:
        rows: QuerySet[Result] = super().filter_queryset(queryset)
        return rows if self.form.cleaned_data.get("state") else rows.exclude(state=ResultState.REMOVED)


class GameFilter(django_filters.FilterSet):
    status = django_filters.ChoiceFilter(choices=GameStatus.choices)
    table = NumberFilter()
    person = NumberFilter(field_name="seats__person_id")
    after_version = NumberFilter(field_name="version", lookup_expr="gt", min_value=0)

    class Meta:
        model = Game
        fields = ("status", "table", "person", "after_version")


class CallFilter(django_filters.FilterSet):
    """Of tables and of games alike."""

    state = django_filters.ChoiceFilter(
        choices=[("open", "open"), ("answered", "answered")], method="in_state"
    )

    def in_state(self, rows: QuerySet[Any], _name: str, state: str) -> QuerySet[Any]:
        return rows.filter(answered_at__isnull=state == "open")


class LogFilter(django_filters.FilterSet):
    action = django_filters.CharFilter(max_length=40)

    class Meta:
        model = LogEntry
        fields = ("action",)
