"""The statistics that resample: ours against the plain way, on the same draws."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.lab.benchmarks.bars import SPEC, made_up
from tests.lab.benchmarks.errors import BenchmarkError
from tests.lab.benchmarks.figures import Figure
from trading.backtest.run import Result, run_backtest
from trading.evidence.bootstrap import draw
from trading.evidence.overfitting import splits
from trading.evidence.permutation import entry_permutation, spells_of
from trading.strategies.signals import Signals, compute_signals

Floats = NDArray[np.float64]

SECONDS = 1.0
VARIANTS, BARS, BLOCKS, RESAMPLES = 1_000, 2_144, 16, 1_000
SMALL = 20  # as many variants and resamples in the small form
COMBINATIONS, SAMPLES, PLAYED = 24, 100, 4  # what the plain way does, of all there are
ROUNDS = 3
BLOCK, SEED = 5.0, 7


@dataclass(frozen=True)
class Work:
    """What is asked of both: returns of many variants, a backtest, and how often."""

    returns: Floats
    frame: Any
    signals: Signals
    result: Result
    resamples: int

    def rng(self) -> np.random.Generator:
        return np.random.default_rng(SEED)


def measure(*, small: bool = False) -> Sequence[Figure]:
    """PBO, bootstrap and permuted backtests in a row, the best of some rounds after a warm-up.

    The plain way does a share of each, in the same run, and is counted up to the whole. Raises
    BenchmarkError unless both find the same numbers on that share.
    """
    work = work_of(small=small)
    ours(work)  # compiles
    rounds = [ours(work) for _ in range(1 if small else ROUNDS)]
    parts = np.array([seconds for seconds, _ in rounds])
    plain = plain_way(work, rounds[0][1])
    best = parts[parts.sum(axis=1).argmin()]
    return [
        Figure("seconds", float(best.sum()), "s", SECONDS, at_most=True),
        Figure("ratio", plain / float(best.sum()), "x"),
        *(
            Figure(name, float(value) * 1e3, "ms")
            for name, value in zip(("pbo", "bootstrap", "permutation"), best, strict=True)
        ),
        Figure("plain", plain, "s"),
    ]


def work_of(*, small: bool) -> Work:
    many = SMALL if small else VARIANTS
    bars = BARS // 4 if small else BARS
    returns = np.random.default_rng(SEED).normal(0.0002, 0.01, (many, bars))
    frame = made_up(bars)
    signals = compute_signals(SPEC, frame)
    return Work(returns, frame, signals, run_backtest(frame, signals), many)


def ours(work: Work) -> tuple[list[float], dict[str, Floats]]:
    """Seconds of each part, and what two of them found."""
    steps: dict[str, Callable[[], Any]] = {
        "pbo": lambda: splits(work.returns, blocks=BLOCKS).logits,
        "bootstrap": lambda: draw(
            work.returns[0], work.rng(), resamples=work.resamples, block=BLOCK
        ),
        "permutation": lambda: entry_permutation(
            work.frame, work.signals, work.result.trades, work.rng(), permutations=work.resamples
        ),
    }
    seconds, found = [], {}
    for name, step in steps.items():
        begun = time.perf_counter()
        found[name] = step()
        seconds.append(time.perf_counter() - begun)
    return seconds, found


def plain_way(work: Work, found: dict[str, Floats]) -> float:
    """Seconds all of it would take, one combination, resample and backtest after the other."""
    per_combination, logits = timed(lambda: plain_logits(work.returns), COMBINATIONS)
    per_sample, samples = timed(lambda: plain_samples(work), min(SAMPLES, work.resamples))
    per_backtest, _ = timed(lambda: plain_backtests(work), PLAYED)
    for name, value in (("pbo", logits), ("bootstrap", samples)):
        if not np.allclose(value, found[name][: len(value)], rtol=1e-9, atol=1e-12):
            raise BenchmarkError("differ", name="evidence", reason=name)
    combinations = len(found["pbo"])
    return per_combination * combinations + (per_sample + per_backtest) * work.resamples


def timed(step: Callable[[], Floats], count: int) -> tuple[float, Floats]:
    """Seconds for one of so many, and what was found."""
    begun = time.perf_counter()
    found = step()
    return (time.perf_counter() - begun) / count, found


def plain_logits(returns: Floats) -> Floats:
    """The first combinations, each from the returns themselves."""
    from scipy.stats import rankdata

    blocks = np.array_split(np.arange(returns.shape[1]), BLOCKS)
    found = []
    chosen = itertools.combinations(range(BLOCKS), BLOCKS // 2)
    for inside in itertools.islice(chosen, COMBINATIONS):
        outside = [block for block in range(BLOCKS) if block not in inside]
        before, after = (
            part.mean(axis=1) / part.std(axis=1, ddof=1)
            for part in (returns[:, np.concatenate([blocks[i] for i in half])]
                         for half in (inside, outside))
        )  # fmt: skip
        rank = rankdata(after)[before.argmax()] / (len(returns) + 1)
        found.append(np.log(rank / (1 - rank)))
    return np.array(found)


def plain_samples(work: Work) -> Floats:
    """The first resamples, bar by bar."""
    returns, rng, found = work.returns[0], work.rng(), []
    n = len(returns)
    for _ in range(min(SAMPLES, work.resamples)):
        at, draws = rng.integers(n, size=n), rng.random(n)
        for i in range(1, n):
            if draws[i] > 1 / BLOCK:
                at[i] = (at[i - 1] + 1) % n
        sample = returns[at]
        worth = np.cumprod(1 + sample)
        falls = worth / np.maximum(np.maximum.accumulate(worth), 1.0) - 1
        found.append((sample.mean() / sample.std(ddof=1), min(falls.min(), 0.0)))
    return np.array(found)


def plain_backtests(work: Work) -> Floats:
    """A few arrangements of the same positions, played by backtesting.py."""
    bars = len(work.frame)
    begin = work.signals.warmup + 2
    spells = spells_of(work.result.trades, work.signals.size, begin=begin, bars=bars)
    entries, exits, _ = spells.shuffled(work.rng(), PLAYED)
    found = []
    for row in range(PLAYED):
        rules = np.zeros((4, bars), dtype=bool)
        for j, side in enumerate(spells.sides):
            rules[0 if side > 0 else 2, entries[row, j] - 1] = True
            rules[1 if side > 0 else 3, exits[row, j] - 1] = True
        signals = Signals(*rules, np.ones(bars), work.signals.warmup)  # type: ignore[call-arg]
        played = run_backtest(work.frame, signals, engine="reference", bars_per_year=1.0)
        found.append(played.metrics.sharpe_ratio or 0.0)
    return np.array(found)
