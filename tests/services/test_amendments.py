"""A running Pairs event changes: `services.amendments`, what it leaves alone, and what it refuses."""

from dataclasses import replace

import pytest

from tests.support.event_builders import ACTOR, enter, make_event, standings, traveller
from tournaments.draws.registry import build
from tournaments.eventfile import dumps, loads, score
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import (
    Entry,
    Event,
    EventStatus,
    Penalty,
    Person,
    Result,
    RoundStatus,
    Substitution,
    Table,
)
from tournaments.services.amendments import Offer, Wanted, What, amend_movement, propose_amendments
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.event_export import export_event
from tournaments.services.event_import import import_event
from tournaments.services.results import Entered, record_result, remove_result
from tournaments.services.rounds import close_round, install_movement, open_round, remove_draw

pytestmark = pytest.mark.django_db

LINES = ("7 6 5 7", "7 7 5 6", "7 8 5 5", "7 9 5 4", "6 6 6 7", "5 6 6 7", "4 6 8 7")
NEW = ("Nora Late", "Nils Late")


def codes(error: pytest.ExceptionInfo[ServiceError]) -> list[str]:
    return [fault.code for fault in error.value.faults]


def begun(kind: str, pairs: int, boards: int, rounds: int = 1, dealt: int = 0) -> Event:
    """An event whose first `rounds` rounds were played and closed."""
    event = make_event(pairs=pairs, boards=dealt)
    install_movement(event.pk, build(kind, pairs, boards), ACTOR)
    for number in range(1, rounds + 1):
        play(event, number)
    event.refresh_from_db()
    return event


def play(event: Event, number: int, *, close: bool = True) -> None:
    open_round(event.pk, number, ACTOR)
    for table in Table.objects.filter(round__event=event, round__number=number).order_by("number"):
        for board in table.boards:
            enter(event, number, table.number, board, LINES[(table.number * 3 + board * number) % len(LINES)])
    if close:
        close_round(event.pk, number, ACTOR)


def late(first: int, entry: int | None = None) -> Wanted:
    return Wanted(what=What.LATE, first=first, entry=entry)


def gone(entry: int, first: int, **more: int) -> Wanted:
    return Wanted(what=What.GONE, entry=entry, first=first, **more)


def do(event: Event, wanted: Wanted, way: str = "", **more: object) -> Offer:
    """Take the first way, or the one named."""
    offer = propose_amendments(event.pk, wanted)
    chosen = way or offer.ways.amendments[0].kind
    amend_movement(event.pk, wanted, chosen, offer.basis, ACTOR, reason="so it is", **more)
    event.refresh_from_db()
    return offer


def seats(event: Event, number: int) -> list[tuple[int, int, int, list[int]]]:
    rows = Table.objects.filter(round__event=event, round__number=number).order_by("number")
    return [(row.number, row.ns.number, row.ew.number, row.boards) for row in rows]


def percentages(event: Event, board: int) -> dict[int, float]:
    sides = [side for row in traveller(event, board)["rows"] for side in (row["ns"], row["ew"])]
    return {side["entry"]: side["percentage"] for side in sides}


def assert_rules(event: Event) -> None:
    """Nobody at two tables in a round, nobody on a board twice, as the tables stand in the database."""
    played: dict[int, list[int]] = {}
    for number in event.rounds.values_list("number", flat=True):
        there = [pair for _, ns, ew, _ in seats(event, number) for pair in (ns, ew)]
        assert len(there) == len(set(there))
        for _, ns, ew, boards in seats(event, number):
            for pair in (ns, ew):
                played.setdefault(pair, []).extend(boards)
    assert all(len(boards) == len(set(boards)) for boards in played.values())


