"""Figures for readers: percentages, ratios with two digits, a dash for none, colour steps."""

from __future__ import annotations

import math
from collections.abc import Iterable

from django.utils.formats import number_format

from trading.domain.figures import FIGURES

NONE = "–"
NO_BREAK = "\u00a0"
"""A no-break space: between a number and its sign."""
PROBABILITIES = frozenset({"psr", "psr_above_luck", "dsr", "luck_p", "permutation_p", "combined_p"})
"""Figures that are estimated probabilities: none is certain, even if it rounds to one or zero."""


def figure(value: float | str | None, name: str = "") -> str:
    """A metric's value in the reader's format; without a name a plain number of two digits.

    For a value that an older run did not store, a template gives an empty text.
    """
    if value is None or isinstance(value, str) or not math.isfinite(value):
        return NONE
    if name in PROBABILITIES:
        return probability(value)
    return amount(value, name)


def amount(value: float | None, name: str) -> str:
    """A threshold of a metric, or a difference of two of its values."""
    if value is None or not math.isfinite(value):
        return NONE
    kind = FIGURES[name].kind if name in FIGURES else "ratio"
    if kind == "share":
        return percent(value)
    return number(value, 2 if kind == "ratio" else 0)


def percent(share: float | None, digits: int = 1) -> str:
    """A share of one as a percentage: no space before the sign, in either language."""
    return NONE if share is None else f"{number(100 * share, digits)}%"


def probability(share: float | None, digits: int = 1) -> str:
    """An estimated probability as a percentage: one that rounds to 0 or 100 is written as less
    or more than the nearest value that could be written."""
    if share is None:
        return NONE
    least = 10.0**-digits / 100
    rounded = round(share, digits + 2)
    if rounded <= 0:
        return f"<{NO_BREAK}{percent(least, digits)}"
    if rounded >= 1:
        return f">{NO_BREAK}{percent(1 - least, digits)}"
    return percent(share, digits)


def number(value: float, digits: int) -> str:
    """A number with grouped thousands and a real minus sign; no minus before a zero."""
    rounded = round(value, digits) + 0.0  # -0.0 + 0.0 is 0.0
    return number_format(rounded, digits, use_l10n=True, force_grouping=True).replace("-", "−")


_SMALLEST, _LARGEST = -5, 9
"""Powers of ten beyond which a number is written as `1.2e−7`."""


def significant(value: float | None, digits: int = 4) -> str:
    """A number of unknown size, with a number of significant digits."""
    if value is None or not math.isfinite(value):
        return NONE
    size = math.floor(math.log10(abs(value))) if value else 0
    if not _SMALLEST < size < _LARGEST:
        return f"{value:.{digits - 1}e}".replace("-", "−")
    return number(value, max(0, digits - 1 - size))


def parameter_value(value: object) -> str:
    """A parameter's value with all its digits; a yes or no, or a text, as it is."""
    if value is None:
        return NONE
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    digits = f"{value:.10f}".rstrip("0").rstrip(".")
    places = len(digits.partition(".")[2])
    return number_format(value, places, use_l10n=True, force_grouping=False).replace("-", "−")


def p_value(value: float | None) -> str:
    """A p-value: three decimals; "< 0.001" below a thousandth."""
    if value is None:
        return NONE
    return f"<{NO_BREAK}{number(0.001, 3)}" if value < 0.001 else number(value, 3)


def change(value: float | None) -> str:
    """A difference, with its sign."""
    if value is None:
        return NONE
    return f"+{number(value, 2)}" if round(value, 2) > 0 else number(value, 2)


_DIGITS = 8  # significant digits: further ones are rounding noise


def measured(value: float | None, unit: str) -> str:
    """A number with its unit in words; a percent sign stands at its number."""
    return f"{significant(value)}{'' if unit.startswith('%') else ' '}{unit}".rstrip()


def significant_digits(value: float) -> str:
    """A number in the reader's format, in its shortest form."""
    written = f"{value:.{_DIGITS}g}"
    if "e" in written:
        return written.replace("-", "−")
    return number(value, len(written.partition(".")[2]))


STEPS = 4
_COLOURED = 0.95  # the share of sizes up to the last step: single outliers pale nothing
_ROUNDING = 1e-9  # of a value that lies on the border of a step


def scale_of(values: Iterable[float | None]) -> float:
    """The value of the last step: the largest size without the top twentieth."""
    sizes = sorted(abs(value) for value in values if value)
    return sizes[max(0, math.ceil(_COLOURED * len(sizes)) - 1)] if sizes else 1.0


def heat(value: float | None, scale: float) -> str:
    """The CSS class of a cell: m4 ... m1, z, p1 ... p4; empty for no value."""
    if value is None:
        return ""
    if not value:
        return "z"
    step = min(STEPS, max(1, math.ceil(STEPS * abs(value) / scale - _ROUNDING)))
    return f"{'p' if value > 0 else 'm'}{step}"
