"""What may not be seen yet is not in the bytes: cards, bids, tricks and scores of boards still to be played, and a
draw that is not released."""

import pytest
from django.test import Client

from boards.deal import Deal
from tests.pages.reading import get, home, text
from tests.support.event_builders import (
    ACTOR,
    enter,
    four_tables,
    make_club,
    make_event,
    make_member,
    seat_person,
    standings,
)
from tournaments.models import Event, EventStatus, Role, TravellerSecrecy
from tournaments.pages.hands import hands_of
from tournaments.services.results import remove_result

NOT_YET = "The cards are shown when every table has played the board."


def shown_ranks(event: Event, board: int) -> list[str]:
    """The four hands' holdings of three cards and more, as a page would write them: long enough to be no accident."""
    return [
        holding.ranks
        for hand in hands_of(event, board)
        for holding in hand.holdings
        if len(holding.ranks) > 4
    ]


def as_everybody(event: Event) -> dict[str, Client]:
    """Clients of everybody who must not see what is secret."""
    club = event.tournament.club
    users = {
        "anonymous": None,
        "stranger": make_member(make_club("Elsewhere"), Role.OWNER),
        "scorer": make_member(club, Role.SCORER),
        "director who plays": make_member(club, Role.DIRECTOR),
    }
    seat_person(event, 8, users["director who plays"])
    clients = {}
    for name, user in users.items():
        clients[name] = Client()
        if user is not None:
            clients[name].force_login(user)
    return clients


def director(event: Event) -> Client:
    client = Client()
    client.force_login(make_member(event.tournament.club, Role.DIRECTOR))
    return client


def test_the_cards_of_a_board_in_play_are_shown_to_its_director_alone(event: Event) -> None:
    enter(event, 1, 1, 2, "7 8 5 5")
    standings(event)
    ranks = shown_ranks(event, 2)
    assert len(ranks) > 3
    seen = get(director(event), event, "boards/2/")
    assert all(rank in seen for rank in ranks)
    for who, client in as_everybody(event).items():
        html = get(client, event, "boards/2/")
        assert not [rank for rank in ranks if rank in html], who
        assert Deal.parse(event.board_set.boards.get(number=2).pbn).pbn not in html
        assert NOT_YET in text(html), who


def test_the_director_is_not_served_what_was_rendered_for_the_public_nor_the_other_way_round(
    event: Event,
) -> None:
    public, directing = Client(), director(event)
    for first, second in ((public, directing), (directing, public)):
        get(first, event, "boards/2/")
        get(second, event, "boards/2/")
    assert NOT_YET in get(public, event, "boards/2/")
    assert NOT_YET not in get(directing, event, "boards/2/")


def test_the_cards_are_shown_once_every_table_has_played_the_board(event: Event) -> None:
    ranks = shown_ranks(event, 1)
    for who, client in as_everybody(event).items():
        html = get(client, event, "boards/1/")
        assert all(rank in html for rank in ranks), who


def test_scores_wait_until_the_board_is_finished(event: Event) -> None:
    for table in (1, 2, 3):
        enter(event, 1, table, 2, "N+6 0+7 5 6")
    standings(event)
    for who, client in as_everybody(event).items():
        for place in ("boards/2/", "pairs/1/", "boards/2/?live", "pairs/1/?live"):
            html = text(get(client, event, place))
            assert "N+6" not in html, (who, place)
            assert "160" not in html, (who, place)
        assert "3 of 4 results are in." in text(get(client, event, "boards/2/"))
        assert "in; shown when every table has played it" in text(get(client, event, "pairs/1/"))
    assert "N+6" in text(get(director(event), event, "boards/2/"))
    enter(event, 1, 4, 2, "6 6 6 7")
    standings(event)
    for who, client in as_everybody(event).items():
        assert "N+6" in text(get(client, event, "boards/2/")), who
        assert "N+6" in text(get(client, event, "pairs/1/")), who


def test_scores_are_open_where_the_event_says_so_but_the_cards_still_wait(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(traveller_secrecy=TravellerSecrecy.OPEN)
    enter(event, 1, 1, 2, "N+6 0+7 5 6")
    standings(event)
    html = get(Client(), event, "boards/2/")
    assert "N+6" in text(html)
    assert not [rank for rank in shown_ranks(event, 2) if rank in html]


def test_a_board_is_hidden_again_when_a_result_of_it_is_taken_back(event: Event) -> None:
    assert NOT_YET not in get(Client(), event, "boards/1/")
    remove_result(event.pk, (1, 1, 1), 1, "wrong board", ACTOR)
    html = get(Client(), event, "boards/1/")
    assert NOT_YET in html
    assert not [rank for rank in shown_ranks(event, 1) if rank in html]


@pytest.mark.django_db
def test_a_draw_that_is_not_released_is_the_directors(client: Client) -> None:
    event = make_event(boards=2)
    four_tables(event)
    assert event.status == EventStatus.SETUP
    for who, viewer in as_everybody(event).items():
        assert "The seats are shown when play begins." in text(get(viewer, event, "where/")), who
        for place in ("rounds/", "progress/"):
            assert "The draw is shown when play begins." in text(get(viewer, event, place)), (who, place)
        assert viewer.get(home(event) + "rounds/1/").status_code == 404, who
        assert "table 1" not in text(get(viewer, event, "pairs/1/")), who
        assert "4 in" not in text(get(viewer, event, "boards/")), who
    directing = director(event)
    assert directing.get(home(event) + "rounds/1/").status_code == 200
    assert "table 1" in text(get(directing, event, "pairs/1/"))
