"""A drawing as a picture, twice as many dots as points."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from config.desk.canvas import PAGE, Point, Side

from .fonts import BOLD, PLAIN, path_of, written

SCALE = 2  # dots a point
_FINE = 2  # drawn so much larger, and reduced: lines get smooth edges
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
    """The line through some points as dashes, each with a gap of its length behind it."""
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
