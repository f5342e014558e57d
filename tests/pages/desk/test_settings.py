"""The settings of an event at the desk: read, changed, refused."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.pages.desk.settings_forms import faults, fields_of, save, settings_url
from tests.support.event_builders import ACTOR, make_club, make_event
from tests.support.team_builders import make_teams
from tournaments.models import Event, EventStatus, Role
from tournaments.services.events import EventSettings, finalise

pytestmark = pytest.mark.django_db


@pytest.fixture
def fresh(director: User, event: Event) -> Event:
    """An event that is being set up, in the club of the director."""
    return make_event(event.tournament, pairs=4, name="Fresh")


def test_nothing_typed_changes_nothing(fresh: Event, client: Client) -> None:
    before = EventSettings.of(fresh)
    answer = save(client, fresh)
    assert answer.status_code == 302
    fresh.refresh_from_db()
    assert EventSettings.of(fresh) == before
    assert not fresh.log.filter(action="event.settings").exists()


def test_a_figure_of_the_rule_set_is_changed(fresh: Event, client: Client) -> None:
    assert save(client, fresh, nil_points="50", target="500", mercy="yes").status_code == 302
    fresh.refresh_from_db()
    assert fresh.rules == {"preset": "duplicate-pairs", "nil_points": 50, "target": 500, "mercy": True}
    text = client.get(settings_url(fresh)).content.decode()
    assert "duplicate-pairs: 100" in text
    assert '<details id="figures" open>' in text
    # back to what the preset says, and to none
    save(client, fresh, nil_points="100", target="", mercy="no")
    fresh.refresh_from_db()
    assert fresh.rules == {"preset": "duplicate-pairs"}


def test_another_preset_keeps_what_was_meant(fresh: Event, client: Client) -> None:
    save(client, fresh, nil_points="70")
    look = {**fields_of(client, fresh), "preset": "puzzle-pirates", "look": "1"}
    page = client.post(settings_url(fresh), look, headers={"HX-Request": "true"})
    form = page.context["form"]
    assert (form["nil_points"].value(), form["blind_nil_points"].value()) == ("70", "100")
    assert (form["target"].value(), form["bids_may_pass_13"].value()) == ("500", "no")
    assert form["preset_was"].value() == "puzzle-pirates"
    fresh.refresh_from_db()
    assert fresh.rules["preset"] == "duplicate-pairs"  # only looked at
    # and the same without a look in between
    assert save(client, fresh, preset="puzzle-pirates").status_code == 302
    fresh.refresh_from_db()
    assert fresh.rules == {"preset": "puzzle-pirates", "nil_points": 70}


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"nil_points": "10001"}, "nil_points", "give a whole number from 0 to 10000"),
        ({"trick_points": "0"}, "trick_points", "give a whole number from 1 to 1000"),
        ({"minimum_team_bid": "14"}, "minimum_team_bid", "from 1 to 13"),
        ({"floor": "5"}, "floor", "from -1000000 to -1"),
        ({"bag_penalty": "100"}, "bag_penalty", "say at how many bags it is charged"),
        ({"mercy": "yes"}, "mercy", "there is no target"),
        ({"nil_points": "ten"}, "nil_points", "whole number"),
        ({"nil_points": "9" * 40}, "nil_points", "less than or equal to"),
        ({"preset": "house"}, "preset", "not one of the available choices"),
        ({"set_loses_points": "maybe"}, "set_loses_points", "not one of the available choices"),
        ({"failed_nil_tricks": ""}, "failed_nil_tricks", "required"),
        ({"name": ""}, "name", "A name is missing."),
        ({"name": "N" * 201}, "name", "at most 200 characters"),
        ({"name": "a\u202eb"}, "name", "control character"),
        ({"winners": "three"}, "winners", "not one of the available choices"),
        ({"traveller_secrecy": "never"}, "traveller_secrecy", "not one of the available choices"),
        ({"expected_scores": "7"}, "expected_scores", "“7” is not a board and a count"),
        ({"expected_scores": "7: x"}, "expected_scores", "is not a board and a count"),
        ({"expected_scores": "0: 3"}, "expected_scores", "look at 0"),
        ({"tie_break_1": "tops", "tie_break_2": "tops"}, "__all__", "“tops” is named twice"),
        ({"tie_break_1": "luck"}, "tie_break_1", "not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said_and_kept(
    fresh: Event, client: Client, typed: dict[str, str], field: str, words: str
) -> None:
    before = EventSettings.of(fresh)
    page = save(client, fresh, **typed)
    assert page.status_code == 422
    assert words in " ".join(faults(page)[field])
    assert all(str(page.context["form"][name].value()) == value for name, value in typed.items())
    fresh.refresh_from_db()
    assert (EventSettings.of(fresh), fresh.name) == (before, "Fresh")


def test_every_fault_comes_at_once(fresh: Event, client: Client) -> None:
    page = save(client, fresh, name="", nil_points="-1", tie_break_1="tops", tie_break_2="tops")
    assert set(faults(page)) == {"name", "nil_points", "__all__"}


def test_tie_breaks_have_an_order_and_no_gaps(fresh: Event, client: Client) -> None:
    save(client, fresh, tie_break_1="tops", tie_break_3="head_to_head")
    fresh.refresh_from_db()
    assert fresh.tie_breaks == ["tops", "head_to_head"]
    sent = fields_of(client, fresh)
    assert (sent["tie_break_1"], sent["tie_break_2"], sent["tie_break_3"]) == ("tops", "head_to_head", "")


def test_the_rest_is_changed(fresh: Event, client: Client) -> None:
    save(
        client,
        fresh,
        name="  Monday \t Pairs ",
        winners="two",
        neuberg=None,
        expected_scores="7: 5, 09:6;",
        provisional_counts=None,
        entered_twice="on",
    )
    fresh.refresh_from_db()
    assert (fresh.name, fresh.slug) == ("Monday Pairs", "fresh")
    assert (fresh.winners, fresh.neuberg, fresh.expected_scores) == ("two", False, {"7": 5, "9": 6})
    assert (fresh.provisional_counts, fresh.entered_twice) == (False, True)
    renamed = fresh.log.get(action="event.renamed")
    assert (renamed.before["name"], renamed.after["name"]) == ("Fresh", "Monday Pairs")
    assert fields_of(client, fresh)["expected_scores"] == "7: 5, 9: 6"


def test_teams_have_settings_of_their_own(fresh: Event, client: Client) -> None:
    teams = make_teams(5, tournament=fresh.tournament)
    text = client.get(settings_url(teams)).content.decode()
    assert "5 teams: after 3 rounds" in text
    assert "Neuberg" not in text
    answer = save(client, teams, race_boards="6", rounds="4", pairing="slide", first_round="random", seed="9")
    assert answer.status_code == 302
    teams.teams.refresh_from_db()
    kept = teams.teams
    assert (kept.race_boards, kept.rounds, kept.pairing, kept.first_round, kept.seed) == (
        6,
        4,
        "slide",
        "random",
        9,
    )
    # an empty seed is the one there is
    save(client, teams, seed="", rounds="")
    kept.refresh_from_db()
    assert (kept.seed, kept.rounds) == (9, None)


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"seed": "x"}, "seed", "Write a whole number"),
        ({"seed": "9" * 19}, "seed", "whole number from 0"),
        ({"rounds": "9"}, "rounds", "rematch"),
        ({"race_boards": "33"}, "race_boards", "less than or equal to 32"),
        ({"pairing": "random"}, "pairing", "not one of"),
    ],
)
def test_what_is_wrong_of_teams_is_said(
    fresh: Event, client: Client, typed: dict[str, str], field: str, words: str
) -> None:
    teams = make_teams(4, tournament=fresh.tournament)
    page = save(client, teams, **typed)
    assert page.status_code == 422
    assert words in " ".join(faults(page)[field])


def test_the_kind_changes_while_nothing_is_there(fresh: Event, client: Client) -> None:
    empty = make_event(fresh.tournament, pairs=0, name="Empty")
    url = reverse("desk:event-kind", args=[empty.pk])
    assert url in client.get(settings_url(empty)).content.decode()
    assert client.post(url, {"kind": "teams"}).status_code == 302
    empty.refresh_from_db()
    assert (empty.kind, empty.rules, empty.teams.race_boards) == ("teams", {"preset": "standard"}, 8)
    assert "Races and rounds" in client.get(settings_url(empty)).content.decode()


@pytest.mark.parametrize(("kind", "words"), [("teams", "has entries, so it stays"), ("x", "is no kind")])
def test_a_kind_that_cannot_be_is_refused(fresh: Event, client: Client, kind: str, words: str) -> None:
    url = reverse("desk:event-kind", args=[fresh.pk])
    assert url not in client.get(settings_url(fresh)).content.decode()
    page = client.post(url, {"kind": kind})
    assert page.status_code == 422
    assert words in page.content.decode()
    fresh.refresh_from_db()
    assert fresh.kind == "pairs"


def test_a_final_event_is_read_and_not_changed(event: Event, director: User, client: Client) -> None:
    sent = {**fields_of(client, event), "save": "1", "name": "Other", "tie_break_1": "tops"}
    finalise(event.pk, ACTOR, "for the test")
    text = client.get(settings_url(event)).content.decode()
    assert "its settings can be read here" in text
    assert 'name="save"' not in text
    page = client.post(settings_url(event), sent)
    assert page.status_code == 422
    assert faults(page) == {"__all__": ["The event is final; a director has to reopen it first."]}
    event.refresh_from_db()
    assert (event.name, event.tie_breaks, event.status) == ("Club night", [], EventStatus.FINAL)


@pytest.mark.parametrize("name", ["settings", "event-kind", "boards", "boards-file", "draw"])
def test_only_directors_of_the_club_come_in(event: Event, client: Client, name: str) -> None:
    url = reverse(f"desk:{name}", args=[event.pk])
    send: Any = client.post if name == "event-kind" else client.get
    for role, club in ((Role.SCORER, event.tournament.club), (Role.OWNER, make_club("Hilltop"))):
        sign_in(client, club, role)
        assert send(url).status_code == 403
    client.logout()
    assert send(url).status_code == 302
    assert client.get("/desk/e/999999/settings/").status_code == 302
