"""The boards of an event at the desk: dealt, dealt on, read, written, and what is secret until when."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from boards.pbn import loads
from tests.support.event_builders import ACTOR, make_event, play_hand_1
from tournaments.models import Event
from tournaments.services.boards import export_boards
from tournaments.services.events import finalise, usual_settings
from tournaments.services.team_settings import TeamOptions, create_teams_event

pytestmark = pytest.mark.django_db


def url_of(event: Event) -> str:
    return reverse("desk:boards", args=[event.pk])


def do(client: Client, event: Event, deed: str, **typed: Any) -> Any:
    fields = {f"{deed}-{name}": value for name, value in typed.items()}
    return client.post(url_of(event), {"deed": deed, **fields})


def said(page: Any) -> str:
    return " ".join(
        message
        for form in page.context["forms"].values()
        for found in form.errors.values()
        for message in found
    )


def deals(event: Event) -> dict[int, str]:
    event.refresh_from_db()
    assert event.board_set is not None
    return dict(event.board_set.boards.values_list("number", "pbn"))


def pbn(event: Event, numbers: range) -> SimpleUploadedFile:
    return SimpleUploadedFile("club.pbn", export_boards(event, numbers).encode())


@pytest.fixture
def fresh(event: Event, director: User) -> Event:
    return make_event(event.tournament, pairs=4, name="Fresh")


def test_boards_are_dealt_and_dealt_on(fresh: Event, client: Client) -> None:
    assert "There are no boards yet" in client.get(url_of(fresh)).content.decode()
    assert do(client, fresh, "deal", boards="6").status_code == 302
    first = deals(fresh)
    text = client.get(url_of(fresh)).content.decode()
    assert "6 boards" in text
    assert "The 6 boards that are there go" in text
    assert do(client, fresh, "more", boards="9").status_code == 302
    after = deals(fresh)
    assert set(after) == set(range(1, 10))
    assert {number: after[number] for number in first} == first
    assert fresh.log.get(action="boards.extended").after == {"boards": 9}


def test_more_are_dealt_while_it_is_played_and_none_replaced(
    event: Event, director: User, client: Client
) -> None:
    play_hand_1(event)
    before = deals(event)
    text = client.get(url_of(event)).content.decode()
    assert "Results are in, so the boards cannot be replaced." in text
    assert "Deal anew" not in text
    assert do(client, event, "more", boards="5").status_code == 302
    for deed in ("deal", "file"):
        file = {"boards": pbn(event, range(1, 3))} if deed == "file" else {"boards": "9"}
        page = do(client, event, deed, **file)
        assert page.status_code == 409
        assert "Results are in, so the boards cannot be replaced." in page.content.decode()
    after = deals(event)
    assert len(after) == 5
    assert {number: after[number] for number in before} == before


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("deed", "typed", "words"),
    [
        ("deal", {"boards": "0"}, "greater than or equal to 1"),
        ("deal", {"boards": "501"}, "less than or equal to 500"),
        ("deal", {"boards": "x"}, "whole number"),
        ("deal", {}, "required"),
        ("more", {"boards": "3"}, "Boards 1 to 3 are there; deal up to a number from 4 to 500."),
        ("more", {"boards": ""}, "required"),
        ("file", {}, "Choose a file."),
        ("secret", {}, "for Team-of-Four events only"),
    ],
)
def test_what_is_wrong_is_said(
    event: Event, director: User, client: Client, deed: str, typed: dict[str, str], words: str
) -> None:
    before = deals(event)
    page = do(client, event, deed, **typed)
    assert page.status_code == 422
    assert words in said(page)
    assert deals(event) == before


def test_no_such_deed(event: Event, director: User, client: Client) -> None:
    page = client.post(url_of(event), {"deed": "burn"}, follow=True)
    assert "Choose what to do with the boards." in page.content.decode()


def test_boards_are_read_from_a_file(event: Event, fresh: Event, client: Client) -> None:
    assert do(client, fresh, "file", boards=pbn(event, range(1, 4))).status_code == 302
    assert deals(fresh) == deals(event)
    text = client.get(url_of(fresh)).content.decode()
    assert "the file “club.pbn”" in text
    assert "Deal more" not in text
    page = do(client, fresh, "more", boards="9")
    assert page.status_code == 409
    assert "Only boards that were dealt here can be dealt on" in said(page)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'[Board "1"]\n[Deal "N:AKQ"]\n', "Line 2"),
        (b"hello", "There is no board here"),
        (b"", "The file is empty"),
        (b"\xff\xfe\x00", ""),
    ],
)
def test_a_file_that_is_none_is_refused(fresh: Event, client: Client, content: bytes, words: str) -> None:
    page = do(client, fresh, "file", boards=SimpleUploadedFile("x.pbn", content))
    assert page.status_code == 422
    assert words in said(page)
    assert said(page)
    fresh.refresh_from_db()
    assert fresh.board_set is None


def test_a_file_that_is_too_large_is_not_read(fresh: Event, client: Client) -> None:
    page = do(client, fresh, "file", boards=SimpleUploadedFile("x.pbn", b"%" * 2_000_001))
    assert page.status_code == 413
    assert "nothing was read" in said(page)


def test_boards_that_the_movement_lacks_are_named(event: Event, director: User, client: Client) -> None:
    table = event.rounds.get(number=1).tables.first()
    table.boards = [1, 2, 7, 8]
    table.save()
    assert "The movement plays boards that are not here: 7–8." in client.get(url_of(event)).content.decode()


def test_what_is_secret_until_when(event: Event, director: User, client: Client) -> None:
    play_hand_1(event)
    page = client.get(url_of(event))
    text = page.content.decode()
    assert (page.context["open"], page.context["secret"], page.context["mine"]) == ("1", "2–3", 3)
    assert "until every table that is to play it has finished it" in text
    assert event.board_set is not None
    assert event.board_set.secret not in text
    assert not any(pbn_ in text for pbn_ in deals(event).values())
    answer = client.get(reverse("desk:boards-file", args=[event.pk]))
    assert [board.number for board in loads(answer.content)] == [1, 2, 3]
    assert "club-night.pbn" in answer["Content-Disposition"]


def test_who_plays_is_given_what_everybody_may_see(
    event: Event, playing_director: User, client: Client
) -> None:
    play_hand_1(event)
    text = client.get(url_of(event)).content.decode()
    assert "You play in this event, so they are secret from you too." in text
    assert "1 board as a PBN file" in text
    answer = client.get(reverse("desk:boards-file", args=[event.pk]))
    assert [board.number for board in loads(answer.content)] == [1]


def test_teams_have_a_secret_and_no_boards_to_deal(teams: Event, team_director: User, client: Client) -> None:
    text = client.get(url_of(teams)).content.decode()
    assert "until every match of its round is over" in text
    assert "Deal anew" not in text
    assert "for Pairs events only" in said(do(client, teams, "deal", boards="8"))
    club = teams.tournament
    empty = create_teams_event(club, "Empty", usual_settings("teams"), TeamOptions(), ACTOR)
    assert "No secret is recorded yet" in client.get(url_of(empty)).content.decode()
    assert do(client, empty, "secret").status_code == 302
    empty.refresh_from_db()
    assert empty.board_set is not None
    assert "none dealt yet" in client.get(url_of(empty)).content.decode()


def test_a_final_event_keeps_its_boards(event: Event, director: User, client: Client) -> None:
    finalise(event.pk, ACTOR, "for the test")
    before = deals(event)
    assert "The event is final: its boards stay." in client.get(url_of(event)).content.decode()
    for deed in ("deal", "more"):
        assert "The event is final" in said(do(client, event, deed, boards="9"))
    assert deals(event) == before
