"""Invitations work once, for seven days, for one club; a club keeps an owner; the admin opens with a role."""

import re
from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPException
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone

from tests.support.event_builders import make_club, make_member
from tournaments.models import Club, Door, Invitation, Membership, Role
from tournaments.services import invitations, members
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, ServiceError

pytestmark = pytest.mark.django_db
PASSWORD = "spades are trumps"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> User:
    return make_member(club, Role.OWNER, "olga")


def invite(club: Club, owner: User, email: str = "new@example.org", role: str = Role.DIRECTOR) -> str:
    """The token of a new invitation."""
    made = invitations.invite(
        club.pk, email, role, Actor.of(owner, Door.DESK), lambda token: f"https://x.example/{token}"
    )
    return made.link.rsplit("/", 1)[1]


def codes(act: Callable[[], object]) -> list[str]:
    with pytest.raises(ServiceError) as refused:
        act()
    return [fault.code for fault in refused.value.faults]


def test_a_new_account_gets_the_role_and_the_admin(club: Club, owner: User) -> None:
    token = invite(club, owner, " New@Example.ORG ", Role.SCORER)
    user = invitations.accept_with_account(token, "nina", PASSWORD)
    user.refresh_from_db()
    assert (user.email, user.is_staff, user.is_superuser) == ("new@example.org", True, False)
    assert user.check_password(PASSWORD)
    assert Membership.objects.get(user=user).role == Role.SCORER


def test_the_token_is_stored_as_a_hash_and_works_once(club: Club, owner: User) -> None:
    token = invite(club, owner)
    assert token not in str(Invitation.objects.values_list())
    assert len(token) >= 43
    invitations.accept_with_account(token, "nina", PASSWORD)
    assert invitations.find_invitation(token) is None
    assert codes(lambda: invitations.accept(token, owner)) == ["no-invitation"]


@pytest.mark.parametrize("wrong", ["guessed", "expired", "withdrawn", "empty", "strange"])
def test_what_is_not_open_opens_nothing(club: Club, owner: User, wrong: str) -> None:
    token = invite(club, owner)
    if wrong == "expired":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif wrong == "withdrawn":
        invitations.revoke(club.pk, Invitation.objects.get().pk, Actor.of(owner, Door.DESK))
    token = {"guessed": token[:-1], "empty": "", "strange": "\ud800é\x00"}.get(wrong, token)
    assert invitations.find_invitation(token) is None
    assert codes(lambda: invitations.accept_with_account(token, "nina", PASSWORD)) == ["no-invitation"]
    assert not User.objects.filter(username="nina").exists()


def test_it_lasts_seven_days(club: Club, owner: User) -> None:
    token = invite(club, owner)
    later = timezone.now() + timedelta(days=6, hours=23)
    with patch.object(timezone, "now", return_value=later):
        assert invitations.find_invitation(token) is not None
    with patch.object(timezone, "now", return_value=later + timedelta(hours=2)):
        assert invitations.find_invitation(token) is None


def test_an_owner_withdraws_invitations_of_their_own_club_only(club: Club, owner: User) -> None:
    token = invite(club, owner)
    elsewhere = make_club("Elsewhere")
    key = Invitation.objects.get().pk
    actor = Actor.of(make_member(elsewhere, Role.OWNER), Door.DESK)
    assert codes(lambda: invitations.revoke(elsewhere.pk, key, actor)) == ["no-invitation"]
    assert invitations.find_invitation(token) is not None


def test_inviting_anew_ends_the_old_link(club: Club, owner: User) -> None:
    first, second = invite(club, owner, "A@x.org"), invite(club, owner, "a@X.org", Role.OWNER)
    assert invitations.find_invitation(first) is None
    found = invitations.find_invitation(second)
    assert found is not None
    assert found.role == Role.OWNER


def test_an_account_with_the_e_mail_takes_it_and_no_other(club: Club, owner: User) -> None:
    bob = User.objects.create_user("bob", "Bob@Example.org", PASSWORD)
    token = invite(club, owner, "bob@example.org")
    other = User.objects.create_user("eve", "eve@example.org", PASSWORD)
    assert codes(lambda: invitations.accept(token, other)) == ["other-account"]
    assert codes(lambda: invitations.accept_with_account(token, "eve2", PASSWORD)) == ["has-account"]
    member = invitations.accept(token, bob)
    assert (member.user, member.club, member.role) == (bob, club, Role.DIRECTOR)
    bob.refresh_from_db()
    assert bob.is_staff


def test_without_an_account_of_that_e_mail_whoever_is_signed_in_takes_it(club: Club, owner: User) -> None:
    bob = User.objects.create_user("bob", "bob@home.example", PASSWORD)
    assert invitations.accept(invite(club, owner, "bob@work.example"), bob).user == bob


def test_a_member_is_not_invited_and_takes_no_second_role(club: Club, owner: User) -> None:
    bob = make_member(club, Role.SCORER, "bob")
    token = invite(club, owner, "bob@example.org", Role.OWNER)
    User.objects.filter(pk=bob.pk).update(email="bob@example.org")
    assert codes(lambda: invite(club, owner, "BOB@example.org")) == ["is-member"]
    assert codes(lambda: invitations.accept(token, bob)) == ["is-member"]
    assert Membership.objects.get(user=bob).role == Role.SCORER


@pytest.mark.parametrize("email", ["", "nobody", "a b@example.org", "a@b\nBcc: c@example.org", "x" * 300])
def test_what_is_no_e_mail_is_refused(club: Club, owner: User, email: str) -> None:
    assert codes(lambda: invite(club, owner, email)) == ["no-email"]
    assert not Invitation.objects.exists()


