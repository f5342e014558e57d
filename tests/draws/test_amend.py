"""Amendments of a movement in mid-course: what each way does to whom, by hand where it can be counted by hand."""

import pytest

from tests.draws import brute
from tournaments.draws.amend import Amendment, Dropped, Gone, Late, Running, amendments
from tournaments.draws.amend_effects import Consequence, expected_after
from tournaments.draws.movement import Movement, MovementError, Seating, Winners
from tournaments.draws.prover import prove
from tournaments.draws.registry import build


def running(movement: Movement, begun: int, **more: object) -> Running:
    return Running(movement=movement, begun=frozenset(range(1, begun + 1)), **more)


def ways(now: Running, change: Late | Gone | Dropped) -> dict[str, Amendment]:
    return {way.kind: way for way in amendments(now, change).amendments}


def told(way: Amendment, entry: int) -> Consequence:
    return next(item for item in way.effects.consequences if item.entry == entry)


def test_a_late_pair_fills_a_half_table_and_the_mitchell_is_whole() -> None:
    """Pair 10 is the East-West pair that a Mitchell of nine lacks: from round 2 on it is the movement of ten."""
    found = ways(running(build("mitchell", 9, 10), 1), Late(10, 2))
    assert list(found) == ["empty-place-ew"]
    whole = build("mitchell", 10, 10)
    assert [set(seats) for seats in found["empty-place-ew"].movement.rounds[1:]] == [
        set(seats) for seats in whole.rounds[1:]
    ]
    # North-South 5 would have met it in round 1, sat out there, and so is not better off than it was
    assert not told(found["empty-place-ew"], 5).affected
    assert (
        told(found["empty-place-ew"], 1).text == "Plays 10 boards instead of 8 and does not sit out round 2."
    )
    assert told(found["empty-place-ew"], 10).boards_after == 8
    assert told(found["empty-place-ew"], 10).came


def test_a_late_pair_fills_the_place_that_a_howell_leaves() -> None:
    way = ways(running(build("howell", 13, 26), 1), Late(14, 2))["empty-place"]
    assert way.effects.boards_lost == 0
    figures = prove(way.movement).figures
    assert (figures.meetings_max, figures.sit_outs_max) == (1, 1)
    # whoever comes is turned as needed: in the whole Howell it would sit North-South throughout
    assert {"NS", "EW"} == {
        "NS" if seat.ns == 14 else "EW"
        for seats in way.movement.rounds
        for seat in seats
        if 14 in (seat.ns, seat.ew)
    }


@pytest.mark.parametrize(
    ("kind", "boards"), [("mitchell", 28), ("howell", 26), ("barometer", 26), ("arrow-switch", 21)]
)
def test_a_rover_takes_another_seat_each_round(kind: str, boards: int) -> None:
    found = ways(running(build(kind, 14, boards), 2), Late(15, 3))
    rovers = [way for name, way in found.items() if name.startswith("rover")]
    assert rovers
    for way in rovers:
        bumped = [item for item in way.effects.consequences if item.sits_out]
        planned = len(way.movement.rounds) - 2
        assert [len(item.sits_out) for item in bumped] == [1] * planned, "nobody gives way twice"
        assert told(way, 15).boards_after == planned * way.movement.boards_per_round
        assert not [item for item in way.effects.consequences if item.meets_again]


def test_with_two_winners_a_rover_keeps_its_direction() -> None:
    found = ways(running(build("mitchell", 14, 28), 2), Late(15, 3))
    assert found["rover-ns"].movement.fields[15] == "NS"
    assert found["rover-ew"].movement.fields[15] == "EW"


def test_a_table_at_the_end_of_a_mitchell_after_the_first_round() -> None:
    now = running(build("mitchell", 14, 28), 1)
    found = ways(now, Late(15, 2))
    for kind, seat in (("table-ns", "NS"), ("table-ew", "EW")):
        movement = found[kind].movement
        assert movement.rounds[0] == now.movement.rounds[0]
        assert movement.fields[15] == seat
        assert [len(out) for out in movement.sit_outs] == [1] * 7, "the newcomer, then who meets nobody"
        assert movement.boards == 32
    assert {seat.table for seats in found["table-ns"].movement.rounds[1:] for seat in seats} == set(
        range(1, 9)
    )
    # one more late pair takes the other place, and the table is a whole one
    after = found["table-ns"].movement
    second = ways(running(after, 1), Late(16, 2))["empty-place-ew"]
    assert second.effects.boards_lost == 0
    assert not any(second.movement.sit_outs[1:])


