"""Clubs, tournaments and events."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.forms.fields import LONGEST_NAME, Flag, Form, JSONObject, Reason, Text, Whole
from tournaments.api.forms.games import RankedOptionsBody, RankedOptionsSerializer
from tournaments.api.forms.teams import TeamOptionsBody, TeamOptionsSerializer
from tournaments.models import Club, Event, EventStatus, Kind, Tournament, TravellerSecrecy, Winners


class ClubSerializer(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ("id", "name", "slug")


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    class Meta:
        model = Tournament
        fields = ("id", "club", "name", "slug", "place", "starts_on", "ends_on", "time_zone")


class TournamentBody(Form):
    """A tournament to be made."""

    name = Text(max_length=LONGEST_NAME)
    place = Text(max_length=LONGEST_NAME, required=False, allow_blank=True, default="")
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(required=False, allow_null=True, default=None)
    time_zone = Text(max_length=60, required=False, default="UTC")


class EventSerializer(serializers.ModelSerializer[Event]):
    """`results_version` counts every change of the results; `standings_version` is the one the standings show.

    `winners`, `neuberg`, `expected_scores` mean something in a Pairs event only; `teams` is null in all but a Teams
    event, and `ranked` in all but one of ranked tables, which has `games`, and no entries and rounds.
    """

    kind = serializers.ChoiceField(choices=Kind.choices)
    status = serializers.ChoiceField(choices=EventStatus.choices)
    winners = serializers.ChoiceField(choices=Winners.choices)
    traveller_secrecy = serializers.ChoiceField(choices=TravellerSecrecy.choices)
    rules = JSONObject()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    expected_scores = serializers.DictField(child=serializers.IntegerField())
    entries = serializers.IntegerField(source="entry_count", help_text="How many there are.")
    rounds = serializers.IntegerField(source="round_count", help_text="How many the draw has.")
    games = serializers.IntegerField(source="game_count", help_text="How many there are, of ranked tables.")
    # said here, since the bounds of a model's number are those of the database that the description is made on
    results_version = serializers.IntegerField()
    standings_version = serializers.IntegerField()
    teams = serializers.SerializerMethodField()
    ranked = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = (
            "id",
            "tournament",
            "name",
            "slug",
            "kind",
            "status",
            "rules",
            "winners",
            "neuberg",
            "tie_breaks",
            "traveller_secrecy",
            "provisional_counts",
            "expected_scores",
            "teams",
            "ranked",
            "rated",
            "entries",
            "rounds",
            "games",
            "results_version",
            "standings_version",
            "created_at",
        )

    @extend_schema_field(TeamOptionsSerializer(allow_null=True))
    def get_teams(self, event: Event) -> dict[str, object] | None:
        if event.kind != Kind.TEAMS:
            return None
        told = dict(TeamOptionsSerializer(event.teams).data)
        # what the draws will come from is secret until one has come from it
        if event.status == EventStatus.SETUP and not self.context.get("directs"):
            told["seed"] = None
        return told

    @extend_schema_field(RankedOptionsSerializer(allow_null=True))
    def get_ranked(self, event: Event) -> dict[str, object] | None:
        return dict(RankedOptionsSerializer(event.ranked).data) if event.kind == Kind.RANKED else None


@extend_schema_field(
    {
        "oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}],
        "example": {"preset": "duplicate-pairs", "blind_nil": "off"},
    }
)
class Rules(serializers.Field[Any, Any, Any, Any]):
    """A preset's name, or an object with `preset` and the fields that override it (docs/rules.md §1)."""

    def to_internal_value(self, data: object) -> object:
        if not isinstance(data, str | dict):
            raise serializers.ValidationError("Give a preset's name, or an object with “preset”.", "invalid")
        return data

    def to_representation(self, value: object) -> object:
        return value


class Settings(Form):
    """What an event is played under; `winners`, `neuberg` and `expected_scores` in a Pairs event, `teams` in a Teams
    event, `ranked` at ranked tables."""

    rules = Rules(required=False)
    winners = serializers.ChoiceField(choices=Winners.choices, required=False)
    neuberg = Flag(required=False)
    tie_breaks = serializers.ListField(child=Text(max_length=40), max_length=20, required=False)
    traveller_secrecy = serializers.ChoiceField(choices=TravellerSecrecy.choices, required=False)
    provisional_counts = Flag(
        required=False,
        help_text="Whether a result counts before both sides have confirmed it, or while they differ.",
    )
    expected_scores = serializers.DictField(
        child=Whole(max_value=100_000),
        required=False,
        help_text="Board number → the scores Neuberg counts on, where it differs from the event's largest.",
    )
    teams = TeamOptionsBody(required=False)
    ranked = RankedOptionsBody(required=False)
    rated = Flag(
        required=False,
        help_text="Whether its games go into the ratings; of ranked tables, unless a game says otherwise.",
    )

    def validate_expected_scores(self, value: dict[str, int]) -> dict[str, int]:
        wrong = [key[:40] for key in value if not (key.isascii() and key.isdigit() and len(key) <= 9)]
        if wrong:
            raise serializers.ValidationError(f"The keys are board numbers; “{wrong[0]}” is none.", "board")
        return value


class EventBody(Settings):
    """An event to be made. What is not sent is as usual for its kind."""

    name = Text(max_length=LONGEST_NAME)
    kind = serializers.ChoiceField(choices=Kind.choices, required=False, default=Kind.PAIRS)


class EventChange(Settings):
    """Settings to be changed. Needs a reason once results are in."""

    reason = Reason()


class Why(Form):
    """A reason, where one is asked for."""

    reason = Reason()


class WhyQuery(serializers.Serializer[Any]):
    """The reason of a removal, in the address."""

    reason = serializers.CharField(max_length=500, help_text="Why; it goes to the log.")


class AgainQuery(serializers.Serializer[Any]):
    """Whether an event file makes an event that is here already, in the address."""

    again = serializers.BooleanField(
        default=False, help_text="Import it even if the club has the event already."
    )


class VersionedWhyQuery(WhyQuery):
    version = serializers.IntegerField(
        min_value=1,
        max_value=999_999_999,
        required=False,
        help_text="The version that is taken back; or send it as If-Match.",
    )


class LogEntrySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField(help_text="Who, as the log knew them then.")
    door = serializers.CharField()
    action = serializers.CharField()
    subject = serializers.CharField()
    before = JSONObject(allow_null=True)
    after = JSONObject(allow_null=True)
    reason = serializers.CharField()