def test_a_role_that_there_is_not_is_refused(club: Club, owner: User) -> None:
    assert codes(lambda: invite(club, owner, role="emperor")) == ["no-role"]


@pytest.mark.parametrize(
    ("name", "password", "wanted"),
    [
        ("", "short", ["name-missing", "password-weak"]),
        ("OLGA", PASSWORD, ["name-taken"]),
        ("two words", PASSWORD, ["name-wrong"]),
        ("olga@example.org", PASSWORD, ["name-wrong"]),
        ("n" * 151, PASSWORD, ["name-wrong"]),
        ("nina", "password", ["password-weak"]),
        ("margarethe", "margarethe1", ["password-weak"]),
    ],
)
def test_every_fault_of_a_new_account_comes_at_once(
    club: Club, owner: User, name: str, password: str, wanted: list[str]
) -> None:
    token = invite(club, owner)
    assert codes(lambda: invitations.accept_with_account(token, name, password)) == wanted
    assert invitations.find_invitation(token) is not None


def test_the_mail_goes_after_the_commit(
    club: Club, owner: User, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    with django_capture_on_commit_callbacks(execute=True) as waiting:  # type: ignore[attr-defined]
        token = invite(club, owner)
        assert mail.outbox == []
    assert len(waiting) == 1
    (sent,) = mail.outbox
    assert sent.to == ["new@example.org"]
    assert f"https://x.example/{token}" in sent.body
    assert "olga invites you to be director of Riverside." in sent.body


def test_a_mail_server_that_is_away_stops_nobody(
    club: Club,
    owner: User,
    django_capture_on_commit_callbacks: Callable[..., object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    away = patch.object(invitations, "send_mail", side_effect=SMTPException("away"))
    with away, django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        token = invite(club, owner)
    assert invitations.find_invitation(token) is not None
    assert "could not be mailed" in caplog.text


def test_the_last_owner_neither_goes_nor_steps_down(club: Club, owner: User) -> None:
    actor = Actor.of(owner, Door.DESK)
    assert codes(lambda: members.remove_member(club.pk, owner.pk, actor)) == ["last-owner"]
    assert codes(lambda: members.change_role(club.pk, owner.pk, Role.SCORER, actor)) == ["last-owner"]
    second = make_member(club, Role.DIRECTOR, "second")
    members.change_role(club.pk, second.pk, Role.OWNER, actor)
    members.remove_member(club.pk, owner.pk, actor)
    assert [member.user for member in members.members_of(club)] == [second]


def test_the_admin_closes_with_the_last_role(club: Club, owner: User) -> None:
    actor, elsewhere = Actor.of(owner, Door.DESK), make_club("Elsewhere")
    bob, chief = make_member(club, Role.SCORER, "bob"), make_member(club, Role.SCORER, "chief")
    User.objects.filter(pk=chief.pk).update(is_superuser=True, is_staff=True)
    Membership.objects.create(club=elsewhere, user=bob, role=Role.DIRECTOR)
    members.follow_roles([bob])
    for user, club_left, staff in ((bob, club, True), (bob, elsewhere, False), (chief, club, True)):
        Membership.objects.get_or_create(club=elsewhere, user=owner, defaults={"role": Role.OWNER})
        members.remove_member(club_left.pk, user.pk, actor)
        assert User.objects.get(pk=user.pk).is_staff is staff, (user, club_left)


def test_an_owner_who_goes_has_no_way_back_by_their_own_invitation(club: Club, owner: User) -> None:
    rogue = make_member(club, Role.OWNER, "rogue")
    own, fair = invite(club, rogue, "rogue@second.example", Role.OWNER), invite(club, owner)
    members.change_role(club.pk, rogue.pk, Role.DIRECTOR, Actor.of(owner, Door.DESK))
    assert invitations.find_invitation(own) is None
    assert invitations.find_invitation(fair) is not None


def test_strangers_to_the_club_are_not_its_members(club: Club, owner: User) -> None:
    bob = make_member(make_club("Elsewhere"), Role.DIRECTOR, "bob")
    actor = Actor.of(owner, Door.DESK)
    for act in (
        lambda: members.change_role(club.pk, bob.pk, Role.OWNER, actor),
        lambda: members.remove_member(club.pk, bob.pk, actor),
    ):
        with pytest.raises(NotFoundError):
            act()
    assert codes(lambda: members.change_role(club.pk, owner.pk, "emperor", actor)) == ["no-role"]


def test_every_act_is_in_the_clubs_book(club: Club, owner: User) -> None:
    actor = Actor.of(owner, Door.DESK)
    token = invite(club, owner, "nina@example.org")
    nina = invitations.accept_with_account(token, "nina", PASSWORD)
    members.change_role(club.pk, nina.pk, Role.SCORER, actor)
    members.remove_member(club.pk, nina.pk, actor)
    invite(club, owner, "late@example.org")
    invitations.revoke(club.pk, Invitation.objects.get(email="late@example.org").pk, actor)
    told = [f"{line.user}: {line.change_message}" for line in reversed(members.book_of(club))]
    assert told == [
        "olga: nina@example.org: invited as director.",
        "nina: nina: director, by the invitation of nina@example.org.",
        "olga: nina: director → scorer.",
        "olga: nina: no longer scorer.",
        "olga: late@example.org: invited as director.",
        "olga: late@example.org: invitation withdrawn.",
    ]
    assert not re.search(token, " ".join(told))
