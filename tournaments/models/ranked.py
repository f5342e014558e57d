"""Ranked tables: four players sit down to a game, and play deals until it is over.

Owns: games, who began and who fills in, what was bid and taken, absences, votes for another game, the stakes' ledger,
calls for the director.
Never does: run a game or decide it (scoring/game.py), rate anybody (models/ratings.py).
Terms: *seat*, N, E, S or W; *starter*, one of the four who began a game and are rated for it; *stand-in*, who took the
seat of somebody who has quit, and is not rated; *absence*, from leaving the table to coming back or having quit.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.rules import RuleSet


class Seat(models.TextChoices):
    NORTH = "N", _("North")
    EAST = "E", _("East")
    SOUTH = "S", _("South")
    WEST = "W", _("West")


class Leaving(models.TextChoices):
    """What becomes of a game that somebody has quit (docs/rules.md §5, §6)."""

    PLAY_ON = "play-on", _("somebody fills in, and the game goes on")
    FORFEIT = "forfeit", _("the side has lost at once")


class Dealing(models.TextChoices):
    SYSTEM = "system", _("dealt by the system")
    HAND = "hand", _("dealt by hand at the table")


class RankedSettings(models.Model):
    """What a director chooses for an event of ranked tables beside its rule set, which has target and mercy.

    Whether its games are rated unless said otherwise is `Event.rated`."""

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="ranked")
    lowest_rating = models.PositiveSmallIntegerField(
        _("lowest rating"), null=True, blank=True, help_text=_("Empty: everybody may sit down.")
    )
    highest_rating = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    open_seating = models.BooleanField(
        _("players sit down by themselves"),
        default=True,
        help_text=_("At a table’s code; otherwise the desk seats them."),
    )
    leaving = models.CharField(
        _("when somebody quits"), max_length=8, choices=Leaving.choices, default=Leaving.PLAY_ON
    )
    dealing = models.CharField(_("cards"), max_length=6, choices=Dealing.choices, default=Dealing.HAND)
    stake = models.PositiveIntegerField(
        _("stake"), default=0, help_text=_("Points that each of the four puts in; 0: none.")
    )

    class Meta:
        verbose_name_plural = "ranked settings"

    def __str__(self) -> str:
        return f"Settings of {self.event}"


class GameStatus(models.TextChoices):
    SEATING = "seating", _("waits for players")
    PLAYING = "playing", _("being played")
    OVER = "over", _("over")
    VOID = "void", _("void")


class GameOutcome(models.TextChoices):
    NS = "ns", _("North-South have won")
    EW = "ew", _("East-West have won")
    DRAW = "draw", _("drawn")


class GameEnding(models.TextChoices):
    """Why a game is over."""

    TARGET = "target", _("the target was reached")
    FLOOR = "floor", _("a side fell to the mercy limit")
    LEFT = "left", _("a side was left by a player")
    DIRECTOR = "director", _("the director decided")


class Game(models.Model):
    """One game at one table. `table` is where it is played, a number that people see; `rules` are those it began with,
    its own target in them. `version` is the event's of its last change. A void game counts for nothing."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField(_("game"))
    table = models.PositiveIntegerField(_("table"))
    status = models.CharField(
        _("status"), max_length=7, choices=GameStatus.choices, default=GameStatus.SEATING
    )
    rules = models.JSONField(_("rule set"))
    rated = models.BooleanField(_("rated"), default=True)
    stake = models.PositiveIntegerField(_("stake"), default=0)
    board_set = models.ForeignKey(
        "boards.BoardSet", on_delete=models.PROTECT, null=True, blank=True, related_name="games"
    )
    rematch_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch"
    )
    outcome = models.CharField(_("outcome"), max_length=4, choices=GameOutcome.choices, blank=True)
    ending = models.CharField(_("ended because"), max_length=8, choices=GameEnding.choices, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    version = models.PositiveIntegerField(default=0, editable=False)
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("event_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="game_number_once_an_event"),
            models.UniqueConstraint(
                fields=("event", "table"),
                condition=models.Q(status__in=("seating", "playing")),
                name="one_game_at_a_table",
            ),
        )

    def __str__(self) -> str:
        return f"Game {self.number}"

    @property
    def rule_set(self) -> RuleSet:
        return RuleSet.from_json(self.rules)


class GameSeat(models.Model):
    """A starter on a seat. `quit_at` is set once they have quit, after `quit_after_deal` deals (0: before the first).

    `key_hash` is the SHA-256 of the secret on the phone that took the seat; "" where the desk seated somebody."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    seat = models.CharField(_("seat"), max_length=1, choices=Seat.choices)
    person = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="game_seats")
    key_hash = models.CharField(max_length=64, blank=True)
    sat_at = models.DateTimeField()
    quit_at = models.DateTimeField(null=True, blank=True)
    quit_after_deal = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("game_id", "pk")
        constraints = (
            models.UniqueConstraint(fields=("game", "seat"), name="one_starter_a_seat"),
            models.UniqueConstraint(fields=("game", "person"), name="a_starter_once_a_game"),
        )

    def __str__(self) -> str:
        return f"{self.person} on {self.seat}"


class StandIn(models.Model):
    """Somebody on a quitter's seat from deal `from_deal` on, up to deal `last_deal` (None: still there)."""

    seat = models.ForeignKey(GameSeat, on_delete=models.CASCADE, related_name="stand_ins")
    person = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="stand_ins")
    from_deal = models.PositiveSmallIntegerField(_("from deal"))
    last_deal = models.PositiveSmallIntegerField(_("last deal"), null=True, blank=True)
    key_hash = models.CharField(max_length=64, blank=True)
    sat_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("seat_id", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("seat",), condition=models.Q(left_at=None), name="one_stand_in_a_seat"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person} for {self.seat}"


