"""Entries, movements, rounds, boards and penalties."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.forms.fields import LONGEST_REASON, Flag, Form, JSONObject, Reason, Text, Whole
from tournaments.draws.prover import Severity
from tournaments.draws.swiss import MAX_ROUNDS
from tournaments.models import Entry, Field, Penalty, PenaltyUnit, Room, RoundStatus, Table
from tournaments.services.boards import MOST_BOARDS
from tournaments.services.entries import MOST_ENTRIES

# Names longer than the 200 that an entry may have are refused by the service, in words that say how long they are.
_ANY_NAME = 10_000


class EntrySerializer(serializers.ModelSerializer[Entry]):
    number = serializers.IntegerField()
    players = serializers.SerializerMethodField()
    field = serializers.ChoiceField(
        choices=[*Field.choices, ("", "none")], help_text="Empty with one winner."
    )

    withdrawn_after = serializers.IntegerField(
        allow_null=True, help_text="Of a team that has left: the last round it was in the event for."
    )
    late_losses = serializers.IntegerField(
        help_text="A late team's, in place of the rounds it was not there for."
    )
    late_halves = serializers.IntegerField(help_text="The same in half wins.")

    class Meta:
        model = Entry
        fields = (
            *("number", "name", "players", "field", "withdrawn"),
            *("withdrawn_after", "late_losses", "late_halves"),
        )

    @extend_schema_field({"type": "array", "items": {"type": "string"}})
    def get_players(self, entry: Entry) -> list[str]:
        return [seat.person.name for seat in entry.seats.all()]


class EntryBody(Form):
    """A pair of two, or a team of four to six. Without a number it gets the next free one, without a name one made of
    its players'."""

    players = serializers.ListField(
        child=Text(max_length=_ANY_NAME), max_length=10, required=False, default=list
    )
    name = Text(max_length=_ANY_NAME, required=False, allow_blank=True, default="")
    number = Whole(required=False, allow_null=True, default=None)
    late_losses = Whole(
        min_value=0,
        max_value=MAX_ROUNDS,
        required=False,
        allow_null=True,
        default=None,
        help_text="Of a team that comes late. Default: one for each round drawn that is no half win.",
    )
    late_halves = Whole(min_value=0, max_value=MAX_ROUNDS, required=False, default=0)


class EntriesBody(Form):
    """Entries to be added, all or none."""

    entries = serializers.ListField(child=EntryBody(), min_length=1, max_length=MOST_ENTRIES)


class AddedEntriesSerializer(serializers.Serializer[Any]):
    entries = EntrySerializer(many=True)


class EntryChange(Form):
    """Other players, a new name, or withdrawn (true) and back (false); players and a withdrawal need a reason.

    `players` are all who belong to the entry from now on. One that was named after its players is renamed with them.
    """

    players = serializers.ListField(child=Text(max_length=_ANY_NAME), max_length=10, required=False)
    name = Text(max_length=_ANY_NAME, required=False)
    withdrawn = Flag(required=False)
    reason = Reason()


class SeatingSerializer(serializers.Serializer[Any]):
    table = serializers.IntegerField(source="number")
    ns = serializers.IntegerField(source="ns.number", help_text="Entry number.")
    ew = serializers.IntegerField(source="ew.number", help_text="Entry number.")
    boards = serializers.SerializerMethodField(help_text="In a Teams event race boards.")
    match = serializers.IntegerField(source="match.number", default=None, allow_null=True)
    room = serializers.ChoiceField(choices=[*Room.choices, ("", "none")], help_text="Of a match.")

    @extend_schema_field({"type": "array", "items": {"type": "integer"}})
    def get_boards(self, table: Table) -> list[int]:
        shown = self.context.get("shown", int)
        return [shown(board) for board in table.boards]


class RoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=RoundStatus.choices)
    opened_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    tables = SeatingSerializer(many=True)


