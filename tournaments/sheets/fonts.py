"""Which font draws which character, and how wide.

Owns: the faces (all out of installed packages, all embedded), the choice of a face for each character,
right-to-left order and Arabic joining, widths. Never does: draw, break lines, or ask the system for fonts.

Terms: *style* – regular, bold or italic of the text face; *fallback* – a face for what the text face lacks;
*run* – a stretch of text in one face; *line* – runs in the order of drawing, left to right, and their width
at one point.

Bold and italic exist in the text face alone: names in other scripts are set in their regular face. Scripts
whose letters change with their neighbours are joined for Arabic only; Indic letters stand one by one. Emoji are
drawn, but ReportLab notes them in the file by the lower half of their number, so a search does not find them.
"""

import importlib.util
import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

from arabic_reshaper import ArabicReshaper
from bidi import get_display
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REPLACEMENT = "☐"  # in the text face: what no face can draw stays visible and countable


class Style(StrEnum):
    """The text face's styles; the value is the name of the face."""

    REGULAR = "SourceSansPro-Regular"
    BOLD = "SourceSansPro-Semibold"
    ITALIC = "SourceSansPro-It"


@dataclass(frozen=True, slots=True)
class Face:
    """A font file inside an installed package; `name` is unique here and in ReportLab's registry."""

    name: str
    package: str
    file: str


@dataclass(frozen=True, slots=True)
class Line:
    """Text ready to draw: (font, text) runs from left to right; `width` in points at one point of size."""

    runs: tuple[tuple[TTFont, str], ...]
    width: float


class FontError(RuntimeError):
    """A font package is not installed: the installation is broken, nothing a user can mend."""


_TEXT_PACKAGE = "font_source_sans_pro"
_WORLD_PACKAGE = "manimgx_fonts"
_CJK = Face("WenQuanYiMicroHei", "paperang_p2_fonts_cjk", "fonts/wqy-microhei.ttc")
# First block, last block and file: so that a Thai name does not open twenty fonts to find its own.
_SCRIPTS = (
    (0x0530, 0x058F, "Armenian"),
    (0x0590, 0x05FF, "Hebrew"),
    (0x0600, 0x08FF, "Arabic"),
    (0x0900, 0x097F, "Devanagari"),
    (0x0980, 0x09FF, "Bengali"),
    (0x0A00, 0x0A7F, "Gurmukhi"),
    (0x0A80, 0x0AFF, "Gujarati"),
    (0x0B00, 0x0B7F, "Oriya"),
    (0x0B80, 0x0BFF, "Tamil"),
    (0x0C00, 0x0C7F, "Telugu"),
    (0x0C80, 0x0CFF, "Kannada"),
    (0x0D00, 0x0D7F, "Malayalam"),
    (0x0D80, 0x0DFF, "Sinhala"),
    (0x0E00, 0x0E7F, "Thai"),
    (0x0E80, 0x0EFF, "Lao"),
    (0x1000, 0x109F, "Myanmar"),
    (0x10A0, 0x10FF, "Georgian"),
    (0x1200, 0x139F, "Ethiopic"),
    (0x1780, 0x17FF, "Khmer"),
    (0xFB1D, 0xFB4F, "Hebrew"),
    (0xFB50, 0xFDFF, "Arabic"),
    (0xFE70, 0xFEFE, "Arabic"),
)
_RIGHT_TO_LEFT = frozenset({"R", "AL", "RLE", "RLO", "RLI"})
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
# Soft hyphens, direction marks, variation selectors, tags: no shape of their own; a font that lacks them
# would draw a box.
_SHAPELESS = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e0fff]"
)
_HALVES = re.compile("[\ud800-\udfff]")  # a surrogate without its other half; no encoding has it
_JOINERS = re.compile("[\u200c\u200d]")
_loaded: dict[str, TTFont] = {}
FONTS_IN_USE = Lock()  # held while a font is opened or embedded: ReportLab's fonts are not made for threads
_reshaper = ArabicReshaper({"delete_harakat": False, "support_ligatures": True})


def _world(name: str) -> Face:
    return Face(f"NotoSans{name}", _WORLD_PACKAGE, f"NotoSans{name}[wght].ttf")


def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise FontError(f"The font package {package} is not installed; install requirements/main.txt.")
    return Path(next(iter(spec.submodule_search_locations)))


def _load(face: Face) -> TTFont:
    """The face, opened once a process: two copies of one face would share a name inside a document."""
    loaded = _loaded.get(face.name)
    if loaded is None:
        with FONTS_IN_USE:
            loaded = _loaded.get(face.name) or _open(face)
            _loaded[face.name] = loaded
    return loaded


def _open(face: Face) -> TTFont:
    path = _package_folder(face.package) / face.file
    opened = TTFont(face.name, str(path), asciiReadable=False, shapable=False)
    pdfmetrics.registerFont(opened)
    return opened


@cache
def font(style: Style) -> TTFont:
    """The text face in that style, registered with ReportLab under the style's value."""
    return _load(Face(style.value, _TEXT_PACKAGE, f"files/{style.value}.ttf"))


def _fallbacks(code: int) -> tuple[Face, ...]:
    scripts = tuple(_world(name) for first, last, name in _SCRIPTS if first <= code <= last)
    emoji = Face("NotoEmoji", _WORLD_PACKAGE, "NotoEmoji[wght].ttf")
    return (_world(""), *scripts, emoji, _world("Symbols"), _CJK)


@lru_cache(maxsize=50_000)
def _font_for(character: str, style: Style) -> tuple[TTFont, str]:
    """The first face that has the character, and what to draw: the character, or the replacement box."""
    own = font(style)
    code = ord(character)
    if code in own.face.charToGlyph:
        return own, character
    for face in _fallbacks(code):
        candidate = _load(face)
        if code in candidate.face.charToGlyph:
            return candidate, character
    return own, REPLACEMENT


def clean(text: str) -> str:
    """Text for one line: composed, controls and runs of space as one space, without marks that have no shape.

    The two joiners stay, since Arabic letters heed them; `line` drops them once letters are joined.
    """
    return " ".join(_SHAPELESS.sub("", _CONTROLS.sub(" ", unicodedata.normalize("NFC", text))).split())


def plain(text: str) -> str:
    """Text for a viewer's own lists and window titles: cleaned, half characters replaced as they are on paper."""
    return _HALVES.sub(REPLACEMENT, clean(text))


def _visual(text: str) -> str:
    """From the order of reading to the order of drawing, Arabic letters joined."""
    if not any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text):
        return text
    return str(get_display(_reshaper.reshape(text)))


@lru_cache(maxsize=50_000)
def line(text: str, style: Style = Style.REGULAR) -> Line:
    """Any text as runs from left to right.

    A character that no face has becomes the replacement box, and so does a text of nothing but shapeless
    marks: what somebody entered never vanishes from paper.
    """
    drawable = _JOINERS.sub("", _visual(clean(text)))
    if not drawable and text.strip():
        drawable = REPLACEMENT
    runs: list[tuple[TTFont, str]] = []
    for character in drawable:
        face, drawn = _font_for(character, style)
        if runs and runs[-1][0] is face:
            runs[-1] = (face, runs[-1][1] + drawn)
        else:
            runs.append((face, drawn))
    return Line(tuple(runs), sum(face.stringWidth(run, 1) for face, run in runs))


def width(text: str, style: Style, size: float) -> float:
    """Width in points of a text set on one line."""
    return line(text, style).width * size
