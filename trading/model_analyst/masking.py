"""Masked mode: what a model must not see of the data it speaks of."""

from __future__ import annotations

from typing import Any, Protocol


class Masking(Protocol):
    """Takes ticker, dates and price level out of what is said to a model."""

    masked: bool

    def text(self, words: str) -> str:
        """Words without the ticker, its names, its peers', and dates."""

    def plain(self, value: Any) -> Any:
        """A JSON value with every text in it masked, and with no price level."""


class Unmasked:
    """Nothing is hidden."""

    masked = False

    def text(self, words: str) -> str:
        return words

    def plain(self, value: Any) -> Any:
        return value