def test_a_late_pair_is_entered_and_seated_in_one_step() -> None:
    event = begun("mitchell", 9, 10)
    before = (seats(event, 1), list(Result.objects.values_list("pk", "version")))
    do(event, late(2), players=NEW)
    comer = event.entries.get(number=10)
    assert (comer.name, comer.field, comer.standby) == ("Nora Late & Nils Late", "EW", False)
    assert (seats(event, 1), list(Result.objects.values_list("pk", "version"))) == before
    assert [len(seats(event, number)) for number in range(2, 6)] == [5, 5, 5, 5]
    assert event.movement["amendments"] == ["Pair 10 takes the empty place East-West from round 2 on."]
    line = event.log.get(action="movement.amended")
    assert line.after == {"way": "empty-place-ew", "rounds": 5, "pair": 10, "from_round": 2}
    assert line.reason == "so it is"
    assert_rules(event)


def test_the_evening_goes_on_to_its_end() -> None:
    event = begun("howell", 9, 18)
    do(event, late(2), players=NEW)
    do(event, gone(4, 3), "empty")
    for number in range(2, event.rounds.count() + 1):
        play(event, number)
    event.refresh_from_db()
    assert event.status == EventStatus.PROVISIONAL
    rows = standings(event)["lists"][0]["rows"]
    assert {row["entry"] for row in rows} == set(range(1, 11))
    assert [row["entry"] for row in rows if row["withdrawn"]] == [4]
    boards = {row["entry"]: row["boards"] for row in rows}
    assert boards[4] == 2 * sum(4 in (ns, ew) for number in (1, 2) for _, ns, ew, _ in seats(event, number))
    assert boards[10] > 0


def test_the_file_of_an_amended_event_comes_back_the_same() -> None:
    event = begun("barometer", 9, 18)
    do(event, late(2), players=NEW)
    do(event, gone(1, 2), "empty")
    do(event, Wanted(what=What.DROP, rounds=(5,)))
    play(event, 2)
    play(event, 3, close=False)
    event.refresh_from_db()
    text = dumps(export_event(event))
    back = import_event(loads(text), event.tournament.club, ACTOR, again=True)
    assert dumps(replace(export_event(back), log=())) == dumps(
        replace(export_event(event), log=(), event=export_event(back).event)
    )
    assert back.movement["amendments"] == event.movement["amendments"]
    assert len(back.movement["amendments"]) == 3
    ours, theirs = standings(event)["lists"], standings(back)["lists"]
    assert ours == theirs
    by_file = {row["entry"]: row["percentage"] for row in score(loads(text))["standings"]}
    assert {row["entry"]: row["percentage"] for row in ours[0]["rows"]} == pytest.approx(by_file)
    # an amended event goes on where it was read back
    do(back, gone(2, 4), "empty")
    assert_rules(back)


def test_a_pair_that_never_came_stays_in_the_file() -> None:
    event = begun("mitchell", 8, 12, rounds=0)
    do(event, gone(2, 1), "empty")
    play(event, 1)
    event.refresh_from_db()
    back = import_event(loads(dumps(export_event(event))), event.tournament.club, ACTOR, again=True)
    assert back.entries.get(number=2).withdrawn
    assert standings(back)["lists"] == standings(event)["lists"]


def test_boards_that_are_over_keep_their_percentages() -> None:
    """Six tables have played boards 1 and 2 of a barometer; that seven play the others does not make them fewer."""
    event = begun("barometer", 13, 26)
    before = percentages(event, 1)
    do(event, late(2), players=NEW)
    assert event.expected_scores == {"1": 6, "2": 6}
    play(event, 2)
    assert len(percentages(event, 3)) == 14
    assert percentages(event, 1) == before


def test_standby_takes_the_seat_under_the_next_number() -> None:
    event = begun("mitchell", 14, 28, rounds=2)
    waiting = add_entries(event.pk, [NewEntry(players=NEW, standby=True)], ACTOR)[0]
    before = seats(event, 3)
    do(event, gone(3, 3, standby=waiting.number), "standby-15")
    comer = event.entries.get(number=15)
    assert (comer.pk, comer.standby, comer.field) == (waiting.pk, False, "NS")
    assert event.entries.get(number=3).withdrawn
    assert seats(event, 3) == [(table, 15 if ns == 3 else ns, ew, boards) for table, ns, ew, boards in before]


