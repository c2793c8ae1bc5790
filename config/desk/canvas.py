"""What a drawing asks of a page: lines, areas and texts, in points from the upper left corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

Point = tuple[float, float]
Side = Literal["left", "right", "middle"]

PAGE: tuple[float, float] = (595.0, 842.0)
"""A4 upright, in points."""


class Canvas(Protocol):
    """One page of the size PAGE. Colours are `#rrggbb`."""

    def lines(
        self, points: Sequence[Point], colour: str, width: float = 0.5, dash: float = 0.0
    ) -> None:
        """Straight lines from point to point; `dash` is the length of a dash and of its gap."""

    def area(self, points: Sequence[Point], colour: str) -> None:
        """The area within points, filled."""

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
        """A line of text whose baseline begins, ends or is centred at a point."""

    def wide(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text is."""

    def finished(self) -> bytes:
        """The file."""
