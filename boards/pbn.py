"""PBN files: the deals of a set of boards, read and written.

Owns: finding boards and their deals in a PBN text, however much else stands in it. Never does: keep anything
but numbers and deals (auctions, plays, names and results of other programs are passed over); say what a deal
is (boards/deal.py).

Terms. *Tag*: `[Name "value"]`, one thing said of a board; a value of "?" says nothing, "#" repeats the board
before. *Section*: lines without brackets after a tag, such as an auction or a table; passed over. *Comment*:
`{…}`, over several lines too, or `;` to the end of the line; *escape*: a line that begins with `%`. *Block*:
the tags of one board. A blank line ends a block that has a deal; a second Board, Deal or Event tag ends any.

A board without a number has the number after the board before it, the first one 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, TextIO

from boards.deal import Deal, DealError, dealer

# A set of 10,000 boards with auctions and plays stays below this; a larger file is something else.
MAX_CHARACTERS = 20_000_000
MAX_FAULTS = 100
MAX_BOARD = 999_999_999
_SHOWN = 40

_TOKEN = re.compile(
    r"""
      (?P<escape> ^%[^\n]* )
    | (?P<blank> ^[ \t]*\n )
    | (?P<comment> \{[^}]*(?P<closed>\}?) )
    | (?P<rest> ;[^\n]* )
    | (?P<tag> \[\s*(?P<name>[A-Za-z_][A-Za-z0-9_]*)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\] )
    | (?P<broken> \[\s*(?P<half_name>[A-Za-z_]*) )
    | [^\[{;\n]+
    | \n
    """,
    re.VERBOSE | re.MULTILINE,
)
_NUMBER = re.compile(r"0*([1-9][0-9]{0,8})", re.ASCII)
_NOTHING = frozenset(("", "?", "-"))
_BLOCK_STARTS = frozenset(("board", "deal", "event"))


@dataclass(frozen=True, slots=True)
class PbnBoard:
    """A numbered deal of a PBN file."""

    number: int
    deal: Deal


@dataclass(frozen=True, slots=True)
class PbnFault:
    """One thing wrong: its line (from 1), the board's number where it is known, and a sentence for users."""

    line: int
    board: int | None
    message: str

    def __str__(self) -> str:
        where = f"Line {self.line}" if self.board is None else f"Line {self.line}, board {self.board}"
        return f"{where}: {self.message}"


class PbnError(ValueError):
    """A text that cannot be used. `faults` has all that was found (at most MAX_FAULTS), `line` is the first's."""

    def __init__(self, faults: tuple[PbnFault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults
        self.line = faults[0].line


@dataclass(slots=True)
class _Block:
    """Tags of one board while they are gathered: by lower-case name, the line and the value."""

    tags: dict[str, tuple[int, str]] = field(default_factory=dict)

    def said(self, name: str) -> tuple[int, str] | None:
        """Line and value of a tag that says something."""
        found = self.tags.get(name)
        return None if found is None or found[1] in _NOTHING else found


def load(file: BinaryIO | TextIO) -> list[PbnBoard]:
    """The boards of an open file; see loads()."""
    return loads(file.read(MAX_CHARACTERS + 1))


def loads(text: str | bytes) -> list[PbnBoard]:
    """The boards of a PBN text, in its order. Bytes are UTF-8 or UTF-16 with or without a mark, else Latin-1.

    Raises PbnError with every fault: a deal that is none, a number twice, a board without a deal, no board.
    """
    if len(text) > MAX_CHARACTERS:
        raise PbnError(
            (PbnFault(1, None, f"This is larger than {MAX_CHARACTERS // 1_000_000} MB; split the file."),)
        )
    faults: list[PbnFault] = []
    boards = _boards(_blocks(_clean(text), faults), faults)
    if not boards and not faults:
        missing = 'There is no board here; a PBN file has a line such as [Deal "N:…"] for each board.'
        faults.append(PbnFault(1, None, missing))
    if faults:
        faults.sort(key=lambda fault: fault.line)
        more = len(faults) - MAX_FAULTS
        if more > 0:
            last = PbnFault(faults[MAX_FAULTS].line, None, f"From here on there are {more} more faults.")
            faults[MAX_FAULTS:] = [last]
        raise PbnError(tuple(faults))
    return boards


def dump(boards: Iterable[PbnBoard], file: TextIO, event: str = "") -> None:
    """Write boards to an open text file; see dumps()."""
    file.write(dumps(boards, event))


def dumps(boards: Iterable[PbnBoard], event: str = "") -> str:
    """The boards as a PBN text that loads() and other programs read, with the event's name if one is given."""
    lines = ["% PBN 2.1", "% EXPORT"]
    name = " ".join(event.split()).replace("\\", "\\\\").replace('"', '\\"')
    for board in boards:
        lines.append("")
        if name:
            lines.append(f'[Event "{name}"]')
        # Spades has no vulnerability; programs that read PBN for bridge ask for the tag all the same.
        lines += [
            f'[Board "{board.number}"]',
            f'[Dealer "{dealer(board.number)}"]',
            '[Vulnerable "None"]',
            f'[Deal "{board.deal.pbn}"]',
        ]
    return "\n".join(lines) + "\n"


def _clean(text: str | bytes) -> str:
    """Text with line feeds only and without a byte order mark."""
    if isinstance(text, bytes):
        text = _decode(text)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _decode(data: bytes) -> str:
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        # Latin-1 gives every byte a meaning; only names, which are passed over, have any but ASCII.
        return data.decode("latin-1")


def _blocks(text: str, faults: list[PbnFault]) -> Iterator[_Block]:
    """The blocks of a text. Tags that concern us but are cut off, and a comment without end, are faults."""
    block = _Block()
    line, counted = 1, 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind not in ("tag", "broken", "comment", "blank"):
            continue
        line += text.count("\n", counted, token.start())
        counted = token.start()
        if kind == "blank":
            if block.said("deal"):
                yield block
                block = _Block()
        elif kind == "comment":
            if not token["closed"]:
                message = "The comment that begins here with { has no end; close it with }."
                faults.append(PbnFault(line, None, message))
        elif kind == "broken":
            name = token["half_name"].capitalize()
            if name.lower() in ("deal", "board"):
                message = f'This {name} tag is not whole; write it on one line as [{name} "…"].'
                faults.append(PbnFault(line, None, message))
        else:
            name = token["name"].lower()
            if name in _BLOCK_STARTS and name in block.tags:
                yield block
                block = _Block()
            block.tags.setdefault(name, (line, token["value"].strip()))
    yield block


def _boards(blocks: Iterator[_Block], faults: list[PbnFault]) -> list[PbnBoard]:
    boards: list[PbnBoard] = []
    lines: dict[int, int] = {}
    last_number: int | None = 0
    last_deal = ""
    for block in blocks:
        board_tag, deal_tag = block.said("board"), block.said("deal")
        if board_tag is None and deal_tag is None:
            continue
        line = (deal_tag or board_tag or (1, ""))[0]
        number = _number(board_tag, last_number, faults)
        last_number = number
        if deal_tag is None:
            faults.append(PbnFault(line, number, 'This board has no deal; give it a line [Deal "N:…"].'))
            continue
        text = last_deal if not deal_tag[1].strip("#") else deal_tag[1]
        last_deal = text
        if number is not None and number in lines:
            message = (
                f"This board number is in line {lines[number]} already; delete or renumber one of the two."
            )
            faults.append(PbnFault(line, number, message))
        try:
            deal = Deal.parse(text)
        except DealError as error:
            faults.extend(PbnFault(line, number, message) for message in error.faults)
            continue
        if number is not None:
            lines.setdefault(number, line)
            boards.append(PbnBoard(number, deal))
    return boards


def _number(tag: tuple[int, str] | None, last: int | None, faults: list[PbnFault]) -> int | None:
    """A board's number by its tag or by the board before; None, with or after a fault, if nothing says it."""
    if tag is None:
        return None if last is None else last + 1
    line, value = tag
    value = value.lstrip("#")
    if not value:
        # Nothing is before the first board; it is board 1.
        return None if last is None else max(last, 1)
    found = _NUMBER.fullmatch(value)
    if found is None:
        message = f'"{value[:_SHOWN]}" is no board number; use a whole number from 1 to {MAX_BOARD}.'
        faults.append(PbnFault(line, None, message))
        return None
    return int(found[1])
