"""The JSON form of a movement: what is written can be read, and what cannot be read says why, all of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draws.movement import Movement, MovementError, Seating, Winners
from tournaments.draws.registry import KINDS

SMALL = {"rounds": [[{"table": 1, "ns": 1, "ew": 2, "boards": [1, 2]}]]}


def faults(value: object) -> list[str]:
    with pytest.raises(MovementError) as caught:
        Movement.from_json(value)
    return [fault.path for fault in caught.value.faults]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("pairs", [7, 8, 15, 16])
def test_round_trip(kind: str, pairs: int) -> None:
    movement = KINDS[kind](pairs)
    assert Movement.from_json(movement.to_json()) == movement


seatings = st.builds(
    Seating,
    st.integers(1, 9),
    st.integers(1, 30),
    st.integers(1, 30),
    st.lists(st.integers(1, 40), min_size=1, max_size=4).map(tuple),
)
movements = st.builds(
    Movement,
    st.text(min_size=1, max_size=40),
    st.text(min_size=1, max_size=200),
    st.integers(1, 30),
    st.integers(1, 40),
    st.lists(st.lists(seatings, max_size=4).map(tuple), min_size=1, max_size=5).map(tuple),
    st.sampled_from(Winners),
)


@given(movements)
@settings(max_examples=100)
def test_even_a_faulty_movement_round_trips(movement: Movement) -> None:
    """A movement that breaks rules must still be readable, or nobody could be told which rules it breaks."""
    assert Movement.from_json(movement.to_json()) == movement


def test_all_but_the_rounds_is_derived() -> None:
    movement = Movement.from_json(SMALL)
    assert (movement.pairs, movement.boards, movement.kind) == (2, 2, "uploaded")
    assert movement.winners == Winners.TWO


def test_crossing_directions_make_one_winner() -> None:
    crossed = {"rounds": [*SMALL["rounds"], [{"table": 1, "ns": 2, "ew": 1, "boards": [3]}]]}
    assert Movement.from_json(crossed).winners == Winners.ONE


@pytest.mark.parametrize("value", [None, [], "rounds", 3, {}, {"rounds": []}, {"rounds": {}}])
def test_no_rounds_is_refused(value: object) -> None:
    with pytest.raises(MovementError, match="rounds"):
        Movement.from_json(value)


def test_every_fault_of_form_is_reported_at_its_place() -> None:
    value = {
        "rounds": [
            [{"table": 0, "ns": "1", "ew": True, "boards": []}, 7],
            {"table": 1},
            [{"table": 1, "ns": 1, "ew": 2.0, "boards": [1, None], "set": 4}],
        ],
        "winners": "three",
        "pairs": 10**9,
        "name": "",
        "colour": "green",
    }
    assert faults(value) == [
        "colour",
        "rounds[0][0].table",
        "rounds[0][0].ns",
        "rounds[0][0].ew",
        "rounds[0][0].boards",
        "rounds[0][1]",
        "rounds[1]",
        "rounds[2][0].set",
        "rounds[2][0].ew",
        "rounds[2][0].boards[1]",
        "pairs",
        "name",
        "winners",
    ]


def test_a_round_as_large_as_the_file_is_refused() -> None:
    assert faults({"rounds": [[]] * 501}) == ["rounds"]


def test_where_an_entry_sits() -> None:
    movement = KINDS["mitchell"](7)
    assert movement.seating_of(1, 6) == Seating(2, 2, 6, tuple(range(10, 19)))
    assert movement.seating_of(1, 4) is None
    assert movement.sit_outs[0] == (4,)
    assert movement.fields[4] == "NS"
    assert movement.fields[5] == "EW"
    assert movement.tables == 4
