"""Slips, score cards and labels of real events: they say what the draw says, to whom it may be said."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.management import CommandError, call_command
from django.urls import resolve

from tests.sheets.papers import codes, page_texts
from tests.support.event_builders import four_tables, make_event, seat
from tests.support.team_builders import make_teams, publish
from tournaments.models import Event, EventStatus
from tournaments.printing import DRAW_DOCUMENTS, Order, documents_of, print_document
from tournaments.services.errors import NotFoundError, ServiceError

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]

SITE = "https://spades.example.org"
DIRECTOR = User(username="director", is_superuser=True, is_active=True)
KINDS = ("pick-up-slips", "score-cards", "board-labels")


def texts(kind: str, event: Event, **more: object) -> list[str]:
    return page_texts(print_document(kind, Order(event, DIRECTOR, **more)))  # type: ignore[arg-type]


def two_rounds() -> Event:
    event = make_event(pairs=5, boards=6)
    seat(event, [(1, 2, (1, 2)), (3, 4, (3, 4))], [(5, 1, (3, 4)), (2, 3, (1, 2))])
    return event


def opened(address: str) -> tuple[str, dict[str, int]]:
    match = resolve(address.removeprefix(SITE))
    return match.view_name, match.kwargs


def test_every_table_of_every_round_has_a_slip_whose_code_opens_its_form() -> None:
    event = two_rounds()
    found = texts("pick-up-slips", event)
    assert len(found) == 3
    for words in ("Round 1 · Table 1", "Round 1 · Table 2", "North 4 & South 4"):
        assert words in found[0]
    assert "North 5 & South 5" in found[1]
    read = codes(print_document("pick-up-slips", Order(event, DIRECTOR, site=SITE)), 2)
    for number, page in enumerate(read[:2], start=1):
        tables = event.rounds.get(number=number).tables.order_by("number")
        of_tables = [("desk:paper-table", {"event": event.pk, "table": table.pk}) for table in tables]
        of_spares = [("desk:paper-round", {"event": event.pk, "round": number})] * 2
        assert [opened(address) for address in page] == [*of_tables, *of_spares]
    assert read[2] == []


def test_slips_of_one_round() -> None:
    found = texts("pick-up-slips", two_rounds(), round_number=2)
    assert len(found) == 2
    assert "Round 1" not in found[0]
    with pytest.raises(NotFoundError):
        texts("pick-up-slips", two_rounds(), round_number=3)


def test_spares_name_boards_only_where_all_tables_play_the_same() -> None:
    event = make_event(pairs=8)
    seat(event, [(1, 2, (9, 10)), (3, 4, (9, 10)), (5, 6, (9, 10))])
    alike = texts("pick-up-slips", event)[0]
    assert alike.split().count("9") == 4
    seat(event, [(1, 2, (9, 10)), (3, 4, (11, 12)), (5, 6, (9, 10))])
    assert texts("pick-up-slips", event)[1].split().count("9") == 2


def test_a_team_s_slip_has_race_boards_and_who_sits_there() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    publish(event, (1, 3), (2, 4))
    found = texts("pick-up-slips", event)
    assert len(found) == 3  # of the latest round, two tables a page, and spares
    for words in ("Open room", "Closed room", "Round 2 · Table 1", "Team 1: 1A – 1B", "Team 1: 1C – 1D"):
        assert words in found[0]
    assert "17" not in found[0].split()
    assert {str(board) for board in range(1, 9)} <= set(found[0].split())
    assert "Round 1 · Table 1" in texts("pick-up-slips", event, round_number=1)[0]


def test_a_pair_s_card_follows_the_draw() -> None:
    found = texts("score-cards", two_rounds())
    assert len(found) == 5
    assert "Pair 1" in found[0]
    assert "1 1 NS 2 North 2 & South 2" in " ".join(found[0].split())
    assert "2 1 EW 5 North 5 & South 5" in " ".join(found[0].split())
    assert "sits out" in found[4]
    assert "1 sits out" in " ".join(found[4].split())
    assert not any("sits out" in text for text in found[:3])


def test_a_team_has_a_card_for_each_of_its_tables_with_rounds_to_come() -> None:
    event = make_teams(5)
    publish(event, (1, 2), (3, 4), bye=5)
    found = texts("score-cards", event)
    assert len(found) == 10
    assert "Score card · Open room" in found[0]
    assert "1 1 NS 2 Team 2" in " ".join(found[0].split())
    assert "1 2 EW 2 Team 2" in " ".join(found[1].split())
    assert "bye" in found[8]
    assert found[0].split().count("8") == 3  # five teams need three rounds


def test_entries_that_do_not_play_have_no_card() -> None:
    event = two_rounds()
    event.entries.filter(number=4).update(withdrawn=True)
    event.entries.filter(number=3).update(standby=True)
    assert [text for text in texts("score-cards", event) if "Pair 3" in text or "Pair 4" in text] == []


def test_two_sided_cards_have_backs() -> None:
    assert len(texts("score-cards", two_rounds(), duplex=True)) == 10


def test_labels_name_the_boards_that_travel_together_and_rounds_of_some() -> None:
    event = two_rounds()
    (text,) = texts("board-labels", event)
    assert text.count("Dealer") == 6  # 5 and 6 are dealt and not played
    assert text.count("Boards 1–2") == text.count("Boards 3–4") == 2
    assert "Round" not in text
    seat(event, [(1, 2, (5,))])
    (text,) = texts("board-labels", event)
    assert text.count("Rounds 1–2") == 4
    assert text.count("Round 3") == 1
    assert texts("board-labels", event, boards=(5,))[0].count("Dealer") == 1
    with pytest.raises(ServiceError, match="Board 7"):
        texts("board-labels", event, boards=(7,))


def test_labels_of_teams_are_counted_from_one_in_every_round() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    publish(event, (1, 3), (2, 4))
    (text,) = texts("board-labels", event)
    assert text.count("Dealer") == 16
    assert text.count("Round 2") == text.count("Boards 1–8") - 8 == 8
    assert "17" not in text.split()


@pytest.mark.parametrize("kind", KINDS)
def test_before_the_draw_is_out_only_a_director_has_them(kind: str) -> None:
    event = make_event(pairs=8)
    four_tables(event)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.SETUP)
    event.refresh_from_db()
    assert print_document(kind, Order(event, DIRECTOR)).startswith(b"%PDF")
    with pytest.raises(NotFoundError):
        print_document(kind, Order(event, AnonymousUser()))
    assert kind in DRAW_DOCUMENTS


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("teams", [False, True])
def test_an_empty_event_has_one_page_that_says_so(kind: str, *, teams: bool) -> None:
    event = make_teams(0) if teams else make_event(pairs=0)
    assert kind in documents_of(event)
    (text,) = texts(kind, event, site=SITE, duplex=True)
    assert "yet" in text


def test_printing_asks_a_fixed_number_of_questions(django_assert_max_num_queries: object) -> None:
    event = make_event(pairs=20)
    for first in (0, 20, 40):
        seat(event, [(2 * n - 1, 2 * n, (first + n, first + n + 10)) for n in range(1, 11)])
    for kind in KINDS:
        with django_assert_max_num_queries(8):  # type: ignore[operator]
            print_document(kind, Order(event, DIRECTOR, site=SITE))


def test_the_command_prints_codes_and_two_sided_cards(tmp_path: Path) -> None:
    event = two_rounds()
    target = tmp_path / "out.pdf"

    def printed(kind: str, **more: object) -> bytes:
        call_command("print", kind, str(event.pk), output=str(target), stdout=StringIO(), **more)
        return target.read_bytes()

    assert opened(codes(printed("blank-travellers", site=SITE), 2)[0][0])[0] == "desk:paper-board"
    assert codes(printed("blank-travellers"), 2)[0] == []
    assert len(page_texts(printed("score-cards", duplex=True))) == 2 * len(page_texts(printed("score-cards")))
    with pytest.raises(CommandError, match="--site"):
        printed("pick-up-slips", site="192.168.1.20")
