"""Where do I sit: found by any part of a name, now and next, before the round and after it."""

import pytest
from django.test import Client

from tests.pages.reading import get, row, text
from tests.support.event_builders import ACTOR, make_event, seat
from tournaments.models import Event, EventStatus, RoundStatus
from tournaments.pages.seats import plain
from tournaments.services.entries import NewEntry, add_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_rounds() -> Event:
    """Five pairs; round 1 open (5 sits out), round 2 planned (1 sits out)."""
    event = make_event(pairs=5)
    seat(event, [(1, 3, [1, 2, 3]), (2, 4, [4, 5, 6])])
    seat(event, [(5, 2, [1, 2, 3]), (4, 3, [4, 6])], status=RoundStatus.PLANNED)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    return event


def test_everybody_is_told_table_direction_opponents_and_boards_now_and_next(
    client: Client, two_rounds: Event
) -> None:
    html = get(client, two_rounds, "where/")
    assert row(html, 'id="row-2"') == (
        "North 2 & South 2 No. 2 "
        "2 North-South boards 4–6 against 4 North 4 & South 4 "
        "1 East-West boards 1–3 against 5 North 5 & South 5"
    )
    assert "2 East-West boards 4, 6 against" in row(html, 'id="row-3"')


def test_who_sits_out_is_told_so(client: Client, two_rounds: Event) -> None:
    html = get(client, two_rounds, "where/")
    assert row(html, 'id="row-5"').startswith("North 5 & South 5 No. 5 sits out 1 North-South")
    assert row(html, 'id="row-1"').endswith("sits out")
    assert "Sitting out: 5 North 5 & South 5" in text(get(client, two_rounds, "rounds/1/"))


def test_a_name_is_found_by_its_parts_without_accents_or_case_and_a_pair_by_its_number(
    client: Client,
) -> None:
    event = make_event(pairs=0)
    add_entries(
        event.pk, [NewEntry(("José Núñez", "Zoë Smith"), name="The Owls"), NewEntry(("Ann", "Bo"))], ACTOR
    )
    seat(event, [(1, 2, [1])])
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    for searched in ("jose", "NUÑEZ", "zoe smi", "owls nunez", "1", "  josé  "):
        html = get(client, event, f"where/?q={searched}")
        assert 'id="row-1"' in html, searched
        assert 'id="row-2"' not in html, searched
    assert 'id="row-2"' in get(client, event, "where/?q=ann")
    assert "Nobody here is called “xyzzy”." in text(get(client, event, "where/?q=xyzzy"))
    assert "Nobody here" in text(get(client, event, f"where/?q={'x' * 5000}"))


def test_a_pair_that_is_named_as_ones_own_stands_on_top(client: Client, two_rounds: Event) -> None:
    assert 'class="my-seat"' not in get(client, two_rounds, "where/")
    client.cookies[f"own-{two_rounds.pk}"] = "2"
    html = get(client, two_rounds, "where/")
    mine = text(html.split('class="my-seat"')[1].split("</section>")[0])
    assert "Round 1, now Table 2 North-South boards 4–6" in mine
    assert "Round 2, next Table 1 East-West" in mine


def test_rounds_and_tables_say_what_is_in(client: Client, event: Event) -> None:
    assert row(get(client, event, "rounds/"), 'id="round-1"') == "1 open 4 of 8 in"
    line = row(get(client, event, "rounds/1/"), 'id="table-3"')
    assert line == "3 NS 3 North 3 & South 3 EW 7 North 7 & South 7 1 2"
    html = get(client, event, "rounds/1/")
    assert html.count('class="mark in" href') == 4
    assert html.count('class="mark due" href') == 4


def test_progress_counts_by_table_and_by_board(client: Client, event: Event) -> None:
    html = get(client, event, "progress/")
    assert row(html, 'id="table-1"') == "1 1 /2"
    assert html.count('<i class="mark in"></i><span') == 4
    assert html.count('<i class="mark due"></i><span') == 4
    assert "In 4 /4 0 /4" in text(html.split("<tfoot>")[1])


def test_a_planned_round_is_told_from_one_that_waits_for_results(client: Client, two_rounds: Event) -> None:
    html = get(client, two_rounds, "progress/")
    assert html.count('<i class="mark planned"></i><span') == 5
    assert html.count('<i class="mark due"></i><span') == 6


@pytest.mark.parametrize(
    ("written", "searched"), [("Łódź", "łodz"), ("Straße", "strasse"), ("ＡＢＣ", "abc"), ("Ǆ", "dž")]
)
def test_searching_forgives(written: str, searched: str) -> None:
    assert plain(written) == plain(searched)
