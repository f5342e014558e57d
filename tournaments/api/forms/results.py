"""Results, receipts and travellers."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from tournaments.api.forms.fields import Flag, Form, Reason, Text, Whole
from tournaments.eventfile.scoring_input import MAX_GROUP, MAX_SCORE, ResultFields, WeightedScore
from tournaments.models import ResultState

# What a result may be given as; a result that was taken back is removed, not changed to that.
GIVEN_STATES = [choice for choice in ResultState.choices if choice[0] != ResultState.REMOVED]
_LONGEST = 40
_BIDS = {"ns_bid": "7", "ns_tricks": "9", "ew_bid": "N+4", "ew_tricks": "0+4"}


class Weighted(Form):
    """One outcome of a weighted ruling. Weights need not add up to 100."""

    weight = Whole(max_value=1_000_000)
    ns_score = Whole(min_value=-MAX_SCORE, max_value=MAX_SCORE)
    ew_score = Whole(min_value=-MAX_SCORE, max_value=MAX_SCORE)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        # in a PATCH nothing is required, says DRF, down to the parts of parts; but an outcome is whole or none
        names = ("weight", "ns_score", "ew_score")
        missing = {name: ["This field is required."] for name in names if name not in attrs}
        if missing:
            raise serializers.ValidationError(missing, "required")
        return attrs


@extend_schema_serializer(
    examples=[
        OpenApiExample("bids and tricks", _BIDS, request_only=True),
        OpenApiExample("two scores (director)", {"ns_score": 70, "ew_score": 49}, request_only=True),
        OpenApiExample(
            "adjusted (director)",
            {"ns_adjusted": "A+", "ew_adjusted": "40", "reason": "The board was fouled."},
            request_only=True,
        ),
        OpenApiExample("not played (director)", {"not_played": True}, request_only=True),
    ]
)
class ResultContent(Form):
    """What happened, in one of its forms: bids and tricks, two scores, weights, not played; adjustments beside."""

    ns = Whole(required=False, allow_null=True, default=None, help_text="Default: the scheduled pair.")
    ew = Whole(required=False, allow_null=True, default=None, help_text="Default: the scheduled pair.")
    ns_bid = Text(max_length=_LONGEST, required=False, allow_null=True, default=None)
    ns_tricks = Text(max_length=_LONGEST, required=False, allow_null=True, default=None)
    ew_bid = Text(max_length=_LONGEST, required=False, allow_null=True, default=None)
    ew_tricks = Text(max_length=_LONGEST, required=False, allow_null=True, default=None)
    ns_score = Whole(min_value=-999_999, required=False, allow_null=True, default=None)
    ew_score = Whole(min_value=-999_999, required=False, allow_null=True, default=None)
    ns_adjusted = Text(
        max_length=_LONGEST,
        required=False,
        allow_null=True,
        default=None,
        help_text="A+, A, A- or a percentage as text.",
    )
    ew_adjusted = Text(max_length=_LONGEST, required=False, allow_null=True, default=None)
    weighted = serializers.ListField(child=Weighted(), required=False, default=list, max_length=20)
    not_played = Flag(required=False, default=False)
    group = Whole(min_value=0, max_value=MAX_GROUP, required=False, default=0)
    as_played = Flag(
        required=False,
        default=False,
        help_text="Other pairs than the scheduled ones did play this; needs a reason.",
    )
    state = serializers.ChoiceField(choices=GIVEN_STATES, required=False, default=ResultState.CONFIRMED)
    note = Text(
        max_length=500,
        required=False,
        allow_blank=True,
        default="",
        help_text="Shown to everybody on the traveller.",
    )
    reason = Reason()


class ResultBody(ResultContent):
    """A result, with its place."""

    round = Whole()
    table = Whole()
    board = Whole()


class ResultCorrection(ResultContent):
    """A result that takes the place of the one there. Needs its version and a reason."""

    version = Whole(required=False, allow_null=True, default=None, help_text="Or send it as If-Match.")


def to_fields(place: tuple[int, int, int], content: dict[str, Any]) -> ResultFields:
    """The service's input from a validated form; `place` is round, table, board."""
    names = (
        "ns",
        "ew",
        "ns_bid",
        "ns_tricks",
        "ew_bid",
        "ew_tricks",
        "ns_score",
        "ew_score",
        "ns_adjusted",
        "ew_adjusted",
        "not_played",
        "group",
    )
    round_number, table, board = place
    return ResultFields(
        round=round_number,
        table=table,
        board=board,
        weighted=tuple(WeightedScore(**outcome) for outcome in content["weighted"]),
        **{name: content[name] for name in names},
    )


