"""Team-of-Four: matches, who sits where in them, and the matches as last scored.

Owns: what only Teams events have. A match has two tables (`Table.match`, `Table.room`), which are tables like any
other: results, and the one way in for them, are the same for every kind of event.
Never does: run a race or decide a match (scoring/), draw a round (tournaments/draws/swiss.py).
Terms: *home*, the team that sits North-South at the open table; *bye*, a match without `away`; *given*, decided by the
director; *line-up*, which two players of a team sit at which table.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.race import LENGTH
from tournaments.models.events import Field


class Pairing(models.TextChoices):
    """Who meets whom among teams of equal records (docs/swiss.md)."""

    FOLD = "fold", _("fold: first against last")
    SLIDE = "slide", _("slide: upper half against lower half")
    ADJACENT = "adjacent", _("adjacent: first against second")


class FirstRound(models.TextChoices):
    RANDOM = "random", _("by lot, from the recorded seed")
    SEEDED = "seeded", _("by the teams’ numbers")


class TeamsSettings(models.Model):
    """What a director chooses for a Teams event beside its rule set, which has the target."""

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="teams")
    race_boards = models.PositiveSmallIntegerField(_("boards of a race"), default=LENGTH)
    rounds = models.PositiveSmallIntegerField(
        _("rounds"),
        null=True,
        blank=True,
        help_text=_("Empty: as many as it takes until at most one team is undefeated."),
    )
    pairing = models.CharField(
        _("inside a group"), max_length=8, choices=Pairing.choices, default=Pairing.FOLD
    )
    first_round = models.CharField(
        _("first round"), max_length=8, choices=FirstRound.choices, default=FirstRound.RANDOM
    )
    seed = models.PositiveBigIntegerField(_("seed of the draws"))

    class Meta:
        verbose_name_plural = "teams settings"

    def __str__(self) -> str:
        return f"Settings of {self.event}"


class Given(models.TextChoices):
    """What the director gave a match to, in place of, or after, play."""

    HOME = "home", _("home has won")
    AWAY = "away", _("away has won")
    TIED = "tied", _("half a win each")


class Match(models.Model):
    """Two teams in a round, or one with a bye. `event_version` is the event's of the last change of what is given or
    of a line-up; `text` says why the two were drawn."""

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField(_("match"))
    home = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    away = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    given = models.CharField(_("given"), max_length=4, choices=Given.choices, blank=True)
    forfeit = models.BooleanField(_("forfeit"), default=False, help_text=_("The points made do not count."))
    note = models.CharField(_("note"), max_length=500, blank=True, help_text=_("Why, for everybody to read."))
    text = models.CharField(max_length=500, blank=True)
    event_version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name_plural = "matches"
        ordering = ("round_id", "number")
        constraints = (models.UniqueConstraint(fields=("round", "number"), name="match_number_once_a_round"),)

    def __str__(self) -> str:
        return f"Match {self.number}"


class Room(models.TextChoices):
    """Which table of a match."""

    OPEN = "open", _("open room")
    CLOSED = "closed", _("closed room")


class TableSeat(models.Model):
    """Who sits at a table of a match: `position` 1 North or East, 2 South or West."""

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="seats")
    direction = models.CharField(max_length=2, choices=Field.choices)
    position = models.PositiveSmallIntegerField()
    person = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="table_seats")

    class Meta:
        ordering = ("table_id", "-direction", "position")
        constraints = (
            models.UniqueConstraint(fields=("table", "direction", "position"), name="one_player_a_chair"),
            models.UniqueConstraint(fields=("table", "person"), name="a_player_once_a_table"),
        )

    def __str__(self) -> str:
        return f"{self.person} at {self.table}"


class MatchSnapshot(models.Model):
    """One match as last scored; `data` is what services/match_data.py writes. `outcome` is as the standings take it:
    undecided until it is certain; `finished`: both tables have stopped, and no decider is due."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="match_snapshots")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="snapshot")
    version = models.PositiveIntegerField(default=0)
    outcome = models.CharField(max_length=10)
    home_points = models.IntegerField(default=0)
    away_points = models.IntegerField(default=0)
    forfeit = models.BooleanField(default=False)
    finished = models.BooleanField(default=False)
    due = models.PositiveSmallIntegerField(default=0)
    entered = models.PositiveSmallIntegerField(default=0)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ("event_id", "match_id")

    def __str__(self) -> str:
        return f"{self.match} at {self.version}"
