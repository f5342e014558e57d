"""What happens at the tables while there is play: calls for the director, the round clock, phones that hold seats."""

from typing import Any

from rest_framework import serializers

from tournaments.api.forms.fields import Form, Text, Whole
from tournaments.api.forms.games import PlayerSerializer
from tournaments.models import Seat
from tournaments.services.calls import LONGEST_NOTE
from tournaments.services.clock import LONGEST


class CallBody(Form):
    """A table that calls: in the latest open round, or with its latest game."""

    table = Whole()
    note = Text(max_length=LONGEST_NOTE, required=False, allow_blank=True, default="")


class CallSerializer(serializers.Serializer[Any]):
    """A call: of a table in a round, or of a game. What its reader is not told is null, and `hidden` says why."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True, help_text="At ranked tables.")
    note = serializers.CharField(allow_null=True)
    hidden = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)
    answered_by = serializers.CharField(help_text="Empty while nobody has.")


class ClockSerializer(serializers.Serializer[Any]):
    """A round's clock. Trust `seconds`, which count from this answer, rather than a clock of your own."""

    round = serializers.IntegerField()
    minutes = serializers.IntegerField(help_text="What the round has in all.")
    seconds = serializers.IntegerField(help_text="What is left; negative when time is over.")
    paused = serializers.BooleanField()
    ends_at = serializers.DateTimeField(allow_null=True, help_text="null while it is paused.")
    warnings = serializers.ListField(
        child=serializers.IntegerField(), help_text="Seconds before the end at which everybody is warned."
    )


class ShownClockSerializer(serializers.Serializer[Any]):
    clock = ClockSerializer(allow_null=True, help_text="null while no open round has one.")


class StartBody(Form):
    """How long the round is to take from now on."""

    minutes = Whole(max_value=LONGEST)


class MinutesBody(Form):
    """Minutes more, or negative, less."""

    minutes = Whole(min_value=-LONGEST, max_value=LONGEST)


class SeatOnPhoneSerializer(serializers.Serializer[Any]):
    seat = serializers.ChoiceField(choices=Seat.choices)
    player = PlayerSerializer(allow_null=True, help_text="Who sits there now; null for nobody.")
    on_phone = serializers.BooleanField(help_text="A phone holds the seat, and speaks for it.")


class PhonesSerializer(serializers.Serializer[Any]):
    """Which seats of a game are held by phones; what a phone holds one by is told to nobody."""

    game = serializers.IntegerField()
    table = serializers.IntegerField()
    seats = SeatOnPhoneSerializer(many=True)
