"""Steps that several indicators share, with the same last digit on every processor.

`log` and `exp` are those of Sun's fdlibm 5.3, less than one unit in the last place off, written
with operations that IEEE 754 rounds: numpy's own, and those of the C library, take other code on
processors with other instructions, and what is decided by their last digit would differ.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def divide(top: Array, bottom: Array) -> Array:
    """top / bottom, undefined (NaN) wherever that is no finite number."""
    with np.errstate(all="ignore"):
        ratio = np.true_divide(top, bottom)
    return np.where(np.isfinite(ratio), ratio, np.nan)


def log(values: Array) -> Array:
    """The natural logarithm of each value, of any shape; NaN of one not finite or not above 0.

    With x = 2^k (1 + f), 1 + f between the root of 1/2 and that of 2: k ln 2 + log(1 + f), the
    latter by a polynomial in s = f / (2 + f).
    """
    ln2, rest = 6.93147180369123816490e-01, 1.90821492927058770002e-10  # of 33 bits, and the rest
    factors = (
        6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
        2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
        1.479819860511658591e-01,
    )  # fmt: skip
    fraction, exponent = np.frexp(np.where((values > 0) & np.isfinite(values), values, np.nan))
    below = fraction < np.sqrt(0.5)
    f = np.where(below, 2.0 * fraction, fraction) - 1.0
    k = exponent - below.astype(np.float64)
    s = f / (2.0 + f)
    z = s * s
    half = 0.5 * f * f
    tail = s * (half + z * _polynomial(z, factors)) + k * rest
    found: Array = k * ln2 - ((half - tail) - f)
    return found


def exp(values: Array) -> Array:
    """e to the power of each value, of any shape; all finite.

    With x = k ln 2 + r, |r| at most half of ln 2: 2^k e^r, the latter by a rational function.
    """
    ln2, rest = 6.93147180369123816490e-01, 1.90821492927058770002e-10
    factors = (
        1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
        -1.65339022054652515390e-06, 4.13813679705723846039e-08,
    )  # fmt: skip
    k = np.rint(values / (ln2 + rest))
    high, low = values - k * ln2, k * rest
    r = high - low
    z = r * r
    c = r - z * _polynomial(z, factors)
    found: Array = np.ldexp(1.0 - ((low - r * c / (2.0 - c)) - high), k.astype(np.int64))
    return found


def _polynomial(z: Array, factors: tuple[float, ...]) -> Array:
    """Its value by Horner's rule; the factor of the highest power comes last."""
    found = np.full_like(z, factors[-1])
    for factor in factors[-2::-1]:
        found = factor + z * found
    return found


def lag(source: Array, length: int) -> Array:
    """The value `length` bars ago."""
    values = np.asarray(source, dtype=float)
    past = np.full(len(values), np.nan)
    past[length:] = values[: max(len(values) - length, 0)]
    return past
