"""Inviting somebody into a role of a club, by a link that works once.

Owns: making, opening, taking and withdrawing invitations; the mail that brings the link; the accounts made by them.
Never does: show a link again: the database holds its SHA-256 alone. Whoever lost it is invited anew.

Terms: *token*, the secret in the link, 256 random bits; *open*, an invitation that was neither taken nor withdrawn and
is not older than `LIFE`.
"""

import hashlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from smtplib import SMTPException
from typing import Final

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from scoring.faults import Fault
from tournaments.models import Club, Door, Invitation, Membership
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, ServiceError, refuse_if
from tournaments.services.members import check_role, follow_roles, lock_club, note

LIFE: Final = timedelta(days=7)
LONGEST_EMAIL: Final = 254
GONE: Final = (
    "This invitation opens nothing: it was used or withdrawn, or is older than seven days. "
    "Ask an owner of the club for a new one."
)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation and its link, which nobody can be shown later."""

    invitation: Invitation
    link: str


def invite(club_id: int, email: str, role: str, actor: Actor, link_of: Callable[[str], str]) -> Invited:
    """Invite whoever reads `email` into `role`; `link_of` makes a token into a whole address.

    An open invitation of the same e-mail ends: the newest link counts. The mail is sent after the commit; where that
    fails it is logged, and the link can still be handed over. Raises `ServiceError` with every fault.
    """
    address = email.strip().lower()
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(role)
        refuse_if(_faults_of_email(club, address))
        _open(club).filter(email=address).update(revoked_at=timezone.now())
        invitation = Invitation.objects.create(
            club=club,
            email=address,
            role=role,
            token_hash=_hash(token),
            invited_by=actor.name[:200],
            expires_at=timezone.now() + LIFE,
        )
        note(club, actor, f"{address}: invited as {invitation.get_role_display()}.")
        made = Invited(invitation, link_of(token))
        transaction.on_commit(partial(_mail, made))
    return made


def revoke(club_id: int, invitation_id: int, actor: Actor) -> None:
    """Withdraw an open invitation. Raises `NotFoundError` for one that is not open, or of another club."""
    with transaction.atomic():
        club = lock_club(club_id)
        invitation = _open(club).filter(pk=invitation_id).first()
        if invitation is None:
            raise NotFoundError("This invitation was taken or withdrawn already.", code="no-invitation")
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        note(club, actor, f"{invitation.email}: invitation withdrawn.")


def open_invitations(club: Club) -> list[Invitation]:
    """Those that can still be taken, newest first: one query."""
    return list(_open(club).order_by("-created_at", "-pk"))


def find_invitation(token: str) -> Invitation | None:
    """What a token opens; None for one that was guessed, used, withdrawn or is too old."""
    found = Invitation.objects.select_related("club").filter(token_hash=_hash(token))
    return found.filter(accepted_at=None, revoked_at=None, expires_at__gt=timezone.now()).first()


def accounts_of(email: str) -> QuerySet[User]:
    """The active accounts with this e-mail, whatever its capitals."""
    return User.objects.filter(email__iexact=email, is_active=True)


def may_take(invitation: Invitation, user: User) -> bool:
    """Whether this account may take it: the one with its e-mail, or any where no account has that."""
    accounts = accounts_of(invitation.email)
    return accounts.filter(pk=user.pk).exists() or not accounts.exists()


def accept(token: str, user: User) -> Membership:
    """Give the role to an account that is signed in. Raises `ServiceError`; `NotFoundError` where nothing is open."""
    with transaction.atomic():
        invitation = _locked(token)
        return _take(invitation, user)


def accept_with_account(token: str, username: str, password: str) -> User:
    """Make an account with the invitation's e-mail and give it the role. Raises `ServiceError` with every fault."""
    name = username.strip()
    with transaction.atomic():
        invitation = _locked(token)
        if accounts_of(invitation.email).exists():
            raise ServiceError(Fault("has-account", "There is an account with this e-mail; sign in with it."))
        refuse_if([*_faults_of_name(name), *_faults_of_password(name, invitation.email, password)])
        user = User.objects.create_user(name, invitation.email, password)
        _take(invitation, user)
    return user


