"""Deals on paper: nobody holds a card before they may, whatever the sheet and the door."""

from collections.abc import Iterable

import pytest
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.test import Client
from django.urls import reverse

from boards.deal import Deal
from tests.pages.reading import home
from tests.sheets.hand_papers import printed
from tests.sheets.papers import page_texts
from tests.support.event_builders import (
    four_tables,
    make_event,
    make_member,
    play_hand_1,
    seat,
    seat_person,
    standings,
)
from tests.support.team_builders import finish_round, make_teams, publish
from tournaments.models import Event, EventStatus, Role
from tournaments.printing import DIRECTOR_DOCUMENTS, Order, documents_of, print_document
from tournaments.services.errors import NotFoundError, ServiceError

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]
NAMES = ("hand-records", "curtain-cards", "dealing-sheets")


@pytest.fixture
def event() -> Event:
    """Boards 1 and 2 are played by four tables, board 3 by nobody; board 1 is finished."""
    made = make_event(boards=3)
    four_tables(made)
    Event.objects.filter(pk=made.pk).update(status=EventStatus.RUNNING)
    play_hand_1(made)
    standings(made)
    made.refresh_from_db()
    return made


def told(event: Event, kind: str, viewer: AbstractBaseUser | AnonymousUser, **more: object) -> str:
    """What the sheet says, without blanks."""
    made = print_document(kind, Order(event=event, viewer=viewer, **more))  # type: ignore[arg-type]
    return "".join("".join(page_texts(made)).split())


def boards_in(event: Event, said: str) -> set[int]:
    """The boards of which the sheet has every hand; it must have nothing of the others."""
    found = set()
    for board in event.board_set.boards.all():
        hands = [str(hand) for hand in Deal.parse(board.pbn).hands]
        lines = [line.replace(" ", "") for hand in hands for line in printed(hand) if len(line) > 9]
        there = [line in said for line in lines]
        assert all(there) or not any(there), board.number
        if all(there):
            found.add(board.number)
    return found


def director(event: Event, *, plays: bool = False) -> AbstractBaseUser:
    user = make_member(event.tournament.club, Role.DIRECTOR)
    if plays:
        seat_person(event, 8, user)
    return user


def outsiders(event: Event) -> Iterable[AbstractBaseUser | AnonymousUser]:
    """A playing director, a scorer, a director of another club, the public."""
    yield director(event, plays=True)
    yield make_member(event.tournament.club, Role.SCORER)
    yield director(make_event(pairs=0))
    yield AnonymousUser()


def test_hand_records_hold_what_is_released(event: Event) -> None:
    assert boards_in(event, told(event, "hand-records", director(event))) == {1, 2, 3}
    for viewer in outsiders(event):
        assert boards_in(event, told(event, "hand-records", viewer)) == {1}


def test_before_a_board_is_finished_its_record_says_why_there_is_none() -> None:
    event = make_event(boards=2)
    four_tables(event)
    for viewer in outsiders(event):
        said = told(event, "hand-records", viewer)
        assert boards_in(event, said) == set()
        assert "Nohandscanbeshownyet" in said


def test_all_three_sheets_hold_every_board_for_who_directs_and_does_not_play(event: Event) -> None:
    for kind in NAMES:
        assert boards_in(event, told(event, kind, director(event))) == {1, 2, 3}, kind


@pytest.mark.parametrize("kind", sorted(DIRECTOR_DOCUMENTS))
@pytest.mark.parametrize("status", [EventStatus.SETUP, EventStatus.RUNNING, EventStatus.FINAL])
def test_sheets_to_prepare_boards_are_for_nobody_else(event: Event, kind: str, status: str) -> None:
    Event.objects.filter(pk=event.pk).update(status=status)
    event.refresh_from_db()
    for viewer in outsiders(event):
        with pytest.raises(NotFoundError, match="does not play in this event") as refused:
            told(event, kind, viewer)
        assert [fault.code for fault in refused.value.faults] == ["no-sheet"]


@pytest.mark.parametrize("kind", sorted(DIRECTOR_DOCUMENTS))
def test_their_public_addresses_are_there_for_that_director_alone(event: Event, kind: str) -> None:
    path = f"{home(event)}sheets/{kind}.pdf"
    clients = [Client() for _ in range(4)]
    for client, viewer in zip(clients, outsiders(event), strict=True):
        if viewer.is_authenticated:
            client.force_login(viewer)  # type: ignore[arg-type]
    reader = Client()
    reader.force_login(director(event))
    for client in (*clients, reader, *clients):  # what is kept of the director's is nobody else's
        assert client.get(path).status_code == (200 if client is reader else 404)


def test_the_desk_offers_them_to_who_may_have_them(event: Event) -> None:
    for plays, offered in ((False, True), (True, False)):
        client = Client()
        client.force_login(director(event, plays=plays))
        page = client.get(reverse("desk:sheets", args=[event.pk])).content.decode()
        assert "Hand records" in page
        assert ("Curtain cards" in page) is offered
        assert ("Sheets to deal by hand" in page) is offered


def test_one_board_and_one_round_can_be_asked_for(event: Event) -> None:
    seat(event, [(1, 5, (3,))])
    user = director(event)
    for kind in NAMES:
        assert boards_in(event, told(event, kind, user, boards=(2,))) == {2}
        assert boards_in(event, told(event, kind, user, round_number=1)) == {1, 2}
        assert boards_in(event, told(event, kind, user, round_number=2)) == {3}
        with pytest.raises(ServiceError, match="Board 9 cannot be printed here"):
            told(event, kind, user, boards=(9,))
        with pytest.raises(NotFoundError, match="no round 7"):
            told(event, kind, user, round_number=7)
    with pytest.raises(ServiceError, match="Board 2 cannot be printed here"):
        told(event, "hand-records", AnonymousUser(), boards=(2,))


def test_an_event_without_dealt_boards_gets_a_page_that_says_so() -> None:
    event = make_event(pairs=0)
    user = director(event)
    for kind in NAMES:
        said = told(event, kind, user)
        assert "nodealtboards" in said or "Nohandscanbeshownyet" in said


def test_teams_are_shown_their_race_boards_by_round_when_the_round_is_over() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    user = director(event)
    assert "Board1NorthRound1·Teamnight" in told(event, "curtain-cards", user)
    assert boards_in(event, told(event, "hand-records", AnonymousUser())) == set()
    finish_round(event, 1, winners=(1, 3))
    publish(event, reason="")
    standings(event)
    event.refresh_from_db()
    released = boards_in(event, told(event, "hand-records", AnonymousUser()))
    assert released == set(range(1, 9))
    assert "Round1·Boards1–8" in told(event, "hand-records", AnonymousUser())
    second = boards_in(event, told(event, "curtain-cards", user, round_number=2))
    assert second
    assert not second & released


def test_documents_are_there_for_both_kinds_of_event(event: Event) -> None:
    assert set(NAMES) <= set(documents_of(event))
    assert set(NAMES) <= set(documents_of(make_teams(2)))
