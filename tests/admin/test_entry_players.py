"""Players of an entry changed on its page, with a reason, all of it or nothing."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.admin.pages import change_url, faults, fields_on_page, list_url
from tests.support.event_builders import seat_person
from tournaments.models import Entry, Event, LogEntry

pytestmark = pytest.mark.django_db


def entry_of(event: Event, number: int) -> Entry:
    return Entry.objects.get(event=event, number=number)


def names(entry: Entry) -> list[str]:
    return list(entry.seats.order_by("position").values_list("person__name", flat=True))


def test_a_pair_is_renamed_with_its_players(event: Event, director: User, client: Client) -> None:
    pair = entry_of(event, 2)
    form = fields_on_page(client, change_url(pair))
    assert form["players_text"] == "North 2\nSouth 2"
    form["players_text"] = "North 2\r\nEve Ode"
    assert faults(client.post(change_url(pair), form)) == {"reason": ["Changing the players needs a reason."]}
    assert client.post(change_url(pair), {**form, "reason": "misread"}).headers["Location"] == list_url(
        "entry"
    )
    pair.refresh_from_db()
    assert (pair.name, names(pair)) == ("North 2 & Eve Ode", ["North 2", "Eve Ode"])
    line = LogEntry.objects.get(action="entry.players")
    assert (line.actor, line.door, line.reason) == (director.username, "admin", "misread")


def test_what_stands_there_is_saved_as_it_is(event: Event, director: User, client: Client) -> None:
    """A browser ends lines its own way; and a name with & in it is none of two players'."""
    person = entry_of(event, 2).seats.get(position=1).person
    person.name = "A & B"
    person.save()
    form = fields_on_page(client, change_url(entry_of(event, 2)))
    form["players_text"] = form["players_text"].replace("\n", "\r\n")
    assert client.post(change_url(entry_of(event, 2)), {**form, "name": "Two"}).status_code == 302
    assert names(entry_of(event, 2)) == ["A & B", "South 2"]
    assert entry_of(event, 2).name == "Two"


def test_a_name_typed_beside_new_players_is_the_name(event: Event, director: User, client: Client) -> None:
    form = fields_on_page(client, change_url(entry_of(event, 2)))
    form |= {"players_text": "Al & Bo", "name": "The A team", "reason": "others came"}
    assert client.post(change_url(entry_of(event, 2)), form).status_code == 302
    assert (entry_of(event, 2).name, names(entry_of(event, 2))) == ("The A team", ["Al", "Bo"])


@pytest.mark.parametrize("typed", ["Al", "Al\nAl", "Al\nBo\nCy", "Al\n" + "x" * 201])
def test_impossible_pairs_change_nothing(event: Event, director: User, client: Client, typed: str) -> None:
    form = fields_on_page(client, change_url(entry_of(event, 2)))
    form |= {"players_text": typed, "name": "New", "withdrawn": "on", "reason": "x"}
    assert "players_text" in faults(client.post(change_url(entry_of(event, 2)), form))
    pair = entry_of(event, 2)
    assert (pair.name, pair.withdrawn, names(pair)) == ("North 2 & South 2", False, ["North 2", "South 2"])


def test_all_of_it_or_nothing(event: Event, director: User, client: Client) -> None:
    form = fields_on_page(client, change_url(entry_of(event, 2)))
    form |= {"name": "New", "withdrawn": "on"}
    assert faults(client.post(change_url(entry_of(event, 2)), form)) == {
        "reason": ["A withdrawal needs a reason."]
    }
    assert entry_of(event, 2).name == "North 2 & South 2"


def test_a_team_gets_a_fifth_player(teams: Event, team_director: User, client: Client) -> None:
    team = entry_of(teams, 1)
    form = fields_on_page(client, change_url(team))
    form |= {"players_text": f"{form['players_text']}\nEve", "reason": "came later"}
    assert client.post(change_url(team), form).status_code == 302
    assert names(team) == ["1A", "1B", "1C", "1D", "Eve"]
    twice = {**form, "players_text": "1A\n1B\n1C\n2D"}
    assert "2D plays for team 2 already" in faults(client.post(change_url(team), twice))["players_text"][0]


def test_who_plays_does_not_stop_playing_by_their_own_word(
    event: Event, director: User, client: Client
) -> None:
    seat_person(event, 3, director)
    form = fields_on_page(client, change_url(entry_of(event, 3)))
    form |= {"players_text": "Al\nSouth 3", "reason": "I go home"}
    assert "another director has to take you out" in str(
        faults(client.post(change_url(entry_of(event, 3)), form))
    )
    assert names(entry_of(event, 3)) == ["North 3", "South 3"]


def test_a_scorer_changes_nobody(event: Event, scorer: User, client: Client) -> None:
    assert client.get(change_url(entry_of(event, 2))).status_code in (302, 403)
    answer = client.post(change_url(entry_of(event, 2)), {"players_text": "Al\nBo", "reason": "x"})
    assert answer.status_code in (302, 403)
    assert names(entry_of(event, 2)) == ["North 2", "South 2"]


def test_names_are_text(event: Event, director: User, client: Client) -> None:
    person = entry_of(event, 2).seats.get(position=1).person
    person.name = "</textarea><script>alert(1)</script>"
    person.save()
    assert "<script>alert(1)" not in client.get(change_url(entry_of(event, 2))).content.decode()
