"""Deeds of an event's page as a director meets them: what is offered, what the page says, what its buttons do."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.admin.pages import change_url
from tests.support.event_builders import seat
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
