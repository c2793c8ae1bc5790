"""Fits with what exposures are compared: `python -m tests.lab.reader.contrast FILE ... [--store]`.

FILE holds a line for each exposure: its language, its words, its text and the kind of its contrast
(`proposals.contrast.CONTRASTS`), by tabs. It prints the share that is right by a model that did not
see them, of all and from a few margins on.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from hypotheses.analyst.proposals.contrast import CONTRASTS, PATH
from hypotheses.analyst.proposals.meaning import meaning
from hypotheses.analyst.syntax.tokens import split
from tests.lab.reader.export import product, save
from tests.lab.reader.linear import Numbers, apart, fitted

_STRENGTH = 0.003
_MARGINS = (0.0, 0.5, 1.0, 1.5)


def rows(path: Path) -> tuple[list[Numbers], list[str]]:
    """What is known of each exposure, and the kind of its contrast."""
    found: list[Numbers] = []
    told: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        _language, exposure, text, label = line.split("\t")
        words, start = split(text), text.find(exposure)
        end = start + len(exposure)
        own = words.within(start, end)
        if own:
            found.append(meaning(words, own).astype(np.float64))
            told.append(label)
    return found, told


def main() -> None:
    """Measure, fit on all and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--store", action="store_true")
    options = parser.parse_args()
    read = [rows(path) for path in options.files]
    numbers = np.array([row for known, _ in read for row in known], dtype=np.float64)
    told = np.array([label for _, said in read for label in said])
    scores = np.zeros((len(told), len(CONTRASTS)))
    for held in apart(len(told)):
        weights, alone = fitted(numbers[~held], told[~held], CONTRASTS, _STRENGTH)
        scores[held] = numbers[held] @ weights.T + alone
    best = np.array(CONTRASTS)[scores.argmax(axis=1)]
    margin = np.sort(scores, axis=1)[:, -1] - np.sort(scores, axis=1)[:, -2]
    sys.stdout.write(f"{len(told)} exposures, {np.mean(best == told):.3f} right\n")
    for label in CONTRASTS:
        for least in _MARGINS:
            shown = (best == label) & (margin >= least)
            right = np.mean(told[shown] == label) if shown.any() else 0.0
            sys.stdout.write(
                f"{label} from {least}: {shown.sum()}, of which {right:.2f} right;"
                f" {np.mean(shown[told == label]):.2f} of all\n"
            )
    if options.store:
        weights, alone = fitted(numbers, told, CONTRASTS, _STRENGTH)
        save(product(weights.astype(np.float32), alone.astype(np.float32), "contrast"), PATH)


if __name__ == "__main__":
    main()
