"""A gate's criterion, and the profile that is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from operator import ge, gt, le, lt
from typing import Any, Literal

from trading.domain.calculation import AS_WRITTEN, CURRENT, FIRST
from trading.domain.metrics import Metrics

Operator = Literal[">=", ">", "<=", "<"]
COMPARE: Mapping[Operator, Callable[[float, float], bool]] = {">=": ge, ">": gt, "<=": le, "<": lt}

CHEAP_SEGMENTS = ("train", "validation")
"""What the backtests of a round give; the figures of all other segments are evidence, which is
gathered only for variants that pass the gates on these."""

_METRICS = frozenset(field.name for field in fields(Metrics)) | {"psr"}


@dataclass(frozen=True)
class Criterion:
    """One gate. `soft` scores 0, `threshold` scores 1, linear between; beyond them 0 and 1.

    `max_drawdown` is judged by its size: a drawdown of -.18 is .18.
    """

    name: str
    segment: str
    operator: Operator
    threshold: float
    soft: float
    weight: float = 1.0
    required: bool = False

    @property
    def rises(self) -> bool:
        """Whether more is better."""
        return self.operator in (">=", ">")

    @property
    def cheap(self) -> bool:
        """Whether the backtests alone give its figure."""
        return self.segment in CHEAP_SEGMENTS

    @property
    def played(self) -> bool:
        """Whether a backtest gives its figure: those of train and validation, and the metrics of
        the joined bars out of sample."""
        return self.cheap or self.name in _METRICS

    def score(self, value: float | None) -> float:
        """0..1; 0 for an undefined value."""
        if value is None:
            return 0.0
        if self.passes(value):
            return 1.0
        if self.soft == self.threshold:
            return 0.0
        return min(1.0, max(0.0, (value - self.soft) / (self.threshold - self.soft)))

    def passes(self, value: float | None) -> bool:
        """Whether the value is on the right side of the hard threshold."""
        return value is not None and COMPARE[self.operator](value, self.threshold)

    def margin(self, value: float | None) -> float | None:
        """How far the value lies on the right side (positive) or short (negative), in its unit."""
        if value is None:
            return None
        gap = value - self.threshold
        return gap if self.rises else -gap


@dataclass(frozen=True)
class Profile:
    """A named set of gates, frozen into a run when it starts.

    `calculation` is the version of the rules they are judged by; in the first a figure without a
    value was missed. With a `final_error` the sealed bars join those out of sample in one test with
    that probability of a false find; 0: they are judged by themselves.
    """

    name: str
    criteria: tuple[Criterion, ...]
    pass_score: float
    calculation: int = CURRENT
    final_error: float = 0.0

    @property
    def cheap(self) -> tuple[Criterion, ...]:
        """The gates that the backtests alone decide."""
        return tuple(criterion for criterion in self.criteria if criterion.cheap)

    @property
    def staged(self) -> bool:
        """Whether some gates ask for evidence."""
        return len(self.cheap) < len(self.criteria)

    def requiring(self, name: str) -> Profile:
        """The profile with every gate on the figure `name` required."""
        gates = tuple(
            replace(one, required=True) if one.name == name else one for one in self.criteria
        )
        return replace(self, criteria=gates)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        told = asdict(self) | {"criteria": [asdict(criterion) for criterion in self.criteria]}
        if self.calculation == FIRST:
            del told["calculation"]
        if not self.final_error:
            del told["final_error"]
        return told

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Profile:
        """The profile of `as_dict`."""
        criteria = tuple(Criterion(**row) for row in document["criteria"])
        version = document.get("calculation", FIRST)
        error = document.get("final_error", 0.0)
        return cls(document["name"], criteria, document["pass_score"], version, error)


def profile_of(
    name: str, criteria: tuple[Criterion, ...], pass_score: float, final_error: float
) -> Profile:
    """A profile under the rules of today: one test of all bars where it has a `final_error`."""
    version = AS_WRITTEN if final_error else CURRENT
    return Profile(name, criteria, pass_score, version, final_error)
