"""Reading one JSON object key by key, so that every fault is found with its path before anything is refused.

Owns: types, bounds, required and unknown keys, and the sentences that say so.
Never does: know which keys an event file has (`parse`) or how its parts hang together (`checks`).

Terms: *sink*, the list that all faults go to; *placeholder*, the harmless value (0, "", None, the
default) that stands for a faulty one so that reading can go on to the next fault.
"""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

from scoring.faults import Fault
from tournaments.eventfile.json_text import child_path

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

MAX_NAME = 200
MAX_TEXT = 2_000
MAX_REASON = 500
MAX_VERSION = 1_000_000_000
MAX_NUMBER = 2_000
"""Largest number of an entry, a round, a table or a board: far above any event."""
OF_PAIRS = "belongs to events of kind “pairs” only; take it out."
OF_TEAMS = "belongs to events of kind “teams” only; take it out."
OF_RANKED = "belongs to events of kind “ranked” only; take it out."
OF_DUPLICATE = "belongs to events of kind “pairs” and “teams”; take it out."


class ObjectReader:
    """One JSON object at `path`; each method takes one key and remembers that it is known.

    A required key (no `default`) that is missing is a fault, and so is a value of another type or out of
    bounds; the method then returns a placeholder. `finished` reports the keys that nobody asked for. A
    key whose value is null counts as missing, because many programs write one for "nothing".
    """

    def __init__(self, value: object, path: str, sink: list[Fault]) -> None:
        self.path = path
        self.sink = sink
        self._known: list[str] = []
        self._unused: list[str] = []
        self._keys: tuple[str, ...] = ()
        self._values: dict[str, object] = {}
        self.usable = isinstance(value, dict)
        if isinstance(value, dict):
            self._keys = tuple(value)
            self._values = {key: child for key, child in value.items() if child is not None}
        else:
            message = f"{path or 'The document'} must be an object {{…}}, not {kind_of(value)}."
            sink.append(Fault("wrong-type", message, path))

    def fault(self, code: str, message: str, key: str = "", path: str | None = None) -> None:
        """Report a fault of this object, of one of its keys, or (`path`) of something inside that key.

        Of a value that is no object nothing more is said.
        """
        if not self.usable:
            return
        if path is None:
            path = child_path(self.path, key) if key else self.path
        self.sink.append(Fault(code, f"{key or path or 'The document'} {message}", path))

    def has(self, key: str) -> bool:
        return key in self._values

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys that hold something, in the order of the document."""
        return tuple(self._values)

    def peek(self, key: str) -> object:
        """The value as it stands, without taking the key."""
        return self._values.get(key)

    def raw(self, key: str) -> object:
        """The value as it stands (None when missing); the caller checks it."""
        self._known.append(key)
        return self._values.get(key)

    def _present(self, key: str, required: bool) -> bool:
        self._known.append(key)
        if key in self._values:
            return True
        if required and self.usable:
            self.fault("missing-key", "is missing; add it.", key)
        return False

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`; 0 stands for a faulty one."""
        if not self._present(key, default is None):
            return default or 0
        return checked_whole(self._values[key], low, high, lambda text: self.fault("number", text, key))

    def optional_whole(self, key: str, low: int, high: int) -> int | None:
        """As `whole`; None when the key is missing."""
        return self.whole(key, low, high) if self._present(key, False) else None

    def number(self, key: str, low: int, high: int, places: int) -> Decimal | None:
        """A number with at most `places` decimals; None when missing or faulty."""
        if not self._present(key, False):
            return None
        value = self._values[key]
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            self.fault("wrong-type", f"must be a number, not {kind_of(value)}.", key)
            return None
        exact = Decimal(value)
        if not low <= exact <= high or exact != round(exact, places):
            self.fault("out-of-bounds", f"must be from {low} to {high}, with at most {places} decimals.", key)
            return None
        return plain_decimal(exact)

    def text(self, key: str, longest: int = MAX_NAME, default: str | None = None, lines: bool = False) -> str:
        """A text of at most `longest` characters, on one line unless `lines`; a required one is not blank."""
        if not self._present(key, default is None):
            return default or ""
        return self._text(self._values[key], key, longest, default is None, lines)

    def _text(
        self,
        value: object,
        key: str,
        longest: int,
        filled: bool,
        lines: bool = False,
        path: str | None = None,
    ) -> str:
        if not isinstance(value, str):
            self.fault("wrong-type", f"must be a text in quotation marks, not {kind_of(value)}.", key, path)
        elif len(value) > longest:
            self.fault("too-long", f"has {len(value)} characters; at most {longest} are allowed.", key, path)
        elif filled and not value.strip():
            self.fault("blank", "is blank; write something.", key, path)
        elif not lines and ("\n" in value or "\r" in value):
            self.fault("line-break", "holds a line break; write it on one line.", key, path)
        else:
            return value
        return ""

    def optional_text(self, key: str, longest: int = MAX_NAME) -> str | None:
        """As `text`, never blank; None when the key is missing."""
        if not self._present(key, False):
            return None
        return self._text(self._values[key], key, longest, filled=True)

    def flag(self, key: str, default: bool) -> bool:
        if not self._present(key, False):
            return default
        value = self._values[key]
        if isinstance(value, bool):
            return value
        self.fault("wrong-type", f"must be true or false, not {kind_of(value)}.", key)
        return default

    def choice(self, key: str, choices: type[E], default: E | None = None) -> E | None:
        """One of an enum's values; the default (or None) when missing or faulty."""
        if not self._present(key, default is None):
            return default
        value = self._values[key]
        if isinstance(value, str) and value in {str(choice) for choice in choices}:
            return choices(value)
        self.fault("choice", f"must be {one_of(choices)}, not {shown(value)}.", key)
        return default

    def optional_choice(self, key: str, choices: type[E]) -> E | None:
        """As `choice`; None when the key is missing."""
        return self.choice(key, choices) if self._present(key, False) else None

    def items(self, key: str, longest: int, required: bool = False) -> list[tuple[str, object]]:
        """A list's elements, each with its path; empty when missing or faulty."""
        if not self._present(key, required):
            return []
        path = child_path(self.path, key)
        value = self._values[key]
        if not isinstance(value, list):
            self.fault("wrong-type", f"must be a list […], not {kind_of(value)}.", key)
        elif len(value) > longest:
            self.fault("too-many", f"has {len(value)} elements; at most {longest} are allowed.", key)
        else:
            return [(f"{path}[{index}]", element) for index, element in enumerate(value)]
        return []

    def objects(self, key: str, longest: int, read: "Callable[[ObjectReader], T]") -> tuple[T, ...]:
        """A list of objects, each read by `read`; an element that is no object is a fault and read as an empty one.

        So every object keeps the index it has in the document, by which later faults call it.
        """
        readers = [ObjectReader(element, path, self.sink) for path, element in self.items(key, longest)]
        return tuple(reader.finished(read) for reader in readers)

    def texts(self, key: str, most: int, longest: int = MAX_NAME) -> tuple[str, ...]:
        """A list of texts, none of them blank."""
        found = []
        for path, element in self.items(key, most):
            found.append(self._text(element, key, longest, filled=True, path=path))
        return tuple(found)

    def child(self, key: str, read: "Callable[[ObjectReader], T]", required: bool = False) -> T | None:
        """An object, read by `read`; None when missing or no object."""
        if not self._present(key, required):
            return None
        reader = ObjectReader(self._values[key], child_path(self.path, key), self.sink)
        return reader.finished(read) if reader.usable else None

    def kept(self, key: str) -> dict[str, object] | None:
        """Any object, kept as it stands; None when missing or no object."""
        value = self.raw(key)
        if value is None or isinstance(value, dict):
            return value
        self.fault("wrong-type", f"must be an object {{…}}, not {kind_of(value)}.", key)
        return None

    def unused(self, key: str, default: object, why: str) -> None:
        """Take a key that has no use here: it may be missing or hold its default; else `why` is the fault."""
        self._unused.append(key)
        value = self._values.get(key)
        # 1 equals true to Python, not to whoever reads the file
        if value is not None and (type(value) is not type(default) or value != default):
            self.fault("other-kind", why, key)

    def day(self, key: str) -> date | None:
        """A date as "2026-11-28"; None when missing or faulty."""
        text = self.optional_text(key, 10)
        if not text:
            return None
        try:
            return date.fromisoformat(text)
        except ValueError:
            self.fault("date", f"must be a date such as “2026-11-28”, not {shown(text)}.", key)
            return None

    def moment(self, key: str) -> datetime | None:
        """A date and time with its offset, as "2026-11-28T20:14:00+01:00"; None when faulty."""
        text = self.text(key, 40)
        if not text:
            return None
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            moment = None
        if moment is None or moment.utcoffset() is None:
            self.fault("moment", "must be a time with its offset, such as “2026-11-28T20:14:00+01:00”.", key)
            return None
        return moment

    def finished(self, read: "Callable[[ObjectReader], T]") -> T:
        """Read the object and report its unknown keys."""
        result = read(self)
        known = dict.fromkeys(self._known)
        for key in self._keys:
            if key not in known and key not in self._unused:
                close = f"; the keys here are {', '.join(known)}" if known else ""
                path = child_path(self.path, key)
                self.sink.append(
                    Fault("unknown-key", f"{shown(key)} is not a key that is known here{close}.", path)
                )
        return result


