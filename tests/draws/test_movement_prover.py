"""Each rule of the prover, by the smallest movement that breaks it."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draws import brute
from tournaments.draws.movement import Movement, Seating, Winners
from tournaments.draws.prover import Severity, prove
from tournaments.draws.registry import KINDS


def movement(*rounds: str, pairs: int = 4, boards: int = 4, winners: Winners = Winners.ONE) -> Movement:
    """Rounds as text: "1-3@1,2 2-4@1,2" seats two tables with the boards 1 and 2."""
    rows = []
    for text in rounds:
        seats = []
        for table, seat in enumerate(text.split(), 1):
            people, _, numbers = seat.partition("@")
            ns, ew = map(int, people.split("-"))
            seats.append(Seating(table, ns, ew, tuple(map(int, numbers.split(","))) if numbers else ()))
        rows.append(tuple(seats))
    return Movement("uploaded", "Test", pairs, boards, tuple(rows), winners)


GOOD = ("1-3@1 2-4@1", "4-1@2 2-3@2", "1-2@3 3-4@3")


def codes(subject: Movement, severity: Severity) -> set[str]:
    return {finding.code for finding in prove(subject).findings if finding.severity == severity}


def text(subject: Movement, code: str) -> str:
    return next(finding.text for finding in prove(subject).findings if finding.code == code)


def test_a_good_movement_has_only_notes() -> None:
    proof = prove(movement(*GOOD, boards=3))
    assert proof.legal
    assert not proof.fatal
    assert not proof.warnings
    assert {finding.code for finding in proof.notes} == {
        "meetings",
        "boards-shared",
        "directions",
        "comparisons",
    }


@pytest.mark.parametrize(
    ("rounds", "code", "words"),
    [
        ((*GOOD, "1-3@4 1-4@4"), "seated-twice", "Entry 1 is seated at 2 tables in round 4"),
        ((*GOOD, "1-1@4"), "meets-itself", "Entry 1 sits against itself at table 1 in round 4"),
        ((*GOOD, "1-5@4"), "entry-number", "no entry 5, seated at table 1 in round 4; entries are 1 to 4"),
        ((*GOOD, "1-2@5"), "board-number", "no board 5, due at table 1 in round 4; boards are 1 to 4"),
        ((*GOOD, "1-2@4,4"), "board-doubled", "Board 4 is listed twice"),
        ((*GOOD, "1-2@3,4"), "board-again", "Entry 1 meets board 3 a second time"),
        ((*GOOD, ""), "empty-round", "Round 4 has no tables"),
        ((*GOOD, "1-2"), "no-boards", "no boards at table 1 in round 4"),
        (("1-2@1", "2-1@2"), "never-seated", "Never seated in any round: entries 3, 4"),
        (("1-3@1 2-4@1", "1-4@2 2-3@2"), "directions-apart", "North-South is never compared with East-West"),
        ((), "no-rounds", "no rounds"),
    ],
)
def test_fatal(rounds: tuple[str, ...], code: str, words: str) -> None:
    subject = movement(*rounds)
    assert code in codes(subject, Severity.FATAL)
    assert words in text(subject, code)
    assert not prove(subject).legal


def test_a_table_cannot_be_used_twice() -> None:
    twice = movement(*GOOD)
    first = tuple(replace(seat, table=1) for seat in twice.rounds[0])
    assert "table-twice" in codes(replace(twice, rounds=(first, *twice.rounds[1:])), Severity.FATAL)
    zero = tuple(replace(seat, table=seat.table - 1) for seat in twice.rounds[0])
    assert "table-number" in codes(replace(twice, rounds=(zero, *twice.rounds[1:])), Severity.FATAL)


def test_two_winners_keep_their_directions() -> None:
    mixed = movement(*GOOD, winners=Winners.TWO)
    assert codes(mixed, Severity.FATAL) == {"directions-mixed"}
    apart = movement("1-3@1 2-4@1", "1-4@2 2-3@2", boards=2, winners=Winners.TWO)
    assert not codes(apart, Severity.FATAL)
    assert prove(apart).figures.direction_difference is None


@pytest.mark.parametrize(
    ("rounds", "boards", "code", "words"),
    [
        (("1-3@1,2 2-4@1,2", "4-1@3 2-3@3"), 3, "boards-vary", "play 1 to 2 boards"),
        ((*GOOD, "4-3@4 2-1@4"), 4, "meets-again", "Meet up to twice"),
        (("1-3@1 2-4@1", "3-1@2 4-2@2"), 2, "meets-again", "1 and 3, 2 and 4"),
        (("1-3@1 2-4@1", "3-1@2", "1-3@3"), 3, "sit-outs-uneven", "some entries sit out 0 and others 2"),
        (GOOD, 5, "board-unused", "Nobody plays boards 4, 5"),
        (("1-3@1 2-4@2", "3-1@3 4-2@4"), 4, "board-alone", "Only one table plays boards 1, 2, 3, 4"),
        (("1-3@1 2-4@1", "1-4@2 3-2@3"), 3, "islands", "not compared with the others"),
    ],
)
def test_playable_but_odd(rounds: tuple[str, ...], boards: int, code: str, words: str) -> None:
    subject = movement(*rounds, boards=boards)
    assert words in text(subject, code)
    assert prove(subject).legal


def test_meeting_all_again_is_no_fault() -> None:
    """A barometer of more rounds than opponents starts over; that is a note, a needless repeat is a warning."""
    assert "meets-again" in codes(movement(*GOOD, "4-3@4 2-1@4"), Severity.NOTE)
    assert "meets-again" in codes(movement("1-3@1 2-4@1", "3-1@2 4-2@2", boards=2), Severity.WARNING)


def test_shared_boards() -> None:
    everybody = KINDS["barometer"](6)
    assert "3 copies of each" in text(everybody, "boards-same")
    assert prove(everybody).figures.copies == 3
    assert "Tables 1, 8 share their boards in every round" in text(
        KINDS["share-and-relay"](16), "boards-shared"
    )
    some = movement("1-2@1 3-4@1 5-6@1 7-8@2", "2-1@3 4-3@4 6-5@5 8-7@6", pairs=8, boards=6)
    assert "boards-shared" in codes(some, Severity.WARNING)
    assert prove(KINDS["howell"](14)).figures.copies == 1


def test_who_sits_out() -> None:
    assert "round 1: 7, round 2: 1" in text(KINDS["mitchell"](13), "sit-outs")
    assert "sit-outs" not in codes(KINDS["mitchell"](14), Severity.NOTE)


def test_figures_of_a_movement_counted_by_hand() -> None:
    """Four pairs, three rounds: board 1 has 1, 2 NS; board 2 has 4, 2 NS; board 3 has 1, 3 NS."""
    figures = prove(movement(*GOOD, boards=3)).figures
    assert (figures.plays_min, figures.plays_max, figures.copies) == (2, 2, 2)
    # 1 sits NS, EW, NS; 2 NS, NS, EW; 3 EW, EW, NS; 4 EW, NS, EW
    assert figures.direction_difference == 1
    # alike: 1&2 once, 1&3 twice, 1&4 none, 2&3 none, 2&4 twice, 3&4 once
    assert (figures.comparisons_min, figures.comparisons_max) == (0, 2)
    assert figures.comparisons_mean == 1
    assert float(figures.comparisons_variance) == pytest.approx(4 / 6)
    assert prove(movement(*GOOD, boards=3)).meetings == {
        (1, 3): 1, (2, 4): 1, (1, 4): 1, (2, 3): 1, (1, 2): 1, (3, 4): 1
    }  # fmt: skip


def test_findings_are_sentences() -> None:
    for subject in (movement(*GOOD, "1-1@9 5-2@1,1"), KINDS["howell"](13), KINDS["barometer"](3)):
        for finding in prove(subject).findings:
            assert finding.text[0].isupper()
            assert finding.text.endswith(".")


LEGAL = st.builds(
    lambda kind, pairs: KINDS[kind](pairs),
    st.sampled_from(sorted(KINDS)),
    st.sampled_from([7, 8, 15, 16, 24]),
)


def changed(
    subject: Movement, round_index: int, place: int, change: Callable[[Seating], Seating]
) -> Movement:
    rows = [list(row) for row in subject.rounds]
    rows[round_index][place] = change(rows[round_index][place])
    return replace(subject, rounds=tuple(map(tuple, rows)))


@given(LEGAL, st.data())
@settings(max_examples=60, deadline=None)
def test_a_doubled_board_is_found(subject: Movement, data: st.DataObject) -> None:
    """A table is given the boards it, or rather its North-South pair, had in another round."""
    played = [index for index, row in enumerate(subject.rounds) if any(seat.table == 1 for seat in row)]
    first, second = data.draw(st.permutations(played))[:2]
    entry = subject.rounds[first][0].ns
    earlier = subject.seating_of(second + 1, entry)
    boards = subject.rounds[first][0].boards if earlier is None else earlier.boards
    spoiled = changed(subject, first, 0, lambda seat: replace(seat, boards=boards))
    if earlier is not None:
        assert "board-again" in codes(spoiled, Severity.FATAL)
    assert brute.breaks(spoiled.to_json()) == codes(spoiled, Severity.FATAL)


@given(LEGAL, st.data())
@settings(max_examples=60, deadline=None)
def test_a_copied_entry_is_found(subject: Movement, data: st.DataObject) -> None:
    """An entry is written into a second seat of its round."""
    index = data.draw(st.integers(0, len(subject.rounds) - 1))
    row = subject.rounds[index]
    here, there = data.draw(st.permutations(range(len(row))))[:2]
    spoiled = changed(subject, index, here, lambda seat: replace(seat, ns=row[there].ew))
    assert "seated-twice" in codes(spoiled, Severity.FATAL)
    assert brute.breaks(spoiled.to_json()) <= codes(spoiled, Severity.FATAL)


COMPLETE = [
    ("mitchell", 14),
    ("share-and-relay", 16),
    ("arrow-switch", 14),
    ("howell", 14),
    ("barometer", 16),
]
"""Movements in which everybody plays every board, or meets everybody, so that no seat can be exchanged."""


@pytest.mark.parametrize(("kind", "pairs"), COMPLETE)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_swapped_entries_are_found(kind: str, pairs: int, data: st.DataObject) -> None:
    """Two North-South entries of a round change tables: boards, or in a barometer opponents, come again."""
    subject = KINDS[kind](pairs)
    index = data.draw(st.integers(0, len(subject.rounds) - 1))
    row = subject.rounds[index]
    shared = [(a, b) for a in range(len(row)) for b in range(a) if row[a].boards != row[b].boards]
    options = shared or [(a, b) for a in range(len(row)) for b in range(a)]
    here, there = data.draw(st.sampled_from(options))
    first, second = row[here].ns, row[there].ns
    spoiled = changed(subject, index, here, lambda seat: replace(seat, ns=second))
    spoiled = changed(spoiled, index, there, lambda seat: replace(seat, ns=first))
    found = {finding.code for finding in prove(spoiled).findings if finding.severity != Severity.NOTE}
    assert ("meets-again" if kind == "barometer" else "board-again") in found
    assert brute.breaks(spoiled.to_json()) == codes(spoiled, Severity.FATAL)
