"""Snapshots: what pages, API and sheets read.

Owns: the standings and travellers as last computed, each stamped with the results version it was computed from.
Never does: compute; `services.standings` writes, everybody else reads.
"""

from django.db import models


class StandingsSnapshot(models.Model):
    """The event's standings; `data` is `services.standings.StandingsData` as JSON."""

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="snapshot")
    version = models.PositiveIntegerField(default=0)
    computed_at = models.DateTimeField(null=True)
    data = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.event} at {self.version}"


class BoardSnapshot(models.Model):
    """One board's traveller; `data` is `services.standings.TravellerData` as JSON."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="board_snapshots")
    board = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=0)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ("event_id", "board")
        constraints = (models.UniqueConstraint(fields=("event", "board"), name="one_snapshot_a_board"),)

    def __str__(self) -> str:
        return f"Board {self.board} of {self.event} at {self.version}"
