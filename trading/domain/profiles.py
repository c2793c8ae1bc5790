"""What a gate profile may say: the figures and segments there are, and thresholds in order."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import groupby, pairwise
from operator import ge, gt, le, lt
from typing import Any, Literal

from config.error_texts import N_, TranslatableError
from trading.domain.calculation import COUNTED_ALIKE, CURRENT, FIRST
from trading.domain.figures import FIGURES, FIGURES_OF, JUDGED, SEGMENTS, Metrics

# Whether gates leave any of the values that a figure can have.


def meetable(gates: Sequence[Criterion]) -> bool:
    """Whether some value of the figure that all `gates` judge passes them all.

    Where any does, one of these does: the ends of the range, the thresholds, what lies between
    two of them or beyond them.
    """
    if not gates:
        return True
    low, high = FIGURES[gates[0].name].bounds
    marks = sorted({low, high, *(gate.threshold for gate in gates)})
    known = [mark for mark in marks if math.isfinite(mark)]
    between = [(one + other) / 2 for one, other in pairwise(known)]
    beyond = [math.nextafter(known[0], -math.inf), math.nextafter(known[-1], math.inf)]
    values = [value for value in (*known, *between, *beyond) if low <= value <= high]
    return any(all(COMPARE[gate.operator](v, gate.threshold) for gate in gates) for v in values)


class ProfileError(TranslatableError):
    """A profile by which nothing can be judged. `field` names what is wrong of a criterion."""

    messages = {
        "figure": N_("there is no figure %(given)s; there are: %(known)s"),
        "segment": N_("gates judge no segment %(given)s; they judge: %(known)s"),
        "elsewhere": N_("%(segment)s has no figure %(given)s; it has: %(known)s"),
        "operator": N_("there is no operator %(given)s; there are: >= > <= <"),
        "finite": N_("%(given)s is no finite number"),
        "soft_above": N_("the score rises up to %(threshold)s: the soft threshold is not above it"),
        "soft_below": N_("the score falls from %(threshold)s: the soft threshold is not below it"),
        "weight": N_("the weight %(given)s is below 0"),
        "unreachable": N_("no value of %(given)s can be %(asked)s"),
        "weightless": N_("no criterion of the profile %(name)s has a weight above 0"),
        "optional": N_("no criterion of the profile %(name)s is required: all could be missed"),
        "contradicting": N_("no value of %(given)s (%(segment)s) is %(asked)s at once"),
        "empty": N_("the profile %(name)s has no criteria: everything would pass"),
        "repeated": N_("%(given)s of %(segment)s has more than one gate"),
        "unknown": N_("there is no gate profile %(name)s; there are: %(known)s"),
    }

    def __init__(self, code: str, field: str = "", **values: object) -> None:
        super().__init__(code, **values)
        self.field = field


def check_criterion(criterion: Criterion) -> Criterion:
    """The criterion itself. Raises ProfileError for the first thing wrong with it."""
    _check_place(criterion)
    if criterion.operator not in (">=", ">", "<=", "<"):
        raise ProfileError("operator", "operator", given=criterion.operator)
    for field in ("threshold", "soft", "weight"):
        if not math.isfinite(getattr(criterion, field)):
            raise ProfileError("finite", field, given=getattr(criterion, field))
    if criterion.weight < 0:
        raise ProfileError("weight", "weight", given=criterion.weight)
    above, below = (
        criterion.soft > criterion.threshold,
        criterion.soft < criterion.threshold,
    )
    if above if criterion.rises else below:
        code = "soft_above" if criterion.rises else "soft_below"
        raise ProfileError(code, "soft", threshold=criterion.threshold)
    if not meetable([criterion]):
        asked = _asked([criterion])
        raise ProfileError("unreachable", "threshold", given=criterion.name, asked=asked)
    return criterion


def _check_place(criterion: Criterion) -> None:
    if criterion.name not in JUDGED:
        known = ", ".join(sorted(JUDGED))
        raise ProfileError("figure", "name", given=criterion.name, known=known)
    if criterion.segment not in SEGMENTS:
        known = ", ".join(SEGMENTS)
        raise ProfileError("segment", "segment", given=criterion.segment, known=known)
    there = FIGURES_OF[criterion.segment]
    if criterion.name not in there:
        raise ProfileError(
            "elsewhere",
            "name",
            given=criterion.name,
            segment=criterion.segment,
            known=", ".join(sorted(there)),
        )


def check_profile(profile: Profile) -> Profile:
    """The profile itself. Raises ProfileError when it is empty, a criterion is wrong, they
    contradict each other or none is required."""
    if not profile.criteria:
        raise ProfileError("empty", name=profile.name)
    for criterion in profile.criteria:
        check_criterion(criterion)
    for (name, segment), gates in groupby(sorted(profile.criteria, key=_place), _place):
        same = list(gates)
        if not meetable(same):
            asked = _asked(same)
            raise ProfileError("contradicting", given=name, segment=segment, asked=asked)
    if not any(criterion.weight for criterion in profile.criteria):
        raise ProfileError("weightless", name=profile.name)
    if not any(criterion.required for criterion in profile.criteria):
        raise ProfileError("optional", name=profile.name)
    return profile


def _place(criterion: Criterion) -> tuple[str, str]:
    return criterion.name, criterion.segment


def _asked(gates: Sequence[Criterion]) -> str:
    return ", ".join(f"{gate.operator} {gate.threshold:g}" for gate in gates)


# The gate profiles that ship.


# A gate's criterion, and the profile that is made of them.

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
    version = COUNTED_ALIKE if final_error else CURRENT
    return Profile(name, criteria, pass_score, version, final_error)


CLASSIC = Profile(
    name="classic",
    pass_score=0.7,
    criteria=(
        Criterion("sharpe_ratio", "validation", ">=", 1.0, 0.0, weight=0.35, required=True),
        Criterion("max_drawdown", "validation", "<=", 0.20, 0.40, weight=0.25, required=True),
        Criterion("win_rate", "validation", ">=", 0.5, 0.3, weight=0.10),
        Criterion("profit_factor", "validation", ">=", 1.5, 1.0, weight=0.15),
        Criterion("total_trades", "validation", ">=", 30, 5, weight=0.15),
        # No score for these: what luck explains where it was made has nothing to validate.
        Criterion("psr", "train", ">=", 0.95, 0.5, weight=0.0, required=True),
        Criterion("psr_above_luck", "train", ">=", 0.5, 0.0, weight=0.0, required=True),
    ),
)

RIGOROUS = Profile(
    name="rigorous",
    pass_score=0.7,
    criteria=(
        # The cheap gates hold half of the score: without evidence nothing scores more.
        Criterion("sharpe_ratio", "validation", ">=", 1.0, 0.0, weight=0.25, required=True),
        Criterion("max_drawdown", "validation", "<=", 0.20, 0.40, weight=0.15, required=True),
        Criterion("profit_factor", "validation", ">=", 1.5, 1.0, weight=0.10),
        Criterion("enough_evidence", "walk_forward", ">=", 1, 0, weight=0.0, required=True),
        Criterion("sharpe_ratio", "walk_forward", ">=", 0.8, 0.0, weight=0.10, required=True),
        Criterion("psr", "walk_forward", ">=", 0.95, 0.5, weight=0.05, required=True),
        Criterion("dsr", "walk_forward", ">=", 0.95, 0.5, weight=0.10, required=True),
        Criterion("permutation_p", "walk_forward", "<", 0.05, 0.5, weight=0.05, required=True),
        Criterion("efficiency", "walk_forward", ">=", 0.5, 0.0, weight=0.05, required=True),
        Criterion("double_cost_sharpe", "walk_forward", ">", 0, -1, weight=0.05, required=True),
        Criterion("pbo", "trials", "<=", 0.20, 0.5, weight=0.05, required=True),
        Criterion("plateau", "before_holdout", ">=", 0.7, 0.0, weight=0.05, required=True),
        Criterion("look_ahead", "before_holdout", "<=", 0, 0, weight=0.0, required=True),
    ),
)

CALIBRATED = Profile(
    name="calibrated",
    pass_score=0.0,
    calculation=COUNTED_ALIKE,
    final_error=0.007,
    criteria=(
        # What loses on either part of the past is not worth an examination.
        Criterion("sharpe_ratio", "train", ">", 0, -1, weight=0.05, required=True),
        Criterion("sharpe_ratio", "validation", ">", 0, -1, weight=0.10, required=True),
        Criterion("max_drawdown", "validation", "<=", 0.20, 0.40, weight=0.05),
        Criterion("enough_evidence", "walk_forward", ">=", 1, 0, weight=0.0, required=True),
        Criterion("luck_p", "walk_forward", "<=", 0.05, 1.0, weight=0.30, required=True),
        Criterion("appraisal_ratio", "walk_forward", ">=", 2.0, 0.0, weight=0.20),
        Criterion("double_cost_sharpe", "walk_forward", ">", 0, -1, weight=0.05, required=True),
        Criterion("permutation_p", "walk_forward", "<", 0.05, 0.5, weight=0.05),
        Criterion("efficiency", "walk_forward", ">=", 0.5, 0.0, weight=0.05),
        Criterion("pbo", "trials", "<=", 0.20, 0.5, weight=0.05),
        Criterion("plateau", "before_holdout", ">=", 0.7, 0.0, weight=0.10),
        Criterion("look_ahead", "before_holdout", "<=", 0, 0, weight=0.0, required=True),
    ),
)

PROFILES: Mapping[str, Profile] = {each.name: each for each in (CALIBRATED, RIGOROUS, CLASSIC)}
DEFAULT_PROFILE = CALIBRATED.name
