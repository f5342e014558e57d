"""Standings: those of a Pairs event and those of a Teams event, told apart by `kind`."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from scoring.swiss_standings import RoundKind
from tournaments.models import EventStatus, Field, Kind, PenaltyUnit

PAIRS = [(str(Kind.PAIRS), Kind.PAIRS.label)]
TEAMS = [(str(Kind.TEAMS), Kind.TEAMS.label)]
RANKED = [(str(Kind.RANKED), Kind.RANKED.label)]
ROUND_KINDS = [(str(kind), str(kind)) for kind in RoundKind]


@extend_schema_field({"type": "array", "items": {"type": "array", "items": {}, "minItems": 2, "maxItems": 2}})
class NamedValues(serializers.JSONField):
    """`[["name", 1.5], …]`."""


class StandingRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True)
    tied = serializers.BooleanField()
    entry = serializers.IntegerField()
    percentage = serializers.FloatField(allow_null=True, help_text="After penalties.")
    average = serializers.FloatField(allow_null=True, help_text="Before penalties.")
    sum = serializers.FloatField()
    boards = serializers.IntegerField()
    penalty = serializers.FloatField(help_text="Percent taken off.")
    tie_breaks = NamedValues(help_text="Name and value, in their order.")
    withdrawn = serializers.BooleanField()
    change = serializers.IntegerField(
        allow_null=True, help_text="Places won since the last round was closed."
    )


class StandingListSerializer(serializers.Serializer[Any]):
    field = serializers.ChoiceField(choices=[*Field.choices, ("", "one list")])
    rows = StandingRowSerializer(many=True)


class StandingEntrySerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    field = serializers.CharField()
    withdrawn = serializers.BooleanField()


class ProgressSerializer(serializers.Serializer[Any]):
    due = serializers.IntegerField()
    entered = serializers.IntegerField()
    boards_due = serializers.IntegerField()
    boards_finished = serializers.IntegerField()
    rounds = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True, help_text="The open one.")
    status = serializers.ChoiceField(choices=EventStatus.choices)


class StandingPenaltySerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    amount = serializers.FloatField()
    unit = serializers.ChoiceField(choices=PenaltyUnit.choices)
    reason = serializers.CharField()


class StandingsSerializer(serializers.Serializer[Any]):
    """The standings as last computed. They lag while `version` is below `results_version`."""

    event = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=PAIRS)
    version = serializers.IntegerField()
    results_version = serializers.IntegerField()
    computed_at = serializers.DateTimeField(allow_null=True)
    lists = StandingListSerializer(many=True)
    entries = serializers.DictField(child=StandingEntrySerializer(), help_text="By entry number.")
    progress = ProgressSerializer(allow_null=True)
    penalties = StandingPenaltySerializer(many=True)


class TeamRowSerializer(serializers.Serializer[Any]):
    """A team's place. Only matches that are certain count."""

    rank = serializers.IntegerField()
    tied = serializers.BooleanField()
    entry = serializers.IntegerField()
    half_wins = serializers.IntegerField(help_text="A win is two, a bye and a forfeit too.")
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    halves = serializers.IntegerField()
    byes = serializers.IntegerField()
    missed = serializers.IntegerField()
    opponents_wins = serializers.FloatField()
    defeated_opponents_wins = serializers.FloatField()
    points_difference = serializers.IntegerField()
    tie_breaks = NamedValues(help_text="Name and value, in their order.")
    withdrawn = serializers.BooleanField()
    change = serializers.IntegerField(
        allow_null=True, help_text="Places won since the last round was closed."
    )


class TeamListSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(allow_blank=True, help_text="Always empty: there is one list.")
    rows = TeamRowSerializer(many=True)


