"""The logs of an event and of a tournament: who changed what, when, through which door, before and after, and why.

Owns: the record of every change; written in the transaction that makes the change, and never changed or deleted.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Door(models.TextChoices):
    """Through which door a change came in."""

    ADMIN = "admin", _("admin")
    API = "api", _("API")
    IMPORT = "import", _("import")
    DESK = "desk", _("desk")
    PHONE = "phone", _("phone")
    COMMAND = "command", _("command line")


class LogLine(models.Model):
    """What every log has of a change."""

    at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor = models.CharField(_("who"), max_length=200, blank=True)
    door = models.CharField(_("door"), max_length=10, choices=Door.choices)
    action = models.CharField(_("what"), max_length=40)
    subject = models.CharField(
        _("on"), max_length=200, blank=True, help_text=_("Such as: round 3, table 2, board 7")
    )
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.action}: {self.subject}"


class LogEntry(LogLine):
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="log")

    class Meta:
        verbose_name_plural = "log"
        ordering = ("event_id", "-pk")
        indexes = (models.Index(fields=("event", "action")),)


class TournamentLogEntry(LogLine):
    """What is said of a tournament; its events have logs of their own."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="log")

    class Meta:
        verbose_name_plural = "log of tournaments"
        ordering = ("tournament_id", "-pk")
