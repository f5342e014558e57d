"""What the frame of the desk answers: the palette's list, who has what open, both versions, and the way back."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import render
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.pages.reading import text
from tests.support.event_builders import enter, make_member
from tournaments.models import Editing, Event, Role
from tournaments.pages.desk.versions import version_rows
from tournaments.services.errors import ConflictError

pytestmark = pytest.mark.django_db


def found(client: Client, event: Event) -> dict[str, str]:
    """Where the palette leads, by what it says."""
    answer = client.get(reverse("desk:find", args=[event.pk]))
    return {item["text"]: item["url"] for item in answer.json()["items"]}


def test_the_palette_knows_rounds_tables_boards_and_entries(
    event: Event, director: User, client: Client
) -> None:
    there = found(client, event)
    home = reverse("desk:event", args=[event.pk])
    assert there["Round 1"] == f"{home}?round=1"
    assert there["Table 3"] == f"{home}?round=1#table-3"
    assert there["Board 2"] == reverse("desk:paper-board", args=[event.pk, 2])
    assert there["5 North 5 & South 5"].startswith(reverse("desk:entries", args=[event.pk]))
    assert there["What looks odd"] == reverse("desk:suspicions", args=[event.pk])
    for address in there.values():
        assert client.get(address.split("#")[0]).status_code == 200, address


def test_a_scorer_is_offered_nothing_that_refuses_them(event: Event, scorer: User, client: Client) -> None:
    there = found(client, event)
    assert "What looks odd" not in there
    for address in there.values():
        assert client.get(address.split("#")[0]).status_code == 200, address


def test_teams_are_found_by_a_player(teams: Event, team_director: User, client: Client) -> None:
    items = client.get(reverse("desk:find", args=[teams.pk])).json()["items"]
    [item] = [item for item in items if "3B" in item.get("also", "").split()]
    assert item["text"] == "3 Team 3"


def editing(client: Client, event: Event, subject: str) -> Any:
    return client.post(reverse("desk:editing", args=[event.pk, subject]))


def test_who_has_it_open_is_said_in_a_sentence(event: Event, director: User, client: Client) -> None:
    assert editing(client, event, "paper:board:4").content.strip() == b""
    other = Client()
    other.force_login(make_member(event.tournament.club, Role.SCORER, "kim"))
    assert director.username in editing(other, event, "paper:board:4").content.decode()
    assert "kim has this open, too" in editing(client, event, "paper:board:4").content.decode()
    assert editing(client, event, "x" * 200).status_code == 400
    assert client.get(reverse("desk:editing", args=[event.pk, "settings"])).status_code == 405
    assert Editing.objects.count() == 2


def test_a_save_over_somebodys_save_shows_both_side_by_side(event: Event) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    enter(event, 1, 1, 1, "7 7 5 6", version=1, reason="counted again")
    with pytest.raises(ConflictError) as refused:
        enter(event, 1, 1, 1, "8 8 5 5", version=1, reason="slip")
    rows = {row.label: (row.saved, row.yours, row.differs) for row in version_rows(refused.value.versions)}
    assert rows["NS bid"] == ("7", "8", True)
    assert rows["NS tricks"] == ("7", "8", True)
    assert rows["EW bid"] == ("5", "5", False)
    assert "Not played" not in rows
    page = render(
        RequestFactory().get("/"),
        "desk/versions.html",
        {"version_rows": version_rows(refused.value.versions)},
    )
    assert "Somebody saved before you" in text(page.content.decode())
    assert version_rows(None) == []


def test_versions_of_a_ruling_are_told_in_words() -> None:
    weighted = [{"weight": 60, "ns_score": 70, "ew_score": -50}]
    saved = {"ns_adjusted": "A+", "not_played": False, "weighted": weighted, "group": 2}
    rows = version_rows({"saved": saved, "yours": {"ns_adjusted": None, "weighted": [], "group": 0}})
    assert [(row.label, row.saved, row.yours) for row in rows] == [
        ("NS adjusted", "A+", "–"),
        ("Weighted score", "60 × 70 / −50", "–"),
        ("Group", "2", "–"),
    ]


def send(client: Client, event: Event, **more: Any) -> HttpResponse:
    answer: HttpResponse = client.post(reverse("desk:event-do", args=[event.pk, "start-clock"]), **more)
    return answer


def test_only_what_is_saved_is_said_to_be(event: Event, director: User, client: Client) -> None:
    saved = send(client, event, data={"round": 1, "minutes": 20, "_keep": "m1-abc"})
    assert saved.cookies["desk-saved"].value == "m1-abc"
    assert saved.cookies["desk-saved"]["path"] == "/desk/"
    refused = send(client, event, data={"round": 1, "minutes": 0, "_keep": "m1-abc"})
    assert "desk-saved" not in refused.cookies
    for odd in ("", "a b", "x" * 41, "<script>", "a;b"):
        assert "desk-saved" not in send(client, event, data={"round": 1, "minutes": 20, "_keep": odd}).cookies
    client.logout()
    assert (
        "desk-saved" not in send(client, event, data={"round": 1, "minutes": 20, "_keep": "m1-abc"}).cookies
    )


def test_the_sign_in_leads_back_to_the_page_that_was_shown(event: Event, client: Client) -> None:
    home = reverse("desk:event", args=[event.pk])
    shown = send(client, event, headers={"Referer": f"http://testserver{home}?round=1"})
    assert shown.status_code == 302
    assert shown["Location"].endswith(f"?next={home}%3Fround%3D1")
    for other in ("https://evil.example/desk/", "javascript:alert(1)", ""):
        assert "evil" not in send(client, event, headers={"Referer": other})["Location"]
        assert "/do/start-clock/" in send(client, event, headers={"Referer": other})["Location"]
