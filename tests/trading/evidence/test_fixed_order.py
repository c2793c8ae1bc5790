"""Sums and least squares against numpy's, and the order of what they add."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from trading.backtest.machine_code import ROOT
from trading.evidence.fixed_order import basis, correlation, dot

RNG = np.random.default_rng(11)
SCALE = np.array([1.0, 1e-4, 1e6])
X = RNG.normal(0.0, 1.0, (300, 3)) * SCALE
Y = RNG.normal(0.0, 1.0, 300)


def test_the_sum_of_products():
    assert dot(X[:, 0], Y) == pytest.approx(X[:, 0] @ Y, rel=1e-12)


def test_the_correlation():
    assert correlation(X[:, 1], Y) == pytest.approx(np.corrcoef(X[:, 1], Y)[0, 1], rel=1e-10)
    assert 1.0 - 1e-15 < correlation(Y, 3.0 * Y) <= 1.0
    assert -1.0 <= correlation(Y, -Y) < 1e-15 - 1.0


def test_a_basis_gives_its_columns_back():
    found = basis(*X.T)
    assert found.full
    assert np.allclose(found.rows.T @ found.upper / SCALE, X / SCALE, rtol=0, atol=1e-14)
    assert np.allclose(found.rows @ found.rows.T, np.eye(3), atol=1e-15)
    assert np.allclose(found.inverse, np.linalg.inv(found.upper), rtol=1e-9, atol=0)
    assert np.allclose(np.triu(found.inverse), found.inverse)


def test_what_it_does_not_explain_is_that_of_least_squares():
    even = X / SCALE
    fitted = even @ np.linalg.lstsq(even, Y, rcond=None)[0]
    assert np.allclose(basis(*X.T).residuals(Y), Y - fitted, atol=1e-12)


@pytest.mark.parametrize("copy", [X[:, 0], 2.0 * X[:, 0] - X[:, 2], np.zeros(300)])
def test_a_column_that_depends_on_others_explains_nothing(copy):
    found = basis(X[:, 0], X[:, 2], copy, X[:, 1])
    assert not found.full
    assert not found.rows[2].any()
    assert np.allclose(found.residuals(Y), basis(X[:, 0], X[:, 2], X[:, 1]).residuals(Y))


def test_one_that_nearly_does_still_counts():
    assert basis(X[:, 0], X[:, 0] + 1e-9 * Y).full


def test_sums_do_not_depend_on_where_the_numbers_lie():
    room = np.empty(400 * 8 + 64, dtype=np.uint8)
    found = set()
    for offset in range(0, 64, 8):
        moved = room[offset : offset + 300 * 8].view(np.float64)
        moved[:] = Y
        found.add((dot(moved, moved), float(moved.mean()), float(moved.std(ddof=1))))
    assert len(found) == 1


PACKAGES = ("backtest", "evidence", "market", "memory", "research", "services", "strategies")
OF_BLAS = {"corrcoef", "cov", "dot", "einsum", "fft", "inner", "linalg", "lstsq", "matmul", "vdot"}
OF_THE_PROCESSOR = {"exp", "expm1", "float_power", "log", "log10", "log1p", "log2", "power", "tanh"}


def uses(file: Path) -> Iterator[str]:
    """What of numpy differs in the last digit from processor to processor."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            yield f"{file.name}:{node.lineno}: @"
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "np"
            and node.attr in OF_BLAS | OF_THE_PROCESSOR
        ):
            yield f"{file.name}:{node.lineno}: np.{node.attr}"


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_that_is_stored_or_decided_is_left_to_the_processor(package):
    assert [use for file in (ROOT / package).rglob("*.py") for use in uses(file)] == []


def test_such_a_use_is_found(tmp_path: Path):
    file = tmp_path / "x.py"
    file.write_text("import numpy as np\na = np.log(b) + c @ d\ne = np.linalg.inv(a)\n")
    assert sorted(uses(file)) == ["x.py:2: @", "x.py:2: np.log", "x.py:3: np.linalg"]
