"""A movement in mid-course at the desk: every way is shown before anything is done, and one is taken."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import ACTOR, enter, make_event
from tournaments.draws.registry import build
from tournaments.models import Event, Role, Table
from tournaments.services.entries import NewEntry, add_entries, withdraw_entry
from tournaments.services.rounds import close_round, install_movement, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(client: Client) -> Event:
    """A Mitchell of nine pairs with one round played and closed; its director is signed in."""
    event = make_event(pairs=9)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    install_movement(event.pk, build("mitchell", 9, 10), ACTOR)
    open_round(event.pk, 1, ACTOR)
    for table in Table.objects.filter(round__event=event, round__number=1):
        for board in table.boards:
            enter(event, 1, table.number, board, "7 6 5 7")
    close_round(event.pk, 1, ACTOR)
    event.refresh_from_db()
    return event


def change(event: Event) -> str:
    return reverse("desk:movement-change", args=[event.pk])


def text(response: object) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))  # type: ignore[attr-defined]


def sent(client: Client, event: Event, asked: dict[str, str], **more: str) -> dict[str, str]:
    """What the page's form would send for the first way."""
    shown = client.get(change(event), asked).context
    return asked | {"basis": shown["basis"], "way": shown["ways"][0].kind, "reason": "19:40"} | more


LATE = {"what": "late", "entry": "new", "first": "2"}
GONE = {"what": "gone", "entry": "3", "first": "2", "last": ""}


def test_the_movement_asks_what_has_changed(client: Client, running: Event) -> None:
    page = client.get(reverse("desk:movement", args=[running.pk]))
    assert [ask.what for ask in page.context["asking"]] == ["late", "gone", "drop"]
    assert "Round 1</option>" not in page.content.decode(), "what has begun is not offered"


def test_consequences_are_said_before_anything_is_done(client: Client, running: Event) -> None:
    before = list(Table.objects.values_list("pk", "ns", "ew"))
    shown = client.get(change(running), LATE)
    assert shown.status_code == 200
    assert shown.context["ask"].what == "late"
    said = text(shown)
    assert "Pair 10 takes the empty place East-West from round 2 on" in said
    assert "A pair comes late" in said
    assert "1 North 1 &amp; South 1 Plays 10 boards instead of 8 and does not sit out round 2." in said
    assert "10 the late pair Plays 8 boards." in said
    assert "5 other pairs No change." in said
    assert "Boards 1–8 get 5 scores instead of 4." in said
    assert list(Table.objects.values_list("pk", "ns", "ew")) == before
    assert not running.log.filter(action="movement.amended").exists()


def test_a_late_pair_is_taken_in(client: Client, running: Event) -> None:
    done = client.post(
        change(running), sent(client, running, LATE, one="Nora Late", two="Nils Late"), follow=True
    )
    assert "Pair 10 takes the empty place East-West from round 2 on." in text(done)
    assert running.entries.get(number=10).name == "Nora Late & Nils Late"
    assert running.log.get(action="movement.amended").door == "desk"
    assert "Amended once" in text(done)


def test_what_was_typed_stays_with_what_is_wrong(client: Client, running: Event) -> None:
    refused = client.post(change(running), sent(client, running, LATE, one="Nora Late", reason=""))
    assert refused.status_code == 422
    assert "Name both players of the late pair." in text(refused)
    assert "so a change of the movement needs a reason" in text(refused)
    page = refused.content.decode()
    assert 'value="Nora Late"' in page
    assert 'value="empty-place-ew" id="way-empty-place-ew"' in page
    assert "checked" in page
    assert not running.entries.filter(number=10).exists()


def test_a_name_that_is_none_is_said_at_its_field(client: Client, running: Event) -> None:
    refused = client.post(change(running), sent(client, running, LATE, one="Nora\u202eLate", two="Nils Late"))
    assert refused.status_code == 422
    assert refused.context["form"].errors["one"]
    assert running.entries.count() == 9


