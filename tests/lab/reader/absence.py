"""Fits which exposures can be absent: `python -m tests.lab.reader.absence FILE ... [--store]`.

FILE holds a line for each exposure: its language, its words, its text and with what it would be
compared (`absence`, `levels`, `kinds`, `group`, `before`, `other`), by tabs. It prints the share
that is right among those with a score above a few limits, each by a model that did not see it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from hypotheses.analyst.proposals.absence import PATH, meaning
from hypotheses.analyst.syntax.tokens import split
from tests.lab.reader.export import Arrays, product, save

Numbers = NDArray[np.float64]
_FOLDS = 5
_STRENGTH = 0.003
_LIMITS = (0.0, 0.5, 1.0, 1.5)


def rows(path: Path) -> tuple[list[Numbers], list[bool]]:
    """What is known of each exposure, and whether it can be absent."""
    found: list[Numbers] = []
    absent: list[bool] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        _language, exposure, text, label = line.split("\t")
        words, start = split(text), text.find(exposure)
        end = start + len(exposure)
        own = [
            at for at in range(len(words)) if start <= words.starts[at] and words.ends[at] <= end
        ]
        if own:
            found.append(meaning(words, own).astype(np.float64))
            absent.append(label == "absence")
    return found, absent


def fitted(found: Numbers, absent: NDArray[np.bool_]) -> tuple[Numbers, float]:
    """Weights of the plain numbers, and the intercept."""
    mean, spread = found.mean(axis=0), found.std(axis=0) + 1e-6
    model = LogisticRegression(C=_STRENGTH, max_iter=1000).fit((found - mean) / spread, absent)
    weights = model.coef_[0] / spread
    return weights, float(model.intercept_[0] - weights @ mean)


def main() -> None:
    """Measure, fit on all and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--store", action="store_true")
    options = parser.parse_args()
    read = [rows(path) for path in options.files]
    numbers = np.array([row for known, _ in read for row in known], dtype=np.float64)
    absent = np.array([can for _, said in read for can in said])
    scores = np.zeros(len(absent))
    order = np.random.RandomState(0).permutation(len(absent))
    for fold in range(_FOLDS):
        held = order[fold::_FOLDS]
        rest = np.setdiff1d(order, held)
        weights, alone = fitted(numbers[rest], absent[rest])
        scores[held] = numbers[held] @ weights + alone
    sys.stdout.write(f"{len(absent)} exposures, {absent.mean():.2f} can be absent\n")
    for limit in _LIMITS:
        above = scores >= limit
        sys.stdout.write(
            f"score from {limit}: {above.sum()}, of which {absent[above].mean():.3f} can;"
            f" {absent[above].sum() / absent.sum():.2f} of those that can\n"
        )
    if options.store:
        weights, alone = fitted(numbers, absent)
        made: Arrays = product(
            weights[None].astype(np.float32), np.array([alone], np.float32), "absent"
        )
        save(made, PATH)


if __name__ == "__main__":
    main()
