"""What the desk keeps from a director or scorer who plays, and from a scorer what is for directors."""

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse

from tests.support.event_builders import ACTOR, enter, make_event, seat_person
from tests.support.team_builders import ROUT, board
from tournaments.models import Event, Pack, PackState, Result, Table, TravellerSecrecy
from tournaments.services.results import record_result

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def files(settings: pytest.FixtureRequest, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]


def url(name: str, event: Event, *more: object) -> str:
    return reverse(f"desk:{name}", args=[event.pk, *more])


@pytest.fixture
def player_of_team_1(teams: Event, team_director: User) -> User:
    seat_person(teams, 1, team_director)
    return team_director


@pytest.mark.parametrize("secrecy", TravellerSecrecy.values)
def test_no_file_with_deals_for_who_plays_though_scores_are_open(
    event: Event, playing_director: User, client: Client, secrecy: str
) -> None:
    Event.objects.filter(pk=event.pk).update(traveller_secrecy=secrecy)
    name = default_storage.save("pack.pdf", ContentFile(b"%PDF"))
    others = Pack.objects.create(event=event, state=PackState.DONE, file=name, order={"documents": []})
    assert client.get(url("event-file", event)).status_code == 404
    assert client.get(url("pack-file", event, others.pk)).status_code == 404
    assert "Download the event file" not in client.get(url("ending", event)).content.decode()
    assert url("pack-file", event, others.pk) not in client.get(url("packs", event)).content.decode()


def test_no_file_with_deals_for_who_plays_before_the_draw(client: Client, director: User) -> None:
    undrawn = make_event(director.memberships.get().club.tournaments.get(), boards=3, name="Undrawn")
    assert client.get(url("event-file", undrawn)).status_code == 200
    seat_person(undrawn, 1, director)
    assert client.get(url("event-file", undrawn)).status_code == 404


def test_who_plays_is_not_told_where_results_of_running_matches_are_missing(
    teams: Event, player_of_team_1: User, client: Client
) -> None:
    for number in range(1, 6):
        record_result(teams.pk, board(1, 1, number, ROUT), ACTOR)
    for name, given in (
        ("event-do", {"round": "1", "reason": ""}),
        ("draw", {"deed": "close", "round": "1", "reason": ""}),
    ):
        more = ["close-round"] if name == "event-do" else []
        refused = client.post(url(name, teams, *more), given)
        assert refused.status_code == 422
        page = refused.content.decode()
        assert "No result yet" not in page
        assert "tables that you are not shown" in page
    assert "things are open" not in client.get(url("ending", teams)).content.decode()


def test_how_much_is_in_at_a_hidden_table_is_not_counted_on_the_page_of_paper(
    teams: Event, player_of_team_1: User, client: Client
) -> None:
    before = client.get(url("paper", teams)).content
    for table in (1, 2, 3):
        record_result(teams.pk, board(1, table, 1, ROUT), ACTOR)
    assert client.get(url("paper", teams)).content == before
    client.force_login(User.objects.create_superuser("chief"))
    assert "1/8" in client.get(url("paper", teams)).content.decode()


def test_another_board_is_named_as_numbers_are_typed(event: Event, director: User, client: Client) -> None:
    table = Table.objects.get(round__event=event, number=1)
    given = {"wrong-board-played": " 3.0 ", "wrong-board-reason": "Taken from the wrong place."}
    answer = client.post(url("ruling", event, table.pk, 1, "wrong-board"), given)
    assert answer.headers["Location"] == url("result", event, table.pk, 3)
    table.refresh_from_db()
    assert table.boards == [3, 2]


def test_a_scorer_neither_reads_nor_overwrites_the_note_for_directors(
    event: Event, scorer: User, client: Client
) -> None:
    enter(event, 1, 1, 1, "7 8 5 5", private_note="Warned before.")
    table = Table.objects.get(round__event=event, number=1)
    page = client.get(url("result", event, table.pk, 1)).content.decode()
    assert "Warned before." not in page
    assert "Private note" not in page
    said = {"ns_bid": "7", "ns_tricks": "7", "ew_bid": "5", "ew_tricks": "6", "version": "1"}
    given = {
        f"bids-{name}": value for name, value in {**said, "reason": "Misread.", "private_note": "x"}.items()
    }
    assert client.post(url("ruling", event, table.pk, 1, "bids"), given).status_code == 302
    corrected = Result.objects.get(table=table, board=1)
    assert (corrected.ns_tricks, corrected.private_note) == ("7", "Warned before.")
