"""The movement on the guide cards is the draw: every card is read from the PDF and held against the tables."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User

from tests.sheets.papers import page_texts
from tests.support.event_builders import ACTOR, enter, make_event
from tests.support.team_builders import finish_round, make_teams, publish
from tournaments.draws.registry import build
from tournaments.models import Event, Kind, Table
from tournaments.printing import Order, print_document
from tournaments.services.amendments import Wanted, What, amend_movement, propose_amendments
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.matches import give_match
from tournaments.services.race_boards import RaceBoards
from tournaments.services.rounds import close_round, install_movement, open_round

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]

ROOT = User(username="root", is_superuser=True, is_active=True)
BOARDS = r"(\d+(?:–\d+)?(?:, \d+(?:–\d+)?)*)"
PLACE = r"(stay|–|sit out, then \d+ (?:NS|EW)|\d+ (?:NS|EW))"
TURN = re.compile(rf"^(\d+) (\d+) P(\d+) (\d+) P(\d+)(?: · forfeit)? {BOARDS}(?: {PLACE} {PLACE} (.+))?$")
STOP = re.compile(rf"^(\d+) (\d+) (NS|EW)(?: (Open|Closed))? (\d+) P(\d+)(?: · forfeit)?(?: .*?)? {BOARDS}$")
Play = tuple[int, int, int, int, tuple[int, ...]]
"""Round, table, NS, EW, boards in playing order."""


@dataclass(frozen=True)
class Goes:
    """What a table's card says of a round besides who plays what."""

    ns: str
    ew: str
    boards: str


def named(event: Event) -> Event:
    """Every entry is called after its number, so that a row says who it means."""
    for entry in event.entries.all():
        entry.name = f"P{entry.number}"
        entry.save(update_fields=["name"])
    event.refresh_from_db()
    return event


def lines(event: Event, kind: str) -> list[str]:
    text = "\n".join(page_texts(print_document(kind, Order(event, ROOT))))
    return text.replace("\r", "").replace("sit out,\nthen", "sit out, then").splitlines()


def boards_in(text: str) -> tuple[int, ...]:
    runs = [part.split("–") for part in text.split(", ")]
    return tuple(board for run in runs for board in range(int(run[0]), int(run[-1]) + 1))


def on_tables(event: Event) -> dict[Play, Goes]:
    """What the cards of the tables say."""
    found: dict[Play, Goes] = {}
    table = 0
    for line in lines(event, "guide-cards-tables"):
        if title := re.match(r"^Table (\d+)", line):
            table = int(title[1])
        elif row := TURN.match(line):
            number, ns, ns_name, ew, ew_name = (int(row[index]) for index in range(1, 6))
            assert (ns, ew) == (ns_name, ew_name)
            play = (number, table, ns, ew, boards_in(row[6]))
            assert play not in found, "printed twice"
            found[play] = Goes(row[7] or "", row[8] or "", row[9] or "")
    return found


def on_entries(event: Event) -> tuple[list[Play], set[tuple[int, int]]]:
    """What the cards of the entries say: every play, from both sides; (round, entry) of whoever rests."""
    plays: list[Play] = []
    rests: set[tuple[int, int]] = set()
    own = 0
    for line in lines(event, "guide-cards-entries"):
        if title := re.match(r"^(?:Pair|Team) (\d+)", line):
            own = int(title[1])
        elif row := STOP.match(line):
            assert row[5] == row[6]
            sides = (own, int(row[5])) if row[3] == "NS" else (int(row[5]), own)
            plays.append((int(row[1]), int(row[2]), *sides, boards_in(row[7])))
        elif rest := re.match(r"^(\d+) (?:Sit out\.|No match\.|Bye: )", line):
            rests.add((int(rest[1]), own))
    return plays, rests


def drawn(event: Event) -> list[Play]:
    numbering = RaceBoards(event.teams.race_boards) if event.kind == Kind.TEAMS else None
    rows = Table.objects.filter(round__event=event).values_list(
        "round__number", "number", "ns__number", "ew__number", "boards"
    )
    return sorted(
        (
            number,
            table,
            ns,
            ew,
            tuple(numbering.race_board(board) if numbering else board for board in boards),
        )
        for number, table, ns, ew, boards in rows
    )


def assert_cards_are_the_draw(event: Event) -> None:
    draw = drawn(event)
    assert draw, "there is something to hold the cards against"
    assert sorted(on_tables(event)) == draw
    plays, rests = on_entries(event)
    assert sorted(plays) == sorted(draw * 2), "each play once on either side's card"
    assert rests == set(without_table(event))


def without_table(event: Event) -> Iterator[tuple[int, int]]:
    for round_ in event.rounds.all():
        seated = {key for pair in round_.tables.values_list("ns", "ew") for key in pair}
        for entry in event.entries.filter(withdrawn=False, standby=False).exclude(pk__in=seated):
            yield round_.number, entry.number