def test_rows_that_stay_the_same_are_the_same_rows() -> None:
    event = begun("mitchell", 14, 28, rounds=2)
    kept = set(
        Table.objects.filter(round__event=event).exclude(ns__number=3, round__number__gt=2).values_list("pk")
    )
    do(event, gone(3, 3), "empty")
    assert set(Table.objects.filter(round__event=event).values_list("pk")) == kept


def test_a_dropped_round_lets_the_later_ones_move_up() -> None:
    event = begun("mitchell", 13, 26)
    fourth, fifth = seats(event, 4), seats(event, 5)
    do(event, Wanted(what=What.DROP, rounds=(3, 4)))
    assert list(event.rounds.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    assert seats(event, 3) == fifth != fourth


def test_substitutes_play_the_rounds_they_were_to_play() -> None:
    event = begun("mitchell", 13, 26)
    entry = event.entries.get(number=2)
    out = entry.seats.get(position=1).person
    into = Person.objects.create(club=event.tournament.club, name="Sue Substitute")
    for first, last in ((1, 1), (4, 4), (4, 6), (6, None)):
        Substitution.objects.create(entry=entry, out=out, into=into, first_round=first, last_round=last)
    do(event, Wanted(what=What.DROP, rounds=(4,)))
    found = Substitution.objects.order_by("pk").values_list("first_round", "last_round")
    assert list(found) == [(1, 1), (4, 5), (5, None)]


def test_a_new_movement_was_not_amended() -> None:
    event = make_event(pairs=4)
    install_movement(event.pk, replace(build("mitchell", 4), amendments=("Something.",)), ACTOR)
    event.refresh_from_db()
    assert "amendments" not in event.movement


def test_dropping_all_that_is_left_ends_the_event() -> None:
    event = begun("mitchell", 8, 12, rounds=2)
    do(event, Wanted(what=What.DROP, rounds=(3,)))
    assert event.status == EventStatus.PROVISIONAL
    assert not event.rounds.exclude(status=RoundStatus.CLOSED).exists()


def test_a_result_as_drawn_does_not_disturb_but_one_otherwise_does() -> None:
    event = begun("mitchell", 9, 10)
    open_round(event.pk, 2, ACTOR)
    wanted = gone(3, 3)
    offer = propose_amendments(event.pk, wanted)
    (table, ns, ew, boards), *_ = seats(event, 2)
    enter(event, 2, table, boards[0], "7 6 5 7")
    assert propose_amendments(event.pk, wanted).basis == offer.basis
    turned = ResultFields(round=2, table=table, board=boards[1], ns=ew, ew=ns, ns_score=70, ew_score=49)
    record_result(event.pk, Entered(turned, as_played=True, reason="sat the wrong way"), ACTOR)
    with pytest.raises(ConflictError, match="Look at the ways anew") as error:
        amend_movement(event.pk, wanted, "empty", offer.basis, ACTOR, reason="gone home")
    assert codes(error) == ["basis-moved"]
    assert not event.log.filter(action="movement.amended").exists()


def test_a_round_opened_meanwhile_is_noticed() -> None:
    event = begun("mitchell", 9, 10)
    offer = propose_amendments(event.pk, late(2))
    open_round(event.pk, 2, ACTOR)
    with pytest.raises(ConflictError):
        amend_movement(event.pk, late(2), "empty-place-ew", offer.basis, ACTOR, reason="came", players=NEW)
    assert not event.entries.filter(number__gt=9).exists()


def test_nothing_is_half_done() -> None:
    """A late pair whose names are refused leaves the movement as it was."""
    event = begun("mitchell", 9, 10)
    offer = propose_amendments(event.pk, late(2))
    before = (event.movement, event.results_version)
    for players in ((), ("Nora Late",), ("x" * 300, "Nils Late"), ("Same", "Same")):
        with pytest.raises(ServiceError):
            amend_movement(
                event.pk, late(2), "empty-place-ew", offer.basis, ACTOR, reason="came", players=players
            )
    event.refresh_from_db()
    assert (event.movement, event.results_version) == before
    assert event.entries.count() == 9


def test_every_fault_at_once() -> None:
    event = begun("mitchell", 9, 10)
    basis = propose_amendments(event.pk, late(2)).basis
    with pytest.raises(ServiceError) as error:
        amend_movement(event.pk, late(2), "waltz", basis, ACTOR)
    assert codes(error) == ["no-way", "reason-missing", "players"]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (gone(77, 2), "There is no pair 77"),
        (gone(3, 1), "Round 1 has begun and stays as it is"),
        (gone(3, 3, last=2), "The last round, 2, comes before the first, 3"),
        (gone(3, 2, standby=4), "North 4 & South 4 does not wait for a seat"),
        (gone(3, 2, standby=1001), "There is no pair 1001"),
        (late(2, 4), "Pair 4 has a seat already"),
        (Wanted(what=What.DROP, rounds=(1,)), "Round 1 has begun"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(wanted: Wanted, words: str) -> None:
    event = begun("mitchell", 9, 10)
    with pytest.raises(ServiceError, match=words):
        propose_amendments(event.pk, wanted)


def test_without_a_draw_there_is_nothing_to_amend() -> None:
    with pytest.raises(ServiceError, match="There is no draw to change"):
        propose_amendments(make_event(pairs=4).pk, gone(1, 1))


def test_who_left_may_come_back() -> None:
    event = begun("mitchell", 14, 28, rounds=1)
    do(event, gone(3, 2), "empty")
    play(event, 2)
    do(event, late(3, 3))
    back = Entry.objects.get(event=event, number=3)
    assert not back.withdrawn
    assert event.movement["amendments"][-1] == "Pair 3 takes the empty place North-South from round 3 on."
    assert_rules(event)


def test_another_movement_over_results_is_refused_with_both_ways_out() -> None:
    event = begun("mitchell", 4, 4, rounds=1)
    with pytest.raises(ConflictError, match=r"Amend this one .* Or take all results back first\.") as error:
        install_movement(event.pk, build("howell", 5, 10), ACTOR)
    assert codes(error) == ["results-in"]
    for result in Result.objects.filter(event=event).select_related("table__round"):
        place = (result.table.round.number, result.table.number, result.board)
        remove_result(event.pk, place, 1, "all for nothing", ACTOR)
    install_movement(event.pk, build("barometer", 4, 6), ACTOR)
    event.refresh_from_db()
    assert event.movement["kind"] == "barometer"
    assert not Result.objects.filter(event=event).exists()
    assert event.log.filter(action="result.removed").count() == 4
    remove_draw(event.pk, ACTOR)
    assert standings(event)["lists"][0]["rows"][0]["boards"] == 0


def test_penalties_and_results_outlive_every_amendment() -> None:
    event = begun("howell", 12, 22, rounds=2)
    Penalty.objects.create(event=event, entry=event.entries.get(number=5), amount=2, reason="late")
    results = set(Result.objects.filter(event=event).values_list("pk", "ns_score", "version"))
    for wanted in (
        late(3),
        gone(5, 3),
        late(3),
        gone(6, 4),
        Wanted(what=What.DROP, rounds=(11,)),
        late(4, 5),
    ):
        comes = wanted.what == What.LATE and wanted.entry is None
        number = event.entries.count()
        do(event, wanted, **({"players": (f"Nora {number}", f"Nils {number}")} if comes else {}))
        assert_rules(event)
        assert standings(event)["progress"]["entered"] == len(results)
    assert set(Result.objects.filter(event=event).values_list("pk", "ns_score", "version")) == results
    assert event.penalties.count() == 1