def checked_whole(value: object, low: int, high: int, fault: Callable[[str], None]) -> int:
    """A whole number within bounds, or 0 after `fault` was told why not."""
    # bool is an int to Python, not to whoever wrote `true` for a pair's number
    if isinstance(value, bool) or not isinstance(value, int):
        fault(f"must be a whole number, not {kind_of(value)}.")
    elif not low <= value <= high:
        fault(f"must be from {low} to {high}, not {value}.")
    else:
        return value
    return 0


def plain_decimal(value: Decimal) -> Decimal:
    """The same number without an exponent or trailing zeros, so that equal numbers are written alike."""
    reduced = value.normalize()
    return reduced.quantize(Decimal(1)) if reduced == reduced.to_integral_value() else reduced


def kind_of(value: object) -> str:
    """What a JSON value is, in words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | Decimal():
            return f"the number {value}"
        case str():
            return f"the text {shown(value)}"
        case list():
            return "a list"
        case _:
            return "an object"


def shown(value: object) -> str:
    """A value quoted in a sentence, cut when it is long."""
    if not isinstance(value, str):
        return kind_of(value)
    return f"“{value}”" if len(value) <= 40 else f"“{value[:39]}…”"


def one_of(choices: Iterable[str]) -> str:
    """ "a", "b" or "c"."""
    quoted = [f"“{choice}”" for choice in choices]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}" if len(quoted) > 1 else quoted[0]
