"""The admin: results and entries go in through the services, history is not touched, roles decide."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.admin.pages import add_url, result_form
from tests.support.event_builders import (
    enter,
    four_tables,
    make_club,
    make_event,
    make_member,
    play_hand_1,
    seat_person,
)
from tournaments.models import Event, LogEntry, Penalty, Person, Result, Role, Round, Table, Tournament

pytestmark = pytest.mark.django_db

RECORDS = (
    "club",
    "person",
    "tournament",
    "event",
    "entry",
    "penalty",
    "result",
    "logentry",
    "tournamentlogentry",
    "round",
    "table",
    "standingssnapshot",
)


def test_a_result_goes_in_through_the_service(event: Event, director: User, client: Client) -> None:
    table = Table.objects.get(round__event=event, number=1)
    answer = client.post(add_url(), result_form(table))
    assert answer.status_code == 302
    stored = Result.objects.get(event=event)
    assert (stored.ns_score, stored.ew_score, stored.version) == (-70, 118, 1)
    line = event.log.get(action="result.entered")
    assert (line.actor, line.door, line.user) == (director.username, "admin", director)


def test_every_fault_stands_at_its_field_and_nothing_is_saved(
    event: Event, director: User, client: Client
) -> None:
    table = Table.objects.get(round__event=event, number=1)
    answer = client.post(add_url(), result_form(table, ns_tricks="7", ew_bid="N+5"))
    errors = answer.context["adminform"].form.errors
    assert "14" in errors["ns_tricks"][0]
    assert "by player" in errors["ew_tricks"][0]
    assert not Result.objects.exists()


def test_a_correction_needs_a_reason_and_the_present_version(
    event: Event, director: User, client: Client
) -> None:
    enter(event, 1, 1, 1, "7 6 5 7")
    stored = Result.objects.get(event=event)
    url = reverse("admin:tournaments_result_change", args=[stored.pk])
    answer = client.post(url, result_form(ns_tricks="7", ew_tricks="6", version=1))
    assert answer.context["adminform"].form.errors["reason"] == ["A correction needs a reason."]
    enter(event, 1, 1, 1, "7 8 5 5", version=1, reason="misread")
    stale = client.post(url, result_form(ns_tricks="7", ew_tricks="6", version=1, reason="misread"))
    assert "it is now version 2" in stale.context["adminform"].form.non_field_errors()[0]
    assert Result.objects.get(pk=stored.pk).ns_score == 69
    assert (
        client.post(url, result_form(ns_tricks="7", ew_tricks="6", version=2, reason="misread")).status_code
        == 302
    )
    assert Result.objects.get(pk=stored.pk).ns_score == 70


def test_a_ruling_goes_in_at_the_same_form(event: Event, director: User, client: Client) -> None:
    table = Table.objects.get(round__event=event, number=2)
    typed = result_form(
        table, ns_bid="", ns_tricks="", ew_bid="", ew_tricks="", ns_adjusted="A+", ew_adjusted="40"
    )
    assert client.post(add_url(), typed).status_code == 302
    stored = Result.objects.get(event=event)
    assert (stored.ns_adjusted, stored.ew_adjusted) == ("A+", "40")


def test_tables_of_other_clubs_cannot_be_chosen(event: Event, director: User, client: Client) -> None:
    elsewhere = make_event(pairs=8)
    table = four_tables(elsewhere)[0]
    answer = client.post(add_url(), result_form(table))
    assert "table" in answer.context["adminform"].form.errors
    assert not Result.objects.exists()


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "name", ["result", "logentry", "round", "table", "event", "entry", "standingssnapshot"]
)
def test_nothing_of_an_event_can_be_deleted(event: Event, director: User, client: Client, name: str) -> None:
    play_hand_1(event)
    models = {"result": Result, "logentry": LogEntry, "round": Round, "table": Table, "event": Event}
    model = models.get(name) or type(getattr(event, {"entry": "entries"}.get(name, "snapshot"), None))
    pk = (
        event.entries.first()
        if name == "entry"
        else event.snapshot
        if name == "standingssnapshot"
        else model.objects.first()
    ).pk
    assert client.get(reverse(f"admin:tournaments_{name}_delete", args=[pk])).status_code == 403


def test_the_log_cannot_be_changed_and_reads_like_a_diary(
    event: Event, director: User, client: Client
) -> None:
    enter(event, 1, 1, 1, "7 6 5 7")
    enter(event, 1, 1, 1, "7 7 5 6", version=1, reason="misread")
    line = LogEntry.objects.get(action="result.corrected")
    assert client.post(reverse("admin:tournaments_logentry_change", args=[line.pk]), {}).status_code == 403
    page = client.get(reverse("admin:tournaments_logentry_changelist")).content.decode()
    assert "ns_tricks 6 → 7" in page
    assert "misread" in page


@pytest.mark.parametrize("name", RECORDS)
def test_lists_open_for_a_director(event: Event, director: User, client: Client, name: str) -> None:
    expected = 403 if name == "club" else 200
    play_hand_1(event)
    assert client.get(reverse(f"admin:tournaments_{name}_changelist")).status_code == expected


@pytest.mark.parametrize("name", RECORDS)
def test_a_director_of_another_club_sees_no_row(event: Event, client: Client, name: str) -> None:
    play_hand_1(event)
    stranger = make_member(make_club("Elsewhere"), Role.OWNER)
    stranger.is_staff = True
    stranger.save()
    client.force_login(stranger)
    page = client.get(reverse(f"admin:tournaments_{name}_changelist"))
    assert page.status_code == 200
    shown = page.context["cl"].result_count
    assert shown == (1 if name == "club" else 0)  # their own


def test_a_director_who_plays_finds_no_hidden_deal(event: Event, director: User, client: Client) -> None:
    board = event.board_set.boards.get(number=2)
    url = reverse("admin:boards_board_change", args=[board.pk])
    spades = board.pbn.removeprefix("N:").split()[0]
    assert spades in client.get(url).content.decode()
    seat_person(event, 3, director)
    page = client.get(url).content.decode()
    assert spades not in page
    assert client.get(reverse("admin:tournaments_event_file", args=[event.pk])).status_code == 403


def test_the_secret_of_the_boards_is_on_no_page(event: Event, director: User, client: Client) -> None:
    secret = event.board_set.secret
    assert len(secret) == 64
    for url in (
        reverse("admin:boards_boardset_changelist"),
        reverse("admin:boards_boardset_change", args=[event.board_set.pk]),
    ):
        assert secret not in client.get(url).content.decode()


def do(client: Client, event: Event, name: str, **typed: object) -> object:
    return client.post(reverse("admin:tournaments_event_do", args=[event.pk, name]), typed)


def test_a_whole_evening_in_the_admin(client: Client) -> None:
    club = make_club()
    owner = make_member(club, Role.OWNER)
    owner.is_staff = True
    owner.save()
    client.force_login(owner)
    client.post(
        reverse("admin:tournaments_tournament_add"),
        {
            "club": club.pk,
            "name": "Friday",
            "slug": "friday",
            "starts_on": date(2026, 11, 27),
            "time_zone": "UTC",
        },
    )
    made = client.post(
        reverse("admin:tournaments_event_add"),
        {
            "tournament": Tournament.objects.get().pk,
            "name": "Pairs",
            "rules_text": "duplicate-pairs",
            "winners": "one",
            "neuberg": "on",
            "tie_breaks_text": "",
            "traveller_secrecy": "finished",
            "expected_scores": "{}",
        },
    )
    assert made.status_code == 302
    event = Event.objects.get()
    table = SimpleUploadedFile("pairs.csv", b"player 1,player 2\nAnn,Bo\nCy,Di\nEve,Flo\nGus,Hal\n")
    preview = do(client, event, "entries", file=table, only_preview="on")
    assert "4 rows would be read" in preview.content.decode()
    assert not event.entries.exists()
    table.seek(0)
    assert do(client, event, "entries", file=table).status_code == 302
    assert Person.objects.count() == 8
    assert do(client, event, "deal", count=6).status_code == 302
    assert do(client, event, "draw", kind="barometer", boards=6, rounds=3).status_code == 302
    for number in (1, 2, 3):
        assert do(client, event, "open").status_code == 302
        for seat in Table.objects.filter(round__event=event, round__number=number):
            for board in seat.boards:
                assert client.post(add_url(), {**result_form(seat), "board": board}).status_code == 302
        assert do(client, event, "close", reason="").status_code == 302
    assert do(client, event, "finalise", reason="").status_code == 302
    event.refresh_from_db()
    assert event.status == "final"
    assert do(client, event, "reopen", reason="").status_code == 200  # asks for a reason
    assert do(client, event, "reopen", reason="a slip was found").status_code == 302
    for name in ("blank-travellers", "filled-travellers", "results"):
        sheet = client.get(reverse("admin:tournaments_event_print", args=[event.pk, name]))
        assert sheet.content.startswith(b"%PDF")
    assert (
        b'"format": "duplicate-spades-event"'
        in client.get(reverse("admin:tournaments_event_file", args=[event.pk])).content
    )


def test_a_penalty_is_given_and_taken_back(event: Event, director: User, client: Client) -> None:
    entry = event.entries.get(number=3)
    form = {"entry": entry.pk, "unit": "percent", "amount": "2.5", "reason": "late"}
    assert client.post(reverse("admin:tournaments_penalty_add"), form).status_code == 302
    penalty = Penalty.objects.get()
    answer = client.post(
        reverse("admin:tournaments_penalty_changelist"),
        {"action": "take_back", "_selected_action": [penalty.pk]},
    )
    assert answer.status_code == 302
    assert not Penalty.objects.exists()
    assert list(event.log.filter(action__startswith="penalty").values_list("action", flat=True)) == [
        "penalty.removed",
        "penalty.added",
    ]


def test_a_pbn_file_with_a_card_twice_is_refused(event: Event, director: User, client: Client) -> None:
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ..A.KQJT9876543"
    upload = SimpleUploadedFile("boards.pbn", f'[Board "1"]\n[Deal "{deal}"]\n'.encode())
    page = do(client, event, "pbn", file=upload)
    assert page.status_code == 200
    assert page.context["form"].non_field_errors()
    assert event.board_set.boards.count() == 3


def test_a_stranger_cannot_do_deeds(event: Event, client: Client) -> None:
    stranger = make_member(make_club("Elsewhere"), Role.OWNER)
    stranger.is_staff = True
    stranger.save()
    client.force_login(stranger)
    assert do(client, event, "finalise", reason="mine").status_code == 404
    event.refresh_from_db()
    assert event.status == "setup"
