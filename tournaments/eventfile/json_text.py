"""Strict JSON: text or bytes in, plain values out, or faults that say where and what.

Owns: what counts as a well-formed file before anything in it is understood: size, encoding, syntax,
repeated keys, numbers that JSON does not have, depth, characters that no name can hold.
Never does: know what an event is.

Terms: *path*, the place of a value in the document, as `results[3].ns_bid` (lists count from 0, as
programs do); the whole document's path is "".

Numbers with a point are read as `Decimal`, so that 2.5 stays exactly 2.5.
"""

import json
import re
from decimal import Decimal

from scoring.faults import Fault, FaultsError

MAX_EVENT_BYTES = 20_000_000
"""Largest event file read: about 100,000 results; a bigger one is a mistake or an attack."""
MAX_DEPTH = 32
"""Deepest nesting allowed; an event file itself needs seven levels, a log entry's details a few more."""
MAX_DIGITS = 15
"""Longest number allowed; up to 15 digits a decimal survives every JSON reader's floating point."""
MAX_SEED_DIGITS = 19
"""Longest whole number under a key `seed`, which is 63 bits; nobody computes with it."""
MAX_RATING_DIGITS = 17
"""Longest number under the key `ratings`: what a floating-point number takes to be written and read again to the last
bit, since where ratings start is what `score` has printed."""

# What may be left of a token when a file is cut in the middle of it: a literal, a number, an escape, a
# constant.
_CUT_TOKEN = re.compile(
    r"(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|\.|[eE][+-]?|\.\d+[eE][+-]?|\\|\\u|\\?u?[0-9a-fA-F]{0,4})"
)
_RATING = re.compile(r"ratings[.\[]")
_FORBIDDEN_CHARACTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class _Repeated(dict[str, object]):
    """An object in which keys stood more than once; carries their names to the walk, which knows the path."""

    repeated: tuple[str, ...] = ()


class _Unreadable:
    """Stands where a number cannot be held, until the walk names its place."""

    def __init__(self, text: str) -> None:
        self.text = text


def parse_json(source: str | bytes) -> object:
    """Return the document as dict, list, str, int, Decimal, bool and None; raises FaultsError with every
    fault.
    """
    text = _decoded(source)
    if not text.strip():
        raise FaultsError((Fault("json-empty", "The file is empty; an event file holds one JSON object."),))
    try:
        document = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_decimal,
            parse_int=_integer,
            parse_constant=_Unreadable,
        )
    except json.JSONDecodeError as error:
        raise FaultsError((_syntax_fault(text, error),)) from None
    except RecursionError:
        raise FaultsError((_too_deep(""),)) from None
    faults: list[Fault] = []
    _walk(document, "", 0, faults)
    if faults:
        raise FaultsError(tuple(faults))
    return document


def child_path(path: str, key: str) -> str:
    """The path of `key` inside the object at `path`; keys that are no plain words are quoted."""
    if not (key.isascii() and key.isidentifier()):
        return f"{path}[{json.dumps(key)}]"
    return f"{path}.{key}" if path else key


def _decoded(source: str | bytes) -> str:
    if len(source) > MAX_EVENT_BYTES:
        message = f"The file is larger than {MAX_EVENT_BYTES // 1_000_000} MB; no event file is."
        raise FaultsError((Fault("json-too-large", message),))
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = source[: error.start].decode("utf-8-sig")
        line, column = _place(before, len(before))
        if error.reason == "unexpected end of data":
            raise FaultsError((_cut_fault(line, column),)) from None
        message = (
            f"Line {line}, column {column} is not UTF-8 text; save the file again with the encoding UTF-8."
        )
        raise FaultsError((Fault("json-encoding", message),)) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) == len(pairs):
        return result
    seen: set[str] = set()
    repeated: dict[str, None] = {}
    for key, _ in pairs:
        if key in seen:
            repeated[key] = None
        seen.add(key)
    marked = _Repeated(result)
    marked.repeated = tuple(repeated)
    return marked


