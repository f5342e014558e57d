"""Results: what happened on a board at a table.

Owns: the current state of each result, with its version.
Never does: change outside `services.results`, which logs every change in the same transaction.
Terms: *ns*, *ew*: the entries that really sat there; *state*: how far the result can be trusted.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ResultState(models.TextChoices):
    CONFIRMED = "confirmed", _("confirmed")
    PROVISIONAL = "provisional", _("provisional")
    DISPUTED = "disputed", _("disputed")
    REMOVED = "removed", _("taken back")


class Result(models.Model):
    """One result. Bids and tricks are kept as written (docs/rules.md §1, notation); scores are stored, percentages
    never are: they are derived into the snapshots.

    `version` counts the changes of this result, `event_version` is the event's version of the last one.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="results")
    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="results")
    board = models.PositiveIntegerField(_("board"))
    ns = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+", verbose_name="NS")
    ew = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+", verbose_name="EW")
    ns_bid = models.CharField(_("NS bid"), max_length=8, blank=True)
    ns_tricks = models.CharField(_("NS tricks"), max_length=8, blank=True)
    ew_bid = models.CharField(_("EW bid"), max_length=8, blank=True)
    ew_tricks = models.CharField(_("EW tricks"), max_length=8, blank=True)
    ns_score = models.IntegerField(_("NS score"), null=True, blank=True)
    ew_score = models.IntegerField(_("EW score"), null=True, blank=True)
    ns_adjusted = models.CharField(
        _("NS adjusted"), max_length=12, blank=True, help_text="A+, A, A- or a percentage"
    )
    ew_adjusted = models.CharField(
        _("EW adjusted"), max_length=12, blank=True, help_text="A+, A, A- or a percentage"
    )
    weighted = models.JSONField(_("weighted score"), null=True, blank=True)
    not_played = models.BooleanField(_("not played"), default=False)
    group = models.PositiveSmallIntegerField(
        _("group"), default=0, help_text=_("Results of a fouled board are compared inside their group.")
    )
    state = models.CharField(
        _("state"), max_length=12, choices=ResultState.choices, default=ResultState.CONFIRMED
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True, help_text=_("Of the last change."))
    note = models.CharField(_("note"), max_length=500, blank=True, help_text=_("Shown on the traveller."))
    private_note = models.CharField(
        _("private note"), max_length=500, blank=True, help_text=_("For directors only.")
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    event_version = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(editable=False)
    updated_at = models.DateTimeField(editable=False)

    class Meta:
        ordering = ("event_id", "table_id", "board")
        constraints = (models.UniqueConstraint(fields=("table", "board"), name="one_result_a_board_a_table"),)
        indexes = (models.Index(fields=("event", "board")), models.Index(fields=("event", "event_version")))

    def __str__(self) -> str:
        if (
            self.table.match_id is not None
        ):  # players call a race's boards by other numbers (services/race_boards.py)
            return f"Result at {self.table}"
        return f"Board {self.board}, {self.table}"


class Receipt(models.Model):
    """The answer given to a request that carried an idempotency key, so that its repetition gets the same one."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of what was asked.")
    answer = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("event", "key"), name="a_key_once_an_event"),)

    def __str__(self) -> str:
        return self.key
