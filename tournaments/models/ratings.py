"""Ratings: the ledger of rated games, what each did to the ratings, and where everybody stands.

Owns: rated games of every kind of event, their changes, present ratings, ratings that were set, bans, a club's choices.
Never does: rate (scoring/elo*.py), or change outside services/ratings/, which works under the book's lock.
Terms: *ledger*, every rated game in the order of its start; *list*, ranked tables, teams, pairs, or all of them
combined; *book*, one club's ratings; *pending*, a game somebody has quit and that is still played: only the quitters
are rated so far. Players of a row stand in the order N, S, E, W, which is the row order of scoring/elo.py.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RatingList(models.TextChoices):
    RANKED = "ranked", _("Ranked tables")
    TEAMS = "teams", _("Teams")
    PAIRS = "pairs", _("Pairs")
    COMBINED = "combined", _("All together")


def default_policy() -> dict[str, object]:
    return {"preset": "2026"}


class RatingBook(models.Model):
    """A club's ratings: its policy, what its leaderboards show, and how far the ratings are.

    `ledger_version` counts the changes of the ledger; ratings are behind while `rated_version` is below it.
    `stale_from` is the start of the earliest game whose rating is not right any more (None: all are). While ratings
    are made, `done` of `total` games are.
    """

    club = models.OneToOneField("tournaments.Club", on_delete=models.CASCADE, related_name="rating_book")
    policy = models.JSONField(_("rating policy"), default=default_policy)
    minimum_games = models.PositiveSmallIntegerField(
        _("games for the leaderboard"), default=5, help_text=_("Whoever has fewer on a list is not shown.")
    )
    inactive_days = models.PositiveSmallIntegerField(
        _("days until inactive"),
        null=True,
        blank=True,
        default=180,
        help_text=_("Whoever has not played for longer is not shown; empty: everybody is."),
    )
    ledger_version = models.PositiveIntegerField(default=0, editable=False)
    rated_version = models.PositiveIntegerField(default=0, editable=False)
    stale_from = models.DateTimeField(null=True, blank=True, editable=False)
    queued_at = models.DateTimeField(null=True, blank=True, editable=False)
    done = models.PositiveIntegerField(default=0, editable=False)
    total = models.PositiveIntegerField(default=0, editable=False)
    rated_at = models.DateTimeField(null=True, blank=True, editable=False)

    def __str__(self) -> str:
        return f"Ratings of {self.club}"


class RatedGame(models.Model):
    """One game of the ledger. `code` is scoring/elo_fold.py's: who won, and who quit.

    A ranked table's has `game`, a table of a Pairs or Teams event `table`. `tallies` has for N, S, E and W what they
    met while they sat there: [nils bid, of these set, opponents' nils, of these set]; [] where there was no nil.
    """

    club = models.ForeignKey("tournaments.Club", on_delete=models.CASCADE, related_name="rated_games")
    kind = models.CharField(_("list"), max_length=8, choices=RatingList.choices)
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="rated_games")
    game = models.OneToOneField(
        "tournaments.Game", on_delete=models.CASCADE, null=True, blank=True, related_name="rated_game"
    )
    table = models.OneToOneField(
        "tournaments.Table", on_delete=models.CASCADE, null=True, blank=True, related_name="rated_game"
    )
    started_at = models.DateTimeField(_("started"))
    north = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="rated_north")
    south = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="rated_south")
    east = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="rated_east")
    west = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="rated_west")
    code = models.PositiveSmallIntegerField()
    pending = models.BooleanField(_("still played"), default=False)
    tallies = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("club_id", "started_at", "event_id", "pk")
        indexes = (models.Index(fields=("club", "started_at", "event", "id")),)

    def __str__(self) -> str:
        return f"Rated game {self.pk}"


class RatingChanges(models.Model):
    """What a game of the ledger did to the ratings of N, S, E and W: on its own list, and on all lists together.

    A fold over the ledger makes these rows and can make them again at any time.
    """

    rated_game = models.OneToOneField(
        RatedGame, on_delete=models.CASCADE, primary_key=True, related_name="changes"
    )
    own_before_n = models.FloatField()
    own_before_s = models.FloatField()
    own_before_e = models.FloatField()
    own_before_w = models.FloatField()
    own_change_n = models.FloatField()
    own_change_s = models.FloatField()
    own_change_e = models.FloatField()
    own_change_w = models.FloatField()
    all_before_n = models.FloatField()
    all_before_s = models.FloatField()
    all_before_e = models.FloatField()
    all_before_w = models.FloatField()
    all_change_n = models.FloatField()
    all_change_s = models.FloatField()
    all_change_e = models.FloatField()
    all_change_w = models.FloatField()

    class Meta:
        verbose_name_plural = "rating changes"

    def __str__(self) -> str:
        return f"Changes of game {self.pk}"


class Rating(models.Model):
    """Where somebody stands on a list, after all games of the ledger. No row: no rated game and no rating set."""

    club = models.ForeignKey("tournaments.Club", on_delete=models.CASCADE, related_name="ratings")
    person = models.ForeignKey("tournaments.Person", on_delete=models.CASCADE, related_name="ratings")
    kind = models.CharField(_("list"), max_length=8, choices=RatingList.choices)
    rating = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    nils_met = models.PositiveIntegerField(default=0)
    nils_met_set = models.PositiveIntegerField(default=0)
    nils_bid = models.PositiveIntegerField(default=0)
    nils_bid_set = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("club_id", "kind", "-rating")
        constraints = (models.UniqueConstraint(fields=("person", "kind"), name="a_person_once_a_list"),)
        indexes = (models.Index(fields=("club", "kind", "-rating")),)

    def __str__(self) -> str:
        return f"{self.person}: {self.rating:.0f}"


class RatingSet(models.Model):
    """A rating that was given and not played for: back to the start, or what somebody brings from elsewhere.

    It is a step of the ledger like a game, at its time; `kind` is "" where it is for every list.
    """

    person = models.ForeignKey("tournaments.Person", on_delete=models.CASCADE, related_name="ratings_set")
    kind = models.CharField(_("list"), max_length=8, choices=RatingList.choices, blank=True)
    rating = models.FloatField()
    at = models.DateTimeField()
    reason = models.CharField(_("reason"), max_length=500)
    by = models.CharField(_("by"), max_length=200, blank=True)

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"{self.person} set to {self.rating:.0f}"


class BanReason(models.TextChoices):
    """The words of scoring/ranked.py."""

    QUIT = "quit", _("left a ranked game")
    LEADERBOARD_OFF = "leaderboard-off", _("turned the leaderboard setting off")


class Ban(models.Model):
    """No ranked games from `since` until `until`, which is the first moment they are allowed again."""

    person = models.ForeignKey("tournaments.Person", on_delete=models.CASCADE, related_name="bans")
    reason = models.CharField(_("because"), max_length=16, choices=BanReason.choices)
    since = models.DateTimeField()
    until = models.DateTimeField()
    seat = models.ForeignKey(
        "tournaments.GameSeat", on_delete=models.SET_NULL, null=True, blank=True, related_name="bans"
    )
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.CharField(max_length=200, blank=True)
    lift_reason = models.CharField(_("lifted because"), max_length=500, blank=True)

    class Meta:
        ordering = ("person_id", "-until")
        indexes = (models.Index(fields=("person", "until")),)

    def __str__(self) -> str:
        return f"{self.person} until {self.until:%Y-%m-%d %H:%M}"
