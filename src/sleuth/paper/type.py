"""Type: how wide words are, and how they are made to fit.

Pages are set in Helvetica, which every PDF reader has, so that a sheet is a few kilobytes. Words that its
alphabet cannot write are set in a Unicode font of the system; where there is none they lose their accents.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpdf import FPDF

MM_PER_POINT = 25.4 / 72
SMALLEST = 4.5
"""Points; what would have to be smaller is cut off."""
PLAIN, UNICODE = "helvetica", "unicode"
FONTS = ("DejaVuSans", "NotoSans-Regular", "LiberationSans-Regular", "Arial", "arial")
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "/Library/Fonts", "C:/Windows/Fonts")


@cache
def unicode_font() -> Path | None:
    """A font with many alphabets, if the system has one."""
    folders = [Path(folder).expanduser() for folder in FOLDERS]
    files = {file.stem: file for folder in folders if folder.is_dir() for file in folder.rglob("*.ttf")}
    return next((files[name] for name in FONTS if name in files), None)


def is_plain(text: str) -> bool:
    """Whether the built-in alphabet can write it."""
    return text.encode("cp1252", "ignore").decode("cp1252") == text


def sheet() -> FPDF:
    """An empty document that knows the fonts."""
    from fpdf import FPDF

    document = FPDF(unit="mm", format="A4")
    document.set_auto_page_break(False)
    document.set_margins(0, 0)
    document.core_fonts_encoding = "cp1252"
    return document


def choose(document: FPDF, text: str, size: float, *, bold: bool) -> str:
    """Set the font that can write this text, and return the text as it will be written."""
    if is_plain(text):
        document.set_font(PLAIN, "B" if bold else "", size)
        return text
    file = unicode_font()
    if file is None:
        document.set_font(PLAIN, "B" if bold else "", size)
        bare = unicodedata.normalize("NFKD", text)
        return bare.encode("cp1252", "ignore").decode("cp1252")
    if UNICODE not in document.fonts:
        document.add_font(UNICODE, fname=file)
    document.set_font(UNICODE, "", size)
    return text


@cache
def _ruler() -> FPDF:
    document = sheet()
    document.add_page()
    return document


@cache
def _ems(text: str, bold: bool) -> float:
    """The width at a size of one point, in millimetres."""
    ruler = _ruler()
    return float(ruler.get_string_width(choose(ruler, text, 100, bold=bold))) / 100


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line of text is, in millimetres."""
    return _ems(text, bold) * size


def fitted(text: str, size: float, room: float, *, bold: bool = False) -> tuple[str, float]:
    """The text and the size at which it fits: smaller if need be, and cut off at worst."""
    wide = width(text, size, bold=bold)
    if wide <= room:
        return text, size
    size = max(SMALLEST, size * room / wide)
    while len(text) > 1 and width(text, size, bold=bold) > room + 0.01:
        text = text.rstrip("…")[:-1].rstrip() + "…"
        if text == "…":
            break
    return text, size


def wrapped(text: str, size: float, room: float, *, bold: bool = False) -> Iterator[str]:
    """The text in lines that fit."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size, bold=bold) > room:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
