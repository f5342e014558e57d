"""Who plays in an event sees nothing of a board in the admin, and enters nothing on it, before it is finished."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.admin.pages import add_url, change_url, faults, fields_on_page, list_url, result_form
from tests.support.event_builders import enter, play_hand_1, seat_person
from tournaments.models import Event, LogEntry, Result, Table

HIDDEN = "N+4"


@pytest.fixture
def hidden(event: Event) -> Result:
    """The one result of board 2, which three tables have still to play."""
    play_hand_1(event)
    enter(event, 1, 1, 2, f"{HIDDEN} 0+6 5 7")
    return Result.objects.get(event=event, board=2)


def test_a_director_who_does_not_play_sees_it(
    event: Event, hidden: Result, director: User, client: Client
) -> None:
    assert HIDDEN in client.get(list_url("result")).content.decode()
    assert fields_on_page(client, change_url(hidden))["ns_bid"] == HIDDEN
    assert "N+4" in client.get(list_url("logentry")).content.decode()


def test_the_list_hides_what_happened_there_and_shows_finished_boards(
    event: Event, hidden: Result, director: User, client: Client
) -> None:
    seat_person(event, 3, director)
    page = client.get(list_url("result")).content.decode()
    assert HIDDEN not in page
    assert f"{hidden.ns_score} / " not in page
    finished = Result.objects.filter(event=event, board=1).first()
    assert finished is not None
    assert f"{finished.ns_score} / {finished.ew_score}" in page


def test_its_page_and_its_history_are_closed(
    event: Event, hidden: Result, director: User, client: Client
) -> None:
    seat_person(event, 3, director)
    assert client.get(change_url(hidden)).status_code == 403
    assert client.post(change_url(hidden), result_form(version=1, reason="x")).status_code == 403
    assert client.get(reverse("admin:tournaments_result_history", args=[hidden.pk])).status_code == 403
    finished = Result.objects.filter(event=event, board=1).first()
    assert client.get(change_url(finished)).status_code == 200


def test_nothing_is_entered_on_it(event: Event, hidden: Result, director: User, client: Client) -> None:
    seat_person(event, 3, director)
    table = Table.objects.get(round__event=event, number=2)
    shown = faults(client.post(add_url(), result_form(table, board=2)))
    assert "You play in this event" in shown["board"][0]
    assert not Result.objects.filter(table=table, board=2).exists()


def test_a_table_of_results_is_not_read(event: Event, hidden: Result, director: User, client: Client) -> None:
    seat_person(event, 3, director)
    url = reverse("admin:tournaments_event_do", args=[event.pk, "results"])
    for more in ({"only_preview": "on"}, {}):
        lines = b"round,table,board,ns bid,ns tricks,ew bid,ew tricks\n1,2,2,7,6,5,7\n"
        answer = client.post(url, {"file": SimpleUploadedFile("r.csv", lines), "reason": "", **more})
        assert answer.status_code == 403
    assert Result.objects.filter(event=event, board=2).count() == 1


def test_the_log_waits_for_the_end(event: Event, hidden: Result, director: User, client: Client) -> None:
    seat_person(event, 3, director)
    line = LogEntry.objects.get(event=event, subject="round 1, table 1, board 2")
    page = client.get(list_url("logentry"))
    assert page.context["cl"].result_count == 0
    assert HIDDEN not in client.get(change_url(line), follow=True).content.decode()
    Event.objects.filter(pk=event.pk).update(status="final")
    assert HIDDEN in client.get(list_url("logentry")).content.decode()


def test_other_rules_are_not_tried_on_hidden_results(
    event: Event, hidden: Result, director: User, client: Client
) -> None:
    seat_person(event, 3, director)
    form = fields_on_page(client, change_url(event))
    form |= {"rules_text": "standard", "reason": "a guess"}
    assert "hidden" in faults(client.post(change_url(event), form))["rules_text"][0]
    event.refresh_from_db()
    assert event.rules == {"preset": "duplicate-pairs"}
