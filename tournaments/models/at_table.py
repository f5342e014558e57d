"""What happens at a table: the token that opens its page, what each side says of a board, who sits, who calls.

Owns: what players said, word for word, beside the result that came of it.
Never does: decide which of two words is right: both are kept, and a director rules.
Terms: *token*, the secret in a table's QR code; *claim*, what one side says happened on a board; *side*, "NS" or "EW".
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Field


class TableToken(models.Model):
    """Opens the page of a table (`table`, its number in every round) or of an entry, wherever it sits.

    The token is made of `nonce` and the server's secret key, so that it can be printed again; what is stored cannot
    open anything. `token_hash` is its SHA-256.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="table_tokens")
    table = models.PositiveIntegerField(null=True, blank=True)
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, null=True, blank=True, related_name="table_tokens"
    )
    nonce = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("event_id", "table", "entry_id", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(table__isnull=True) ^ models.Q(entry__isnull=True),
                name="a_token_of_a_table_or_of_an_entry",
            ),
            models.UniqueConstraint(
                fields=("event", "table"),
                condition=models.Q(revoked_at=None, entry=None),
                name="one_token_a_table",
            ),
            models.UniqueConstraint(
                fields=("event", "entry"),
                condition=models.Q(revoked_at=None, table=None),
                name="one_token_an_entry",
            ),
        )

    def __str__(self) -> str:
        return f"Token of table {self.table}" if self.table is not None else f"Token of {self.entry}"


class ClaimState(models.TextChoices):
    WAITING = "waiting", _("waits for the other side")
    AGREED = "agreed", _("both sides agree")
    DIFFERS = "differs", _("the sides differ")
    LATE = "late", _("came after the round was closed")
    TAKEN_BACK = "taken-back", _("taken back")
    SETTLED = "settled", _("settled by the director")


class Claim(models.Model):
    """What one side said of a board, and when. `key` makes the same entry sent twice one claim; `answer` is the receipt
    it got. `entered_at` is the phone's word for the time, and may be an hour off."""

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="claims")
    board = models.PositiveIntegerField()
    side = models.CharField(max_length=2, choices=Field.choices)
    ns_bid = models.CharField(max_length=8)
    ns_tricks = models.CharField(max_length=8)
    ew_bid = models.CharField(max_length=8)
    ew_tricks = models.CharField(max_length=8)
    state = models.CharField(max_length=10, choices=ClaimState.choices, default=ClaimState.WAITING)
    key = models.CharField(max_length=100)
    fingerprint = models.CharField(max_length=64)
    answer = models.JSONField(default=dict)
    entered_at = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("table_id", "board", "pk")
        constraints = (models.UniqueConstraint(fields=("table", "key"), name="a_key_once_a_table"),)

    def __str__(self) -> str:
        return f"{self.side} at {self.table}, board {self.board}"


class Sitting(models.Model):
    """Who really sits at a table, as it was said there. `turned`: the sides sit the other way round than drawn."""

    table = models.OneToOneField("tournaments.Table", on_delete=models.CASCADE, related_name="sitting")
    players = models.JSONField(default=dict, help_text=_("N, E, S and W → a name."))
    turned = models.BooleanField(default=False)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Who sits at {self.table}"


class Call(models.Model):
    """A table calls the director. It stands until somebody has answered it."""

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="calls")
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("at",)
        constraints = (
            models.UniqueConstraint(
                fields=("table",), condition=models.Q(answered_at=None), name="one_open_call_a_table"
            ),
        )

    def __str__(self) -> str:
        return f"Call from {self.table}"


class RoundClock(models.Model):
    """The clock of a round: it runs `minutes` from `started_at`, pauses left out.

    `paused_at` is set while it stands still; `paused_seconds` is how long it has stood still before that.
    """

    round = models.OneToOneField("tournaments.Round", on_delete=models.CASCADE, related_name="clock")
    minutes = models.PositiveSmallIntegerField(_("minutes"))
    started_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"Clock of {self.round}"
