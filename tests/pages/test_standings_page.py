"""The standings as they are read: ranks, ties, two lists, penalties, arrows, and names of every kind."""

from decimal import Decimal

import pytest
from django.test import Client

from tests.pages.reading import get, home, row, tags, text
from tests.support.event_builders import ACTOR, enter, make_event, seat, standings
from tournaments.models import Entry, Event, EventStatus, StandingsSnapshot, Winners
from tournaments.services.entries import NewEntry, add_entries, withdraw_entry
from tournaments.services.events import EventSettings, add_penalty, create_event

HOSTILE = (
    "<script>alert(1)</script>",
    "W" * 200,
    "Quote \" & ' <b>bold</b>",
    "👩‍👩‍👧‍👦🂡♠️",
    "محمد عبد الرحمن",
    "山田太郎・鈴木花子",
    "{{ event }} {% now 'Y' %}",
    'data-entry="1"',
)


def test_percentages_have_two_decimals_and_ranks_are_shared(client: Client, event: Event) -> None:
    """Golden hand 1: each direction has one 100, one 66.67, one 33.33, one 0 (tests/golden/deal_scores.json)."""
    html = get(client, event)
    assert row(html, 'id="row-4"').startswith("1= 4 North 4 & South 4")
    assert row(html, 'id="row-5"').startswith("1= 5 North 5 & South 5")
    assert row(html, 'id="row-4"').endswith("100.00")
    assert row(html, 'id="row-2"').endswith("66.67")
    assert row(html, 'id="row-3"').endswith("33.33")


def test_a_shared_rank_is_marked(client: Client, db: None) -> None:
    event = make_event(pairs=4)
    seat(event, [(1, 3, [1]), (2, 4, [1])])
    for table in (1, 2):
        enter(event, 1, table, 1, "7 8 5 5")
    standings(event)
    html = get(client, event)
    assert all(row(html, f'id="row-{number}"').startswith("1= ") for number in range(1, 5))
    assert all(row(html, f'id="row-{number}"').endswith("50.00") for number in range(1, 5))


def test_two_winners_are_two_lists_and_never_one(client: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(winners=Winners.TWO)
    Entry.objects.filter(event=event, number__lte=4).update(field="NS")
    Entry.objects.filter(event=event, number__gt=4).update(field="EW")
    Event.objects.filter(pk=event.pk).update(results_version=99, all_boards_version=99)
    standings(event)
    for place in ("", "projector/"):
        html = get(client, event, place)
        assert html.count("<caption>") == 2
        first, second = html.split("<caption>")[1:]
        assert first.startswith("North-South")
        assert second.startswith("East-West")
        assert 'id="row-1"' in first
        assert 'id="row-5"' not in first
        assert 'id="row-5"' in second
        assert 'class="first"' in first
        assert 'class="first"' in second


def test_a_penalty_is_shown_beside_the_total(client: Client, event: Event) -> None:
    add_penalty(event.pk, 4, Decimal("2.5"), "late", ACTOR)
    standings(event)
    html = get(client, event)
    assert "Penalty" in text(html)
    assert "−2.50" in row(html, 'id="row-4"')
    assert row(html, 'id="row-4"').endswith("97.50")
    assert "−2.50" not in row(html, 'id="row-2"')


def test_a_withdrawn_pair_is_called_so(client: Client, event: Event) -> None:
    withdraw_entry(event.pk, 3, ACTOR, "ill")
    standings(event)
    assert "withdrawn" in row(get(client, event), 'id="row-3"')


def test_arrows_say_how_many_places_were_won_and_lost_also_to_who_cannot_see_them(
    client: Client, event: Event
) -> None:
    snapshot = StandingsSnapshot.objects.get(event=event)
    rows = snapshot.data["lists"][0]["rows"]
    for place, change in enumerate((2, -1, 0, None)):
        rows[place]["change"] = change
    snapshot.save()
    html = get(client, event)
    up, down, same, new = (f'id="row-{found["entry"]}"' for found in rows[:4])
    assert "▲" in row(html, up)
    assert "▼" in row(html, down)
    assert "▲" not in row(html, same) + row(html, new)
    assert "up 2" in text(html)
    assert "down 1" in text(html)


def test_tie_breaks_are_columns_only_where_somebody_needs_them(client: Client, event: Event) -> None:
    snapshot = StandingsSnapshot.objects.get(event=event)
    for found in snapshot.data["lists"][0]["rows"]:
        found["tie_breaks"] = [["most-tops", 3.0]]
    snapshot.save()
    assert "most tops" in text(get(client, event))
    for place, found in enumerate(snapshot.data["lists"][0]["rows"]):
        found["percentage"] = 50.0 + place
    snapshot.version += 1
    snapshot.save()
    assert "most tops" not in text(get(client, event))


@pytest.mark.parametrize("boards", [0, 2])
def test_an_event_of_nobody_says_so_on_every_page(client: Client, db: None, boards: int) -> None:
    event = make_event(pairs=0, boards=boards)
    for status in (EventStatus.SETUP, EventStatus.RUNNING, EventStatus.FINAL):
        Event.objects.filter(pk=event.pk).update(status=status)
        assert "No pairs have entered yet." in text(get(client, event))
        assert "No pairs have entered yet." in text(get(client, event, "projector/"))
        for place in ("where/", "rounds/", "boards/", "progress/"):
            assert 'class="empty"' in get(client, event, place) or (place == "boards/" and boards)
        assert client.get(home(event) + "pairs/1/").status_code == 404
    if boards:
        assert "The results are shown" in text(get(client, make_event(pairs=0, boards=1), "boards/1/"))


@pytest.mark.parametrize("pairs", [1, 2, 3])
def test_before_anything_is_scored_the_entries_are_listed_unranked(
    client: Client, db: None, pairs: int
) -> None:
    event = make_event(pairs=pairs)
    for _ in ("no snapshot yet", "snapshot"):
        html = get(client, event)
        assert row(html, f'id="row-{pairs}"').startswith(f"– {pairs} North {pairs} & South {pairs}")
        assert row(html, f'id="row-{pairs}"').endswith("–")
        standings(event)


def test_names_of_every_kind_are_shown_as_they_are(client: Client, event: Event) -> None:
    made = create_event(event.tournament, 'Night <i>of</i> "names" & 🂡', EventSettings(), ACTOR)
    add_entries(made.pk, [NewEntry((f"A {n}", f"B {n}"), name=name) for n, name in enumerate(HOSTILE)], ACTOR)
    seat(made, [(number, number + 4, [1]) for number in range(1, 5)])
    Event.objects.filter(pk=made.pk).update(status=EventStatus.RUNNING)
    for table in range(1, 5):
        enter(made, 1, table, 1, f"7 {table + 5} 5 {8 - table}")
    standings(made)
    client.post(home(made) + "pairs/1/own/")
    for place in (
        "",
        "projector/",
        "where/",
        "rounds/1/",
        "boards/1/",
        "pairs/1/",
        "pairs/2/",
        "where/?q=<script>",
    ):
        html = get(client, made, place)
        read = tags(html)
        assert not read.faults
        assert not read.open
        assert "<script>" not in html
        assert "<b>" not in html.replace("<b>1</b>", "")
        assert "<i>of" not in html
    for place in ("", "where/"):
        seen = text(get(client, made, place))
        assert all(name in seen for name in HOSTILE), place
    assert get(client, made).count('data-entry="1" aria-current') == 1
