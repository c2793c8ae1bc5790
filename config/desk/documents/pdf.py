"""PDF and PNG: a document on A4 pages with their numbers, and a page that is drawn once and written
as either; texts stay texts.

Lengths are in points from the upper left corner.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, Protocol
from xml.sax.saxutils import escape

import reportlab
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas as Writer
from reportlab.platypus import CondPageBreak, Paragraph, SimpleDocTemplate, Table, TableStyle

from config.desk.documents import Block, Document, Grid

Point = tuple[float, float]
Side = Literal["left", "right", "middle"]

PAGE: tuple[float, float] = (595.0, 842.0)
"""A4 upright, in points."""


class Canvas(Protocol):
    """One page of the size PAGE. Colours are `#rrggbb`."""

    def lines(
        self, points: Sequence[Point], colour: str, width: float = 0.5, dash: float = 0.0
    ) -> None:
        """Draw straight lines from point to point; `dash` is the length of a dash and of its
        gap."""

    def area(self, points: Sequence[Point], colour: str) -> None:
        """Fill the area within points."""

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        *,
        bold: bool = False,
        colour: str = "#1d2326",
        side: Side = "left",
    ) -> None:
        """Write a line of text whose baseline begins, ends or is centred at a point."""

    def wide(self, text: str, size: float, *, bold: bool = False) -> float:
        """The width of a text."""

    def finished(self) -> bytes:
        """The content of the file."""


_FOLDER = Path(reportlab.__file__).parent / "fonts"
_FILES = {"Vera": "Vera.ttf", "Vera-Bold": "VeraBd.ttf", "Vera-Italic": "VeraIt.ttf"}
PLAIN, BOLD = "Vera", "Vera-Bold"
# Plain spellings of characters that the typeface lacks.
_SPELT = str.maketrans({
    "→": "->", "←": "<-", "✓": "+", "✗": "x", "№": "No.", "\u202f": "\u00a0", "\u2009": "\u00a0",
    "\u2011": "-", "▲": "^", "▼": "v", "●": "•",
})  # fmt: skip


def path_of(name: str) -> str:
    """The file of a typeface, for code that draws with it directly."""
    return str(_FOLDER / _FILES[name])


@cache
def _known() -> frozenset[int]:
    """The characters of the typeface; the first call registers it for PDF."""
    for name, file in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(_FOLDER / file)))
    pdfmetrics.registerFontFamily(
        PLAIN, normal=PLAIN, bold=BOLD, italic="Vera-Italic", boldItalic=BOLD
    )
    return frozenset(pdfmetrics.getFont(PLAIN).face.charToGlyph)


def written(text: str) -> str:
    """A text in characters that the typeface has; any other becomes a question mark."""
    known = _known()
    return "".join(
        each if ord(each) in known or each == "\n" else "?" for each in text.translate(_SPELT)
    )


class PdfCanvas:
    """See `Canvas`. The same drawing gives the same bytes."""

    def __init__(self, title: str, language: str) -> None:
        self._file = io.BytesIO()
        self._page = Writer(self._file, pagesize=PAGE, invariant=1, lang=language)
        self._page.setTitle(written(title))
        self._page.setCreator("Crivo")
        self._page.setLineJoin(1)

    def lines(
        self, points: Sequence[Point], colour: str, width: float = 0.5, dash: float = 0.0
    ) -> None:
        self._page.setStrokeColor(colour)
        self._page.setLineWidth(width)
        self._page.setDash([dash, dash] if dash else [])
        self._page.drawPath(self._path(points), stroke=1, fill=0)

    def area(self, points: Sequence[Point], colour: str) -> None:
        self._page.setFillColor(colour)
        path = self._path(points)
        path.close()
        self._page.drawPath(path, stroke=0, fill=1)

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        *,
        bold: bool = False,
        colour: str = "#1d2326",
        side: Side = "left",
    ) -> None:
        shown = written(text)
        self._page.setFont(BOLD if bold else PLAIN, size)
        self._page.setFillColor(colour)
        draw = {
            "left": self._page.drawString,
            "right": self._page.drawRightString,
            "middle": self._page.drawCentredString,
        }[side]
        draw(at[0], PAGE[1] - at[1], shown)

    def wide(self, text: str, size: float, *, bold: bool = False) -> float:
        shown = written(text)
        return float(pdfmetrics.stringWidth(shown, BOLD if bold else PLAIN, size))

    def finished(self) -> bytes:
        self._page.showPage()
        self._page.save()
        return self._file.getvalue()

    def _path(self, points: Sequence[Point]):  # type: ignore[no-untyped-def]
        path = self._page.beginPath()
        for place, (x, y) in enumerate(points):
            (path.lineTo if place else path.moveTo)(x, PAGE[1] - y)
        return path


SCALE = 2  # pixels per point
_FINE = 2  # drawn larger and reduced, so that lines have smooth edges
_ANCHORS = {"left": "ls", "right": "rs", "middle": "ms"}


class PngCanvas:
    """See `Canvas`. The same drawing gives the same bytes."""

    def __init__(self) -> None:
        self._by = SCALE * _FINE
        size = (round(PAGE[0] * self._by), round(PAGE[1] * self._by))
        self._image = Image.new("RGB", size, "#ffffff")
        self._draw = ImageDraw.Draw(self._image)

    def lines(
        self, points: Sequence[Point], colour: str, width: float = 0.5, dash: float = 0.0
    ) -> None:
        wide = max(1, round(width * self._by))
        for part in _dashes(points, dash) if dash else [points]:
            self._draw.line([self._dot(one) for one in part], colour, wide, joint="curve")

    def area(self, points: Sequence[Point], colour: str) -> None:
        self._draw.polygon([self._dot(one) for one in points], colour)

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        *,
        bold: bool = False,
        colour: str = "#1d2326",
        side: Side = "left",
    ) -> None:
        font = _font(bold, size * self._by)
        self._draw.text(self._dot(at), written(text), colour, font, anchor=_ANCHORS[side])

    def wide(self, text: str, size: float, *, bold: bool = False) -> float:
        return float(_font(bold, size * self._by).getlength(written(text))) / self._by

    def finished(self) -> bytes:
        reduced = self._image.reduce(_FINE)
        file = io.BytesIO()
        reduced.quantize(64).save(file, "PNG", optimize=True)
        return file.getvalue()

    def _dot(self, point: Point) -> Point:
        return point[0] * self._by, point[1] * self._by


@cache
def _font(bold: bool, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path_of(BOLD if bold else PLAIN), size)


def _dashes(points: Sequence[Point], dash: float) -> Iterator[list[Point]]:
    """The dashes of a line through points, each followed by a gap of the same length."""
    drawn, left = True, dash
    part = [points[0]] if points else []
    for begin, end in pairwise(points):
        length, gone = math.dist(begin, end), 0.0
        while length - gone > left:
            gone += left
            share = gone / length
            at = (begin[0] + share * (end[0] - begin[0]), begin[1] + share * (end[1] - begin[1]))
            if drawn:
                yield [*part, at]
            drawn, left, part = not drawn, dash, [at]
        left -= length - gone
        part.append(end)
    if drawn and len(part) > 1:
        yield part


_INK, _LINE = HexColor("#1d2326"), HexColor("#b9c0bf")
_MARGIN = 56
_PADDING, _LONGEST = 13.0, 110.0
_LEAST = 80  # points left on a page where a heading may still begin
_SPACE = re.compile(r"[ \n]")  # where a line may be broken: not at a no-break space
_TEXT = ParagraphStyle(
    "text", fontName=PLAIN, fontSize=9.5, leading=14, textColor=_INK, spaceAfter=6, wordWrap="LTR",
    splitLongWords=True,
)  # fmt: skip
_CELL = ParagraphStyle("cell", parent=_TEXT, fontSize=8.5, leading=11.5, spaceAfter=0)
_POINT = ParagraphStyle(
    "point", parent=_TEXT, leftIndent=12, bulletFontName=PLAIN, bulletFontSize=9.5
)
_HEAD = ParagraphStyle("head", parent=_CELL, fontName=BOLD)
_TITLE = ParagraphStyle("title", parent=_TEXT, fontName=BOLD, fontSize=17, leading=22, spaceAfter=8)
_HEADING = ParagraphStyle(
    "heading", parent=_TEXT, fontName=BOLD, fontSize=12, leading=16, spaceBefore=10, spaceAfter=4,
)  # fmt: skip


def pdf(document: Document) -> bytes:
    """The document; the same one gives the same bytes. Texts of people are never markup."""
    written("")  # the typeface is registered
    buffer = io.BytesIO()
    made = SimpleDocTemplate(
        buffer, pagesize=A4, title=written(document.title), author="Crivo", invariant=1,
        lang="pt-BR" if document.language == "pt" else "en", leftMargin=_MARGIN,
        rightMargin=_MARGIN, topMargin=_MARGIN, bottomMargin=_MARGIN,
    )  # fmt: skip
    story = [_paragraph(document.title, _TITLE)]
    for block in document.blocks:
        story += _block(block, A4[0] - 2 * _MARGIN)
    made.build(story, onFirstPage=_number, onLaterPages=_number)
    return buffer.getvalue()


def _block(block: Block, width: float) -> list[Any]:
    """A heading with its content; a page does not end with a heading."""
    found: list[Any] = [CondPageBreak(_LEAST), _paragraph(block.title, _HEADING)]
    found += [_paragraph(text) for text in block.paragraphs]
    found += [_paragraph(point, _POINT, "•") for point in block.points]
    if block.grid:
        found.append(_grid(block.grid, width))
    return found


def _grid(grid: Grid, width: float) -> Table:
    """A table over the full width; no row is higher than a page."""
    rows = [[_paragraph(text, _HEAD) for text in grid.head]]
    rows += [[_paragraph(text, _CELL) for text in row] for row in grid.rows]
    style = TableStyle(
        [
            ("GRID", (0, 0), (-1, -1), 0.4, _LINE),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ]
    )
    return Table(
        rows, colWidths=widths(grid, width), style=style, repeatRows=1, splitInRow=1, hAlign="LEFT"
    )


def widths(grid: Grid, width: float) -> list[float]:
    """The widths of the columns: each has room for its longest word, and the rest is shared by
    the length of the texts. Where even the words do not fit, they are broken."""
    columns = range(len(grid.head))
    least = [_word_width(grid, column) for column in columns]
    if sum(least) > width:
        return [width * each / sum(least) for each in least]
    longest = [max(len(row[column]) for row in (grid.head, *grid.rows)) for column in columns]
    weights = [min(60, each) for each in longest]
    rest = (width - sum(least)) / max(1, sum(weights))
    return [word + rest * weight for word, weight in zip(least, weights, strict=True)]


def _word_width(grid: Grid, column: int) -> float:
    """The width of the longest word of a column, with padding; a code counts less."""
    cells = [(grid.head[column], BOLD), *((row[column], PLAIN) for row in grid.rows)]
    longest: float = max(
        min(_LONGEST, stringWidth(written(word), typeface, _CELL.fontSize))
        for text, typeface in cells
        for word in _SPACE.split(text)
    )
    return longest + _PADDING


def _paragraph(text: str, style: ParagraphStyle = _TEXT, bullet: str | None = None) -> Paragraph:
    shown = "".join(each for each in text if each.isprintable() or each == "\n")
    return Paragraph(escape(written(shown)).replace("\n", "<br/>"), style, bulletText=bullet)


def _number(page: Any, document: Any) -> None:
    page.setFont(PLAIN, 8)
    page.drawCentredString(A4[0] / 2, 30, str(document.page))