def test_a_table_needs_boards_of_its_own() -> None:
    now = running(build("mitchell", 14, 28), 1, boards=frozenset(range(1, 29)))
    offered = amendments(now, Late(15, 2))
    assert not [way for way in offered.amendments if way.kind.startswith("table")]
    assert (
        "A table more needs boards 29, 30, 31, 32, which the event does not have; add them first."
        in offered.impossible
    )


def test_a_table_cannot_be_added_once_the_second_round_has_begun() -> None:
    offered = amendments(running(build("mitchell", 14, 28), 2), Late(15, 3))
    assert offered.impossible == ("A table can be added at the end up to the first round only, and once.",)


def test_a_missing_pair_leaves_a_place_and_its_opponents_sit_out() -> None:
    way = ways(running(build("mitchell", 14, 28), 2), Gone(3, 3))["empty"]
    assert told(way, 3).text == "Leaves, with 8 boards played."
    assert [item.entry for item in way.effects.consequences if item.sits_out] == [8, 11, 12, 13, 14]
    assert way.effects.boards_lost == 5 * 4
    # 5 board sets lose one score each; those of rounds 1 and 2 at table 3 keep theirs
    assert {after for _, _, after in way.effects.plays} == {6}
    assert len(way.effects.plays) == 20


def test_a_pair_that_is_away_for_a_while_keeps_its_seat_after_it() -> None:
    way = ways(running(build("mitchell", 14, 28), 2), Gone(3, 3, 4))["empty"]
    assert not told(way, 3).left
    assert told(way, 3).sits_out == (3, 4)
    assert way.movement.seating_of(5, 3) is not None


def test_a_standby_pair_takes_a_seat_as_it_is() -> None:
    way = ways(running(build("mitchell", 14, 28), 2), Gone(3, 3, None, (15,)))["standby-15"]
    assert way.effects.boards_lost == 0
    assert told(way, 15).boards_after == 20
    assert way.movement.seating_of(3, 15) == Seating(3, 15, 8, (17, 18, 19, 20))


def test_two_that_would_sit_out_meet_where_all_play_the_same_boards() -> None:
    now = running(build("barometer", 13, 26), 1)
    found = ways(now, Gone(3, 2))
    assert found["joined"].effects.boards_lost < found["empty"].effects.boards_lost
    # all were to meet all once, so two that play instead of sitting out meet again; it is said of both
    again = [item for item in found["joined"].effects.consequences if item.meets_again]
    assert again
    assert "again" in again[0].text


def test_a_late_pair_takes_the_seat_that_another_left() -> None:
    empty = ways(running(build("mitchell", 14, 28), 2), Gone(3, 3))["empty"].movement
    now = running(empty, 3, absent=frozenset({3}))
    way = ways(now, Late(15, 4))["empty-place-ns"]
    assert [way.movement.seating_of(number, 15).table for number in range(4, 8)] == [3] * 4  # type: ignore[union-attr]
    assert way.effects.boards_lost == 0


def test_boards_that_are_over_are_given_to_nobody() -> None:
    """Before the last round everybody but pair 4 has played the set that waits; its travellers may be read already."""
    last = running(build("mitchell", 9, 10), 4)
    assert last.movement.sit_outs[4] == (4,)
    offered = amendments(last, Late(10, 5))
    assert all(way.kind.startswith("rover") for way in offered.amendments)
    assert "Who sits out has no boards left that pair 10 could play with them." in offered.impossible


def test_the_last_round_dropped() -> None:
    way = ways(running(build("mitchell", 14, 28), 2), Dropped((7,)))["drop"]
    assert {item.text for item in way.effects.consequences} == {"Plays 24 boards instead of 28."}
    assert (way.effects.rounds_before, way.effects.rounds_after, way.kept) == (7, 6, (1, 2, 3, 4, 5, 6))


def test_a_round_in_the_middle_dropped_says_that_others_move_up() -> None:
    way = ways(running(build("mitchell", 13, 26), 2), Dropped((4,)))["drop"]
    assert way.kept == (1, 2, 3, 5, 6, 7)
    assert "move up" in way.warnings[0]
    spared = [item for item in way.effects.consequences if item.boards_before == item.boards_after]
    assert len(spared) == 1, "who would have sat out loses nothing"


