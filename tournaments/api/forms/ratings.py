"""Ratings of a club: leaderboards, a player's rating with why it is so, bans, rating anew."""

from typing import Any

from rest_framework import serializers

from tournaments.api.forms.fields import LARGEST
from tournaments.api.forms.results import Said
from tournaments.models import BanReason, RatingList


class LeaderboardQuery(serializers.Serializer[Any]):
    list = serializers.ChoiceField(
        choices=RatingList.choices, required=False, help_text="Default: the first that has somebody on it."
    )
    page = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False, default=1)


class SkillSerializer(serializers.Serializer[Any]):
    """Of opponents' nils met, how many were set."""

    rating = serializers.FloatField(allow_null=True, help_text="0 to 1; null while no nil was met.")
    met = serializers.IntegerField()
    set = serializers.IntegerField()


class LeaderSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    tied = serializers.BooleanField()
    person = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.FloatField(help_text="As shown; unrounded for directors.")
    shown = serializers.IntegerField(help_text="As it is shown.")
    games = serializers.IntegerField()
    skill = SkillSerializer()
    last_at = serializers.DateTimeField(allow_null=True)
    recent = serializers.FloatField(allow_null=True, help_text="What the last 30 days brought.")


class LeaderboardSerializer(serializers.Serializer[Any]):
    """A page of 50 of one list, best first; only who is on the leaderboard, has played enough, and lately."""

    list = serializers.ChoiceField(choices=RatingList.choices)
    lists = serializers.ListField(
        child=serializers.ChoiceField(choices=RatingList.choices), help_text="Those that have somebody."
    )
    minimum_games = serializers.IntegerField()
    inactive_days = serializers.IntegerField(allow_null=True)
    behind = serializers.BooleanField(help_text="The ratings are being made anew.")
    count = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = LeaderSerializer(many=True)


class NamedSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    name = serializers.CharField()


class OwnRatingSerializer(serializers.Serializer[Any]):
    list = serializers.ChoiceField(choices=RatingList.choices)
    rating = serializers.FloatField()
    games = serializers.IntegerField()
    skill = SkillSerializer()
    nils_bid = serializers.IntegerField()
    nils_made = serializers.IntegerField()
    last_at = serializers.DateTimeField(allow_null=True)


class RatingStepSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    before = serializers.FloatField()
    after = serializers.FloatField()
    was_set = serializers.BooleanField(help_text="Given, and not played for.")


class RatingLineSerializer(serializers.Serializer[Any]):
    """A game, or a rating that was set: then `result` is null."""

    at = serializers.DateTimeField()
    list = serializers.ChoiceField(choices=RatingList.choices, allow_null=True)
    event = Said()
    game = serializers.IntegerField(allow_null=True, help_text="Of ranked tables.")
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    partner = NamedSerializer(allow_null=True)
    opponents = NamedSerializer(many=True, allow_null=True)
    result = Said(help_text="won, lost, drawn or quit; empty while it is played.")
    change = serializers.FloatField(allow_null=True)
    rating = serializers.FloatField(allow_null=True, help_text="Where it was set.")
    why = Said(help_text="In a sentence.")


class CompanionSerializer(NamedSerializer):
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    average = serializers.FloatField(allow_null=True, help_text="What a game brought, in the mean.")


class BanSerializer(serializers.Serializer[Any]):
    """No ranked games before `until`."""

    ban = serializers.IntegerField()
    person = serializers.IntegerField()
    name = serializers.CharField()
    because = serializers.ChoiceField(choices=BanReason.choices)
    since = serializers.DateTimeField()
    until = serializers.DateTimeField()
    event = serializers.IntegerField(allow_null=True, help_text="Whose game brought it.")
    game = serializers.IntegerField(allow_null=True)
    lifted_at = serializers.DateTimeField(allow_null=True)
    lifted_by = serializers.CharField()
    lift_reason = serializers.CharField()


class PlayerRatingSerializer(serializers.Serializer[Any]):
    """A player on one list: where they stand, how it came to that, and with whom."""

    person = serializers.IntegerField()
    name = serializers.CharField()
    list = serializers.ChoiceField(choices=RatingList.choices)
    place = serializers.IntegerField(allow_null=True, help_text="On the leaderboard.")
    behind = serializers.BooleanField()
    ratings = OwnRatingSerializer(many=True, help_text="A row for each list they are on.")
    course = RatingStepSerializer(many=True, help_text="Oldest first.")
    count = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = RatingLineSerializer(many=True, help_text="Newest first.")
    partners = CompanionSerializer(many=True)
    opponents = CompanionSerializer(many=True)
    bans = BanSerializer(many=True, help_text="For themselves and their directors.")


class RatingProgressSerializer(serializers.Serializer[Any]):
    """How far a club's ratings are: behind while `rated_version` is below `ledger_version`."""

    ledger_version = serializers.IntegerField()
    rated_version = serializers.IntegerField()
    behind = serializers.BooleanField()
    queued = serializers.BooleanField(help_text="A task is on its way, or at it.")
    done = serializers.IntegerField(help_text="Games rated so far, while it runs.")
    total = serializers.IntegerField()
    rated_at = serializers.DateTimeField(allow_null=True)
