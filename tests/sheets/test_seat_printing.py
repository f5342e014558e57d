"""From an event to guide cards, seating lists, badges, place cards and certificates: who is on them, and for whom."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.sheets.papers import page_texts
from tests.support.event_builders import (
    ACTOR,
    four_tables,
    make_event,
    make_member,
    play_hand_1,
    seat,
    seat_person,
    standings,
)
from tests.support.team_builders import finish_round, make_teams, publish
from tournaments.draws.registry import build
from tournaments.models import Event, Person, Role, Round, RoundStatus
from tournaments.printing import DRAW_DOCUMENTS, Order, documents_of, print_document
from tournaments.printing_seats import SEAT_DOCUMENTS
from tournaments.services.entries import NewEntry, add_entries, rename_entry
from tournaments.services.errors import ConflictError, NotFoundError
from tournaments.services.events import finalise
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.people import Player
from tournaments.services.rounds import close_round, install_movement
from tournaments.services.substitutes import substitute

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]

ROOT = User(username="root", is_superuser=True, is_active=True)
WITH_THE_DRAW = sorted(set(SEAT_DOCUMENTS) & DRAW_DOCUMENTS)


def text(event: Event, kind: str, viewer: Any = ROOT, **order: Any) -> str:
    return "\n".join(page_texts(print_document(kind, Order(event, viewer, **order)))).replace("\r", "")


def rows(event: Event, kind: str, **order: Any) -> list[str]:
    return text(event, kind, **order).splitlines()


def public(event: Event, kind: str) -> int:
    """What anybody is answered who asks for the sheet."""
    address = reverse("pages:sheet", args=[event.tournament.slug, event.slug, kind])
    return Client().get(address).status_code


@pytest.fixture
def event() -> Event:
    """Pairs 1–2 play boards 1, 2, then 1–3 boards 3, 4; pair 3 sits out, then pair 2."""
    made = make_event(pairs=3)
    seat(made, [(1, 2, (1, 2))])
    seat(made, [(3, 1, (3, 4))], status=RoundStatus.PLANNED)
    return made


def test_the_draw_is_secret_until_it_is_released() -> None:
    event = make_event(pairs=8)
    install_movement(event.pk, build("howell", 8, 14), ACTOR)
    director = make_member(event.tournament.club, Role.DIRECTOR)
    player = make_member(event.tournament.club, Role.DIRECTOR)
    seat_person(event, 3, player)
    assert WITH_THE_DRAW == [
        "guide-cards-entries",
        "guide-cards-tables",
        "place-cards",
        "round-pairings",
        "seating-by-name",
        "seating-by-table",
    ]
    for kind in WITH_THE_DRAW:
        assert text(event, kind, director)
        for viewer in (AnonymousUser(), player):
            with pytest.raises(NotFoundError, match="not been published"):
                print_document(kind, Order(event, viewer))
        assert public(event, kind) == 404
    event.status = "running"
    event.save()
    for kind in WITH_THE_DRAW:
        assert text(event, kind, AnonymousUser())
        assert public(event, kind) == 200


def test_a_round_that_is_not_there_is_refused(event: Event) -> None:
    for kind in WITH_THE_DRAW:
        with pytest.raises(NotFoundError, match="no round 9"):
            print_document(kind, Order(event, ROOT, round_number=9))


def test_each_kind_of_event_has_all_of_them_once() -> None:
    for event in (make_event(pairs=4), make_teams(2)):
        assert set(SEAT_DOCUMENTS) <= set(documents_of(event))
    assert "Anna" not in text(make_teams(0), "round-pairings")


def test_before_a_draw_every_sheet_says_there_is_nothing() -> None:
    for event in (make_event(pairs=4), make_teams(4)):
        assert "no guide cards" in text(event, "guide-cards-tables")
        assert "no guide cards" in text(event, "guide-cards-entries")
        assert "Nobody has a seat yet." in text(event, "seating-by-name")
        assert "Nobody has a seat yet." in text(event, "seating-by-table")


def test_a_substitute_is_where_they_sit(event: Event) -> None:
    out = Person.objects.get(seats__entry__event=event, name="North 1").pk
    substitute(event.pk, 1, out, "Flo Sub", 2, None, ACTOR, "ill")
    assert "Flo Sub" not in text(event, "seating-by-name", round_number=1)
    assert "North 1 1 1 NS" in text(event, "seating-by-name", round_number=1)
    second = text(event, "seating-by-name", round_number=2)
    assert "North 1" not in second
    assert "Flo Sub 1 1 EW" in second
    assert "1 3 North 3 South 3 1 Flo Sub South 1" in rows(event, "seating-by-table", round_number=2)
    table = rows(event, "guide-cards-tables")
    assert "1 1 North 1 & South 1 2 North 2 & South 2 1–2 1 EW – –" in table
    assert "2 3 North 3 & South 3 1 Flo Sub & South 1 3–4 – – –" in table
    entries = rows(event, "guide-cards-entries")
    assert "2 1 NS 1 Flo Sub & South 1 3–4" in entries, "on the card of whom they meet"
    assert "2 1 EW 3 North 3 & South 3 Flo Sub & South 1 3–4" in entries, "on their own"
    assert text(event, "name-badges").count("Flo Sub") == 1


def test_whoever_rests_and_helps_out_is_listed_once(event: Event) -> None:
    out = Person.objects.get(seats__entry__event=event, name="North 1").pk
    helper = Person.objects.get(seats__entry__event=event, name="North 3")
    into = Player(person=helper.pk, name=helper.name)
    substitute(event.pk, 1, out, into, 1, None, ACTOR, "late", last_round=1)
    found = text(event, "seating-by-name", round_number=1)
    assert found.count("North 3") == 1
    assert "North 3 1 1 NS" in found
    assert "South 3 3 sits out" in found
    assert text(event, "name-badges").count("North 3") == 1


def test_who_waits_and_who_rests_is_on_the_list_by_name(event: Event) -> None:
    add_entries(event.pk, [NewEntry(players=("Ina Wait", "Ilo Wait"), standby=True)], ACTOR)
    found = text(event, "seating-by-name", round_number=1)
    number = event.entries.get(standby=True).number
    assert f"Ina Wait {number} stand-by" in found
    assert "North 3 3 sits out" in found
    assert "Ina Wait" in text(event, "name-badges")
    for kind in ("guide-cards-tables", "guide-cards-entries", "seating-by-table", "place-cards"):
        assert "Wait" not in text(event, kind), kind


def test_the_wall_shows_the_round_at_hand(event: Event) -> None:
    assert "Round 1 ·" in text(event, "seating-by-name")
    Round.objects.filter(event=event, number=1).update(status=RoundStatus.CLOSED)
    assert "Round 2 ·" in text(event, "seating-by-name")
    assert "Round 2 ·" in text(event, "round-pairings")
    Round.objects.filter(event=event, number=2).update(status=RoundStatus.CLOSED)
    assert "Round 2 ·" in text(event, "seating-by-table")


def test_pairings_of_pairs_are_by_table_and_by_name(event: Event) -> None:
    found = rows(event, "round-pairings", round_number=1)
    assert "1 1 North 1 & South 1 2 North 2 & South 2 1–2" in found
    assert "North 2 & South 2 2 1 EW 1 North 1 & South 1" in found
    assert "North 3 & South 3 3 sits out" in found


def test_everybody_has_one_badge(event: Event) -> None:
    rename_entry(event.pk, 2, "The Kings", ACTOR)
    found = text(event, "name-badges")
    for number in range(1, 4):
        assert found.count(f"North {number}") == found.count(f"South {number}") == 1
    assert found.count("Pair 2 · The Kings") == 2
    assert f"{event.name} · {event.tournament.club.name}" in found


def test_place_cards_are_of_pairs_or_of_a_round_s_chairs(event: Event) -> None:
    assert text(event, "place-cards").count("North 3 & South 3") == 2, "either side of the fold"
    found = text(event, "place-cards", round_number=2)
    assert "Table 1 · North · Pair 3" in found
    assert "Table 1 · West · Pair 1" in found
    assert "Pair 2" not in found


def test_teams_sit_as_they_are_lined_up() -> None:
    event = make_teams(3, players=5)
    publish(event, (1, 2), bye=3)
    set_line_up(event.pk, (1, 1, 1), LineUp(("1E", "1B"), ("1C", "1D")), ACTOR)
    found = text(event, "seating-by-name")
    for line in ("1E 1 1 NS Open", "1D 1 2 EW Closed", "1A 1 rests", "3A 3 bye"):
        assert line in found
    assert "1 Open 1 1E 1B 2 2A 2B" in rows(event, "seating-by-table")
    assert "Table 2 · East · Team 1" in text(event, "place-cards")
    entries = rows(event, "guide-cards-entries")
    assert "1 1 NS Open 2 Team 2 1E & 1B 1–8" in entries
    assert "1 Bye: a win without a match." in entries


def final_event() -> Event:
    event = make_event(pairs=8)
    four_tables(event, [1])
    play_hand_1(event)
    close_round(event.pk, 1, ACTOR)
    finalise(event.pk, ACTOR)
    standings(event)
    event.refresh_from_db()
    return event


def test_certificates_wait_for_the_end() -> None:
    event = make_event(pairs=8)
    four_tables(event, [1])
    play_hand_1(event)
    standings(event)
    event.refresh_from_db()
    with pytest.raises(ConflictError, match="is not final yet"):
        print_document("certificates", Order(event, ROOT))
    assert public(event, "certificates") == 404
    assert public(final_event(), "certificates") == 200


def test_certificates_wait_for_the_last_standings() -> None:
    event = final_event()
    event.results_version += 1
    event.save()
    with pytest.raises(ConflictError, match="are being worked out"):
        print_document("certificates", Order(event, ROOT))


def test_prize_places_have_certificates() -> None:
    event = final_event()
    pages = page_texts(print_document("certificates", Order(event, ROOT)))
    assert ["place" in page for page in pages] == [True] * len(pages)
    # 0, 66.67, 33.33 and 100 % for North-South: 1st and shared 1st, 3rd and shared 3rd
    assert [("First place, shared" in page, "Third place, shared" in page) for page in pages] == [
        (True, False),
        (True, False),
        (False, True),
        (False, True),
    ]
    assert "100.00 %" in pages[0]
    assert event.tournament.club.name in pages[0]
    assert "North 4 & South 4" in "".join(pages)
    assert len(page_texts(print_document("certificates", Order(event, ROOT, prizes=1)))) == 2


def test_a_team_s_certificate_names_its_players_and_its_record() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    finish_round(event, 1, [1, 3])
    finalise(event.pk, ACTOR)
    standings(event)
    event.refresh_from_db()
    first = page_texts(print_document("certificates", Order(event, ROOT, prizes=1)))[0]
    assert "1A, 1B, 1C, 1D" in first
    assert "1 win, 0 losses" in first


def test_queries_do_not_grow_with_the_event() -> None:
    counts = []
    for pairs in (8, 14):
        event = make_event(pairs=pairs)
        install_movement(event.pk, build("howell", pairs, 28 if pairs == 8 else 26), ACTOR)
        for kind in SEAT_DOCUMENTS:
            if kind != "certificates":
                with CaptureQueriesContext(
                    connection,
                ) as queries:
                    print_document(kind, Order(event, ROOT))
                counts.append((kind, pairs, len(queries)))
    by_kind = {(kind, count) for kind, _, count in counts}
    assert len(by_kind) == len(SEAT_DOCUMENTS) - 1, counts
    assert max(count for *_, count in counts) <= 16, counts


def test_a_sheet_writes_its_day_as_the_pages_do(event: Event) -> None:
    assert "26 November 2026" in text(event, "seating-by-name")