def test_overtaken_by_an_opened_round(client: Client, running: Event) -> None:
    asked = {**GONE, "first": "3"}
    form = sent(client, running, asked)
    open_round(running.pk, 2, ACTOR)
    refused = client.post(change(running), form)
    assert refused.status_code == 409
    assert "Look at the ways anew and choose again." in text(refused)
    assert refused.context["basis"] != form["basis"]
    assert 'value="19:40"' in refused.content.decode()
    again = client.post(change(running), form | {"basis": refused.context["basis"]})
    assert again.status_code == 302


def test_a_standby_pair_is_offered_the_seat(client: Client, running: Event) -> None:
    waiting = add_entries(running.pk, [NewEntry(players=("Wim Wait", "Wes Wait"), standby=True)], ACTOR)[0]
    page = client.get(reverse("desk:movement", args=[running.pk])).content.decode()
    assert f'<option value="{waiting.number}" selected>{waiting.number} Wim Wait' in page
    asked = {**GONE, "standby": str(waiting.number)}
    shown = client.get(change(running), asked)
    assert "Stand-by pair 10 takes the seat of pair 3 from round 2 on" in text(shown)
    assert "10 Wim Wait" in text(shown)
    client.post(change(running), sent(client, running, asked))
    assert running.entries.get(name__startswith="Wim").number == 10
    assert running.entries.get(number=3).withdrawn


def test_a_pair_that_has_left_and_has_a_seat_is_pointed_out(client: Client, running: Event) -> None:
    withdraw_entry(running.pk, 3, ACTOR, "went home")
    page = client.get(reverse("desk:movement", args=[running.pk]))
    assert [entry.number for entry in page.context["left"]] == [3]
    link = re.search(r'href="([^"]*what=gone[^"]*)"', page.content.decode())
    assert link
    shown = client.get(link[1].replace("&amp;", "&"))
    assert "The seat of pair 3 stays empty from round 2 on" in text(shown)
    client.post(change(running), sent(client, running, GONE))
    assert client.get(reverse("desk:movement", args=[running.pk])).context["left"] == []


def test_rounds_are_dropped(client: Client, running: Event) -> None:
    asked = {"what": "drop", "rounds": "5"}
    assert "Round 5 is dropped" in text(client.get(change(running), asked))
    client.post(change(running), sent(client, running, asked))
    assert running.rounds.count() == 4


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({**GONE, "entry": "77"}, "There is no pair 77 in this event."),
        ({**GONE, "entry": "x"}, "Enter a whole number."),
        ({**GONE, "entry": "9999999999"}, "less than or equal to"),
        ({**GONE, "first": "1"}, "1 is not one of the available choices"),
        ({**GONE, "first": "4", "last": "2"}, "The last round, 2, comes before the first, 4."),
        ({**LATE, "entry": "4"}, "4 is not one of the available choices"),
        ({"what": "drop"}, "This field is required."),
        ({"what": "drop", "rounds": "1"}, "1 is not one of the available choices"),
    ],
)
def test_what_makes_no_sense_is_said_and_kept(
    client: Client, running: Event, asked: dict[str, str], words: str
) -> None:
    for refused in (client.get(change(running), asked), client.post(change(running), asked | {"basis": "x"})):
        assert refused.status_code == 422
        assert words in text(refused)
    assert not running.log.filter(action="movement.amended").exists()


def test_an_address_that_asks_nothing_leads_back(client: Client, running: Event) -> None:
    assert client.get(change(running)).status_code == 302
    assert client.get(change(running), {"what": "waltz"}).status_code == 302


def test_after_the_last_round_has_begun_nothing_is_asked(client: Client, running: Event) -> None:
    for number in range(2, 6):
        open_round(running.pk, number, ACTOR)
    page = client.get(reverse("desk:movement", args=[running.pk]))
    assert page.context["asking"] == []
    assert "All rounds have begun" in text(page)
    assert client.get(change(running), GONE).status_code == 422