def assert_next_places_are_the_draw(event: Event) -> None:
    """Each "then go to" is where the database has them in the next round that they are in."""
    draw = drawn(event)
    last = max(number for number, *_ in draw)
    for (number, table, ns, ew, boards), goes in on_tables(event).items():
        for entry, said, direction in ((ns, goes.ns, "NS"), (ew, goes.ew, "EW")):
            later = [
                (r, t, "NS" if entry == n else "EW")
                for r, t, n, e, _ in draw
                if r > number and entry in (n, e)
            ]
            assert said == expected_place((number, table, direction), later), (number, table, entry)
        ahead = range(number + 1, last + 1)
        users = {r: sorted(t for q, t, *_, b in draw if q == r and set(b) & set(boards)) for r in ahead}
        users = {r: tables for r, tables in users.items() if tables}
        first = min(users, default=0)
        tables = ", ".join(map(str, users.get(first, [])))
        if users and first > number + 1:
            tables += f" (Rd {first})"
        elif users.get(first) == [table]:
            tables = "stay"
        assert goes.boards == (tables or "–"), (number, table, boards)


def expected_place(here: tuple[int, int, str], later: list[tuple[int, int, str]]) -> str:
    if not later:
        return "–"
    number, table, direction = later[0]
    if number > here[0] + 1:
        return f"sit out, then {table} {direction}"
    return "stay" if (table, direction) == here[1:] else f"{table} {direction}"


@pytest.mark.parametrize(
    ("kind", "pairs", "boards"),
    [
        ("mitchell", 14, 28),
        ("mitchell", 9, 10),
        ("howell", 8, 14),
        ("howell", 7, 14),
        ("howell", 13, 26),
        ("barometer", 8, 14),
    ],
)
def test_guide_cards_are_the_movement(kind: str, pairs: int, boards: int) -> None:
    event = make_event(pairs=pairs)
    install_movement(event.pk, build(kind, pairs, boards), ACTOR)
    named(event)
    assert_cards_are_the_draw(event)
    assert_next_places_are_the_draw(event)


def play_round(event: Event, number: int) -> None:
    open_round(event.pk, number, ACTOR)
    for table in Table.objects.filter(round__event=event, round__number=number):
        for board in table.boards:
            enter(event, number, table.number, board, "7 8 5 5")
    close_round(event.pk, number, ACTOR)


def amend(event: Event, wanted: Wanted, **more: object) -> None:
    offer = propose_amendments(event.pk, wanted)
    way = offer.ways.amendments[0].kind
    amend_movement(event.pk, wanted, way, offer.basis, ACTOR, reason="so it is", **more)


def test_guide_cards_follow_an_amended_movement() -> None:
    event = make_event(pairs=9)
    install_movement(event.pk, build("mitchell", 9, 10), ACTOR)
    named(event)
    before = drawn(event)
    play_round(event, 1)
    amend(event, Wanted(what=What.LATE, first=2), players=("Nora Late", "Nils Late"))
    named(event)
    assert drawn(event) != before
    assert_cards_are_the_draw(event)
    amend(event, Wanted(what=What.GONE, entry=3, first=3))
    named(event)
    assert_cards_are_the_draw(event)
    assert_next_places_are_the_draw(event)


def test_a_pair_on_stand_by_has_no_card_until_it_has_a_seat() -> None:
    event = make_event(pairs=8)
    add_entries(event.pk, [NewEntry(players=("Ina Wait", "Ilo Wait"), standby=True)], ACTOR)
    install_movement(event.pk, build("howell", 8, 14), ACTOR)
    named(event)
    waiting = event.entries.get(standby=True)
    assert f"P{waiting.number}" not in "\n".join(lines(event, "guide-cards-entries"))
    assert_cards_are_the_draw(event)


def test_guide_cards_of_teams_have_the_rounds_drawn_so_far() -> None:
    event = make_teams(5)
    publish(event)
    named(event)
    assert_cards_are_the_draw(event)
    finish_round(event, 1)
    publish(event, opened=False)
    give_match(event.pk, (2, 1), "home", "away is ill", ACTOR, forfeit=True)
    named(event)
    assert {number for number, *_ in drawn(event)} == {1, 2}
    assert_cards_are_the_draw(event)
    assert all(goes == Goes("", "", "") for goes in on_tables(event).values()), "the next draw will say"


def test_a_round_by_itself() -> None:
    event = make_event(pairs=8)
    install_movement(event.pk, build("howell", 8, 14), ACTOR)
    named(event)
    order = Order(event, ROOT, round_number=3)
    for kind, row in (("guide-cards-tables", TURN), ("guide-cards-entries", STOP)):
        text = "\n".join(page_texts(print_document(kind, order))).replace("\r", "").splitlines()
        rounds = [int(found[1]) for line in text if (found := row.match(line))]
        assert rounds == [3] * (4 if kind == "guide-cards-tables" else 8)
