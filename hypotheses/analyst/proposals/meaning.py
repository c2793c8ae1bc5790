"""What the encoder knows of words: the numbers that the linear models of the proposals read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.syntax import encoding
from hypotheses.analyst.syntax.encoder import Floats
from hypotheses.analyst.syntax.tokens import Words

_FIXED = 1 << 12  # steps of a number where means are taken, so that sums are exact


def rows(words: Words) -> tuple[Floats, Floats]:
    """The rows of each word after all layers and after the first ones, shape (words, width)."""
    read = encoding.load(encoding.PATH)
    late: list[Floats] = []
    early: list[Floats] = []
    for window in read.windows(words):
        firsts = list(window.firsts)
        late.append(read.read(window)[firsts])
        early.append(read.begun(window)[firsts])
    return np.concatenate(late), np.concatenate(early)


def meaning(words: Words, own: Sequence[int]) -> Floats:
    """The mean of some words' rows after all layers and after the first ones, and the last row of
    the first of them, shape (3 * width)."""
    late, early = rows(words)
    places = list(own)
    return np.concatenate([_mean(late[places]), _mean(early[places]), late[places[0]]])


def _mean(found: Floats) -> Floats:
    fixed: NDArray[np.int64] = np.rint(found * np.float32(_FIXED)).astype(np.int64).sum(axis=0)
    return (fixed / (len(found) * _FIXED)).astype(np.float32)
