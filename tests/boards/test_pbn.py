"""PBN files: dirt that must be read over, faults that must be told, and the way there and back."""

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.deal import Deal
from boards.dealing import deal_boards
from boards.numbering import DEALS
from boards.pbn import MAX_FAULTS, PbnBoard, PbnError, PbnFault, dump, dumps, load, loads

DEALT = deal_boards(bytes(32), "pbn", range(1, 41))
ONE, TWO, THREE = (deal.pbn for deal in DEALT[:3])

WILD = f"""% PBN 2.1
% [Board "77"] stands in an escape line
{{ a comment with [Board "66"]
over two lines ; and this }}
[Event "The \\"Café\\"; {{open}}"]
[Site "?"][Date "2026.??.??"]
[Board "1"]
[West "?"]
[Dealer "N"]

[Deal "{ONE}"] ; [Deal "nothing"]
[Auction "N"]
1NT Pass {{ a comment }} 3NT =1= Pass
Pass Pass
[Note "1:15-17"]
[Note "2:weak"]
[Play "E"]
SK H3 S4 S5
*
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 7
[ A half bracket

[event ""]
[BOARD "#003"]
[UnknownTag "x"]
[DeAl "{TWO.lower()}"]
[Room ""]

[Event "?"]
[Board "?"]
[Deal
  "{THREE}"]
"""


def boards_of(text: str | bytes) -> list[tuple[int, str]]:
    return [(board.number, board.deal.pbn) for board in loads(text)]


def faults_of(text: str | bytes) -> list[str]:
    with pytest.raises(PbnError) as caught:
        loads(text)
    return [str(fault) for fault in caught.value.faults]


class TestRead:
    def test_wild_dirt(self) -> None:
        assert boards_of(WILD) == [(1, ONE), (3, TWO), (4, THREE)]

    @pytest.mark.parametrize("newline", ["\r\n", "\r", "\n"])
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
    def test_encodings_and_line_ends(self, newline: str, encoding: str) -> None:
        data = WILD.replace("\n", newline).encode(encoding)
        assert boards_of(data) == [(1, ONE), (3, TWO), (4, THREE)]
        assert loads(WILD.replace("\n", newline)) == load(io.BytesIO(data))

    def test_text_with_a_byte_order_mark(self) -> None:
        assert boards_of(f'\ufeff[Board "9"]\n[Deal "{ONE}"]') == [(9, ONE)]

    def test_boards_without_numbers_count_on(self) -> None:
        text = f'[Deal "{ONE}"]\n[Deal "{TWO}"]\n\n[Board "8"]\n[Deal "{THREE}"]\n\n[Deal "{DEALT[3].pbn}"]'
        assert [number for number, _ in boards_of(text)] == [1, 2, 8, 9]

    def test_the_tags_of_a_board_in_any_order(self) -> None:
        text = f'[Deal "{ONE}"]\n[Board "5"]\n[Deal "{TWO}"]\n[Board "4"]\n'
        assert boards_of(text) == [(5, ONE), (4, TWO)]

    def test_a_deal_like_the_one_before(self) -> None:
        assert boards_of(f'[Board "1"][Deal "{ONE}"]\n\n[Board "2"][Deal "#"]') == [(1, ONE), (2, ONE)]
        assert boards_of(f'[Board "#"][Deal "{ONE}"]') == [(1, ONE)]

    def test_no_blank_line_between_boards(self) -> None:
        text = "".join(f'[Board "{n}"]\n[Deal "{deal.pbn}"]\n' for n, deal in enumerate(DEALT, 1))
        assert boards_of(text) == [(n, deal.pbn) for n, deal in enumerate(DEALT, 1)]


