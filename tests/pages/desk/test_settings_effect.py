"""Settings that matter: the page says what they would do before they are saved."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import escape

from tests.pages.desk.settings_forms import faults, fields_of, save, save_after_all, settings_url
from tests.support.event_builders import enter, play_hand_1
from tests.support.team_builders import finish_round
from tournaments.models import Event, Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(event: Event, director: User) -> Event:
    """The golden hand at board 1; its percentages and the standings follow from it."""
    play_hand_1(event)
    return event


def test_what_it_would_do_is_said_first(played: Event, client: Client) -> None:
    page = save(client, played, preset="standard")
    text = page.content.decode()
    assert page.status_code == 200
    assert "Nothing is saved yet" in text
    assert "4 of 4 results are scored again" in text
    assert page.context["moves"]
    for move in page.context["moves"]:
        assert escape(move["name"]) in text
        assert move["before"] != move["after"]
    played.refresh_from_db()
    assert played.rules == {"preset": "duplicate-pairs"}
    # the form still holds what was typed
    assert page.context["form"]["preset"].value() == "standard"


def test_it_is_saved_once_it_was_read_and_has_a_reason(played: Event, client: Client) -> None:
    page = save_after_all(client, played, preset="standard")
    assert page.status_code == 422
    assert faults(page) == {"reason": ["Results are in; give a reason for changing the settings."]}
    assert "4 of 4 results are scored again" in page.content.decode()
    answer = save_after_all(client, played, preset="standard", reason="the wrong one was chosen")
    assert answer.status_code == 302
    played.refresh_from_db()
    assert played.rules == {"preset": "standard"}
    assert played.log.get(action="event.settings").reason == "the wrong one was chosen"


def test_what_was_read_has_to_be_what_is_true(played: Event, client: Client) -> None:
    typed = {"preset": "standard", "reason": "wrong"}
    seen = save(client, played, **typed).context["seen"]
    enter(played, 1, 1, 2, "7 8 5 5")
    page = save(client, played, **typed, seen=seen)
    assert page.status_code == 200
    assert "5 of 5 results are scored again" in page.content.decode()
    assert page.context["seen"] != seen
    # nor does it hold for another change
    other = save(client, played, **{**typed, "preset": "puzzle-pirates"}, seen=page.context["seen"])
    assert other.status_code == 200
    played.refresh_from_db()
    assert played.rules == {"preset": "duplicate-pairs"}


def test_a_change_without_an_effect_is_saved_at_once(played: Event, client: Client) -> None:
    answer = save(client, played, target="300", reason="written on the sheet")
    assert answer.status_code == 302
    played.refresh_from_db()
    assert played.rules["target"] == 300


def test_an_impossible_result_is_named(played: Event, client: Client) -> None:
    enter(played, 1, 1, 2, "3 7 5 6")
    page = save(client, played, minimum_team_bid="4")
    assert page.status_code == 422
    assert "round 1, table 1, board 2: " in page.content.decode()
    assert Result.objects.filter(event=played).count() == 5


def test_a_name_that_is_out_changes_with_a_word(played: Event, client: Client) -> None:
    page = save(client, played, name="Monday Pairs")
    assert "the event’s address and what is printed already stay" in page.content.decode()
    assert save_after_all(client, played, name="Monday Pairs").status_code == 302
    played.refresh_from_db()
    assert (played.name, played.slug) == ("Monday Pairs", "club-night")


def test_who_plays_sees_no_places_and_changes_no_rules(
    event: Event, playing_director: User, client: Client
) -> None:
    play_hand_1(event)
    page = save(client, event, neuberg=None, tie_break_1="tops", winners="two")
    text = page.content.decode()
    assert "You play in this event, so the places that move are not shown to you." in text
    assert page.context["moves"] == []
    page = save(client, event, preset="standard", reason="why not")
    assert page.status_code == 422
    assert "somebody else has to change its rule set" in faults(page)["preset"][0]
    page = save(client, event, traveller_secrecy="open", reason="why not")
    assert "cannot change when scores are shown" in " ".join(faults(page)["__all__"])


def test_matches_of_teams_that_turn_are_said(teams: Event, team_director: User, client: Client) -> None:
    finish_round(teams, 1)
    page = save(client, teams, trick_points="1")
    text = page.content.decode()
    assert "Round 1, match 1: “" in text
    assert "would become" in text
    assert "No place moves." in text or page.context["moves"]


def test_what_rests_on_drawn_rounds_stays(teams: Event, team_director: User, client: Client) -> None:
    page = save(client, teams, race_boards="6", seed="8", reason="too long")
    assert page.status_code == 422
    found = faults(page)
    assert "This cannot change any more: boards are dealt and played." in found["race_boards"][0]
    assert "the first draw came from it" in found["seed"][0]
    page = save(client, teams, rounds="4")
    assert "The event has 4 rounds; 1 of them are drawn." in page.content.decode()
    assert save_after_all(client, teams, rounds="4", reason="shorter").status_code == 302
    teams.teams.refresh_from_db()
    assert teams.teams.rounds == 4


def test_looking_changes_nothing(played: Event, client: Client) -> None:
    version = Event.objects.get(pk=played.pk).results_version
    save(client, played, preset="standard")
    client.post(settings_url(played), {**fields_of(client, played), "look": "1", "preset": "standard"})
    client.get(settings_url(played))
    assert Event.objects.get(pk=played.pk).results_version == version
    assert not played.log.filter(action="event.settings").exists()


def test_a_save_over_somebodys_save_is_refused_with_both(played: Event, client: Client) -> None:
    opened = fields_of(client, played)
    save_after_all(client, played, tie_break_1="tops", reason="as announced")
    mine = {**opened, "save": "1", "tie_break_1": "head_to_head", "name": "Mine", "reason": "as announced"}
    page = client.post(settings_url(played), mine)
    assert page.status_code == 409
    assert "Somebody else has changed these settings" in faults(page)["__all__"][0]
    assert page.context["differences"] == [
        ("Name", "Club night", "Mine"),
        ("Tie-break 1", "tops", "against one another"),
    ]
    assert "against one another" in page.content.decode()
    played.refresh_from_db()
    assert (played.tie_breaks, played.name) == (["tops"], "Club night")
    # over what is shown beside it, it may be saved
    assert fields_of(client, played)["version"] == page.context["state"] != opened["version"]
    again = client.post(settings_url(played), {**mine, "version": page.context["state"]})
    assert again.status_code == 200
    done = {**mine, "version": again.context["state"], "seen": again.context["seen"]}
    assert client.post(settings_url(played), done).status_code == 302
    played.refresh_from_db()
    assert (played.tie_breaks, played.name) == (["head_to_head"], "Mine")
