"""A new event on one page: what is proposed, what is copied, what is made."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import make_club, make_event, make_tournament
from tests.support.team_builders import make_teams
from tournaments.models import Event, EventStatus, Role, Tournament
from tournaments.pages.desk.new_event_form import key_of
from tournaments.services.new_event import plan_of

pytestmark = pytest.mark.django_db

PAIRS = {"name": "Thursday Pairs", "kind": "pairs", "pairs": "8", "movement": "later", "make": "1"}
TEAMS = {"name": "Cup", "kind": "teams", "teams": "12", "make": "1"}


def url_of(tournament: Tournament) -> str:
    return reverse("desk:new-event", args=[tournament.pk])


def made(name: str) -> Event:
    return Event.objects.get(name=name)


def best(client: Client, tournament: Tournament, pairs: int) -> str:
    page = client.post(url_of(tournament), {"kind": "pairs", "pairs": str(pairs), "look": "1"})
    return key_of(page.context["form"].proposals[0])


@pytest.fixture
def tournament(event: Event, director: User) -> Tournament:
    return event.tournament


def test_it_opens_with_everything_chosen(tournament: Tournament, client: Client) -> None:
    page = client.get(url_of(tournament))
    form = page.context["form"]
    text = page.content.decode()
    assert form.chosen == key_of(form.proposals[0])
    assert form.proposals[0].reason in text
    assert f"{form.proposals[0].minutes:.0f}" in text
    assert "as usual: duplicate-pairs" in text
    fields = {**PAIRS, "movement": form.chosen, "pairs": form["pairs"].value(), "deal": "on"}
    assert client.post(url_of(tournament), fields).status_code == 302
    event = made("Thursday Pairs")
    assert event.board_set is not None
    assert event.board_set.boards.count() == form.proposals[0].boards


def test_what_fits_follows_what_is_typed(tournament: Tournament, client: Client) -> None:
    sent = {"name": "Kept", "kind": "pairs", "pairs": "10", "minutes": "60", "most_boards": "9", "look": "1"}
    page = client.post(url_of(tournament), sent, headers={"HX-Request": "true"})
    form = page.context["form"]
    assert all(one.minutes <= 60 and one.boards <= 9 and one.pairs == 10 for one in form.proposals)
    assert len(form.proposals) > 1
    assert "<html" not in page.content.decode()
    assert form["name"].value() == "Kept"
    assert not Event.objects.filter(name="Kept").exists()


def test_where_nothing_fits_it_is_said_why(tournament: Tournament, client: Client) -> None:
    page = client.post(url_of(tournament), {"kind": "pairs", "pairs": "10", "minutes": "3", "look": "1"})
    assert page.status_code == 200
    assert "3 minutes are too few" in page.content.decode()
    assert page.context["form"].chosen == "later"


@pytest.mark.parametrize(
    ("typed", "kind", "stands"),
    [("Pairs", "teams", "Teams"), ("Teams", "pairs", "Pairs"), ("Spring Cup", "teams", "Spring Cup")],
)
def test_a_name_that_nobody_typed_follows_the_kind(
    tournament: Tournament, client: Client, typed: str, kind: str, stands: str
) -> None:
    page = client.post(url_of(tournament), {"kind": kind, "name": typed, "look": "1"})
    assert page.context["form"]["name"].value() == stands


def test_the_movement_is_kept_for_the_day(tournament: Tournament, client: Client) -> None:
    key = best(client, tournament, 14)
    answer = client.post(url_of(tournament), {**PAIRS, "pairs": "14", "movement": key, "deal": "on"})
    event = made("Thursday Pairs")
    assert answer["Location"] == reverse("desk:settings", args=[event.pk])
    plan = plan_of(event)
    assert plan is not None
    assert f"{plan.kind}:{plan.boards}:{plan.rounds}:{plan.boards_per_round}" == key
    assert (plan.pairs, event.status, event.rounds.count()) == (14, EventStatus.SETUP, 0)


def test_two_winners_follow_from_the_movement(tournament: Tournament, client: Client) -> None:
    page = client.post(url_of(tournament), {"kind": "pairs", "pairs": "14", "look": "1"})
    two = next(one for one in page.context["form"].proposals if one.winners == "two")
    client.post(url_of(tournament), {**PAIRS, "pairs": "14", "movement": key_of(two)})
    event = made("Thursday Pairs")
    assert event.winners == "two"
    assert event.board_set is None  # nobody asked for boards


def test_no_movement_is_no_plan(tournament: Tournament, client: Client) -> None:
    client.post(url_of(tournament), {**PAIRS, "deal": "on"})
    assert plan_of(made("Thursday Pairs")) is None
    assert made("Thursday Pairs").board_set is None


def test_teams_are_told_how_long_it_takes(tournament: Tournament, client: Client) -> None:
    page = client.post(url_of(tournament), {"kind": "teams", "teams": "12", "look": "1"})
    text = page.content.decode()
    assert "12 teams: after 4 rounds at most one is undefeated; up to 11 can be played" in text
    assert "as usual: standard" in text
    assert page.context["form"].is_teams
    client.post(url_of(tournament), {**TEAMS, "rounds": "5", "race_boards": "6", "rules": "puzzle-pirates"})
    event = made("Cup")
    assert (event.kind, event.teams.rounds, event.teams.race_boards) == ("teams", 5, 6)
    assert event.rules == {"preset": "puzzle-pirates"}
    assert event.tie_breaks[0] == "opponents_wins"


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("base", "typed", "field", "words"),
    [
        (PAIRS, {"name": ""}, "name", "A name is missing."),
        (PAIRS, {"name": "N" * 201}, "name", "at most 200 characters"),
        (PAIRS, {"name": "a\x07b"}, "name", "control character"),
        (PAIRS, {"kind": "solo"}, "kind", "not one of the available choices"),
        (PAIRS, {"kind": ""}, "kind", "required"),
        (PAIRS, {"rules": "house"}, "rules", "not one of the available choices"),
        (PAIRS, {"pairs": "1"}, "pairs", "greater than or equal to 2"),
        (PAIRS, {"pairs": "121"}, "pairs", "less than or equal to 120"),
        (PAIRS, {"pairs": "many"}, "pairs", "whole number"),
        (PAIRS, {"movement": "howell:999:3:3"}, "movement", "choose again"),
        (PAIRS, {"movement": "<b>"}, "movement", "choose again"),
        (PAIRS, {"copy_from": "999999"}, "copy_from", "This club has no such event"),
        (PAIRS, {"copy_from": "x"}, "copy_from", "This club has no such event"),
        (TEAMS, {"rounds": "0"}, "rounds", "greater than or equal to 1"),
        (TEAMS, {"race_boards": "33"}, "race_boards", "less than or equal to 32"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(
    tournament: Tournament,
    client: Client,
    base: dict[str, str],
    typed: dict[str, str],
    field: str,
    words: str,
) -> None:
    page = client.post(url_of(tournament), {**base, **typed})
    assert page.status_code == 422
    assert words in " ".join(page.context["form"].errors[field])
    assert Event.objects.count() == 1
    assert words.split()[-1] in page.content.decode()


def test_two_of_one_name_have_their_own_addresses(tournament: Tournament, client: Client) -> None:
    for name in ("Same", "Same", "日本"):
        assert client.post(url_of(tournament), {**PAIRS, "name": name}).status_code == 302
    slugs = list(tournament.events.order_by("pk").values_list("slug", flat=True))
    assert slugs == ["club-night", "same", "same-2", "event"]


def test_an_earlier_event_fills_the_form(event: Event, tournament: Tournament, client: Client) -> None:
    teams = make_teams(6, tournament=tournament, name="Team night")
    page = client.get(url_of(tournament), {"copy": teams.pk})
    form = page.context["form"]
    assert (form["name"].value(), form["teams"].value()) == ("Team night", 6)
    assert form.is_teams
    assert "as in “Team night”: standard" in page.content.decode()
    # chosen in the form, it brings its own in place of what stood there
    look = {
        "kind": "teams",
        "name": "Team night",
        "copied-version": teams.pk,
        "copy_from": event.pk,
        "look": "1",
    }
    form = client.post(url_of(tournament), look).context["form"]
    assert (form["name"].value(), form.event_kind, form["pairs"].value()) == ("Club night", "pairs", 8)
    # what is typed after that stays
    typed = {**look, "copied-version": event.pk, "kind": "pairs", "name": "Mine"}
    assert client.post(url_of(tournament), typed).context["form"]["name"].value() == "Mine"


def test_a_copy_with_its_entries_is_drawn_at_once(
    event: Event, tournament: Tournament, client: Client
) -> None:
    key = best(client, tournament, 8)
    sent: dict[str, Any] = {**PAIRS, "copy_from": event.pk, "with_entries": "on", "movement": key}
    page = client.post(url_of(tournament), {**sent, "deal": "on"}, follow=True)
    copy = made("Thursday Pairs")
    assert copy.rounds.count() == int(key.split(":")[2])
    assert "The movement is drawn" in page.content.decode()
    assert copy.results.count() == 0
    assert copy.board_set != event.board_set


def test_the_kind_is_that_of_what_is_copied(event: Event, tournament: Tournament, client: Client) -> None:
    page = client.post(url_of(tournament), {**TEAMS, "copy_from": event.pk})
    assert page.status_code == 422
    assert "“Club night” is a Pairs event" in page.context["form"].errors["copy_from"][0]
    assert not Event.objects.filter(name="Cup").exists()


def test_an_event_of_another_club_is_not_offered_or_copied(tournament: Tournament, client: Client) -> None:
    theirs = make_event(make_tournament(make_club("Hilltop"), "Elsewhere"), name="Theirs")
    assert "Theirs" not in client.get(url_of(tournament)).content.decode()
    assert "Theirs" not in client.get(url_of(tournament), {"copy": theirs.pk}).content.decode()
    page = client.post(url_of(tournament), {**PAIRS, "copy_from": theirs.pk, "with_entries": "on"})
    assert page.status_code == 422
    assert not Event.objects.filter(name="Thursday Pairs").exists()


def test_only_directors_of_the_club_make_events(event: Event, client: Client) -> None:
    for role, club in ((Role.SCORER, event.tournament.club), (Role.DIRECTOR, make_club("Hilltop"))):
        sign_in(client, club, role)
        assert client.get(url_of(event.tournament)).status_code == 403
        assert client.post(url_of(event.tournament), PAIRS).status_code == 403
    assert Event.objects.count() == 1


def test_what_the_other_kind_has_is_not_read(tournament: Tournament, client: Client) -> None:
    assert client.post(url_of(tournament), {**TEAMS, "pairs": "x", "movement": "<b>"}).status_code == 302
    assert client.post(url_of(tournament), {**PAIRS, "teams": "x", "rounds": "0"}).status_code == 302