def test_a_drop_that_would_leave_two_lists_that_are_never_compared_is_not_offered() -> None:
    switched = build("arrow-switch", 14, 21)
    assert switched.name.endswith("rounds 6, 7")
    offered = amendments(running(switched, 1), Dropped((6, 7)))
    assert not offered.amendments
    assert "Nobody changes direction" in offered.impossible[0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Late(15, 2), "Round 2 has begun and stays as it is; the first that can change is round 3."),
        (Late(3, 3), "Pair 3 has a seat already."),
        (Late(15, 9), "There is no round 9; the draw has 7."),
        (Gone(15, 3), "Pair 15 has no seat from round 3 on."),
        (Dropped(()), "Say which rounds are dropped."),
        (Dropped((2,)), "Round 2 has begun"),
    ],
)
def test_changes_that_make_no_sense(change: Late | Gone | Dropped, words: str) -> None:
    with pytest.raises(MovementError, match=words):
        amendments(running(build("mitchell", 14, 28), 2), change)


def test_nothing_is_left_to_change_once_all_rounds_have_begun() -> None:
    with pytest.raises(MovementError, match="All rounds have begun"):
        amendments(running(build("mitchell", 14, 28), 7), Gone(3, 7))


def test_boards_played_otherwise_than_drawn_are_not_met_again() -> None:
    """The stand-by pair has played boards 17 and 18 in another's place, so it cannot take a seat that plays them."""
    now = running(build("mitchell", 14, 28), 2, played=((15, 17),))
    assert "standby-15" not in ways(now, Gone(3, 3, None, (15,)))
    assert "standby-15" in ways(now, Gone(3, 4, None, (15,)))


def test_boards_that_are_over_keep_what_neuberg_counts_on() -> None:
    """A barometer of 6 tables: boards 1 and 2 are over with 6 scores each, later ones get 7."""
    now = running(build("barometer", 13, 26), 1)
    way = ways(now, Late(14, 2))["empty-place"]
    assert expected_after(now, way.movement, way.kept, {}) == {1: 6, 2: 6}
    fewer = ways(now, Gone(3, 2))["empty"]
    assert expected_after(now, fewer.movement, fewer.kept, {}) == {}, (
        "fewer scores are Neuberg's own business"
    )


def test_what_was_said_of_a_boards_scores_follows_its_tables() -> None:
    now = running(build("mitchell", 14, 28), 2)
    way = ways(now, Gone(3, 3))["empty"]
    # board 17 was to be played at 7 tables and is now at 6; of board 1 somebody said something else, which stays
    assert expected_after(now, way.movement, way.kept, {17: 7, 1: 9}) == {17: 6, 1: 9}


def test_an_amended_movement_says_what_was_amended_and_reads_back() -> None:
    movement = ways(running(build("howell", 9, 18), 0), Gone(3, 1))["empty"].movement
    assert movement.amendments == (
        "The seat of pair 3 stays empty from round 1 on; whoever would meet it sits out.",
    )
    again = Movement.from_json(movement.to_json())
    assert again == movement
    assert prove(again).legal, "a pair that never came keeps its number"
    never = Movement.from_json({**movement.to_json(), "amendments": []})
    assert "never-seated" in [finding.code for finding in prove(never).fatal]


@pytest.mark.parametrize("wrong", ["x", [1], [""], ["x" * 301], ["y"] * 501])
def test_amendments_in_a_file_are_sentences(wrong: object) -> None:
    with pytest.raises(MovementError) as error:
        Movement.from_json({**build("mitchell", 4).to_json(), "amendments": wrong})
    assert error.value.faults[0].path.startswith("amendments")


def test_a_large_field_keeps_its_rules() -> None:
    """300 tables: a rover, and an empty seat."""
    tables = 301
    rounds = tuple(
        tuple(
            Seating(at + 1, at + 1, tables + (at - turn) % tables + 1, ((at + turn) % tables + 1,))
            for at in range(tables)
        )
        for turn in range(6)
    )
    large = Movement("own", "large", 2 * tables, tables, rounds, Winners.TWO)
    for way in [
        *ways(running(large, 2), Late(603, 3)).values(),
        *ways(running(large, 2), Gone(9, 3)).values(),
    ]:
        assert brute.breaks(way.movement.to_json()) == set()
