"""What was worked out before, by what it was asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Asked = TypeVar("Asked")
Told = TypeVar("Told")


class Remembered(dict[Asked, Told]):
    """A function's answers, at most so many: a full one starts anew.

    Quicker than `lru_cache`, which on each call also notes which answer was asked for last.
    """

    def __init__(self, ask: Callable[[Asked], Told], most: int) -> None:
        super().__init__()
        self._ask = ask
        self._most = most

    def __missing__(self, asked: Asked) -> Told:
        if len(self) >= self._most:
            self.clear()
        told = self[asked] = self._ask(asked)
        return told