class Absence(models.Model):
    """A starter left the table. Open until `back_at` (in time: nothing has happened) or `quit_at` is set."""

    seat = models.ForeignKey(GameSeat, on_delete=models.CASCADE, related_name="absences")
    left_at = models.DateTimeField()
    after_deal = models.PositiveSmallIntegerField(default=0, help_text=_("Deals that were in by then."))
    back_at = models.DateTimeField(null=True, blank=True)
    quit_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("seat_id", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("seat",),
                condition=models.Q(back_at=None, quit_at=None),
                name="one_open_absence_a_seat",
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat} away"


class DealState(models.TextChoices):
    CONFIRMED = "confirmed", _("confirmed")
    PROVISIONAL = "provisional", _("one side has entered it")
    DISPUTED = "disputed", _("the sides differ")


class GameDeal(models.Model):
    """What happened on a deal of a game, as written (docs/rules.md §1, notation), with the deal's own scores.

    `said` keeps each side's word: {"NS": {"ns_bid", "ns_tricks", "ew_bid", "ew_tricks"}, "EW": …}. `play` is a recorded
    play that bids and tricks were taken from, "" where there is none. `version` counts the changes of this deal."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField(_("deal"))
    ns_bid = models.CharField(_("NS bid"), max_length=8)
    ns_tricks = models.CharField(_("NS tricks"), max_length=8)
    ew_bid = models.CharField(_("EW bid"), max_length=8)
    ew_tricks = models.CharField(_("EW tricks"), max_length=8)
    ns_score = models.IntegerField(_("NS score"))
    ew_score = models.IntegerField(_("EW score"))
    state = models.CharField(
        _("state"), max_length=11, choices=DealState.choices, default=DealState.CONFIRMED
    )
    said = models.JSONField(default=dict, blank=True)
    play = models.TextField(_("recorded play"), blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True, help_text=_("Of the last change."))
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(editable=False)
    updated_at = models.DateTimeField(editable=False)

    class Meta:
        ordering = ("game_id", "number")
        constraints = (models.UniqueConstraint(fields=("game", "number"), name="deal_number_once_a_game"),)

    def __str__(self) -> str:
        return f"Deal {self.number} of {self.game}"


class RematchVote(models.Model):
    """A starter of a game that is over wants another with the same four."""

    seat = models.OneToOneField(GameSeat, on_delete=models.CASCADE, related_name="rematch_vote")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.seat} again"


class StakeLine(models.Model):
    """One line of the stakes' ledger: what a game brought or cost somebody. Lines are never changed or deleted: what a
    correction takes back is a settlement of its own. The lines of one settlement of a game add up to 0."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="stake_lines")
    person = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="stake_lines")
    points = models.IntegerField(_("points"))
    settlement = models.PositiveSmallIntegerField(help_text=_("1 is the first of the game."))
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("game_id", "settlement", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("game", "settlement", "person"), name="a_person_once_a_settlement"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person}: {self.points:+d}"


class GameCall(models.Model):
    """A table at which a game is played calls the director. It stands until somebody has answered it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="calls")
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("game",), condition=models.Q(answered_at=None), name="one_open_call_a_game"
            ),
        )

    def __str__(self) -> str:
        return f"Call from {self.game}"
