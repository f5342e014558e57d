"""Clubs, people, and who may do what.

Owns: the club as the unit of trust (roles are held in a club), and people, who may or may not have a sign-in.
Never does: decide a permission (tournaments/services/permissions.py).
Terms: *person*, somebody who plays; *member*, a user who holds a role in a club.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Club(models.Model):
    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(unique=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """docs/directors.md, Roles: an owner invites, a director rules, a scorer enters results and rules nothing."""

    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    SCORER = "scorer", _("scorer")


class Membership(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("club", "user"), name="one_role_a_club"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()} of {self.club}"


class Person(models.Model):
    """Somebody who plays. `number` tells two people of one name apart."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="people")
    name = models.CharField(_("name"), max_length=200)
    number = models.CharField(_("membership number"), max_length=30, blank=True)
    on_leaderboard = models.BooleanField(
        _("on the leaderboard"),
        default=True,
        help_text=_("Ranked games need it. Turning it off sets the rating back, and bans for a while."),
    )
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Not registered: plays along, but no ranked games.")
    )
    is_bot = models.BooleanField(
        _("bot"), default=False, help_text=_("A program that fills a seat somebody has left.")
    )
    finished_elsewhere = models.PositiveIntegerField(
        _("games elsewhere"),
        default=0,
        help_text=_("Finished games that are not in this system and count towards the first ranked one."),
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="person",
        help_text=_("The sign-in of this person. A director who plays sees no hidden deal of that event."),
    )

    class Meta:
        verbose_name_plural = "people"
        ordering = ("name", "pk")
        indexes = (models.Index(fields=("club", "name")),)

    def __str__(self) -> str:
        return self.name
