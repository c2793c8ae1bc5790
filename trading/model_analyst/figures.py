"""The numbers that a model may repeat: those it was given, and their roundings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from config.llm.figures import given

_TINY = 0.0001


def shown(value: Any) -> Any:
    """A JSON value with its numbers as a reader needs them: no digits that say nothing."""
    if isinstance(value, dict):
        return {key: shown(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [shown(each) for each in value]
    if not isinstance(value, float):
        return value
    if 0 < abs(value) < _TINY:
        return f"< {_TINY}" if value > 0 else f"> -{_TINY}"
    return round(value, 2 if abs(value) >= 1 else 4)


def known(*values: Any) -> frozenset[str]:
    """The numbers in some JSON values and texts, in the form that `strike` compares.

    A number may be said with fewer decimals, and a share as a percentage.
    """
    texts: list[str] = []
    for value in values:
        texts += _texts(value)
    return given(texts)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _forms(abs(float(value)))


def _forms(size: float) -> Iterator[str]:
    yield from _rounded(size)
    if 0.001 <= size <= 1:
        yield from _rounded(size * 100)


def _rounded(size: float) -> Iterator[str]:
    """With up to four decimals; without any only where that keeps two digits of it."""
    for decimals in (4, 3, 2, 1, *([0] if size >= 10 or size == round(size) else [])):
        if shortened := round(size, decimals):
            yield f"{shortened:.{decimals}f}"
    if not size:
        yield "0"
