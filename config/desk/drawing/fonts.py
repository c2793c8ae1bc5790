"""The typeface of files: Bitstream Vera, which ships with reportlab."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

_FOLDER = Path(reportlab.__file__).parent / "fonts"
_FILES = {"Vera": "Vera.ttf", "Vera-Bold": "VeraBd.ttf", "Vera-Italic": "VeraIt.ttf"}
PLAIN, BOLD = "Vera", "Vera-Bold"
# What the typeface lacks and has a plain spelling.
_SPELT = str.maketrans({
    "→": "->", "←": "<-", "✓": "+", "✗": "x", "№": "No.", "\u202f": "\u00a0", "\u2009": "\u00a0",
    "\u2011": "-", "▲": "^", "▼": "v", "●": "•",
})  # fmt: skip


def path_of(name: str) -> str:
    """The file of a typeface, for those who draw it themselves."""
    return str(_FOLDER / _FILES[name])


@cache
def _known() -> frozenset[int]:
    """The characters that the typeface has; it is registered for PDF with the first call."""
    for name, file in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(_FOLDER / file)))
    pdfmetrics.registerFontFamily(
        PLAIN, normal=PLAIN, bold=BOLD, italic="Vera-Italic", boldItalic=BOLD
    )
    return frozenset(pdfmetrics.getFont(PLAIN).face.charToGlyph)


def written(text: str) -> str:
    """A text in characters that the typeface has; any other is a question mark."""
    known = _known()
    return "".join(
        each if ord(each) in known or each == "\n" else "?" for each in text.translate(_SPELT)
    )