class CrossSerializer(serializers.Serializer[Any]):
    """A round of a team. Points are null, and a match is “undecided”, to whoever may not see more yet."""

    round = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=ROUND_KINDS)
    opponent = serializers.IntegerField(allow_null=True)
    half_wins = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    opponent_points = serializers.IntegerField(allow_null=True)
    match = serializers.IntegerField(allow_null=True)
    home = serializers.BooleanField(allow_null=True)


class TeamProgressSerializer(ProgressSerializer):
    matches = serializers.IntegerField()
    matches_decided = serializers.IntegerField()
    planned = serializers.IntegerField(help_text="Rounds foreseen.")
    open_ended = serializers.BooleanField(help_text="On until at most one team is undefeated.")
    decided = serializers.BooleanField(help_text="Nothing is left to be drawn or played.")


class TeamStandingsSerializer(serializers.Serializer[Any]):
    """The standings as last computed. They lag while `version` is below `results_version`."""

    event = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=TEAMS)
    version = serializers.IntegerField()
    results_version = serializers.IntegerField()
    computed_at = serializers.DateTimeField(allow_null=True)
    lists = TeamListSerializer(many=True)
    undefeated = serializers.ListField(child=serializers.IntegerField(), help_text="In order.")
    entries = serializers.DictField(child=StandingEntrySerializer(), help_text="By team number.")
    cross = serializers.DictField(
        child=CrossSerializer(many=True), help_text="By team number: its rounds, and what came of each."
    )
    progress = TeamProgressSerializer(allow_null=True)
    penalties = StandingPenaltySerializer(many=True, help_text="None.")


class RankedGameRowSerializer(serializers.Serializer[Any]):
    """A game as it was when the standings were computed."""

    number = serializers.IntegerField()
    table = serializers.IntegerField()
    status = serializers.CharField()
    outcome = serializers.CharField()
    ending = serializers.CharField()
    rated = serializers.BooleanField()
    stake = serializers.IntegerField()
    target = serializers.IntegerField(allow_null=True)
    ns = serializers.ListField(child=serializers.CharField(), help_text="Who began it, N and S.")
    ew = serializers.ListField(child=serializers.CharField())
    quit = serializers.ListField(child=serializers.CharField(), help_text="Seats whose starter has quit.")
    deals = serializers.IntegerField()
    ns_total = serializers.IntegerField()
    ew_total = serializers.IntegerField()
    ns_bags = serializers.IntegerField()
    ew_bags = serializers.IntegerField()
    provisional = serializers.ListField(child=serializers.IntegerField(), help_text="Deals.")
    disputed = serializers.ListField(child=serializers.IntegerField(), help_text="Deals.")
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    text = serializers.CharField()


class RankedPlayerRowSerializer(serializers.Serializer[Any]):
    """A player's games that are over; who quits one has lost it."""

    person = serializers.IntegerField()
    name = serializers.CharField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    stake = serializers.IntegerField(help_text="Points won or lost in all.")
    change = serializers.FloatField(
        allow_null=True, help_text="Of the rating; null without any, and where it is not shown to you."
    )


class RankedProgressSerializer(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    seating = serializers.IntegerField()
    playing = serializers.IntegerField()
    over = serializers.IntegerField()
    void = serializers.IntegerField()
    deals = serializers.IntegerField()
    provisional = serializers.IntegerField(help_text="Deals of games that are played.")
    disputed = serializers.IntegerField()


class RankedStandingsSerializer(serializers.Serializer[Any]):
    """Ranked tables as last computed: games in their order, players with most games won first."""

    event = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=RANKED)
    version = serializers.IntegerField()
    results_version = serializers.IntegerField()
    computed_at = serializers.DateTimeField(allow_null=True)
    games = RankedGameRowSerializer(many=True)
    players = RankedPlayerRowSerializer(many=True)
    progress = RankedProgressSerializer(allow_null=True)


ANY_STANDINGS = PolymorphicProxySerializer(
    component_name="AnyStandings",
    serializers=[StandingsSerializer, TeamStandingsSerializer, RankedStandingsSerializer],
    resource_type_field_name=None,
)
