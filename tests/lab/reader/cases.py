"""Fits which noun names what is observed: `python -m tests.lab.reader.cases FILE ... [--store]`.

FILE holds a line for each text in which no unit is marked: its language, the words that name what
is observed one by one (empty where none do) and the text, by tabs. It prints how many nouns are
proposed from a few scores on, and the share of them that is right, by a model that did not see
their text.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from hypotheses.analyst.proposals.cases import PATH, nouns
from hypotheses.analyst.proposals.meaning import rows
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from tests.lab.reader.export import product, save
from tests.lab.reader.linear import Numbers, apart, fitted

_STRENGTH = 0.001
_LIMITS = (-1.0, -0.5, 0.0, 0.5)
_LABELS = ("no", "yes")


def read(path: Path) -> list[tuple[Numbers, list[str]]]:
    """For each text what is known of its nouns, and which of them names what is observed."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        _language, named, text = line.split("\t")
        words, start = split(text), text.find(named)
        end = start + len(named)
        own = words.within(start, end)
        head = parsed(words).top(own[0], own[-1] + 1) if named and own else None
        places = nouns(words)
        if places:
            late, early = rows(words)
            numbers = np.concatenate([late[places], early[places]], axis=1).astype(np.float64)
            found.append((numbers, [_LABELS[at == head] for at in places]))
    return found


def main() -> None:
    """Measure, fit on all and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--store", action="store_true")
    options = parser.parse_args()
    texts = [text for path in options.files for text in read(path)]
    numbers = np.concatenate([known for known, _ in texts])
    told = np.array([label for _, said in texts for label in said])
    group = np.repeat(np.arange(len(texts)), [len(said) for _, said in texts])
    scores = np.zeros(len(told))
    for held in apart(len(told), group):
        weights, alone = fitted(numbers[~held], told[~held], _LABELS, _STRENGTH)
        scores[held] = numbers[held] @ weights[0] + alone[0]
    own = [np.flatnonzero(group == at) for at in range(len(texts))]
    best = np.array([places[scores[places].argmax()] for places in own])
    named = np.array([(told[places] == "yes").any() for places in own])
    sys.stdout.write(f"{len(texts)} texts, {named.mean():.2f} name what is observed\n")
    for least in _LIMITS:
        shown = scores[best] >= least
        right = told[best] == "yes"
        sys.stdout.write(
            f"score from {least}: proposed in {shown.mean():.2f}, of which"
            f" {right[shown].mean():.2f} right; {right[shown].sum() / named.sum():.2f} of all\n"
        )
    if options.store:
        weights, alone = fitted(numbers, told, _LABELS, _STRENGTH)
        save(product(weights.astype(np.float32), alone.astype(np.float32), "case"), PATH)


if __name__ == "__main__":
    main()
