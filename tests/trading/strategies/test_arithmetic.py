"""Logarithms and exponentials that are the same on every processor."""

from __future__ import annotations

import hashlib
import math

import numpy as np
import pytest

from trading.strategies.indicators.arithmetic import exp, log

RNG = np.random.default_rng(5)
WIDE = np.ldexp(1.0 + RNG.random(4_000), RNG.integers(-1_000, 1_000, 4_000))
NEAR = 1.0 + RNG.uniform(-0.05, 0.05, 4_000)
POWERS = np.concatenate([RNG.uniform(-700, 700, 4_000), RNG.uniform(-1, 1, 4_000)])


@pytest.mark.parametrize("values", [WIDE, NEAR], ids=["wide", "near one"])
def test_a_logarithm_is_off_by_less_than_one_unit_in_the_last_place(values):
    exact = np.array([math.log(value) for value in values])
    # The library's own is off by a half.
    assert (np.abs(log(values) - exact) <= 1.5 * np.spacing(np.abs(exact))).all()


def test_an_exponential_is_off_by_less_than_one_unit_in_the_last_place():
    exact = np.array([math.exp(value) for value in POWERS])
    assert (np.abs(exp(POWERS) - exact) <= 1.5 * np.spacing(exact)).all()


def test_what_has_no_logarithm_has_none():
    found = log(np.array([[0.0, -1.0, np.nan], [np.inf, 1.0, 5e-324]]))
    assert np.isnan(found).tolist() == [[True, True, True], [True, False, False]]
    assert found[1, 1] == 0.0
    assert found[1, 2] == math.log(5e-324)


def test_they_have_these_bits_everywhere():
    """Not so numpy's, nor those of the C library: docs/adr/0018."""
    found = np.concatenate([log(WIDE), log(NEAR), exp(POWERS)]).tobytes()
    assert hashlib.sha256(found).hexdigest()[:16] == "0b7d89b0b8186e07"
