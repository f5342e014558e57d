"""Matches, line-ups, decisions, a whole table's results, and what a correction would do."""

from typing import Any

from rest_framework import serializers

from tournaments.api.forms.fields import LONGEST_NAME, Flag, Form, Reason, Text, Whole
from tournaments.api.forms.results import (
    ReceiptSerializer,
    ResultBody,
    ResultContent,
    Said,
)
from tournaments.api.forms.teams import DifferenceOfDrawsSerializer
from tournaments.models import Given, ResultState, RoundStatus

MOST_ROWS = 100
OUTCOMES = [*Given.choices, ("undecided", "not decided")]


class GivenSerializer(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(choices=Given.choices)
    note = serializers.CharField()
    forfeit = serializers.BooleanField()


class StepPartSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    points = serializers.IntegerField()
    text = serializers.CharField()


class StepSideSerializer(serializers.Serializer[Any]):
    """A pair after a board."""

    bid = serializers.CharField()
    tricks = serializers.CharField()
    score = serializers.IntegerField()
    penalty = serializers.IntegerField(help_text="What bags cost on top, 0 or negative.")
    total = serializers.IntegerField()
    bags = serializers.IntegerField()
    reached = serializers.BooleanField()
    components = StepPartSerializer(many=True)


class StepSerializer(serializers.Serializer[Any]):
    """A board of a race. `deal` is its number among the event's boards."""

    board = serializers.IntegerField()
    deal = serializers.IntegerField()
    result = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ResultState.choices)
    version = serializers.IntegerField()
    note = serializers.CharField(allow_blank=True)
    ns = StepSideSerializer()
    ew = StepSideSerializer()


class RoomSerializer(serializers.Serializer[Any]):
    """A table of a match. While it is hidden, all from `end` on is null."""

    table = serializers.IntegerField()
    ns = serializers.IntegerField(help_text="The team's number.")
    ew = serializers.IntegerField(help_text="The team's number.")
    ns_players = serializers.ListField(child=serializers.CharField())
    ew_players = serializers.ListField(child=serializers.CharField())
    boards = serializers.ListField(child=serializers.IntegerField(), help_text="Those due, deciders last.")
    end = serializers.ChoiceField(
        choices=[("reached", "the target"), ("length", "all boards"), ("running", "plays on")],
        allow_null=True,
    )
    stopped_after = serializers.IntegerField(allow_null=True)
    text = Said()
    ns_total = serializers.IntegerField(allow_null=True)
    ew_total = serializers.IntegerField(allow_null=True)
    ns_reached = serializers.IntegerField(allow_null=True, help_text="On which board.")
    ew_reached = serializers.IntegerField(allow_null=True)
    steps = StepSerializer(many=True, allow_null=True)
    ignored = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Boards entered that do not count."
    )


class RoomsSerializer(serializers.Serializer[Any]):
    open = RoomSerializer()
    closed = RoomSerializer()


class MatchSerializer(serializers.Serializer[Any]):
    """A match as last scored. What may not be told yet is null, and `hidden` says why."""

    round = serializers.IntegerField()
    match = serializers.IntegerField()
    status = serializers.ChoiceField(choices=RoundStatus.choices, help_text="Of its round.")
    home = serializers.IntegerField(help_text="The team's number.")
    away = serializers.IntegerField(allow_null=True, help_text="null: home has the bye.")
    open_table = serializers.IntegerField(allow_null=True)
    closed_table = serializers.IntegerField(allow_null=True)
    drawn = serializers.CharField(help_text="Why it was drawn.")
    version = serializers.IntegerField(help_text="The event's version that it was scored at.")
    finished = serializers.BooleanField()
    certain = serializers.BooleanField(allow_null=True)
    outcome = serializers.ChoiceField(
        choices=OUTCOMES, allow_null=True, help_text="As it stands, be it certain or not."
    )
    settled = serializers.ChoiceField(
        choices=OUTCOMES, allow_null=True, help_text="As the standings count it."
    )
    reason = Said()
    text = Said()
    needs_decider = serializers.BooleanField(allow_null=True)
    deciders = serializers.IntegerField(allow_null=True)
    given = GivenSerializer(allow_null=True)
    home_points = serializers.IntegerField(allow_null=True)
    away_points = serializers.IntegerField(allow_null=True)
    home_reached = serializers.IntegerField(allow_null=True, help_text="On which board.")
    away_reached = serializers.IntegerField(allow_null=True)
    target = serializers.IntegerField(allow_null=True)
    length = serializers.IntegerField(allow_null=True)
    hidden = Said()


class OneMatchSerializer(MatchSerializer):
    """With both tables, null for a bye and where only the outcome is known."""

    rooms = RoomsSerializer(allow_null=True)


class LineUpBody(Form):
    """A team's players by name: North or East first."""

    open = serializers.ListField(child=Text(max_length=LONGEST_NAME), min_length=2, max_length=2)
    closed = serializers.ListField(child=Text(max_length=LONGEST_NAME), min_length=2, max_length=2)
    reason = Reason(help_text="Needed once boards of the match are in.")


class LineUpSerializer(serializers.Serializer[Any]):
    """Says “saved”. The match shows it once its version has reached `event_version`."""

    round = serializers.IntegerField()
    match = serializers.IntegerField()
    entry = serializers.IntegerField()
    open = serializers.ListField(child=serializers.CharField())
    closed = serializers.ListField(child=serializers.CharField())
    event_version = serializers.IntegerField()


class GivenBody(Form):
    """To whom a match is given. The reason is shown with it."""

    outcome = serializers.ChoiceField(choices=Given.choices)
    forfeit = Flag(required=False, default=False, help_text="The points made do not count.")
    reason = Reason(help_text="Needed; everybody reads it.")


class DecisionSerializer(serializers.Serializer[Any]):
    """Says “saved”. The match shows it once its version has reached `event_version`."""

    round = serializers.IntegerField()
    match = serializers.IntegerField()
    given = GivenSerializer(allow_null=True)
    event_version = serializers.IntegerField()


class DeciderSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    match = serializers.IntegerField()
    board = serializers.IntegerField(help_text="To be played at both tables.")
    event_version = serializers.IntegerField()


class TableRowBody(ResultContent):
    """A result of the table; with a version it corrects the one that is there."""

    board = Whole()
    version = Whole(required=False, allow_null=True, default=None)


class TableBody(Form):
    """A whole score sheet, all or none. `reason` stands for every row that gives none of its own."""

    rows = serializers.ListField(child=TableRowBody(), min_length=1, max_length=MOST_ROWS)
    reason = Reason()


class TableReceiptsSerializer(serializers.Serializer[Any]):
    receipts = ReceiptSerializer(many=True)


class PreviewBody(ResultBody):
    """A result that would be entered or, with its version, corrected."""

    version = Whole(required=False, allow_null=True, default=None)


class MatchChangeSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    match = serializers.IntegerField()
    before = serializers.CharField()
    after = serializers.CharField()
    turned = serializers.BooleanField(help_text="The outcome itself changes.")


class PlaceChangeSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    rank_before = serializers.IntegerField()
    rank_after = serializers.IntegerField()
    half_wins_before = serializers.IntegerField()
    half_wins_after = serializers.IntegerField()


class EffectSerializer(serializers.Serializer[Any]):
    """What a change would do. Nothing of it is saved."""

    matches = MatchChangeSerializer(many=True)
    places = PlaceChangeSerializer(many=True)
    draw = DifferenceOfDrawsSerializer(
        allow_null=True, help_text="How the last round would be drawn then; as published it stays."
    )
