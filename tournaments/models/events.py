"""Tournaments, events, entries and penalties.

Owns: what is played, under which rules, by whom.
Never does: change while the event runs, except through tournaments/services/.
Terms: *tournament*, a day or a week at a place; *event*, one competition in it; *entry*, a pair or a team in an
event; *field*, the direction an entry keeps through a two-winner movement.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.rules import RuleSet


class Tournament(models.Model):
    club = models.ForeignKey("tournaments.Club", on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(max_length=80, unique=True)
    place = models.CharField(_("place"), max_length=200, blank=True)
    starts_on = models.DateField(_("starts on"))
    ends_on = models.DateField(_("ends on"), null=True, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")

    class Meta:
        ordering = ("-starts_on", "name")

    def __str__(self) -> str:
        return self.name


class Kind(models.TextChoices):
    PAIRS = "pairs", _("Pairs")
    TEAMS = "teams", _("Team-of-Four")
    RANKED = "ranked", _("Ranked tables")


class EventStatus(models.TextChoices):
    SETUP = "setup", _("being set up")
    RUNNING = "running", _("running")
    PROVISIONAL = "provisional", _("provisional")
    FINAL = "final", _("final")


class Winners(models.TextChoices):
    ONE = "one", _("one list")
    TWO = "two", _("North-South and East-West each")


class TravellerSecrecy(models.TextChoices):
    """When the scores of a board may be read by people who are not directing."""

    FINISHED = "finished", _("when every table has played the board")
    OPEN = "open", _("as they come in")


def default_rules() -> dict[str, object]:
    return {"preset": "duplicate-pairs"}


class Event(models.Model):
    """One competition.

    `results_version` counts every change that can move the standings; the snapshot carries the version it was
    computed from, so "how far behind" is one subtraction. It is raised only under `services.locking.lock_event`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(max_length=80)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.PAIRS)
    status = models.CharField(
        _("status"), max_length=12, choices=EventStatus.choices, default=EventStatus.SETUP
    )
    rules = models.JSONField(_("rule set"), default=default_rules)
    winners = models.CharField(_("winners"), max_length=3, choices=Winners.choices, default=Winners.ONE)
    neuberg = models.BooleanField(_("Neuberg"), default=True)
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    traveller_secrecy = models.CharField(
        _("scores shown"),
        max_length=10,
        choices=TravellerSecrecy.choices,
        default=TravellerSecrecy.FINISHED,
    )
    provisional_counts = models.BooleanField(
        _("provisional results count"),
        default=True,
        help_text=_("Whether a result counts before both sides have confirmed it, or while they differ."),
    )
    entered_twice = models.BooleanField(
        _("paper is entered twice"),
        default=False,
        help_text=_("A result from paper is provisional until a second entry says the same."),
    )
    corrections_until = models.DateTimeField(
        _("corrections until"),
        null=True,
        blank=True,
        help_text=_("When the correction period of a provisional event ends."),
    )
    rated = models.BooleanField(
        _("rated"),
        default=False,
        help_text=_(
            "Of ranked tables: whether a game is rated unless said otherwise. Of Pairs and Teams: whether each table "
            "counts as a rated game when the event is final."
        ),
    )
    board_set = models.ForeignKey(
        "boards.BoardSet", on_delete=models.PROTECT, null=True, blank=True, related_name="events"
    )
    movement = models.JSONField(_("movement"), null=True, blank=True)
    expected_scores = models.JSONField(
        default=dict,
        blank=True,
        help_text=_(
            "Board number → the scores Neuberg counts on, where it differs from the event's largest."
        ),
    )
    results_version = models.PositiveIntegerField(default=0, editable=False)
    all_boards_version = models.PositiveIntegerField(
        default=0, editable=False, help_text=_("The last version that touched every board.")
    )
    recompute_queued_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("tournament_id", "pk")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "slug"), name="event_slug_once_a_tournament"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def rule_set(self) -> RuleSet:
        return RuleSet.from_json(self.rules)


class Field(models.TextChoices):
    NS = "NS", _("North-South")
    EW = "EW", _("East-West")


class Entry(models.Model):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(
        _("name"), max_length=200, help_text=_("As shown; made of the players' names if empty.")
    )
    field = models.CharField(_("field"), max_length=2, choices=Field.choices, blank=True)
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    withdrawn_after = models.PositiveSmallIntegerField(
        _("last round"),
        null=True,
        blank=True,
        help_text=_("Of a team that has left: the last round it was in the event for."),
    )
    late_losses = models.PositiveSmallIntegerField(
        _("late losses"),
        default=0,
        help_text=_("A late team’s, in place of the rounds it was not there for."),
    )
    late_halves = models.PositiveSmallIntegerField(_("late half wins"), default=0)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    stays_seated = models.BooleanField(_("needs to stay seated"), default=False)
    standby = models.BooleanField(
        _("stand-by"), default=False, help_text=_("Waits for a seat, and is not in the draw.")
    )
    players = models.ManyToManyField("tournaments.Person", through="EntryPlayer", related_name="entries")

    class Meta:
        verbose_name_plural = "entries"
        ordering = ("event_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="entry_number_once_an_event"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class EntryPlayer(models.Model):
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    person = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField(
        help_text=_("In a pair 1 sits North or East, 2 South or West; a team declares a line-up each round.")
    )

    class Meta:
        ordering = ("entry_id", "position")
        constraints = (
            models.UniqueConstraint(fields=("entry", "position"), name="one_player_a_position"),
            models.UniqueConstraint(fields=("entry", "person"), name="a_player_once_an_entry"),
        )

    def __str__(self) -> str:
        return f"{self.person} ({self.entry})"


class PenaltyUnit(models.TextChoices):
    PERCENT = "percent", _("percent of a top")
    POINTS = "points", _("matchpoints")


class Penalty(models.Model):
    """Taken off an entry's final total, never off a board (docs/rules.md §2); a bonus is negative."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    unit = models.CharField(_("in"), max_length=8, choices=PenaltyUnit.choices, default=PenaltyUnit.PERCENT)
    amount = models.DecimalField(
        _("amount"), max_digits=9, decimal_places=3, help_text=_("Taken off the total; negative for a bonus.")
    )
    reason = models.CharField(_("reason"), max_length=500)
    private_note = models.CharField(
        _("private note"), max_length=500, blank=True, help_text=_("For directors only.")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "penalties"
        ordering = ("event_id", "pk")

    def __str__(self) -> str:
        return f"{self.entry}: {self.amount} {self.get_unit_display()}"
