"""What a phone sends, read strictly: JSON into the values that services take.

Owns: the names and types of an entry, of who sits, of a call. A wrong one raises `ServiceError` with every fault.
Never does: judge what was bid or who may say it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scoring.faults import Fault
from tournaments.services.calls import LONGEST_NOTE
from tournaments.services.errors import ServiceError, refuse_if
from tournaments.services.phone import Said
from tournaments.services.sitting import SaidSitting

MOST: Final = 1_000_000
"""Rounds and boards have no such numbers; larger ones some databases cannot even be asked about."""
CONTENT: Final = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
SIDES: Final = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class TakenBack:
    said: Said
    version: int


@dataclass(slots=True)
class _Body:
    """A JSON object being read; faults are collected and told together by `done`."""

    values: Mapping[str, Any]
    faults: list[Fault] = field(default_factory=list)

    def text(self, name: str, *, longest: int, needed: bool = True) -> str:
        value = self.values.get(name, None if needed else "")
        if isinstance(value, str) and len(value) <= longest and _can_be_stored(value):
            return value
        self.faults.append(Fault("text", f"{name} must be a text of at most {longest} characters.", name))
        return ""

    def number(self, name: str) -> int:
        value = self.values.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value < MOST:
            return value
        self.faults.append(Fault("number", f"{name} must be a whole number from 1.", name))
        return 0

    def number_if_said(self, name: str) -> int | None:
        return None if self.values.get(name) is None else self.number(name)

    def flag(self, name: str) -> bool:
        value = self.values.get(name, False)
        if isinstance(value, bool):
            return value
        self.faults.append(Fault("flag", f"{name} must be true or false.", name))
        return False

    def names(self, name: str) -> dict[str, str]:
        value = self.values.get(name, {})
        if isinstance(value, dict) and all(isinstance(item, str) for item in value.values()):
            return value
        self.faults.append(Fault("names", f"{name} must give a name for each seat.", name))
        return {}

    def done(self) -> None:
        refuse_if(self.faults)


def read_entry(body: bytes) -> Said:
    read = _read(body)
    said = _said(read, {name: read.text(name, longest=20) for name in CONTENT})
    read.done()
    return said


def read_taking_back(body: bytes) -> TakenBack:
    read = _read(body)
    taken = TakenBack(_said(read, dict.fromkeys(CONTENT, "")), read.number("version"))
    if taken.said.side not in SIDES:
        read.faults.append(Fault("side", "Say which side takes it back: NS or EW.", "side"))
    read.done()
    return taken


def read_sitting(body: bytes) -> SaidSitting:
    read = _read(body)
    said = SaidSitting(
        round=read.number("round"),
        players=read.names("players"),
        turned=read.flag("turned"),
        as_shown=read.flag("as_shown"),
    )
    read.done()
    return said


def read_call(body: bytes) -> str:
    read = _read(body)
    note = read.text("note", longest=LONGEST_NOTE, needed=False)
    read.done()
    return note


def _said(read: _Body, content: dict[str, str]) -> Said:
    return Said(
        side=read.text("side", longest=2),
        round=read.number("round"),
        board=read.number("board"),
        key=read.text("key", longest=100),
        # the phone's clock is kept and believed by nobody
        entered_at=read.text("entered_at", longest=40, needed=False),
        ns=read.number_if_said("ns"),
        ew=read.number_if_said("ew"),
        **content,
    )


def _can_be_stored(text: str) -> bool:
    """JSON can carry halves of characters, and NUL; databases take neither."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def _read(body: bytes) -> _Body:
    try:
        values = json.loads(body)
    except (ValueError, RecursionError):
        raise ServiceError("This is no JSON.", code="not-json") from None
    if not isinstance(values, dict):
        raise ServiceError("Send a JSON object.", code="not-json")
    return _Body(values)
