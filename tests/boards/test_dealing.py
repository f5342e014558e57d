"""Dealing: the boards that the named algorithm must give, and that it favours none."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards import dealing
from boards.dealing import ALGORITHM, DealingError, deal_boards, deal_numbers, new_secret
from boards.numbering import DEALS
from tests.boards import oracle

SECRET = bytes(range(32))

# Pinned: worked out by tests/boards/oracle.py, which shares no code with boards/. They must never change; a way
# of dealing that gives other numbers needs another name.
PINNED = {
    ("club night", 1): 13_456_010_447_046_833_770_918_726_364,
    ("club night", 2): 35_166_071_285_012_275_154_907_307_422,
    ("", 1): 24_074_206_315_456_195_624_038_696_634,
    ("Τρίτη вечер", 36): 52_686_315_001_286_461_051_439_406_323,
    ("club night", 10**12): 35_567_741_316_286_836_465_724_862_901,
}


class TestTheAlgorithm:
    @pytest.mark.parametrize(("session", "board"), PINNED)
    def test_pinned_boards(self, session: str, board: int) -> None:
        assert ALGORITHM == "shake256-reject96-v1"
        assert deal_numbers(SECRET, session, [board]) == [PINNED[session, board]]

    @given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.integers(1, 2**64 - 1))
    @settings(max_examples=60)
    def test_any_board_as_the_slow_computation_has_it(self, secret: bytes, session: str, board: int) -> None:
        if session.isprintable():
            assert deal_numbers(secret, session, [board]) == [oracle.dealt_number(secret, session, board)]

    def test_boards_whose_first_candidates_are_too_large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # Two thousand boards hold some that read past the first five candidates (once in 270).
        boards = range(1, 2001)
        expected = [oracle.dealt_number(SECRET, "long", board) for board in boards]
        assert deal_numbers(SECRET, "long", boards) == expected
        monkeypatch.setattr(dealing, "_AT_ONCE", 12)
        assert deal_numbers(SECRET, "long", boards) == expected

    def test_a_board_does_not_need_those_before_it(self) -> None:
        all_boards = deal_boards(SECRET, "A", range(1, 37))
        assert deal_boards(SECRET, "A", [20, 3]) == [all_boards[19], all_boards[2]]

    def test_sessions_and_secrets_give_other_boards(self) -> None:
        numbers = {
            number
            for secret in (SECRET, bytes(32))
            for session in ("A", "B", "AB", 1, "2")
            for number in deal_numbers(secret, session, range(1, 25))
        }
        assert len(numbers) == 2 * 5 * 24

    def test_a_session_number_is_its_text(self) -> None:
        assert deal_numbers(SECRET, 17, [1]) == deal_numbers(SECRET, "17", [1])

    def test_secrets_are_new(self) -> None:
        assert len(new_secret()) == 32
        assert new_secret() != new_secret()


class TestRefused:
    @pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
    def test_secret_of_another_length(self, secret: bytes) -> None:
        with pytest.raises(DealingError, match=f"this one has {len(secret)}"):
            deal_numbers(secret, "A", [1])

    @pytest.mark.parametrize("board", [0, -1, 2**64])
    def test_board_number(self, board: int) -> None:
        with pytest.raises(DealingError, match=f"no board {board}"):
            deal_numbers(SECRET, "A", [board])

    def test_session_that_is_no_text(self) -> None:
        with pytest.raises(DealingError, match="cannot be stored"):
            deal_numbers(SECRET, "\ud800", [1])


def test_every_card_is_as_often_in_every_hand() -> None:
    """Chi-square of each card's seat over 20,000 fixed boards; 3 degrees of freedom, one in 10⁵ is above 25.9."""
    boards = 20_000
    seats = [[0] * 52 for _ in range(4)]
    for deal in deal_boards(SECRET, "statistics", range(1, boards + 1)):
        for seat, hand in enumerate(deal.hands):
            for card in hand.indexes:
                seats[seat][card] += 1
    for card in range(52):
        chi_square = sum((seats[seat][card] - boards / 4) ** 2 / (boards / 4) for seat in range(4))
        assert chi_square < 25.9, card


def test_numbers_fill_the_range_evenly() -> None:
    """Sixteen equal parts of the range; 15 degrees of freedom, one in 10⁵ is above 50.5."""
    counts = Counter(number * 16 // DEALS for number in deal_numbers(SECRET, "evenly", range(1, 32_001)))
    assert sum((counts[part] - 2000) ** 2 / 2000 for part in range(16)) < 50.5


def test_spade_lengths_are_as_known() -> None:
    """The chance of four spades in a hand is 23.86 %, of a void 1.28 % (hypergeometric)."""
    lengths = Counter(
        hand.lengths[0] for deal in deal_boards(SECRET, "lengths", range(1, 10_001)) for hand in deal.hands
    )
    assert abs(lengths[4] / 40_000 - 0.2386) < 0.008
    assert abs(lengths[0] / 40_000 - 0.0128) < 0.002
