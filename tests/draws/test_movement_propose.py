"""Proposals: legal, within the limits, best first, quick to read."""

import pytest

from tournaments.draws.movement import MovementError
from tournaments.draws.propose import MINUTES_PER_BOARD, MINUTES_PER_CHANGE, propose
from tournaments.draws.prover import prove
from tournaments.draws.registry import KINDS


@pytest.mark.parametrize("pairs", [2, 3, 4, 5, 6, 7, 9, 12, 13, 14, 16, 21, 37, 120])
def test_every_proposal_is_what_it_says(pairs: int) -> None:
    proposals = propose(pairs, 36, 200)
    assert proposals
    scores = [proposal.score for proposal in proposals]
    assert scores == sorted(scores, reverse=True)
    for proposal in proposals:
        movement = proposal.build()
        assert prove(movement).legal
        assert movement.kind == proposal.kind
        assert movement.boards == proposal.boards <= 36
        assert len(movement.rounds) == proposal.rounds
        assert movement.boards_per_round == proposal.boards_per_round
        assert movement.winners == proposal.winners
        per_round = proposal.boards_per_round * MINUTES_PER_BOARD + MINUTES_PER_CHANGE
        assert proposal.minutes == proposal.rounds * per_round <= 200
        assert 0 <= proposal.score <= 100
        assert (proposal.sit_outs == "nobody") == (not any(movement.sit_outs))
        assert proposal.reason.endswith(".")


def test_a_club_night() -> None:
    """14 pairs, 24 boards, three hours: a movement in which all 24 boards are played leads; kinds are mixed."""
    proposals = propose(14, 24, 180)
    assert proposals[0].rounds * proposals[0].boards_per_round == 24
    assert proposals[0].winners == "one"
    assert {"howell", "barometer", "mitchell", "arrow-switch"} <= {proposal.kind for proposal in proposals}
    assert len(proposals) <= 8


def test_boards_played_count_most() -> None:
    """Nine pairs: the Howell with all 24 boards comes before the longer one with 21, which meets one more."""
    howells = [proposal for proposal in propose(9, 24, 180) if proposal.kind == "howell"]
    assert [(proposal.rounds, proposal.boards) for proposal in howells] == [(6, 24), (7, 21)]


def test_fewer_minutes_shorten_it() -> None:
    short = propose(14, 24, 90)
    assert all(proposal.minutes <= 90 for proposal in short)
    slow = propose(14, 24, 180, minutes_per_board=12, minutes_per_change=0)
    assert all(proposal.rounds * proposal.boards_per_round <= 15 for proposal in slow)


def test_no_limits_means_a_usual_session() -> None:
    assert all(proposal.boards <= 28 for proposal in propose(10))
    assert all(proposal.minutes <= 120 for proposal in propose(10, minutes=120))


def test_many_tables_and_few_boards_leave_the_barometer() -> None:
    assert {proposal.kind for proposal in propose(60, 20, 240)} == {"barometer"}


def test_who_sits_out_and_why() -> None:
    by_kind = {proposal.kind: proposal for proposal in propose(13, 28, 200)}
    assert by_kind["howell"].sit_outs.startswith("another pair each round")
    assert by_kind["mitchell"].sit_outs.startswith("another North-South pair each round")
    assert "copies of each board" in by_kind["barometer"].reason
    assert "each have a winner" in by_kind["mitchell"].reason


@pytest.mark.parametrize(
    ("pairs", "boards", "minutes", "words"),
    [
        (1, 24, 180, "2 to 120 pairs, not for 1"),
        (121, 24, 180, "not for 121"),
        (14, 0, 180, "at least 1, not 0"),
        (14, 24, 0, "above 0"),
        (14, 24, float("nan"), "above 0"),
        (14, 24, 5, "5 minutes are too few: 1 round of one board take 8"),
        (13, 1, 180, "13 pairs need at least 2 boards, and there are 1"),
    ],
)
def test_nothing_fits(pairs: int, boards: int, minutes: float, words: str) -> None:
    with pytest.raises(MovementError, match=words):
        propose(pairs, boards, minutes)


def test_json_has_what_the_table_shows() -> None:
    value = propose(14, 24, 180)[0].to_json()
    assert {"kind", "boards", "rounds", "boards_per_round", "winners", "sit_outs", "reason"} <= value.keys()
    assert value["kind"] in KINDS
