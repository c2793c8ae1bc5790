"""From the commit of a run to its claim: what took how long."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .notes import CLAIMED, POLLED, TAKEN


class Stages(NamedTuple):
    """Seconds. `wait` is the time in which the message lay there and the next poll was not due."""

    tell: float
    wait: float
    take: float
    claim: float

    @property
    def whole(self) -> float:
        return sum(self)

    @property
    def above(self) -> float:
        """Without waiting for the poll."""
        return self.whole - self.wait


def stages(moments: Mapping[str, float]) -> Stages:
    """Of one run: when it was `committed`, the broker `told`, the poll begun that found it (with
    Redis there is none), the message taken, the run claimed."""
    told = moments["told"]
    taken = moments[TAKEN]
    # A broker that is waited at may have the message before who sent it knows.
    seen = min(max(told, moments.get(POLLED, told)), taken)
    told = min(told, seen)
    return Stages(
        tell=told - moments["committed"],
        wait=seen - told,
        take=taken - seen,
        claim=moments[CLAIMED] - taken,
    )


def percentile(values: Sequence[float], share: float) -> float:
    """The least value that so large a share of all is not above (nearest rank)."""
    return sorted(values)[max(math.ceil(share * len(values)) - 1, 0)]
