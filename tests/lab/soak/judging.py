"""Whether what was measured stays as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

TOLERANCE = 0.10
WARM_UP = 0.2
"""Of the runs, and WARM_VISITS of the web server: until then processes load what they need."""
WARM_VISITS = 800
FIFTH = 0.2
Sample = Mapping[str, Any]


class Course(NamedTuple):
    """The median of the first fifth of what was measured, of the last, and the most ever."""

    first: float
    last: float
    most: float

    @property
    def change(self) -> float:
        return self.last / self.first - 1 if self.first else 0.0

    @property
    def flat(self) -> bool:
        return abs(self.change) <= TOLERANCE


def course(values: Sequence[float]) -> Course:
    """Of at least one value."""
    fifth = max(round(len(values) * FIFTH), 1)
    return Course(median(values[:fifth]), median(values[-fifth:]), max(values))


def warm(samples: Sequence[Sample], runs: int) -> Sequence[Sample]:
    """Those after the warm-up; all, where it ended with the runs."""
    return [
        each
        for each in samples
        if each["ended"] >= runs * WARM_UP and each["visits"] >= WARM_VISITS
    ] or samples


def memory(samples: Sequence[Sample]) -> dict[str, Course]:
    """Of each group of processes the course of its resident memory in MiB."""
    return _courses(samples, 0)


def files(samples: Sequence[Sample]) -> dict[str, Course]:
    """Of each group of processes the course of its open files."""
    return _courses(samples, 2)


def _courses(samples: Sequence[Sample], place: int) -> dict[str, Course]:
    return {
        name: course([each["memory"][name][place] for each in samples])
        for name in samples[0]["memory"]
        if all(name in each["memory"] for each in samples)
    }


def growth(samples: Sequence[Sample]) -> tuple[float, float]:
    """MiB that the database grew by with 100 runs, in the first half and in the second."""
    middle = len(samples) // 2
    return _per_hundred(samples[: middle + 1]), _per_hundred(samples[middle:])


def _per_hundred(samples: Sequence[Sample]) -> float:
    first, last = samples[0], samples[-1]
    runs = last["ended"] - first["ended"]
    return (last["database_mib"] - first["database_mib"]) / runs * 100 if runs else 0.0
