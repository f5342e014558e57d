"""Bids and tricks as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.notation import NotationError, PlayerBid, SideBid, SideTricks
from tests.scoring.build import quick, side_bids, side_tricks

NIL, BLIND = PlayerBid(0), PlayerBid(0, blind=True)


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("7", SideBid(7)),
        ("26", SideBid(26)),
        ("4+3", SideBid.split(PlayerBid(4), PlayerBid(3))),
        ("N+4", SideBid.split(NIL, PlayerBid(4))),
        ("4+B", SideBid.split(PlayerBid(4), BLIND)),
        ("N+N", SideBid.split(NIL, NIL)),
        ("13+13", SideBid.split(PlayerBid(13), PlayerBid(13))),
    ],
)
def test_golden_bids(text: str, bid: SideBid) -> None:
    assert SideBid.parse(text) == bid
    assert str(bid) == text


@pytest.mark.parametrize(
    ("text", "total", "players"), [("8", 8, ()), ("5+3", 8, (5, 3)), ("0+13", 13, (0, 13))]
)
def test_golden_tricks(text: str, total: int, players: tuple[int, ...]) -> None:
    tricks = SideTricks.parse(text)
    assert (tricks.total, tricks.players, str(tricks)) == (total, players, text)


def test_contract_leaves_nils_out() -> None:
    bid = SideBid.parse("N+4")
    assert (bid.contract, bid.nils, bid.blind_nils) == (4, (0,), ())


def test_blind_nil_is_a_nil() -> None:
    bid = SideBid.parse("4+B")
    assert (bid.contract, bid.nils, bid.blind_nils) == (4, (1,), (1,))


def test_two_nils_have_contract_nought() -> None:
    bid = SideBid.parse("N+B")
    assert (bid.contract, bid.nils, bid.blind_nils) == (0, (0, 1), (1,))


def test_an_unsplit_bid_has_no_players() -> None:
    bid = SideBid.parse("7")
    assert (bid.first, bid.second, bid.players, bid.nils) == (None, None, (), ())


@pytest.mark.parametrize(
    ("dirty", "clean"), [(" n + 4 ", "N+4"), ("0+4", "N+4"), ("b+4", "B+4"), ("07", "7")]
)
def test_small_letters_spaces_and_nought_are_understood(dirty: str, clean: str) -> None:
    assert str(SideBid.parse(dirty)) == clean


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0", "N\\+N"),
        ("27", "out of range"),
        ("14+1", "out of range"),
        ("", "not a bid"),
        ("-3", "not a bid"),
        ("N", "not a bid"),
        ("4+3+2", "not a bid"),
        ("4+", "not a bid"),
        ("seven", "not a bid"),
        ("7.5", "not a bid"),
        ("٧", "not a bid"),
        ("9" * 5000, "not a bid"),
    ],
)
def test_impossible_bids_are_refused_with_help(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says) as caught:
        SideBid.parse(text)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize("text", ["14", "7+7", "", "N+4", "-1", "5+3+1", "5,3"])
def test_impossible_tricks_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        SideTricks.parse(text)


@pytest.mark.parametrize(
    "build",
    [
        lambda: PlayerBid(14),
        lambda: PlayerBid(-1),
        lambda: PlayerBid(3, blind=True),
        lambda: SideBid(7, PlayerBid(4), PlayerBid(4)),
        lambda: SideBid(7, PlayerBid(7)),
        lambda: SideTricks(7, 4, 4),
        lambda: SideTricks(7, 7),
        lambda: SideTricks(3, -1, 4),
        lambda: SideTricks(14),
        lambda: SideTricks(-1),
    ],
)
def test_no_impossible_value_can_be_built(build: object) -> None:
    assert callable(build)
    with pytest.raises(NotationError):
        build()


@quick
@given(side_bids)
def test_bid_round_trip(bid: SideBid) -> None:
    assert SideBid.parse(str(bid)) == bid


@quick
@given(side_tricks)
def test_tricks_round_trip(tricks: SideTricks) -> None:
    assert SideTricks.parse(str(tricks)) == tricks


@quick
@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    for kind in (SideBid, SideTricks):
        try:
            found = kind.parse(text)
        except NotationError:
            continue
        assert kind.parse(str(found)) == found
