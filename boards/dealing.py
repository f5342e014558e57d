"""Dealing: boards out of a secret, exactly uniform, the same on every machine.

Owns: the dealing algorithm, by name and version. Never does: keep secrets or boards (boards/models.py).

Terms. *Secret*: 32 random bytes; whoever has them can deal the boards again, so they are shown only after
play, to prove that the boards were not chosen. *Session*: a text that names what the boards are for; one
secret deals independent boards for each session. *Algorithm*: what is recorded beside the boards, and never
changes its meaning; another way of dealing gets another name.

The algorithm "shake256-reject96-v1", for one board:
  1. The message is the ASCII text "duplicate-spades shake256-reject96-v1" and a zero byte, the secret, the
     length of the session's UTF-8 in bytes as 4 bytes, that UTF-8, and the board's number as 8 bytes (all
     big-endian).
  2. SHAKE-256 of the message (FIPS 202) is read 12 bytes at a time, each a big-endian number below 2⁹⁶.
  3. The first that is below DEALS = 52!/(13!)⁴ is the deal's number (boards/numbering.py).

Numbers that are too large are thrown away, not folded back by a remainder, so that no deal is likelier than
another. Every board stands by itself: it can be dealt, and checked, without those before it.
"""

import hashlib
import secrets
from collections.abc import Iterable

from boards.deal import Deal
from boards.numbering import DEALS

ALGORITHM = "shake256-reject96-v1"
SECRET_BYTES = 32

_BYTES = 12
# Five candidates at once; none of five fits once in 270 boards, and then the stream is read on.
_AT_ONCE = 5 * _BYTES
_MAX_BOARD = 2**64 - 1


class DealingError(ValueError):
    """A secret, session or board number that boards cannot be dealt from."""


def new_secret() -> bytes:
    """32 bytes from the operating system's source of randomness."""
    return secrets.token_bytes(SECRET_BYTES)


def deal_numbers(secret: bytes, session: str | int, boards: Iterable[int]) -> list[int]:
    """The deal's number (0 to DEALS − 1) of each of these boards, in the order asked for.

    Boards are numbered from 1. A session given as an integer is its decimal text. Raises DealingError.
    """
    start = _message_start(secret, session)
    return [_deal_number(start, board) for board in boards]


def deal_boards(secret: bytes, session: str | int, boards: Iterable[int]) -> list[Deal]:
    """The deal of each of these boards, in the order asked for; `range(1, 25)` gives boards 1 to 24.

    The same secret and session give the same boards always. Raises DealingError.
    """
    return [Deal(number) for number in deal_numbers(secret, session, boards)]


def _message_start(secret: bytes, session: str | int) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise DealingError(f"A secret has {SECRET_BYTES} bytes; this one has {len(secret)}.")
    try:
        name = str(session).encode()
    except UnicodeEncodeError as error:
        raise DealingError(
            "The session's text has a character that cannot be stored; type it again."
        ) from error
    return b"duplicate-spades " + ALGORITHM.encode() + b"\0" + secret + len(name).to_bytes(4, "big") + name


def _deal_number(start: bytes, board: int) -> int:
    if not 1 <= board <= _MAX_BOARD:
        raise DealingError(f"Boards are numbered from 1; there is no board {board}.")
    stream = hashlib.shake_256(start + board.to_bytes(8, "big"))
    digest = stream.digest(_AT_ONCE)
    number = int.from_bytes(digest[:_BYTES], "big")
    if number < DEALS:
        return number
    read, length = _BYTES, _AT_ONCE
    while True:
        for place in range(read, length, _BYTES):
            number = int.from_bytes(digest[place : place + _BYTES], "big")
            if number < DEALS:
                return number
        # A longer digest begins with the shorter one: this reads the stream on.
        read, length = length, length * 2
        digest = stream.digest(length)
