"""The pages of the movement ask a bounded number of times, however many tables there are."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import ACTOR, make_event
from tournaments.draws.movement import Movement, Seating, Winners
from tournaments.models import Event, Role
from tournaments.services.rounds import install_movement, open_round

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]

DOOR = 4
"""The session, who it is, the event with its tournament and club, the role there; the frame asks for the role again."""

DRAWN = {
    "whether there are rounds, and the event's state": 2,
    "rounds": 1,
    "entries": 1,
    "the movement's name and amendments": 1,
    "whether results stand": 1,
    "who has left and still has a seat": 1,
    "the tables of the round shown": 1,
    "how many tables a round has at most": 1,
}
FOLLOWED = {"the pair": 1, "its tables": 1}
CHANGED = {
    "rounds, for the page and for the ways": 2,
    "entries, for the page and for the ways": 2,
    "the event, for the ways": 1,
    "the draw: round numbers and tables": 2,
    "rounds with results, and results otherwise than drawn": 2,
    "the boards there are": 2,
}


def large(tables: int) -> Event:
    """A Mitchell of so many tables and five rounds, the first of them open."""
    event = make_event(pairs=2 * tables)
    rounds = tuple(
        tuple(
            Seating(at + 1, at + 1, tables + (at - turn) % tables + 1, ((at + turn) % tables + 1,))
            for at in range(tables)
        )
        for turn in range(5)
    )
    install_movement(event.pk, Movement("own", "large", 2 * tables, tables, rounds, Winners.TWO), ACTOR)
    open_round(event.pk, 1, ACTOR)
    return event


@pytest.mark.parametrize("tables", [11, 301])
def test_bounded(client: Client, django_assert_max_num_queries: Callable, tables: int) -> None:  # type: ignore[type-arg]
    event = large(tables)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    page = reverse("desk:movement", args=[event.pk])
    frame = DOOR + 1
    with django_assert_max_num_queries(frame + sum(DRAWN.values())):
        assert len(client.get(page, {"round": "2"}).context["tables"]) == tables
    with django_assert_max_num_queries(frame + sum(DRAWN.values()) + sum(FOLLOWED.values())):
        client.get(page, {"round": "2", "pair": "3"})
    change = reverse("desk:movement-change", args=[event.pk])
    for asked in (
        {"what": "late", "entry": "new", "first": "2"},
        {"what": "gone", "entry": "3", "first": "2"},
        {"what": "drop", "rounds": "5"},
    ):
        with django_assert_max_num_queries(frame + sum(CHANGED.values())):
            assert client.get(change, asked).context["ways"]


@pytest.mark.parametrize("pairs", [20, 120, 600])
def test_proposing_is_bounded(client: Client, django_assert_max_num_queries: Callable, pairs: int) -> None:  # type: ignore[type-arg]
    """The door, the frame, the event's state, whether there are rounds, how many pairs, what was planned."""
    event = make_event(pairs=pairs)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    with django_assert_max_num_queries(DOOR + 1 + 4):
        shown = client.get(reverse("desk:movement", args=[event.pk]), {"boards": "26"})
    assert bool(shown.context["proposals"]) == (pairs <= 120)
