"""The desk's first page and its tournaments: what runs now, what a first start is told, days and time zones."""

from datetime import UTC, date, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.pages.reading import text
from tests.support.event_builders import make_club, make_event, make_tournament
from tests.support.team_builders import make_teams, publish
from tournaments.models import Club, Entry, Event, EventStatus, Role, Tournament
from tournaments.services.demo import load_demo

pytestmark = pytest.mark.django_db

HOME = "/desk/"
TODAY = {"name": "Spring Congress", "starts_on": "2027-03-05", "time_zone": "Europe/Berlin"}


def new_url(club: Club) -> str:
    return reverse("desk:new-tournament", args=[club.slug])


def names(page: object, what: str) -> list[str]:
    return [event.name for event in page.context[what]]  # type: ignore[attr-defined]


def test_whoever_is_not_signed_in_is_sent_to_sign_in(client: Client) -> None:
    answer = client.get(HOME)
    assert answer.status_code == 302
    assert "next=/desk/" in answer["Location"]


def test_what_runs_stands_first(event: Event, director: User, client: Client) -> None:
    tournament = event.tournament
    make_event(tournament, pairs=0, name="Next week")
    done = make_event(tournament, pairs=2, name="Last week")
    Event.objects.filter(pk=done.pk).update(status=EventStatus.PROVISIONAL)
    page = client.get(HOME)
    text = page.content.decode()
    assert names(page, "now") == ["Club night"]
    assert names(page, "ending") == ["Last week"]
    assert text.index("Club night") < text.index("Last week") < text.index("Next week")
    assert "8 pairs · round 1 of 1" in text
    assert "nobody entered yet" in text


def test_a_line_says_how_far_an_event_of_teams_is(teams: Event, team_director: User, client: Client) -> None:
    assert client.get(HOME).context["now"][0].line == "6 teams · round 1"
    make_teams(1, tournament=teams.tournament)
    drawn = make_teams(2, tournament=teams.tournament)
    publish(drawn, opened=False)
    text = client.get(HOME).content.decode()
    assert "1 team<" in text
    assert "2 teams · drawn, not begun" in text


def test_other_clubs_do_not_show(event: Event, director: User, client: Client) -> None:
    other = make_event(make_tournament(make_club("Hilltop"), "Elsewhere"), name="Theirs")
    Event.objects.filter(pk=other.pk).update(status=EventStatus.RUNNING)
    text = client.get(HOME).content.decode()
    assert "Theirs" not in text
    assert "Elsewhere" not in text
    assert client.get(reverse("desk:tournament", args=[other.tournament_id])).status_code == 403


def test_a_first_start_says_what_to_do(client: Client) -> None:
    club = make_club()
    sign_in(client, club, Role.DIRECTOR)
    page = client.get(HOME)
    assert "Make a tournament" in page.content.decode()
    assert new_url(club) in page.content.decode()


def test_a_scorer_waits_for_a_director(client: Client) -> None:
    club = make_club()
    sign_in(client, club, Role.SCORER)
    text = client.get(HOME).content.decode()
    assert new_url(club) not in text
    assert "you can enter its results" in text
    assert client.get(new_url(club)).status_code == 403


def test_who_has_no_role_is_told_who_can_give_one(client: Client) -> None:
    client.force_login(User.objects.create_user("nobody"))
    assert "can invite you" in client.get(HOME).content.decode()


def test_an_administrator_without_a_club_makes_one(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))
    assert reverse("admin:tournaments_club_add") in client.get(HOME).content.decode()


@pytest.mark.one_engine
def test_the_demo_shows_its_evening(client: Client) -> None:
    load_demo()
    sign_in(client, Club.objects.get(slug="riverside"), Role.OWNER)
    page = client.get(HOME)
    assert set(names(page, "now")) == set(
        Event.objects.filter(status=EventStatus.RUNNING).values_list("name", flat=True)
    )
    assert "14 pairs · round 7 of 8" in page.content.decode()


def test_a_tournament_is_made(event: Event, director: User, client: Client) -> None:
    club = event.tournament.club
    form = client.get(new_url(club)).context["form"]
    assert form["time_zone"].value() == "Europe/Berlin"
    answer = client.post(new_url(club), {**TODAY, "ends_on": "2027-03-07", "place": "Spa"})
    made = Tournament.objects.get(name="Spring Congress")
    assert answer["Location"] == reverse("desk:tournament", args=[made.pk])
    assert (made.club, made.ends_on, made.place, made.time_zone) == (
        club,
        date(2027, 3, 7),
        "Spa",
        "Europe/Berlin",
    )
    assert "No event yet" in client.get(answer["Location"]).content.decode()


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"name": ""}, "name", "Give the tournament a name."),
        ({"name": "   "}, "name", "Give the tournament a name."),
        ({"name": "N" * 201}, "name", "at most 200 characters"),
        ({"name": "a\u202eb"}, "name", "control character"),
        ({"place": "P" * 201}, "place", "at most 200 characters"),
        ({"ends_on": "2027-03-04"}, "ends_on", "It cannot end on 2027-03-04 and begin on 2027-03-05"),
        ({"starts_on": "tomorrow"}, "starts_on", "valid date"),
        ({"starts_on": ""}, "starts_on", "required"),
        ({"starts_on": "0001-01-01"}, "starts_on", "the year lies between 1900 and 2199"),
        ({"time_zone": "Mars/Base"}, "time_zone", "is no time zone; write such as Europe/Berlin"),
        ({"time_zone": ""}, "time_zone", "is no time zone"),
        ({"copy_from": "999999"}, "copy_from", "This club has no such tournament"),
    ],
)
def test_what_is_wrong_with_a_tournament_is_said(
    event: Event, director: User, client: Client, typed: dict[str, str], field: str, words: str
) -> None:
    before = Tournament.objects.count()
    page = client.post(new_url(event.tournament.club), {**TODAY, **typed})
    assert page.status_code == 422
    assert words in " ".join(page.context["form"].errors[field])
    assert Tournament.objects.count() == before
    # what was typed is still there
    assert page.context["form"]["time_zone"].value() == typed.get("time_zone", "Europe/Berlin")


