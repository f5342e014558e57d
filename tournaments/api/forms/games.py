"""What only events of ranked tables have: their options, games, seats, deals."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers

from tournaments.api.forms.fields import LONGEST_NAME, Flag, Form, JSONObject, Reason, Text, Whole
from tournaments.api.forms.results import PartSerializer, Said
from tournaments.api.schema import FaultSerializer
from tournaments.models import Dealing, DealState, GameEnding, GameOutcome, GameStatus, Leaving, Seat
from tournaments.services.ranked.games import MOST_TABLES
from tournaments.services.ranked.options import HIGHEST_RATING, HIGHEST_STAKE
from tournaments.services.ranked.recorded import MOST

LONGEST_BID: Final = 40
PLAYED: Final = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
OUTCOMES: Final = [*GameOutcome.choices, ("", "not decided")]
ENDINGS: Final = [*GameEnding.choices, ("", "not over")]


class RankedOptionsBody(Form):
    """How ranked tables are played. What is not sent is as usual, or stays."""

    lowest_rating = Whole(
        min_value=0,
        max_value=HIGHEST_RATING,
        required=False,
        allow_null=True,
        help_text="null: everybody may sit down.",
    )
    highest_rating = Whole(min_value=0, max_value=HIGHEST_RATING, required=False, allow_null=True)
    open_seating = Flag(required=False, help_text="Players sit down by themselves, at a table's code.")
    leaving = serializers.ChoiceField(choices=Leaving.choices, required=False)
    dealing = serializers.ChoiceField(choices=Dealing.choices, required=False)
    stake = Whole(
        min_value=0,
        max_value=HIGHEST_STAKE,
        required=False,
        help_text="Points that each of the four puts in; 0: none.",
    )


class RankedOptionsSerializer(serializers.Serializer[Any]):
    """How ranked tables are played."""

    lowest_rating = serializers.IntegerField(allow_null=True)
    highest_rating = serializers.IntegerField(allow_null=True)
    open_seating = serializers.BooleanField()
    leaving = serializers.ChoiceField(choices=Leaving.choices)
    dealing = serializers.ChoiceField(choices=Dealing.choices)
    stake = serializers.IntegerField()


class NewGameBody(Form):
    """A game to be opened at a table. What is not sent is as the event has it."""

    table = Whole(max_value=MOST_TABLES)
    rated = Flag(required=False, allow_null=True, default=None)
    target = Whole(required=False, allow_null=True, default=None, help_text="200, 250, 300, 500 or 1000.")
    stake = Whole(min_value=0, max_value=HIGHEST_STAKE, required=False, allow_null=True, default=None)


class SeatBody(Form):
    """Who takes the seat: by id, or by full name or membership number."""

    person = Whole(required=False, allow_null=True, default=None)
    player = Text(max_length=LONGEST_NAME, required=False, allow_blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["person"] is None) == (not attrs["player"].strip()):
            message = "Say who: “person” or “player”, one of the two."
            raise serializers.ValidationError({"player": serializers.ErrorDetail(message, "who")})
        return attrs


class GameDealBody(Form):
    """A deal as it was played: bids and tricks, or the recorded play that they follow from (docs/rules.md §6)."""

    ns_bid = Text(max_length=LONGEST_BID, required=False, allow_null=True, default=None)
    ns_tricks = Text(max_length=LONGEST_BID, required=False, allow_null=True, default=None)
    ew_bid = Text(max_length=LONGEST_BID, required=False, allow_null=True, default=None)
    ew_tricks = Text(max_length=LONGEST_BID, required=False, allow_null=True, default=None)
    play = Text(
        max_length=MOST,
        required=False,
        allow_blank=True,
        default="",
        help_text="“bids: 4 N 3 5” of N, E, S, W and thirteen lines such as “E: ♦2 ♥2 ♠2 ♣2”.",
    )
    version = Whole(
        required=False, allow_null=True, default=None, help_text="Of the deal that is corrected; or If-Match."
    )
    reason = Reason()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        missing = [name for name in PLAYED if attrs[name] is None]
        if missing and (len(missing) < len(PLAYED) or not attrs["play"].strip()):
            told = {
                name: serializers.ErrorDetail(f"{name} is missing; or give “play” alone.", "required")
                for name in missing
            }
            raise serializers.ValidationError(told)
        return attrs


class DecisionBody(Form):
    """Who has won, as the director decides."""

    outcome = serializers.ChoiceField(choices=GameOutcome.choices)
    reason = Reason()


class RematchBody(Form):
    """Who wants another game; all four where no seat is named."""

    seat = serializers.ChoiceField(choices=Seat.choices, required=False, allow_null=True, default=None)


class RematchQuery(serializers.Serializer[Any]):
    """Whose vote is taken back."""

    seat = serializers.ChoiceField(choices=Seat.choices)


class PlayerSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    name = serializers.CharField()


class SeatSerializer(serializers.Serializer[Any]):
    """A seat: who began there, and who sits there now, null for nobody."""

    seat = serializers.ChoiceField(choices=Seat.choices)
    starter = PlayerSerializer(allow_null=True)
    player = PlayerSerializer(allow_null=True)
    fills_in = serializers.BooleanField(help_text="Whoever sits there sits in for a quitter, unrated.")
    has_quit = serializers.BooleanField(help_text="The starter has.")
    away_until = serializers.DateTimeField(allow_null=True, help_text="Back by then, or they have quit.")
    empty = serializers.BooleanField(help_text="Somebody has to sit down before the game goes on.")


class GameSerializer(serializers.Serializer[Any]):
    """A game at a glance. Totals and bags run over all deals that count, agreed on or not."""

    game = serializers.IntegerField()
    table = serializers.IntegerField()
    status = serializers.ChoiceField(choices=GameStatus.choices)
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    ending = serializers.ChoiceField(choices=ENDINGS)
    text = serializers.CharField(help_text="How far it is, or why it is over, in a sentence.")
    waits_for = serializers.CharField(help_text="In sentences; empty once it is over.")
    reason = serializers.CharField(help_text="Of the director's last decision.")
    rated = serializers.BooleanField()
    stake = serializers.IntegerField()
    target = serializers.IntegerField(allow_null=True)
    rematch_of = serializers.IntegerField(allow_null=True)
    seats = SeatSerializer(many=True)
    ns_total = serializers.IntegerField()
    ew_total = serializers.IntegerField()
    ns_bags = serializers.IntegerField()
    ew_bags = serializers.IntegerField()
    next_deal = serializers.IntegerField(allow_null=True)
    dealer = serializers.CharField(help_text="Of the next deal; empty without one.")
    first_bidder = serializers.CharField()
    opened_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    event_version = serializers.IntegerField(help_text="The event's, at its last change.")


class SideStepSerializer(serializers.Serializer[Any]):
    """A side after a deal: the deal's score, what bags cost on top, the running total and bags."""

    score = serializers.IntegerField()
    penalty = serializers.IntegerField()
    total = serializers.IntegerField()
    bags = serializers.IntegerField()
    components = PartSerializer(many=True)