class TestFaults:
    def test_bad_deals_are_told_with_line_and_board(self) -> None:
        bad = ONE[:-1]
        text = f'% PBN\n\n[Board "1"]\n[Deal "{bad}"]\n\n[Board "2"]\n[Deal "{TWO}"]\n\n[Board "7"]\n[Deal "N:x"]\n'
        faults = faults_of(text)
        assert [fault.split(":")[0] for fault in faults] == [
            "Line 4, board 1",
            "Line 4, board 1",
            "Line 10, board 7",
        ]
        assert faults[1] == "Line 4, board 1: West has 12 cards, not 13."

    def test_a_number_twice(self) -> None:
        text = f'[Board "4"]\n[Deal "{ONE}"]\n\n[Board "4"]\n[Deal "{TWO}"]\n'
        assert faults_of(text) == [
            "Line 5, board 4: This board number is in line 2 already; delete or renumber one of the two."
        ]

    @pytest.mark.parametrize("number", ["0", "-1", "3a", "1.5", "9999999999", "x" * 500])
    def test_what_is_no_number(self, number: str) -> None:
        (fault,) = faults_of(f'[Event ""]\n[Board "{number}"]\n[Deal "{ONE}"]')
        assert fault.startswith(f'Line 2: "{number[:40]}" is no board number')
        assert len(fault) < 150

    @pytest.mark.parametrize("deal", ["", '[Deal "?"]', '[Deal ""]'])
    def test_a_board_without_a_deal(self, deal: str) -> None:
        text = f'[Board "3"]\n{deal}\n[Board "4"]\n[Deal "{ONE}"]'
        assert faults_of(text) == ['Line 1, board 3: This board has no deal; give it a line [Deal "N:…"].']

    def test_hidden_hands(self) -> None:
        faults = faults_of('[Board "3"]\n[Deal "N:- - - -"]')
        assert faults[0] == "Line 2, board 3: North's hand is hidden (-); all four hands are needed."
        assert len(faults) == 4

    @pytest.mark.parametrize("text", ["", "\n\n", "hello", '[Event "x"]', "%", b"\x00\xff\xfe", b"\xff\xfea"])
    def test_nothing_there(self, text: str | bytes) -> None:
        (fault,) = faults_of(text)
        assert fault.startswith("Line 1: There is no board here")

    def test_a_tag_cut_off(self) -> None:
        faults = faults_of(f'[Board "1"]\n[Deal "{ONE}"]\n\n[Board "2"]\n[Deal "{TWO[:30]}')
        assert faults == [
            'Line 4, board 2: This board has no deal; give it a line [Deal "N:…"].',
            'Line 5: This Deal tag is not whole; write it on one line as [Deal "…"].',
        ]

    def test_a_comment_without_end(self) -> None:
        faults = faults_of(f'[Board "1"]\n[Deal "{ONE}"]\n{{ never closed\n[Board "2"]\n[Deal "{TWO}"]')
        assert faults == ["Line 3: The comment that begins here with { has no end; close it with }."]

    def test_too_large(self) -> None:
        assert "20 MB" in faults_of(b" " * 20_000_001)[0]

    def test_faults_without_number_are_cut(self) -> None:
        faults = faults_of("".join(f'[Board "{n}"]\n[Deal "N:"]\n' for n in range(1, 151)))
        assert len(faults) == MAX_FAULTS + 1
        assert faults[-1] == "Line 202: From here on there are 50 more faults."

    def test_the_first_line_is_the_error_s_line(self) -> None:
        with pytest.raises(PbnError) as caught:
            loads('\n\n[Board "1"]\n[Deal "N:"]')
        assert caught.value.line == 4


class TestWrite:
    def test_what_is_written(self) -> None:
        assert dumps([PbnBoard(2, DEALT[0])], event='Club "night"\n2') == (
            f'% PBN 2.1\n% EXPORT\n\n[Event "Club \\"night\\" 2"]\n[Board "2"]\n[Dealer "E"]\n'
            f'[Vulnerable "None"]\n[Deal "{ONE}"]\n'
        )

    @given(
        st.dictionaries(st.integers(1, 10**9 - 1), st.integers(0, DEALS - 1), min_size=1, max_size=6),
        st.text(max_size=10),
    )
    def test_there_and_back(self, numbers: dict[int, int], event: str) -> None:
        boards = [PbnBoard(number, Deal(deal)) for number, deal in numbers.items()]
        file = io.StringIO()
        dump(boards, file, event)
        assert loads(file.getvalue()) == boards
        assert loads(file.getvalue().replace("\n", "\r\n").encode("utf-8", "replace")) == boards


class TestFuzz:
    @given(st.randoms(use_true_random=False), st.integers(1, 12))
    @settings(max_examples=80)
    def test_a_damaged_file_is_read_or_refused_with_a_pbn_error(self, rng: random.Random, hits: int) -> None:
        text = WILD
        for _ in range(hits):
            start = rng.randrange(len(text))
            end = min(len(text), start + rng.choice((0, 1, 1, 3, 40)))
            piece = rng.choice(
                ("", "", "[", "]", '"', "{", "}", ";", "\n\n", "%", "\\", "A", "é", "\x00", TWO)
            )
            text = text[:start] + piece + text[end:]
        self.read(text)
        self.read(text.encode("latin-1"))

    @given(st.binary(max_size=300))
    def test_any_bytes(self, data: bytes) -> None:
        self.read(data)

    @staticmethod
    def read(text: str | bytes) -> None:
        faults: tuple[PbnFault, ...] = ()
        boards: list[PbnBoard] = []
        try:
            boards = loads(text)
        except PbnError as error:
            faults = error.faults
        assert bool(faults) != bool(boards)
        assert all(fault.line >= 1 and fault.message for fault in faults)
        assert all(board.number >= 1 for board in boards)


@pytest.mark.parametrize(
    "piece", ["[", "{", '[A "', "[A ", "[\n", ";", "%\n", "\n \n", '[Deal "', "\\", "[a"]
)
def test_hostile_repetition_is_read_in_one_pass(piece: str) -> None:
    """A pattern that looked again from each start would need hours for these."""
    with pytest.raises(PbnError):
        loads(piece * 100_000)
