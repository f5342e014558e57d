"""Owners name members and say which sign-in a person has; nobody parts themselves from theirs."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.admin.pages import add_url, change_url, faults, fields_on_page, list_url, sign_in
from tests.support.event_builders import make_club, make_member, seat_person
from tournaments.models import Event, Membership, Person, Role
from tournaments.services.visibility import visible_boards


def test_a_director_who_plays_stays_a_player(event: Event, director: User, client: Client) -> None:
    person = seat_person(event, 3, director)
    form = fields_on_page(client, change_url(person))
    assert "user" not in form
    assert client.post(change_url(person), {**form, "user": ""}).status_code == 302
    person.refresh_from_db()
    assert person.user == director
    assert not visible_boards(event, director).directs


def test_an_owner_who_plays_stays_a_player_too(event: Event, owner: User, client: Client) -> None:
    person = seat_person(event, 3, owner)
    client.post(change_url(person), {**fields_on_page(client, change_url(person)), "user": ""})
    person.refresh_from_db()
    assert person.user == owner


def test_an_owner_says_which_sign_in_a_person_has(event: Event, owner: User, client: Client) -> None:
    player = User.objects.create_user("ann", password="not shown anywhere")
    person = Person.objects.exclude(seats__entry__number=3).first()
    assert person is not None
    form = fields_on_page(client, change_url(person))
    assert client.post(change_url(person), {**form, "user": "ann"}).status_code == 302
    person.refresh_from_db()
    assert person.user == player
    assert fields_on_page(client, change_url(person))["user"] == "ann"
    assert client.post(change_url(person), {**form, "user": ""}).status_code == 302
    person.refresh_from_db()
    assert person.user is None


def test_a_director_cannot_name_a_sign_in_for_anybody(event: Event, director: User, client: Client) -> None:
    User.objects.create_user("ann")
    person = Person.objects.first()
    assert person is not None
    client.post(change_url(person), {**fields_on_page(client, change_url(person)), "user": "ann"})
    add = reverse("admin:tournaments_person_add")
    form = {"club": event.tournament.club_id, "name": "Zoe", "number": "", "user": "ann"}
    assert client.post(add, form).status_code == 302
    assert not Person.objects.filter(user__isnull=False).exists()


def test_an_owner_of_another_club_is_no_owner_here(event: Event, director: User, client: Client) -> None:
    elsewhere = make_club("Elsewhere")
    Membership.objects.create(club=elsewhere, user=director, role=Role.OWNER)
    User.objects.create_user("ann")
    form = {"club": event.tournament.club_id, "name": "Zoe", "number": "", "user": "ann"}
    shown = faults(client.post(reverse("admin:tournaments_person_add"), form))
    assert "Only an owner" in shown["user"][0]


def members_form(client: Client, event: Event, *more: tuple[str, str]) -> dict[str, str]:
    form = fields_on_page(client, change_url(event.tournament.club))
    count = int(form["memberships-TOTAL_FORMS"])
    for index, (name, role) in enumerate(more, start=count):
        form |= {f"memberships-{index}-user": name, f"memberships-{index}-role": role}
        form[f"memberships-{index}-club"] = str(event.tournament.club_id)
        form[f"memberships-{index}-id"] = ""
    return form | {"memberships-TOTAL_FORMS": str(count + len(more))}


def test_an_owner_names_a_member_by_sign_in(event: Event, owner: User, client: Client) -> None:
    user = User.objects.create_user("ann")
    club = event.tournament.club
    assert client.post(change_url(club), members_form(client, event, ("ann", "scorer"))).status_code == 302
    assert Membership.objects.get(user=user, club=club).role == Role.SCORER
    unknown = client.post(change_url(club), members_form(client, event, ("an", "scorer")))
    assert "There is no sign-in of this name" in unknown.content.decode()
    assert club.memberships.count() == 2


def test_a_club_keeps_an_owner(event: Event, owner: User, client: Client) -> None:
    form = members_form(client, event)
    index = next(key for key, value in form.items() if value == owner.username).split("-")[1]
    answer = client.post(change_url(event.tournament.club), {**form, f"memberships-{index}-role": "scorer"})
    assert "keeps at least one owner" in answer.content.decode()
    assert Membership.objects.get(user=owner).role == Role.OWNER


def test_no_owner_sees_a_user_or_a_password(event: Event, owner: User, client: Client) -> None:
    other = make_member(make_club("Elsewhere"), Role.DIRECTOR, "stranger")
    assert client.get(list_url("auth_user")).status_code == 403
    assert client.get(change_url(other)).status_code == 403
    asked = {"app_label": "tournaments", "model_name": "membership", "field_name": "user", "term": "str"}
    assert client.get(reverse("admin:autocomplete"), asked).status_code == 403
    page = client.get(change_url(event.tournament.club)).content.decode()
    assert "stranger" not in page
    assert "md5$" not in page


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.SCORER])
def test_only_an_owner_names_members(event: Event, client: Client, role: Role) -> None:
    sign_in(client, event.tournament.club, role)
    assert client.post(change_url(event.tournament.club), {"name": "Ours"}).status_code == 403


def test_a_person_is_added_once_though_the_button_be_pressed_twice(
    event: Event, director: User, client: Client
) -> None:
    sent = {**fields_on_page(client, add_url("person")), "club": event.tournament.club_id, "name": "Zoe Zorn"}
    answers = [client.post(add_url("person"), sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Person.objects.filter(name="Zoe Zorn").count() == 1


def test_two_lines_of_a_club_do_not_change_places(event: Event, client: Client) -> None:
    club = event.tournament.club
    make_member(club, Role.DIRECTOR, "bob")
    sign_in(client, club, Role.OWNER)
    shown = fields_on_page(client, change_url(club))
    bob, own = "memberships-0-user", "memberships-1-user"
    for typed in ({bob: shown[own], own: shown[bob]}, {"memberships-INITIAL_FORMS": "0"}):
        page = client.post(change_url(club), {**shown, **typed})
        assert page.status_code == 200
        assert "has a line already" in page.content.decode()