class ReceiptSerializer(serializers.Serializer[Any]):
    """Says “saved”. The standings show it once their version has reached `event_version`."""

    result_id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    board = serializers.IntegerField()
    version = serializers.IntegerField()
    event_version = serializers.IntegerField()
    ns_score = serializers.IntegerField(allow_null=True)
    ew_score = serializers.IntegerField(allow_null=True)
    saved_at = serializers.DateTimeField()
    created = serializers.BooleanField()


class PartSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    points = serializers.IntegerField()
    text = serializers.CharField()


class PartsSerializer(serializers.Serializer[Any]):
    ns = PartSerializer(many=True)
    ew = PartSerializer(many=True)


@extend_schema_field({"type": "string", "nullable": True})
class Said(serializers.CharField):
    """A text, null when there is none."""


class WeightedSerializer(serializers.Serializer[Any]):
    weight = serializers.IntegerField()
    ns_score = serializers.IntegerField()
    ew_score = serializers.IntegerField()


class ResultSerializer(serializers.Serializer[Any]):
    """A result. While its board's scores are hidden, what was bid and scored is null, and `hidden` says why."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    board = serializers.IntegerField()
    ns = serializers.IntegerField()
    ew = serializers.IntegerField()
    ns_bid = Said()
    ns_tricks = Said()
    ew_bid = Said()
    ew_tricks = Said()
    ns_score = serializers.IntegerField(allow_null=True)
    ew_score = serializers.IntegerField(allow_null=True)
    ns_adjusted = Said()
    ew_adjusted = Said()
    weighted = WeightedSerializer(many=True, allow_null=True)
    not_played = serializers.BooleanField(allow_null=True)
    group = serializers.IntegerField(allow_null=True)
    note = Said()
    state = serializers.ChoiceField(choices=ResultState.choices)
    version = serializers.IntegerField()
    event_version = serializers.IntegerField()
    updated_at = serializers.DateTimeField()
    hidden = Said()


class ExplainedResultSerializer(ResultSerializer):
    """With how each side's score came about; null unless bids and tricks say it."""

    explained = PartsSerializer(allow_null=True)


class SideSerializer(serializers.Serializer[Any]):
    """One side of a result on a traveller: 66.67 % = beat 2 of 3."""

    entry = serializers.IntegerField(allow_null=True)
    bid = Said()
    tricks = Said()
    score = serializers.IntegerField(allow_null=True)
    matchpoints = serializers.FloatField(allow_null=True)
    percentage = serializers.FloatField(allow_null=True)
    kind = serializers.CharField()
    adjusted = Said()
    beaten = serializers.IntegerField()
    tied = serializers.IntegerField()
    compared = serializers.IntegerField()
    expected = serializers.IntegerField()
    own_average = serializers.FloatField(allow_null=True, help_text="What A+ and A− look at.")
    parts = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=3, max_length=3),
        help_text="Of a weighted score: weight, score, percentage.",
    )


class TravellerRowSerializer(serializers.Serializer[Any]):
    result = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    state = serializers.CharField()
    version = serializers.IntegerField()
    group = serializers.IntegerField()
    not_played = serializers.BooleanField()
    note = serializers.CharField()
    ns = SideSerializer()
    ew = SideSerializer()


class TravellerSerializer(serializers.Serializer[Any]):
    """All results of one board as of `version`; `rows` is null while they are hidden, and `hidden` says why."""

    board = serializers.IntegerField()
    version = serializers.IntegerField()
    due = serializers.IntegerField()
    entered = serializers.IntegerField()
    finished = serializers.BooleanField()
    rows = TravellerRowSerializer(many=True, allow_null=True)
    hidden = Said()