def _take(invitation: Invitation, user: User) -> Membership:
    club = invitation.club
    if not may_take(invitation, user):
        message = (
            f"This invitation is for the account with the e-mail {invitation.email}; sign in with that one."
        )
        raise ServiceError(Fault("other-account", message))
    standing = club.memberships.filter(user=user).first()
    if standing is not None:
        message = f"You are {standing.get_role_display()} of {club} already; an owner can change that."
        raise ServiceError(Fault("is-member", message))
    member = Membership.objects.create(club=club, user=user, role=invitation.role)
    invitation.accepted_at = timezone.now()
    invitation.save(update_fields=["accepted_at"])
    follow_roles([user])
    who = user.get_username()
    sentence = f"{who}: {member.get_role_display()}, by the invitation of {invitation.email}."
    note(club, Actor.of(user, Door.DESK), sentence)
    return member


def _locked(token: str) -> Invitation:
    """The open invitation, its club locked: of two who take it at once the second finds it gone."""
    found = find_invitation(token)
    if found is not None:
        lock_club(found.club_id)
        found = find_invitation(token)
    if found is None:
        raise NotFoundError(GONE, code="no-invitation")
    return found


def _open(club: Club) -> QuerySet[Invitation]:
    return club.invitations.filter(accepted_at=None, revoked_at=None, expires_at__gt=timezone.now())


def _faults_of_email(club: Club, address: str) -> list[Fault]:
    try:
        validate_email(address)
    except ValidationError:
        return [Fault("no-email", "This is no e-mail address; write it as name@example.org.", "email")]
    if len(address) > LONGEST_EMAIL:
        return [Fault("email-too-long", f"An e-mail has at most {LONGEST_EMAIL} characters.", "email")]
    member = club.memberships.select_related("user").filter(user__in=accounts_of(address)).first()
    if member is None:
        return []
    who = member.user.get_username()
    message = f"{who} with this e-mail is {member.get_role_display()} already; change the role in the list."
    return [Fault("is-member", message, "email")]


def _faults_of_name(name: str) -> list[Fault]:
    field = User._meta.get_field("username")
    if not name:
        return [Fault("name-missing", "Choose a user name.", "username")]
    if len(name) > (field.max_length or 150) or "@" in name:
        return [Fault("name-wrong", "A user name has at most 150 characters and no @.", "username")]
    try:
        field.run_validators(name)
    except ValidationError:
        message = "A user name has letters, digits and . + - _ only; no blanks."
        return [Fault("name-wrong", message, "username")]
    if User.objects.filter(username__iexact=name).exists():
        return [Fault("name-taken", "Somebody has this user name; choose another one.", "username")]
    return []


def _faults_of_password(name: str, email: str, password: str) -> list[Fault]:
    try:
        validate_password(password, User(username=name, email=email))
    except ValidationError as error:
        return [Fault("password-weak", message, "password") for message in error.messages]
    return []


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _mail(made: Invited) -> None:
    """The owner has the link too, so a mail server that is away stops nobody."""
    invitation = made.invitation
    role, club = invitation.get_role_display(), invitation.club
    subject = gettext("{club}: an invitation").format(club=" ".join(str(club).split()))
    text = gettext(
        "{who} invites you to be {role} of {club}.\n\nOpen this within seven days:\n{link}\n\n"
        "If you did not expect this, do nothing."
    ).format(who=invitation.invited_by, role=role, club=club, link=made.link)
    try:
        send_mail(subject, text, None, [invitation.email])
    except (OSError, SMTPException):
        _log.exception("An invitation could not be mailed; see EMAIL_URL in docs/operators.md.")
