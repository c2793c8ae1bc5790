"""A document as PDF, on A4 pages with their numbers; texts stay texts."""

from __future__ import annotations

import io
import re
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import CondPageBreak, Paragraph, SimpleDocTemplate, Table, TableStyle

from config.desk.documents import Block, Document, Grid
from config.desk.drawing import BOLD, PLAIN, written

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