def _decimal(text: str) -> Decimal | _Unreadable:
    value = Decimal(text)
    # the exponent is bounded before anything expands it: 1e999999999 is twelve characters and a billion
    # digits
    too_far = value != 0 and abs(value.adjusted()) > MAX_DIGITS
    # the walk, which knows the key, allows what is longer than MAX_DIGITS to a rating only
    if too_far or _digits(value) > MAX_RATING_DIGITS:
        return _Unreadable(text)
    return value


def _digits(value: Decimal) -> int:
    return len(value.normalize().as_tuple().digits)


def _integer(text: str) -> int | _Unreadable:
    # the walk, which knows the key, allows what is longer than MAX_DIGITS to a seed only
    return int(text) if len(text) <= MAX_SEED_DIGITS else _Unreadable(text)


def _walk(value: object, path: str, depth: int, faults: list[Fault]) -> None:
    """Collect what only the whole document shows: repeated keys, unreadable numbers, depth, characters."""
    if depth > MAX_DEPTH:
        faults.append(_too_deep(path))
    elif isinstance(value, dict):
        for key in getattr(value, "repeated", ()):
            message = f"The key “{key}” stands more than once in one object; keep one of them."
            faults.append(Fault("json-repeated-key", message, child_path(path, key)))
        for key, child in value.items():
            _check_text(key, path, faults)
            _walk(child, child_path(path, key), depth + 1, faults)
    elif isinstance(value, list):
        for index, child in enumerate(value):
            _walk(child, f"{path}[{index}]", depth + 1, faults)
    elif isinstance(value, str):
        _check_text(value, path, faults)
    elif isinstance(value, _Unreadable):
        faults.append(Fault("json-number", _unreadable_message(value.text), path))
    elif isinstance(value, int | Decimal) and _is_too_long(value, path):
        faults.append(Fault("json-number", _unreadable_message(str(value)), path))


def _is_too_long(value: int | Decimal, path: str) -> bool:
    if isinstance(value, Decimal):
        return _digits(value) > MAX_DIGITS and not _RATING.match(path)
    return abs(value) >= 10**MAX_DIGITS and not path.endswith(".seed")


def _unreadable_message(text: str) -> str:
    if text.lstrip("-") in ("NaN", "Infinity"):
        return f"{text} is not a number that JSON has; write a number."
    shown = text if len(text) <= 24 else f"{text[:20]}…"
    return f"{shown} is too long for a number; write at most {MAX_DIGITS} digits."


def _check_text(text: str, path: str, faults: list[Fault]) -> None:
    found = _FORBIDDEN_CHARACTER.search(text)
    if found:
        kind = "half of a character pair" if found[0] >= "\ud800" else "a control character"
        message = f"The text holds {kind} (U+{ord(found[0]):04X}) at place {found.start() + 1}; remove it."
        faults.append(Fault("json-character", message, path))


def _too_deep(path: str) -> Fault:
    message = f"Lists and objects are nested more than {MAX_DEPTH} deep; no event needs that."
    return Fault("json-too-deep", message, path)


def _syntax_fault(text: str, error: json.JSONDecodeError) -> Fault:
    rest = text[error.pos :].rstrip()
    if not rest or error.msg.startswith("Unterminated string") or _CUT_TOKEN.fullmatch(rest):
        return _cut_fault(*_place(text, len(text)))
    line, column = _place(text, error.pos)
    if error.msg.startswith("Extra data"):
        message = f"Something follows the end of the document at line {line}, column {column}; remove it."
    else:
        message = f"The file is not JSON at line {line}, column {column}: {_in_words(error.msg)}."
    return Fault("json-syntax", message)


def _in_words(message: str) -> str:
    return message[:1].lower() + message[1:].removesuffix(" at").removesuffix(": ")


def _cut_fault(line: int, column: int) -> Fault:
    message = (
        f"The file ends in the middle: at line {line}, column {column} something is still open; "
        "take a complete copy of the file."
    )
    return Fault("json-cut", message)


def _place(text: str, position: int) -> tuple[int, int]:
    """Line and column of a position, both from 1, counted in characters."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
