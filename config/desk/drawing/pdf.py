"""A drawing as a page of PDF: lines stay lines, texts stay texts."""

from __future__ import annotations

import io
from collections.abc import Sequence

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas as Writer

from config.desk.canvas import PAGE, Point, Side

from .fonts import BOLD, PLAIN, written


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
