"""How many units a planned analysis needs. Effect sizes come from the user, with their source.

Sources: Cohen 1988, Statistical Power Analysis (t-tests, arcsine for proportions); Fisher's z for a
correlation (Hulley et al. 2013, appendix 6C); Chow, Shao & Wang 2008, Sample Size Calculations in
Clinical Research, ch. 3-4 (equivalence and non-inferiority, normal approximation); Hanley & McNeil
1982, Radiology 143:29 (standard error of an AUC).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Analysis = Literal[
    "t_test",
    "paired_t",
    "proportions",
    "correlation",
    "equivalence_means",
    "non_inferiority_means",
    "equivalence_proportions",
    "non_inferiority_proportions",
    "proportion",
    "auc",
]
Per = Literal["group", "pair", "total", "class"]


class SampleSizeError(ValueError):
    """An input that is missing or impossible; `name` is the input's name."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name


@dataclass(frozen=True, slots=True)
class SampleSize:
    """`n` units per group, per pair, in total, or of each class (with and without the event)."""

    n: int
    per: Per
    source: str


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a sample size rests on; an analysis uses those that `NEEDED` names.

    `effect`: Cohen's d (t_test), d of the differences (paired_t), or r (correlation). `first` and
    `second`: expected proportions of the new and the reference group. `difference`: the expected
    true difference of means, new minus reference, higher being better. `margin`: the margin,
    positive. `sd`: the standard deviation. `precision`: half the width of the interval. `auc`: the
    expected AUC. `source`: where the effect is from (a study, a pilot, a smallest worthwhile
    effect). `alpha` is two-sided; for equivalence and non-inferiority it is that of each
    one-sided test.
    """

    source: str = ""
    effect: float | None = None
    first: float | None = None
    second: float | None = None
    difference: float | None = None
    margin: float | None = None
    sd: float | None = None
    precision: float | None = None
    auc: float | None = None
    alpha: float = 0.05
    power: float = 0.80


NEEDED: dict[Analysis, tuple[str, ...]] = {
    "t_test": ("effect",),
    "paired_t": ("effect",),
    "proportions": ("first", "second"),
    "correlation": ("effect",),
    "equivalence_means": ("difference", "margin", "sd"),
    "non_inferiority_means": ("difference", "margin", "sd"),
    "equivalence_proportions": ("first", "second", "margin"),
    "non_inferiority_proportions": ("first", "second", "margin"),
    "proportion": ("first", "precision"),
    "auc": ("auc", "precision"),
}
LEAST = 0.002
"""The smallest standardised effect; below it no study is large enough."""
MOST = 10_000_000
"""The largest sample that is given; a smaller effect is refused."""


def sample_size(analysis: Analysis, inputs: Inputs) -> SampleSize:
    """The smallest sample that gives the power, or the precision.

    Raises SampleSizeError where an input is missing, without source, or impossible: nothing is
    made up.
    """
    values = _checked(analysis, inputs)
    raw, per = _SIZES[analysis](inputs, values)
    if not math.isfinite(raw) or raw > MOST:
        raise SampleSizeError(NEEDED[analysis][0], "so small that no study could show it")
    return SampleSize(max(2, math.ceil(raw - 1e-9)), per, inputs.source.strip())


def auc_error(auc: float, positive: int, negative: int) -> float:
    """The standard error of an AUC (Hanley & McNeil 1982, eq. 2), given units of both classes."""
    first, second = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    variance = (
        auc * (1 - auc) + (positive - 1) * (first - auc**2) + (negative - 1) * (second - auc**2)
    ) / (positive * negative)
    return math.sqrt(variance)


def _checked(analysis: Analysis, inputs: Inputs) -> list[float]:
    if analysis not in NEEDED:
        raise SampleSizeError("analysis", f"one of {', '.join(NEEDED)}")
    values = []
    for name in NEEDED[analysis]:
        value = getattr(inputs, name)
        if value is None:
            raise SampleSizeError(name, "is asked for, never made up: give it with its source")
        if not math.isfinite(value):
            raise SampleSizeError(name, "must be a finite number")
        values.append(float(value))
    if not inputs.source.strip():
        raise SampleSizeError("source", "say where the effect is from: a study, a pilot, a reason")
    for name in ("alpha", "power"):
        if not 0 < getattr(inputs, name) < 1:
            raise SampleSizeError(name, "must lie between 0 and 1")
    if inputs.power <= inputs.alpha:
        raise SampleSizeError("power", "must be greater than alpha")
    _check_ranges(analysis, inputs)
    return values


def _check_ranges(analysis: Analysis, inputs: Inputs) -> None:
    for name in ("first", "second", "auc"):
        value = getattr(inputs, name)
        if name in NEEDED[analysis] and not 0 < value < 1:
            raise SampleSizeError(name, "must lie between 0 and 1")
    for name in ("margin", "sd", "precision"):
        if name in NEEDED[analysis] and getattr(inputs, name) <= 0:
            raise SampleSizeError(name, "must be greater than 0")
    if "effect" in NEEDED[analysis] and abs(inputs.effect or 0) < LEAST:
        raise SampleSizeError("effect", f"must be at least {LEAST} in size")
    if analysis == "correlation" and abs(inputs.effect or 0) >= 1:
        raise SampleSizeError("effect", "a correlation lies between -1 and 1")


def _z(probability: float) -> float:
    from scipy.stats import norm

    return float(norm.ppf(probability))


def _t_test(inputs: Inputs, values: list[float]) -> tuple[float, Per]:
    from statsmodels.stats.power import TTestIndPower

    n = TTestIndPower().solve_power(abs(values[0]), None, inputs.alpha, inputs.power)
    return float(n), "group"


def _paired(inputs: Inputs, values: list[float]) -> tuple[float, Per]:
    from statsmodels.stats.power import TTestPower

    return float(TTestPower().solve_power(abs(values[0]), None, inputs.alpha, inputs.power)), "pair"


def _proportions(inputs: Inputs, values: list[float]) -> tuple[float, Per]:
    from statsmodels.stats.power import NormalIndPower
    from statsmodels.stats.proportion import proportion_effectsize

    if values[0] == values[1]:
        raise SampleSizeError("second", "must differ from the first proportion")
    effect = abs(float(proportion_effectsize(values[0], values[1])))
    return float(NormalIndPower().solve_power(effect, None, inputs.alpha, inputs.power)), "group"


def _correlation(inputs: Inputs, values: list[float]) -> tuple[float, Per]:
    reach = _z(1 - inputs.alpha / 2) + _z(inputs.power)
    return (reach / math.atanh(abs(values[0]))) ** 2 + 3, "total"


def _non_inferiority(inputs: Inputs, variance: float, room: float) -> tuple[float, Per]:
    if room <= 0:
        raise SampleSizeError("margin", "must be greater than the expected loss")
    return (_z(1 - inputs.alpha) + _z(inputs.power)) ** 2 * variance / room**2, "group"


def _equivalence(inputs: Inputs, variance: float, room: float) -> tuple[float, Per]:
    if room <= 0:
        raise SampleSizeError("margin", "must be greater than the expected difference")
    beta = (1 - inputs.power) / 2
    return (_z(1 - inputs.alpha) + _z(1 - beta)) ** 2 * variance / room**2, "group"


def _equivalence_means(inputs: Inputs, values: list[float]) -> tuple[float, Per]:
    difference, margin, sd = values
    return _equivalence(inputs, 2 * sd**2, margin - abs(difference))


def _non_inferiority_means(inputs: Inputs, values: list[float]) -> tuple[float, Per]:
    difference, margin, sd = values
    return _non_inferiority(inputs, 2 * sd**2, margin + difference)


def _spread(first: float, second: float) -> float:
    return first * (1 - first) + second * (1 - second)


def _equivalence_proportions(inputs: Inputs, values: list[float]) -> tuple[float, Per]:
    first, second, margin = values
    return _equivalence(inputs, _spread(first, second), margin - abs(first - second))


def _non_inferiority_proportions(inputs: Inputs, values: list[float]) -> tuple[float, Per]:
    first, second, margin = values
    return _non_inferiority(inputs, _spread(first, second), margin + first - second)


def _proportion(inputs: Inputs, values: list[float]) -> tuple[float, Per]:
    from statsmodels.stats.proportion import samplesize_confint_proportion

    share, width = values
    return float(samplesize_confint_proportion(share, width, inputs.alpha)), "total"


def _auc(inputs: Inputs, values: list[float]) -> tuple[float, Per]:
    """As many units of each class as make the interval narrow enough: a bisection on n."""
    auc, width = values
    reach = _z(1 - inputs.alpha / 2)
    low, high = 2, MOST
    if reach * auc_error(auc, high, high) > width:
        return math.inf, "class"
    while low < high:
        middle = (low + high) // 2
        if reach * auc_error(auc, middle, middle) <= width:
            high = middle
        else:
            low = middle + 1
    return float(low), "class"


_SIZES = {
    "t_test": _t_test,
    "paired_t": _paired,
    "proportions": _proportions,
    "correlation": _correlation,
    "equivalence_means": _equivalence_means,
    "non_inferiority_means": _non_inferiority_means,
    "equivalence_proportions": _equivalence_proportions,
    "non_inferiority_proportions": _non_inferiority_proportions,
    "proportion": _proportion,
    "auc": _auc,
}
