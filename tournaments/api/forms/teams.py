"""What only Team-of-Four events have: their options, drafts of rounds, publishing one."""

from typing import Any, Final

from rest_framework import serializers

from tournaments.api.forms.fields import LARGEST, Flag, Form, JSONObject, Reason, Text, Whole
from tournaments.draws.swiss import MAX_ROUNDS
from tournaments.models import FirstRound, Pairing
from tournaments.services.entries import MOST_ENTRIES
from tournaments.services.race_boards import FEWEST, MOST
from tournaments.services.team_settings import LARGEST_SEED

MOST_MATCHES: Final = MOST_ENTRIES // 2


class TeamOptionsBody(Form):
    """How a Teams event is drawn, and how long its races are. What is not sent is as usual, or stays."""

    race_boards = Whole(min_value=FEWEST, max_value=MOST, required=False, help_text="Boards of a race: 8.")
    rounds = Whole(
        max_value=MAX_ROUNDS,
        required=False,
        allow_null=True,
        help_text="null: on until at most one team is undefeated.",
    )
    pairing = serializers.ChoiceField(choices=Pairing.choices, required=False)
    first_round = serializers.ChoiceField(choices=FirstRound.choices, required=False)
    seed = Whole(
        min_value=0,
        max_value=LARGEST_SEED,
        required=False,
        allow_null=True,
        help_text="Of all draws; without one it is drawn, and recorded.",
    )


class TeamOptionsSerializer(serializers.Serializer[Any]):
    """How a Teams event is drawn, and how long its races are."""

    race_boards = serializers.IntegerField()
    rounds = serializers.IntegerField(
        allow_null=True, help_text="null: on until at most one team is undefeated."
    )
    pairing = serializers.ChoiceField(choices=Pairing.choices)
    first_round = serializers.ChoiceField(choices=FirstRound.choices)
    seed = serializers.IntegerField(
        allow_null=True,
        help_text="Until the first round is published only its directors see it, at the event itself; else null.",
    )


class PairBody(Form):
    """A match to be drawn, by the teams' numbers."""

    home = Whole()
    away = Whole()


class PairSerializer(serializers.Serializer[Any]):
    home = serializers.IntegerField()
    away = serializers.IntegerField()


class YesOrNo(serializers.BooleanField):
    """true or false in an address."""

    def to_internal_value(self, data: object) -> bool:
        if data not in ("true", "false"):
            self.fail("invalid", input=str(data)[:40])
        return data == "true"


class DraftQuery(serializers.Serializer[Any]):
    """What the best draw is to keep to."""

    bye = serializers.IntegerField(
        min_value=1, max_value=LARGEST, required=False, help_text="Who sits out, where a director chooses."
    )
    allow_rematches = YesOrNo(
        required=False, default=False, help_text="As few as can be, where no draw goes without."
    )


class DraftBody(Form):
    """A round as a director pairs it."""

    matches = serializers.ListField(child=PairBody(), min_length=1, max_length=MOST_MATCHES)
    bye = Whole(required=False, allow_null=True, default=None)


class DraftMatchSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    home = serializers.IntegerField()
    away = serializers.IntegerField()
    text = serializers.CharField(help_text="Why the two meet.")
    warnings = serializers.ListField(child=serializers.CharField())


class UndecidedSerializer(PairSerializer):
    """A match that the draft had to guess at: half a win for each."""

    round = serializers.IntegerField()


class DraftSerializer(serializers.Serializer[Any]):
    """A round that could be published; nobody sees it before. `basis` changes when the results do."""

    round = serializers.IntegerField()
    matches = DraftMatchSerializer(many=True)
    bye = serializers.IntegerField(allow_null=True)
    warnings = serializers.ListField(child=serializers.CharField())
    provisional = serializers.BooleanField()
    undecided = UndecidedSerializer(many=True)
    basis = serializers.CharField()
    certificate = JSONObject(allow_null=True, help_text="Of the best draw (docs/swiss.md); null by hand.")


class PublicationBody(Form):
    """The next round. Without `matches` it is the best draw there is."""

    round = Whole(help_text="Its number, so that nobody publishes two.")
    matches = serializers.ListField(child=PairBody(), max_length=MOST_MATCHES, required=False, default=list)
    bye = Whole(required=False, allow_null=True, default=None)
    basis = Text(
        max_length=64,
        required=False,
        allow_blank=True,
        default="",
        help_text="The draft's: 409 when it is out of date. Empty: whatever the results are by now.",
    )
    allow_rematches = Flag(required=False, default=False)
    reason = Reason(help_text="Needed where there are warnings.")


class DrawSerializer(serializers.Serializer[Any]):
    """How a round came about, null where it is not known; the certificate is that of docs/swiss.md."""

    round = serializers.IntegerField()
    draw = JSONObject(allow_null=True)


class DifferenceOfDrawsSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    gone = PairSerializer(many=True, help_text="Matches that were published and would not be drawn today.")
    new = PairSerializer(many=True, help_text="Those that would be drawn in their place.")


class DifferenceSerializer(serializers.Serializer[Any]):
    """null: today's results would give the same draw, or the round was paired by hand."""

    difference = DifferenceOfDrawsSerializer(allow_null=True)
