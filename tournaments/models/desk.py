"""What the desk keeps beside an event: substitutes, who is editing what, which odd results are right, what was printed,
invitations.

Owns: records that no standings are computed from.
Never does: say what a result is worth.
Terms: *substitution*, somebody plays in another's place from a round or a board on, and the entry stays the same;
*subject*, what somebody has open at the desk, such as "result:12:7"; *basis*, a fingerprint of what a printed sheet was
made from.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Role


class Substitution(models.Model):
    """`into` plays in place of `out` from a board of a round on, up to the end of `last_round` (None: to the end)."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="substitutions")
    out = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="+")
    into = models.ForeignKey("tournaments.Person", on_delete=models.PROTECT, related_name="substitutions")
    first_round = models.PositiveSmallIntegerField(_("from round"))
    first_board = models.PositiveIntegerField(
        _("from board"), null=True, blank=True, help_text=_("Of that round; empty: from its start.")
    )
    last_round = models.PositiveSmallIntegerField(_("up to round"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("entry_id", "first_round", "pk")

    def __str__(self) -> str:
        return f"{self.into} for {self.out} ({self.entry})"


class Editing(models.Model):
    """Somebody has `subject` open at the desk, and was there at `at`. Old rows mean nothing and may go at any time."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    subject = models.CharField(max_length=100)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "user", "subject"), name="a_subject_once_an_editor"),
        )
        indexes = (models.Index(fields=("event", "at")),)

    def __str__(self) -> str:
        return f"{self.user}: {self.subject}"


class FoundRight(models.Model):
    """A director has looked at a result that is odd, and it is right in this `version`; another is odd anew. The log
    has who and when."""

    result = models.OneToOneField("tournaments.Result", on_delete=models.CASCADE, related_name="found_right")
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.result} is right"


class PrintedSheet(models.Model):
    """A sheet that was printed or downloaded at the desk; it is stale when its basis is no longer the present one."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="printed")
    kind = models.CharField(max_length=40)
    part = models.CharField(max_length=40, blank=True, help_text=_("Such as a round; empty: all of it."))
    basis = models.CharField(max_length=64)
    revision = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("event_id", "-at")
        constraints = (
            models.UniqueConstraint(fields=("event", "kind", "part"), name="the_last_print_of_a_sheet"),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.event}"


class Invitation(models.Model):
    """An owner invites somebody into a role of the club. The link holds a secret, of which the SHA-256 is stored."""

    club = models.ForeignKey("tournaments.Club", on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail"))
    role = models.CharField(max_length=10, choices=Role.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("club_id", "-created_at")

    def __str__(self) -> str:
        return f"{self.email}: {self.get_role_display()} of {self.club}"


class PackState(models.TextChoices):
    WAITING = "waiting", _("waits")
    RUNNING = "running", _("is being made")
    DONE = "done", _("is ready")
    FAILED = "failed", _("could not be made")
    CANCELLED = "cancelled", _("was cancelled")


class Pack(models.Model):
    """A large print-out that a worker makes. `order` is what was asked for; `done` of `pages` are drawn; `file` is the
    finished file's name in the storage, kept for a day."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="packs")
    order = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=PackState.choices, default=PackState.WAITING)
    done = models.PositiveIntegerField(default=0)
    pages = models.PositiveIntegerField(default=0)
    file = models.CharField(max_length=200, blank=True)
    why = models.CharField(max_length=500, blank=True, help_text=_("Why it could not be made."))
    by = models.CharField(max_length=200, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, blank=True, help_text=_("When its worker last said so."))
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("event_id", "-created_at")

    def __str__(self) -> str:
        return f"Pack of {self.event}"
