"""Random specs are valid, run, and come back from the same seed."""

from __future__ import annotations

import numpy as np

from tests.trading.strategies.bars import made_up
from tests.trading.strategies.random_spec import random_spec
from trading.strategies.parse import parse_spec
from trading.strategies.signals import compute_signals
from trading.strategies.spec import spec_hash


def test_random_specs_compute_and_their_warm_up_is_their_look_back():
    frame = made_up(500)

    for seed in range(150):
        spec = random_spec(np.random.default_rng(seed))
        signals = compute_signals(spec, frame)

        assert signals.warmup == spec.lookback()
        assert not signals.long_entry[: signals.warmup + 1].any()
        assert ((signals.size > 0) & (signals.size <= 1)).all()


def test_a_seed_gives_the_same_spec_again():
    first, second = (random_spec(np.random.default_rng(5)) for _ in range(2))

    assert spec_hash(first) == spec_hash(second)


def test_a_spec_survives_its_document():
    for seed in range(100):
        spec = random_spec(np.random.default_rng(seed))

        assert parse_spec(spec.document()) == spec
