"""Boards with deals for the tests of sheets, and readers of what such a sheet says of them."""

import random
from typing import Any

from tests.sheets.papers import HEAD
from tournaments.sheets import Compass, Hands
from tournaments.sheets.hand_data import DealtBoard, DealtBoards

ONE_SUIT_EACH = Hands(
    north="AKQJT98765432...", east=".AKQJT98765432..", south="..AKQJT98765432.", west="...AKQJT98765432"
)


def shuffled(seed: int) -> Hands:
    """A deal of its own for each seed."""
    pack = [(suit, rank) for suit in range(4) for rank in range(13)]
    random.Random(seed).shuffle(pack)
    hands = []
    for seat in range(4):
        cards = sorted(pack[13 * seat : 13 * seat + 13])
        suits = ("".join("AKQJT98765432"[rank] for suit, rank in cards if suit == one) for one in range(4))
        hands.append(".".join(suits))
    return Hands(north=hands[0], east=hands[1], south=hands[2], west=hands[3])


def dealt(number: int, **changed: Any) -> DealtBoard:
    seats = tuple(Compass)
    fields: dict[str, Any] = {
        "number": number,
        "dealer": seats[(number - 1) % 4],
        "first_bidder": seats[number % 4],
        "hands": shuffled(number),
    }
    return DealtBoard(**fields | changed)


def deals(*boards: DealtBoard, **changed: Any) -> DealtBoards:
    return DealtBoards(**{"head": HEAD, "boards": boards} | changed)  # type: ignore[arg-type]


def printed(hand: str) -> list[str]:
    """A hand's lines as a sheet has them: "♠ A K 10"."""
    said = (" ".join(ranks).replace("T", "10") or "–" for ranks in hand.split("."))
    return [f"{sign} {ranks}" for sign, ranks in zip("♠♡♢♣", said, strict=True)]
