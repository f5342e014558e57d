"""Boards dealt per second, beside shuffling 52 cards with the system's own random source."""

import secrets

from bench.measure import beside, row
from boards.dealing import deal_boards, deal_numbers

BOARDS = 10_000
SECRET = bytes(range(32))


def main() -> None:
    shuffler = secrets.SystemRandom()

    def shuffle() -> None:
        for _ in range(BOARDS // 10):
            pack = list(range(52))
            shuffler.shuffle(pack)
            tuple(tuple(sorted(pack[start : start + 13])) for start in range(0, 52, 13))

    for what, work in (
        ("auditable numbers", lambda: deal_numbers(SECRET, "bench", range(1, BOARDS + 1))),
        ("deals", lambda: deal_boards(SECRET, "bench", range(1, BOARDS + 1))),
        (
            "deals with their hands",
            lambda: [deal.hands for deal in deal_boards(SECRET, "bench", range(1, BOARDS + 1))],
        ),
        (
            "deals written as PBN",
            lambda: [deal.pbn for deal in deal_boards(SECRET, "bench", range(1, BOARDS + 1))],
        ),
    ):
        ours, peer = beside(work, shuffle)
        peer *= 10
        row(what, f"{BOARDS / ours:,.0f} a second", f"{peer / ours:.1f} × a shuffle")