class MovementBody(Form):
    """A movement of a built-in kind for so many pairs and boards, or one of your own.

    With `check_only` nothing is installed: the answer says what the prover found.
    """

    kind = Text(max_length=40, required=False, help_text="Such as “mitchell”, “howell” or “barometer”.")
    pairs = Whole(max_value=2000, required=False, help_text="Default: the event's entries.")
    boards = Whole(max_value=2000, required=False, allow_null=True, default=None)
    rounds = Whole(max_value=500, required=False, allow_null=True, default=None)
    movement = JSONObject(required=False, help_text="As GET gives it; instead of `kind`.")
    check_only = Flag(required=False, default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("kind" in attrs) == ("movement" in attrs):
            raise serializers.ValidationError("Give either “kind” or “movement”.", "kind-or-movement")
        return attrs


class FindingSerializer(serializers.Serializer[Any]):
    severity = serializers.ChoiceField(choices=[(str(severity), str(severity)) for severity in Severity])
    code = serializers.CharField()
    text = serializers.CharField()


class ProvedMovementSerializer(serializers.Serializer[Any]):
    installed = serializers.BooleanField()
    legal = serializers.BooleanField()
    findings = FindingSerializer(many=True)
    movement = JSONObject()


class MovementSerializer(serializers.Serializer[Any]):
    """A movement; null while there is none, or while it is not to be seen, and then `hidden` says why."""

    movement = JSONObject(allow_null=True)
    hidden = serializers.CharField(allow_null=True)


class BoardSerializer(serializers.Serializer[Any]):
    """A board. What may not be seen yet is null, and `hidden` says why."""

    number = serializers.IntegerField()
    round = serializers.IntegerField(
        allow_null=True, help_text="In a Teams event, whose boards count on from round to round; else null."
    )
    race_board = serializers.IntegerField(allow_null=True, help_text="What players call it in that round.")
    dealer = serializers.ChoiceField(choices=["N", "E", "S", "W"])
    due = serializers.IntegerField(help_text="Tables that are to play it in the whole event.")
    entered = serializers.IntegerField(
        help_text="Results that are in; in a Teams event those that you may see."
    )
    deal = serializers.CharField(allow_null=True, help_text="The four hands as a PBN deal.")
    hidden = serializers.CharField(allow_null=True)


class DealBody(Form):
    """How many boards to deal. The secret they are dealt from is made here and is not shown."""

    count = Whole(max_value=MOST_BOARDS)


class PbnBody(Form):
    """Boards in PBN."""

    pbn = Text(trim_whitespace=False, max_length=5_000_000)
    imported_from = Text(max_length=200, required=False, allow_blank=True, default="")


class BoardSetSerializer(serializers.Serializer[Any]):
    boards = serializers.IntegerField()
    algorithm = serializers.CharField(help_text="Empty for imported boards.")
    imported_from = serializers.CharField()


class PenaltySerializer(serializers.ModelSerializer[Penalty]):
    entry = serializers.IntegerField(source="entry.number")
    amount = serializers.FloatField()
    unit = serializers.ChoiceField(choices=PenaltyUnit.choices)

    class Meta:
        model = Penalty
        fields = ("id", "entry", "amount", "unit", "reason", "created_at")


class PenaltyBody(Form):
    """Taken off the final total; a bonus is negative."""

    entry = Whole()
    amount = serializers.DecimalField(max_digits=9, decimal_places=3, coerce_to_string=False)
    unit = serializers.ChoiceField(choices=PenaltyUnit.choices, required=False, default=PenaltyUnit.PERCENT)
    reason = Text(max_length=LONGEST_REASON)

    def to_internal_value(self, data: Any) -> Any:
        # DRF would read a text here too, down to "NaN"
        if isinstance(data, dict) and isinstance(data.get("amount"), str | bool):
            raise serializers.ValidationError({"amount": ["Give a number."]}, "invalid")
        return super().to_internal_value(data)