class DealSerializer(serializers.Serializer[Any]):
    """A line of the score sheet; `ns` and `ew` are null where it does not count."""

    deal = serializers.IntegerField()
    dealer = serializers.CharField()
    first_bidder = serializers.CharField()
    ns_bid = serializers.CharField()
    ns_tricks = serializers.CharField()
    ew_bid = serializers.CharField()
    ew_tricks = serializers.CharField()
    state = serializers.ChoiceField(choices=DealState.choices)
    version = serializers.IntegerField()
    said = JSONObject(help_text="What each side has entered, under NS and EW.")
    struck = serializers.BooleanField(help_text="It comes after the end of the game.")
    reason = serializers.CharField()
    ns = SideStepSerializer(allow_null=True)
    ew = SideStepSerializer(allow_null=True)
    play = Said(help_text="The recorded play; null where there is none.")
    cards = Said(
        help_text="As PBN; null until both sides agree on the deal, and where cards are dealt by hand."
    )


class StakeSerializer(PlayerSerializer):
    points = serializers.IntegerField(help_text="Won, or lost; all of a game's add up to 0.")


class OneGameSerializer(GameSerializer):
    """A game with its score sheet."""

    rules = JSONObject()
    deals = DealSerializer(many=True)
    stakes = StakeSerializer(many=True)
    votes = serializers.ListField(
        child=serializers.ChoiceField(choices=Seat.choices), help_text="Who wants a rematch."
    )
    rematch = serializers.IntegerField(allow_null=True, help_text="The game that came of it.")


class DealReceiptSerializer(serializers.Serializer[Any]):
    """Says “saved”. `findings` are irregularities of the recorded play, on which a director rules."""

    game = serializers.IntegerField()
    deal = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=DealState.choices)
    ns_score = serializers.IntegerField()
    ew_score = serializers.IntegerField()
    ns_total = serializers.IntegerField()
    ew_total = serializers.IntegerField()
    status = serializers.ChoiceField(choices=GameStatus.choices, help_text="The game's.")
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    event_version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()
    created = serializers.BooleanField()
    findings = FaultSerializer(many=True)


def words_given(given: Mapping[str, Any]) -> dict[str, str] | None:
    """The four texts of a deal; None where the recorded play has to say them."""
    return None if given["ns_bid"] is None else {name: given[name] for name in PLAYED}
