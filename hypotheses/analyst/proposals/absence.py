"""Whether what varies in a claim can be absent: a drug or a law can, a temperature cannot.

A linear model over the encoder's rows of its words, fitted by `tests.lab.reader.absence` on
exposures of which a person said with what they would be compared.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.syntax import encoding
from hypotheses.analyst.syntax.encoder import Floats, Product
from hypotheses.analyst.syntax.tokens import Words, split
from hypotheses.domain.claim import Slot

PATH = Path(__file__).parent / "data" / "absence.npz"
_FIXED = 1 << 12  # steps of a number where means are taken, so that sums are exact


def absence_score(exposure: Slot, source: str) -> float:
    """How much more likely than not (log odds) an exposure is compared with its absence; 0 where
    the source does not hold its words."""
    words = split(source)
    start = source.find(exposure.text)
    end = start + len(exposure.text)
    own = [at for at in range(len(words)) if start <= words.starts[at] and words.ends[at] <= end]
    if start < 0 or not own:
        return 0.0
    return float(_model()(meaning(words, own)[None])[0, 0])


def meaning(words: Words, own: list[int]) -> Floats:
    """What the encoder knows of some words of a text: the mean of their rows after all layers and
    after the first ones, and the row of the first word."""
    read = encoding.load(encoding.PATH)
    late: list[Floats] = []
    early: list[Floats] = []
    for window in read.windows(words):
        firsts = list(window.firsts)
        late.append(read.read(window)[firsts])
        early.append(read.begun(window)[firsts])
    rows, first = np.concatenate(late), np.concatenate(early)
    return np.concatenate([_mean(rows[own]), _mean(first[own]), rows[own[0]]])


def _mean(rows: Floats) -> Floats:
    fixed: NDArray[np.int64] = np.rint(rows * np.float32(_FIXED)).astype(np.int64).sum(axis=0)
    return (fixed / (len(rows) * _FIXED)).astype(np.float32)


@cache
def _model() -> Product:
    return encoding.product(encoding.arrays(PATH), "absent")
