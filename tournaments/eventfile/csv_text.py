"""Tables as spreadsheets save them: bytes in, records of cells out; and records back to bytes.

Owns: size, encoding, delimiter, quoting, and the guard that keeps a spreadsheet from running a cell as a
formula.
Never does: know what a column means (`tables`).

Terms: *record*, one row of the spreadsheet; its *line* is the row's number there, the header's being 1 (a
quoted line break does not make a new row, an empty row counts); *delimiter*, what stands between two
cells.
"""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import charset_normalizer

from scoring.faults import Fault, FaultsError

MAX_TABLE_BYTES = 5_000_000
"""Largest table read: about 100,000 rows, far above any event."""
MAX_ROWS = 20_000
MAX_COLUMNS = 100
DELIMITERS = (",", ";", "\t")

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    # UTF-32 first: its mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_SCRIPTS = ["cp1252", "cp1251", "cp1253"]
"""Latin, Cyrillic and Greek: which of these it is shows clearly, even in a short list of names."""
_CENTRAL_EUROPEAN = "łŁąĄżŻźŹľĽśŚěĚůŮ".encode("cp1250")
"""Letters whose bytes are symbols, or letters that hardly any name has, in cp1252."""
_WESTERN = "åÅàÀãÃ".encode("cp1252")
"""Letters whose bytes are letters that hardly any name has in cp1250."""
_SAMPLE = 50_000
_FORMULA = re.compile(r"[=+\-@\t\r]")
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?(?:\+[0-9]+)?")
_GUARDED = re.compile(r"'[=+\-@\t\r]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Record:
    """One row of a table: its number in the spreadsheet and its cells, trimmed."""

    line: int
    cells: tuple[str, ...]

    def __bool__(self) -> bool:
        return any(self.cells)


def size_fault(length: int) -> Fault | None:
    """The fault of a table of `length` bytes that is too large to be read, so that callers need not read
    it.
    """
    if length <= MAX_TABLE_BYTES:
        return None
    message = f"The file is larger than {MAX_TABLE_BYTES // 1_000_000} MB; a table of an event never is."
    return Fault("table-too-large", message)


def decode(data: bytes) -> tuple[str, str]:
    """The text and the encoding it was in; raises FaultsError for what is no text.

    A byte order mark decides; without one UTF-8 is tried, which other encodings do not look like by
    chance; then the likeliest one-byte encoding by the letters it makes, cp1252 (Western European) when
    nothing is likelier.
    """
    too_large = size_fault(len(data))
    if too_large:
        raise FaultsError((too_large,))
    if data.startswith(_WORKBOOKS):
        message = "This is a spreadsheet workbook; open it and save the sheet as CSV."
        raise FaultsError((Fault("table-workbook", message),))
    encoding = next((name for mark, name in _BOMS if data.startswith(mark)), None) or _guess(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        message = f"The file claims to be {encoding.upper()} and is not; save it again as UTF-8."
        raise FaultsError((Fault("table-encoding", message),)) from None
    if "\x00" in text:
        message = "The file holds NUL characters, so it is no table; save the sheet as CSV."
        raise FaultsError((Fault("table-nul", message),))
    return text, encoding.removesuffix("-sig")


def _guess(data: bytes) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        if b"\x00" not in data:
            return "utf-8"
    # a text in Latin letters has a zero in every other byte when it is UTF-16 without its mark
    zeros_even, zeros_odd = data[:_SAMPLE:2].count(0), data[1:_SAMPLE:2].count(0)
    if zeros_even + zeros_odd > len(data[:_SAMPLE]) // 4:
        return "utf-16-le" if zeros_odd > zeros_even else "utf-16-be"
    return _likeliest_one_byte(data)


def _likeliest_one_byte(data: bytes) -> str:
    """The encoding of a text that is neither UTF-8 nor UTF-16, judged by its lines that are not plain
    ASCII.
    """
    telling = b"\n".join(line for line in data.splitlines() if not line.isascii())[:_SAMPLE]
    best = charset_normalizer.from_bytes(telling, cp_isolation=_SCRIPTS).best()
    script = best.encoding if best else "cp1252"
    if script == "cp1252" and _looks_central_european(telling):
        script = "cp1250"
    for encoding in (script, "cp1252"):
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    # cp1252 leaves five bytes undefined, which Latin-1 reads as control characters
    return "latin_1"


def _looks_central_european(telling: bytes) -> bool:
    """Whether Latin letters are those of cp1250. A detector by statistics cannot tell from a list of names."""
    central = sum(telling.count(byte) for byte in _CENTRAL_EUROPEAN)
    return central > sum(telling.count(byte) for byte in _WESTERN)


def split(text: str, score: Callable[[Sequence[str]], int]) -> tuple[list[Record], str]:
    """The records and the delimiter; raises FaultsError where quoting is broken or there is too much.

    The delimiter is the one under which the first row has the highest `score` (how many of its cells are
    known column names), then the most cells. Spreadsheets may say it themselves in a first row such as
    `sep=;`.
    """
    announced = re.match(r"sep=([,;\t])\r?\n", text)
    if announced:
        text = text[announced.end() :]
        return list(_records(text, announced[1], first_line=2)), announced[1]
    headers = {delimiter: _first(text, delimiter) for delimiter in DELIMITERS}
    best = max(DELIMITERS, key=lambda delimiter: (score(headers[delimiter]), len(headers[delimiter])))
    return list(_records(text, best)), best


def _first(text: str, delimiter: str) -> Sequence[str]:
    """The first row that is not empty."""
    head = text[:_SAMPLE].lstrip()
    row = next(csv.reader(io.StringIO(head, newline=""), delimiter=delimiter), [])
    return [cell.strip() for cell in row]


def _records(text: str, delimiter: str, first_line: int = 1) -> Iterator[Record]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = first_line - 1
    try:
        for line, row in enumerate(reader, start=first_line):
            if line > MAX_ROWS:
                message = f"The table has more than {MAX_ROWS} rows; no event has."
                raise FaultsError((Fault("table-too-long", message, f"row {line}"),))
            if len(row) > MAX_COLUMNS:
                message = f"The row has {len(row)} cells; at most {MAX_COLUMNS} are read."
                raise FaultsError((Fault("table-too-wide", message, f"row {line}"),))
            yield Record(line, tuple(_cleaned(cell) for cell in row))
    except csv.Error as error:
        raise FaultsError((Fault("table-quoting", _quoting_message(error), f"row {line + 1}"),)) from None


def _quoting_message(error: csv.Error) -> str:
    if "field larger" in str(error):
        return "A cell is longer than any name or number; perhaps a quotation mark is not closed."
    if "end of data" in str(error):
        return "A quotation mark is opened and never closed; close it, or write it twice."
    return "A quotation mark stands in the middle of a cell; write it twice, inside a quoted cell."


def _cleaned(cell: str) -> str:
    """Trimmed, quoted line breaks become blanks, and the guard of `guarded` is taken off."""
    return " ".join((cell[1:] if _GUARDED.match(cell) else cell).split())


def control_character(text: str) -> str | None:
    """The first character of a cell that no name or number holds, such as "U+0007"; None when there is
    none.
    """
    found = _CONTROL.search(text)
    return f"U+{ord(found[0]):04X}" if found else None


def guarded(cell: object) -> str:
    """A cell that no spreadsheet runs as a formula: an apostrophe before =, +, - and @, except in plain
    numbers.
    """
    text = "" if cell is None else str(cell)
    if _FORMULA.match(text) and not _PLAIN_NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def write_table(header: Sequence[str], rows: Iterable[Sequence[object]], delimiter: str = ",") -> bytes:
    """A table as bytes: UTF-8 with a byte order mark, which spreadsheets need to know it by, rows ending
    in CR LF.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(header)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")
