"""Who belongs to a club: roles given, changed and taken away, and what follows from them.

Owns: that a club keeps an owner; that whoever holds a role somewhere is let into the admin (`is_staff`), and nobody
else but superusers; the club's book of all this.
Never does: touch a password or an account's name.

Terms: *book*, what Django's admin keeps as the history of a club (`django.contrib.admin.models.LogEntry`): each act
here adds a line, so that the admin's "History" of the club and the desk's page of its people tell the same.
"""

from collections.abc import Iterable

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import Club, Invitation, Membership, Role
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, ServiceError


def change_role(club_id: int, user_id: int, role: str, actor: Actor) -> Membership:
    """Give a member another role. Raises `ServiceError` for a role that there is not and for the last owner."""
    with transaction.atomic():
        club = lock_club(club_id)
        member = _member(club, user_id)
        before = member.get_role_display()
        if role == member.role:
            return member
        check_role(role)
        _keep_an_owner(member)
        member.role = role
        member.save(update_fields=["role"])
        follow_roles([member.user])
        _withdraw_what_they_offered(member)
        note(club, actor, f"{member.user.get_username()}: {before} → {member.get_role_display()}.")
    return member


def remove_member(club_id: int, user_id: int, actor: Actor) -> None:
    """Take a member's role away; the account stays. Invitations that an owner has sent end with it."""
    with transaction.atomic():
        club = lock_club(club_id)
        member = _member(club, user_id)
        _keep_an_owner(member)
        user, role = member.user, member.get_role_display()
        _withdraw_what_they_offered(member)
        member.delete()
        follow_roles([user])
        note(club, actor, f"{user.get_username()}: no longer {role}.")


def members_of(club: Club) -> list[Membership]:
    """Owners first, then by name: one query."""
    ranks = {role: rank for rank, role in enumerate(Role.values)}
    found = club.memberships.select_related("user")
    return sorted(found, key=lambda member: (ranks[member.role], member.user.get_username().casefold()))


def follow_roles(users: Iterable[User]) -> None:
    """Let into the admin who holds a role, and keep out who holds none; superusers are left alone."""
    for user in users:
        wanted = user.is_superuser or Membership.objects.filter(user=user).exists()
        User.objects.filter(pk=user.pk).exclude(is_staff=wanted).update(is_staff=wanted)
        user.is_staff = wanted


def lock_club(club_id: int) -> Club:
    """The club, locked to the end of the transaction: two owners who remove each other take turns."""
    club = Club.objects.select_for_update().filter(pk=club_id).first()
    if club is None:
        raise NotFoundError("There is no such club.", code="no-club")
    return club


def check_role(role: str) -> None:
    """Raises `ServiceError` for a role that there is not."""
    if role not in Role.values:
        message = f"There is no such role; choose one of {', '.join(Role.values)}."
        raise ServiceError(Fault("no-role", message, "role"))


def note(club: Club, actor: Actor, sentence: str) -> None:
    """Add a line to the club's book. Only somebody with an account acts on people, so there is always a name."""
    if actor.user_id is None:
        raise ValueError("only an account acts on the people of a club")
    LogEntry.objects.create(
        user_id=actor.user_id,
        content_type=ContentType.objects.get_for_model(Club),
        object_id=str(club.pk),
        object_repr=str(club)[:200],
        action_flag=CHANGE,
        change_message=sentence,
    )


def book_of(club: Club, most: int = 30) -> list[LogEntry]:
    """The last lines of the club's book, newest first: one query beside that of the content type."""
    kind = ContentType.objects.get_for_model(Club)
    found = LogEntry.objects.filter(content_type=kind, object_id=str(club.pk)).select_related("user")
    return list(found.order_by("-action_time", "-pk")[:most])


def _member(club: Club, user_id: int) -> Membership:
    member = club.memberships.select_related("user").filter(user_id=user_id).first()
    if member is None:
        raise NotFoundError("This person has no role in the club any more.", code="no-member")
    return member


def _keep_an_owner(member: Membership) -> None:
    """Nobody but a superuser could give a club without an owner one again."""
    others = Membership.objects.filter(club_id=member.club_id, role=Role.OWNER).exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise ServiceError(Fault("last-owner", "A club keeps at least one owner; name another one first."))


def _withdraw_what_they_offered(member: Membership) -> None:
    """Who is owner no more has no way back through an invitation of their own."""
    open_ = Invitation.objects.filter(club_id=member.club_id, accepted_at=None, revoked_at=None)
    open_.filter(invited_by=member.user.get_username()).update(revoked_at=timezone.now())
