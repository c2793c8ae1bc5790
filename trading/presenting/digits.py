"""A number with the digits it has, and no more."""

from __future__ import annotations

from .numbers import number

_DIGITS = 8  # significant ones: beyond, the noise of sums


def plain(value: float) -> str:
    """A number in the reader's format, as short as it can be written."""
    written = f"{value:.{_DIGITS}g}"
    if "e" in written:
        return written.replace("-", "−")
    return number(value, len(written.partition(".")[2]))
