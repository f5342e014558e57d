"""Rounds and tables: the draw as it is scheduled.

Owns: who should sit where, with which boards, in which round.
Never does: say what was played; that is a Result, which names the pairs that really sat there.
"""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.teams import Room


class RoundStatus(models.TextChoices):
    PLANNED = "planned", _("planned")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


class Round(models.Model):
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=8, choices=RoundStatus.choices, default=RoundStatus.PLANNED)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("event_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="round_number_once_an_event"),
        )

    def __str__(self) -> str:
        return f"Round {self.number}"

    @property
    def draw(self) -> dict[str, Any] | None:
        """Of a Swiss round: how it was drawn, with the certificate (docs/swiss.md); a query at first use."""
        drawn: RoundDraw | None = getattr(self, "drawn", None)
        return drawn.data if drawn is not None else None


class RoundDraw(models.Model):
    """How a Swiss round was drawn. It stands apart: certificates are long, and rounds are loaded with every result."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="drawn")
    data = models.JSONField()

    def __str__(self) -> str:
        return f"Draw of {self.round}"


class Table(models.Model):
    """One table of one round. `boards` are the numbers due there, in playing order; `match` and `room` are a Teams
    event's."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    ns = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    ew = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    boards = models.JSONField(default=list)
    match = models.ForeignKey(
        "tournaments.Match", on_delete=models.CASCADE, null=True, blank=True, related_name="tables"
    )
    room = models.CharField(max_length=6, choices=Room.choices, blank=True)

    class Meta:
        ordering = ("round_id", "number")
        constraints = (models.UniqueConstraint(fields=("round", "number"), name="table_number_once_a_round"),)

    def __str__(self) -> str:
        return f"Table {self.number}"