def test_names_are_text(event: Event, director: User, client: Client) -> None:
    name = "<script>alert(1)</script> ملك"
    client.post(new_url(event.tournament.club), {**TODAY, "name": name})
    text = client.get(HOME).content.decode()
    assert "<script>alert(1)" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_two_of_one_name_have_their_own_addresses(event: Event, director: User, client: Client) -> None:
    for _ in range(2):
        client.post(new_url(event.tournament.club), TODAY)
    slugs = list(
        Tournament.objects.filter(name="Spring Congress").order_by("pk").values_list("slug", flat=True)
    )
    assert slugs == ["spring-congress", "spring-congress-2"]


def test_a_tournament_is_made_after_an_earlier_one(event: Event, director: User, client: Client) -> None:
    club = event.tournament.club
    form = client.get(f"{new_url(club)}?copy={event.tournament_id}").context["form"]
    assert str(form["copy_from"].value()) == str(event.tournament_id)
    sent = {**TODAY, "copy_from": event.tournament_id, "with_entries": "on"}
    assert client.post(new_url(club), sent).status_code == 302
    copy = Event.objects.get(tournament__name="Spring Congress")
    assert (copy.name, copy.status, copy.board_set, copy.rounds.count()) == ("Club night", "setup", None, 0)
    assert Entry.objects.filter(event=copy).count() == 8


@pytest.mark.parametrize("copy", ["x", "9" * 30, "0", "-1", "²"])
def test_nonsense_in_the_address_copies_nothing(
    event: Event, director: User, client: Client, copy: str
) -> None:
    page = client.get(new_url(event.tournament.club), {"copy": copy})
    assert page.status_code == 200
    assert page.context["form"]["copy_from"].value() == ""


def test_a_tournament_of_another_club_is_not_copied(event: Event, director: User, client: Client) -> None:
    theirs = make_tournament(make_club("Hilltop"), "Elsewhere")
    page = client.post(new_url(event.tournament.club), {**TODAY, "copy_from": theirs.pk})
    assert page.status_code == 422
    assert not Tournament.objects.filter(name="Spring Congress").exists()


def test_a_tournament_is_changed_and_its_address_stays(event: Event, director: User, client: Client) -> None:
    tournament = event.tournament
    url = reverse("desk:change-tournament", args=[tournament.pk])
    assert client.get(url).context["form"]["starts_on"].value() == "2026-11-26"
    assert client.post(url, {**TODAY, "ends_on": "2027-03-01"}).status_code == 422
    assert client.post(url, {**TODAY, "reason": "As printed."}).status_code == 302
    slug = tournament.slug
    tournament.refresh_from_db()
    assert (tournament.name, tournament.slug) == ("Spring Congress", slug)


def test_directors_see_what_was_changed_of_a_tournament_and_scorers_do_not(
    event: Event, director: User, client: Client
) -> None:
    name = event.tournament.name
    change = reverse("desk:change-tournament", args=[event.tournament_id])
    client.post(change, {**TODAY, "time_zone": "Europe/Berlin", "reason": "As printed."})
    event.tournament.log.update(at=datetime(2026, 11, 26, 19, 3, tzinfo=UTC))
    page = text(client.get(reverse("desk:tournament", args=[event.tournament_id])).content.decode())
    for said in ("2026-11-26 20:03", director.username, f"name {name} → Spring Congress", "As printed."):
        assert said in page
    sign_in(client, event.tournament.club, Role.SCORER)
    page = text(client.get(reverse("desk:tournament", args=[event.tournament_id])).content.decode())
    assert "As printed." not in page


@pytest.mark.parametrize("role", [Role.SCORER])
def test_a_scorer_changes_no_tournament(event: Event, client: Client, role: Role) -> None:
    sign_in(client, event.tournament.club, role)
    page = client.get(reverse("desk:tournament", args=[event.tournament_id]))
    assert page.status_code == 200
    assert "New event" not in page.content.decode()
    assert client.get(reverse("desk:change-tournament", args=[event.tournament_id])).status_code == 403
