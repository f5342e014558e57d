"""The page of a club's people, and the page that an invitation's link opens."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.reading import tags, text
from tests.support.event_builders import make_club, make_member
from tournaments.models import Club, Event, Invitation, Membership, Role
from tournaments.services import invitations

pytestmark = pytest.mark.django_db
NEW = {"username": "nina", "password": "spades are trumps", "again": "spades are trumps"}


@pytest.fixture
def club(event: Event) -> Club:
    return event.tournament.club


def page_of(club: Club) -> str:
    return reverse("desk:people", args=[club.slug])


def invite(client: Client, club: Club, email: str = "new@example.org", role: str = "director") -> str:
    """Invite at the page, and return the path of the link that it then shows."""
    answer = client.post(page_of(club), {"do": "invite", "email": email, "role": role}, follow=True)
    found = re.search(r"http://testserver(/accounts/invitation/[^<]+/)", answer.content.decode())
    assert found, text(answer.content.decode())
    return found[1]


def test_an_owner_invites_and_sees_the_link_once(owner: User, club: Club, client: Client) -> None:
    link = invite(client, club, "New@Example.org")
    again = client.get(page_of(club)).content.decode()
    assert link not in again
    assert "new@example.org , director by owner" in text(again)
    assert "new@example.org: invited as director." in text(again)


@pytest.mark.parametrize("who", ["scorer", "director", "player"])
def test_nobody_else_sees_or_does_anything(
    who: str, request: pytest.FixtureRequest, club: Club, client: Client
) -> None:
    request.getfixturevalue(who)
    assert client.get(page_of(club)).status_code == 403
    sent = {"do": "invite", "email": "me@example.org", "role": "owner"}
    assert client.post(page_of(club), sent).status_code == 403
    assert not Invitation.objects.exists()


def test_an_owner_of_another_club_does_nothing_here(owner: User, club: Club, client: Client) -> None:
    elsewhere = make_club("Elsewhere")
    stranger = make_member(elsewhere, Role.SCORER)
    assert client.post(page_of(elsewhere), {"do": "remove", "user": stranger.pk}).status_code == 403
    assert client.post(page_of(club), {"do": "remove", "user": stranger.pk}).status_code == 422
    assert Membership.objects.filter(user=stranger).exists()


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"do": "invite", "email": "nobody", "role": "director"}, "This is no e-mail address"),
        ({"do": "invite", "email": "a@example.org", "role": "emperor"}, "emperor is not one of"),
        ({"do": "invite"}, "This field is required."),
        ({"do": "remove", "user": "99999999999999999999"}, "has no role in the club any more"),
        ({"do": "remove", "user": "-1"}, "has no role in the club any more"),
        ({"do": "revoke", "invitation": "1"}, "was taken or withdrawn already"),
        ({"do": "dance"}, "press one of the buttons"),
    ],
)
def test_what_cannot_be_done_is_said(
    owner: User, club: Club, client: Client, sent: dict[str, str], said: str
) -> None:
    answer = client.post(page_of(club), sent)
    assert answer.status_code == 422
    assert said in text(answer.content.decode())
    if "email" in sent:
        assert f'value="{sent["email"]}"' in answer.content.decode()


def test_roles_are_changed_and_taken_away_but_not_the_last_owners(
    owner: User, club: Club, client: Client
) -> None:
    bob = make_member(club, Role.SCORER, "bob")
    client.post(page_of(club), {"do": "role", "user": bob.pk, "role": "owner"})
    assert Membership.objects.get(user=bob).role == Role.OWNER
    assert User.objects.get(pk=bob.pk).is_staff
    gone = client.post(page_of(club), {"do": "remove", "user": owner.pk})
    assert gone.status_code == 302
    assert gone.headers["Location"] == reverse("desk:home")
    assert client.get(page_of(club)).status_code == 403
    client.force_login(bob)
    last = client.post(page_of(club), {"do": "remove", "user": bob.pk})
    assert last.status_code == 422
    assert "keeps at least one owner" in last.content.decode()


def test_reading_the_page_changes_nothing_and_marks_up_soundly(
    owner: User, club: Club, client: Client
) -> None:
    invite(client, club)
    html = client.get(page_of(club)).content.decode()
    read = tags(html)
    assert not read.faults
    assert not read.open
    assert Invitation.objects.count() == 1


@pytest.mark.parametrize("count", [2, 40])
def test_the_page_asks_as_much_for_forty_members_as_for_two(
    owner: User,
    club: Club,
    client: Client,
    count: int,
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    for number in range(count):
        make_member(club, Role.SCORER, f"member-{number}")
        invite(client, club, f"guest-{number}@example.org")
    # session, user, club, role, members, invitations, content type (once a process), book, time zone
    with django_assert_max_num_queries(9):  # type: ignore[attr-defined]
        client.get(page_of(club))


def test_a_newcomer_makes_an_account_and_is_at_the_desk(owner: User, club: Club, client: Client) -> None:
    link, visitor = invite(client, club, role="scorer"), Client()
    assert "You are invited to be scorer of Riverside" in text(visitor.get(link).content.decode())
    answer = visitor.post(link, NEW, follow=True)
    assert answer.redirect_chain == [(reverse("desk:home"), 302)]
    assert "You are scorer of Riverside now." in text(answer.content.decode())
    assert answer.context["user"].get_username() == "nina"
    assert Client().get(link).status_code == 404
    assert Client().post(link, {**NEW, "username": "second"}).status_code == 404
    assert not User.objects.filter(username="second").exists()


def test_faults_of_a_new_account_are_at_their_fields_and_no_password_comes_back(
    owner: User, club: Club, client: Client
) -> None:
    link, visitor = invite(client, club), Client()
    answer = visitor.post(link, {**NEW, "username": owner.get_username(), "again": "another one"})
    assert answer.status_code == 422
    assert "The two passwords differ" in answer.content.decode()
    answer = visitor.post(link, {"username": owner.get_username(), "password": "short", "again": "short"})
    said = answer.content.decode()
    assert answer.status_code == 422
    assert "Somebody has this user name" in said
    assert "too short" in said
    assert 'value="short"' not in said


def test_whoever_has_an_account_signs_in_first_and_comes_back(
    owner: User, club: Club, client: Client
) -> None:
    bob = User.objects.create_user("bob", "bob@example.org", "spades are trumps")
    link, visitor = invite(client, club, "BOB@example.org"), Client()
    assert f"{reverse('account_login')}?next={link}" in visitor.get(link).content.decode()
    assert visitor.post(link, NEW).headers["Location"] == f"{reverse('account_login')}?next={link}"
    assert not Membership.objects.filter(user=bob).exists()
    sent = {"login": "bob", "password": "spades are trumps", "next": link}
    assert visitor.post(reverse("account_login"), sent).headers["Location"] == link
    assert "Accept as bob" in text(visitor.get(link).content.decode())
    visitor.post(link)
    assert Membership.objects.get(user=bob, club=club).role == Role.DIRECTOR


def test_another_account_is_told_whose_it_is(owner: User, club: Club, client: Client) -> None:
    User.objects.create_user("bob", "bob@example.org", "spades are trumps")
    link = invite(client, club, "bob@example.org")
    assert "the invitation is for the account with the e-mail bob@example.org" in text(
        client.get(link).content.decode()
    )
    assert client.post(link).status_code == 422
    assert invitations.find_invitation(link.split("/")[3]) is not None


def test_guessing_is_slowed_down(settings: object, db: None) -> None:
    settings.TABLE_WRONG_RATE = "3/min"  # type: ignore[attr-defined]
    answers = [Client().get(reverse("invitation", args=[f"guess-{number}"])) for number in range(4)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    assert int(answers[3].headers["Retry-After"]) > 0


def test_a_links_page_is_kept_nowhere(owner: User, club: Club, client: Client) -> None:
    answer = Client().get(invite(client, club))
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["Referrer-Policy"] == "same-origin"
