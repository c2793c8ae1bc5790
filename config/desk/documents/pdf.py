"""A document as PDF, on A4 pages with their numbers; texts stay texts."""

from __future__ import annotations

import io
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import ListFlowable, Paragraph, SimpleDocTemplate, Table, TableStyle

from config.desk.drawing import BOLD, PLAIN, written

from .document import Block, Document, Grid

_INK, _LINE = HexColor("#1d2326"), HexColor("#b9c0bf")
_MARGIN = 56
_TEXT = ParagraphStyle(
    "text", fontName=PLAIN, fontSize=9.5, leading=14, textColor=_INK, spaceAfter=6, wordWrap="LTR",
    splitLongWords=True,
)  # fmt: skip
_CELL = ParagraphStyle("cell", parent=_TEXT, fontSize=8.5, leading=11.5, spaceAfter=0)
_HEAD = ParagraphStyle("head", parent=_CELL, fontName=BOLD)
_TITLE = ParagraphStyle("title", parent=_TEXT, fontName=BOLD, fontSize=17, leading=22, spaceAfter=8)
_HEADING = ParagraphStyle(
    "heading", parent=_TEXT, fontName=BOLD, fontSize=12, leading=16, spaceBefore=10, spaceAfter=4,
    keepWithNext=True,
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
    found: list[Any] = [_paragraph(block.title, _HEADING)]
    found += [_paragraph(text) for text in block.paragraphs]
    if block.points:
        points = [_paragraph(point) for point in block.points]
        found.append(ListFlowable(points, bulletType="bullet", start="•", leftIndent=12))
    if block.grid:
        found.append(_grid(block.grid, width))
    return found


def _grid(grid: Grid, width: float) -> Table:
    """A table over the whole width; a row of it never outgrows a page."""
    rows = [[_paragraph(text, _HEAD) for text in grid.head]]
    rows += [[_paragraph(text, _CELL) for text in row] for row in grid.rows]
    wide = [_weight(grid, column) for column in range(len(grid.head))]
    style = TableStyle(
        [
            ("GRID", (0, 0), (-1, -1), 0.4, _LINE),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ]
    )
    widths = [width * each / sum(wide) for each in wide]
    return Table(rows, colWidths=widths, style=style, repeatRows=1, splitInRow=1, hAlign="LEFT")


def _weight(grid: Grid, column: int) -> float:
    """How much of the width a column needs: by the length of what stands in it, within bounds."""
    longest = max(len(row[column]) for row in (grid.head, *grid.rows))
    return float(min(60, max(9, longest)))


def _paragraph(text: str, style: ParagraphStyle = _TEXT) -> Paragraph:
    shown = "".join(each for each in text if each.isprintable() or each == "\n")
    return Paragraph(escape(written(shown)).replace("\n", "<br/>"), style)


def _number(page: Any, document: Any) -> None:
    page.setFont(PLAIN, 8)
    page.drawCentredString(A4[0] / 2, 30, str(document.page))
