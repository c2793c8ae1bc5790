"""What a benchmark measures: figures, some with a target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a part; `bound` is the least it must be, or the most if `at_most`.

    `worst` is the other end of its repeats, where it is the best of some.
    """

    name: str
    value: float
    unit: str = ""
    bound: float | None = None
    at_most: bool = False
    worst: float | None = None

    @property
    def met(self) -> bool | None:
        """None without a target."""
        if self.bound is None:
            return None
        return self.value <= self.bound if self.at_most else self.value >= self.bound

    def as_plain(self) -> dict[str, Any]:
        return {**asdict(self), "met": self.met}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        return cls(**{name: plain[name] for name in cls.__slots__})
