"""Deeds of an event's page as a director meets them: what is offered, what the page says, what its buttons do."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.admin.pages import change_url, list_url
from tests.support.event_builders import make_event, seat
from tournaments.models import Event


def deed_url(event: Event, name: str) -> str:
    return reverse("admin:tournaments_event_do", args=[event.pk, name])


def test_the_last_closed_round_is_opened_again(event: Event, director: User, client: Client) -> None:
    seat(event, [(1, 2, (3,))], [(3, 4, (3,))], status="planned")
    event.rounds.filter(number__lte=2).update(status="closed")
    url = deed_url(event, "reopen-round")
    refused = client.post(url, {"reason": ""})
    assert "give a reason" in refused.context["form"].errors["reason"][0]
    page = client.post(url, {"reason": "a slip was found"}, follow=True)
    assert [str(line) for line in page.context["messages"]] == ["Round 2 is open again."]
    states = event.rounds.order_by("number").values_list("status", flat=True)
    assert list(states) == ["closed", "open", "planned"]
    assert event.log.get(action="round.reopened").reason == "a slip was found"


@pytest.mark.parametrize(
    ("rounds", "status", "offered"),
    [("open", "running", False), ("closed", "provisional", True), ("closed", "final", False)],
)
def test_opening_again_is_offered_while_it_fits(
    event: Event, director: User, client: Client, rounds: str, status: str, offered: bool
) -> None:
    event.rounds.update(status=rounds)
    Event.objects.filter(pk=event.pk).update(status=status)
    page = client.get(change_url(event)).content.decode()
    assert (deed_url(event, "reopen-round") in page) is offered


def test_a_deed_is_headed_by_its_title_and_event(event: Event, director: User, client: Client) -> None:
    page = client.get(deed_url(event, "finalise")).content.decode()
    assert f">Finalise – {event.name}</h2>" in page
    assert "Read it" not in page


def table(text: str, encoding: str = "utf-8") -> SimpleUploadedFile:
    return SimpleUploadedFile("pairs.csv", f"player 1,player 2\n{text}\n".encode(encoding))


def test_a_table_has_a_button_to_look_and_one_to_read(event: Event, director: User, client: Client) -> None:
    made = make_event(event.tournament, pairs=0)
    url = deed_url(made, "entries")
    page = client.get(url).content.decode()
    buttons = [part.partition("</button>")[0] for part in page.split("<button")[1:]]
    look, read = (next(part for part in buttons if said in part) for said in ("Show what would", "Read it"))
    assert 'name="only_preview" value="on"' in look
    assert "name=" not in read
    assert page.count("only_preview") == 1
    seen = client.post(url, {"file": table("Ann,Bo"), "only_preview": "on"})
    assert seen.context["done"].said == "1 row would be read."
    assert not made.entries.exists()
    assert client.post(url, {"file": table("Ann,Bo")}).status_code == 302
    assert made.entries.count() == 1


def test_an_unusual_encoding_is_named(event: Event, director: User, client: Client) -> None:
    url = deed_url(make_event(event.tournament, pairs=0), "entries")
    seen = client.post(url, {"file": table("Ann,Bö", "utf-16"), "only_preview": "on"})
    assert "utf-16" in seen.context["done"].said


def test_the_page_of_an_event_leads_to_what_is_its(event: Event, director: User, client: Client) -> None:
    page = client.get(change_url(event)).content.decode()
    hands = reverse("pages:hands", args=[event.tournament.slug, event.slug])
    lists = [f"{list_url(name)}?event__id__exact={event.pk}" for name in ("entry", "penalty")]
    for url in (hands, *lists):
        assert f'href="{url}"' in page
        assert client.get(url).status_code == 200
