"""Sums of products and least squares whose additions have a fixed order.

The matrix products of numpy and its linear algebra (`@`, dot, corrcoef, inv, lstsq) are those of
BLAS, which adds in an order that depends on the processor and on the number of threads: the last
digit does, too. numpy's `sum`, and with it mean, std and var, adds in an order that follows from
the length alone. So do these. Large products are in `kernels`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_EPSILON = float(np.finfo(np.float64).eps)


def dot(one: Floats, other: Floats) -> float:
    """The sum of products of two series (n,)."""
    return float((one * other).sum())


def correlation(one: Floats, other: Floats) -> float:
    """Pearson's, of two series (n,) that vary; -1..1."""
    a, b = one - one.mean(), other - other.mean()
    found = dot(a, b) / math.sqrt(dot(a, a) * dot(b, b))
    return min(max(found, -1.0), 1.0)


class Basis(NamedTuple):
    """Columns X = QR: `rows` are those of Q transposed, (k, n), orthogonal and of length 1;
    `upper` is R, (k, k). A column that depends on those before it has a row and a diagonal of 0.
    """

    rows: Floats
    upper: Floats

    @property
    def full(self) -> bool:
        """Whether no column depends on others."""
        return bool((np.diag(self.upper) > 0).all())

    @property
    def inverse(self) -> Floats:
        """R^-1, (k, k), by back substitution. The columns must not depend on each other."""
        size = len(self.upper)
        found = np.zeros((size, size))
        for j in range(size):
            for i in range(j, -1, -1):
                known = dot(self.upper[i, i + 1 : j + 1], found[i + 1 : j + 1, j])
                found[i, j] = ((i == j) - known) / self.upper[i, i]
        return found

    def parts(self, y: Floats) -> Floats:
        """The coefficients of `y` (n,) on the rows, (k,)."""
        return np.array([dot(row, y) for row in self.rows])

    def residuals(self, y: Floats) -> Floats:
        """What the columns do not explain of `y`, (n,)."""
        left: Floats = y - (self.rows * self.parts(y)[:, None]).sum(axis=0)
        return left


def basis(*columns: Floats) -> Basis:
    """An orthogonal basis of some columns (n,), by Gram and Schmidt, twice for each column.

    "Twice is enough": Giraud, Langou, Rozloznik & van den Eshof, "Rounding error analysis of the
    classical Gram-Schmidt orthogonalization process", Numerische Mathematik 101(1), 2005.
    """
    rows = np.array(columns, dtype=np.float64)
    count, n = rows.shape
    upper = np.zeros((count, count))
    for j in range(count):
        row = rows[j]
        size = math.sqrt(dot(row, row))
        for _ in range(2):
            for i in range(j):
                part = dot(rows[i], row)
                row -= part * rows[i]
                upper[i, j] += part
        left = math.sqrt(dot(row, row))
        if left > size * n * _EPSILON:
            upper[j, j] = left
            row /= left
        else:
            row[:] = 0.0
    return Basis(rows, upper)
