"""With what an exposure is compared, by its kind: a drug with its absence, a temperature with a
lower one, an algorithm with other algorithms, women with the other people, a law with the time
before it.

A linear model over the encoder's rows of its words, fitted by `tests.lab.reader.contrast` on
exposures of which a person said with what they would be compared.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.proposals.meaning import meaning
from hypotheses.analyst.syntax import encoding
from hypotheses.analyst.syntax.encoder import Product
from hypotheses.analyst.syntax.tokens import split
from hypotheses.domain.claim import Slot

Contrast = Literal["absence", "levels", "kinds", "group", "before", "other"]
CONTRASTS: tuple[Contrast, ...] = get_args(Contrast)
PATH = Path(__file__).parent / "data" / "contrast.npz"


@lru_cache(maxsize=64)
def contrast(exposure: Slot, source: str) -> tuple[Contrast, float]:
    """The likeliest kind of contrast of an exposure, and by how much (log odds) it is likelier than
    the next one; `other` and 0 where the source does not hold its words."""
    words = split(source)
    start = source.lower().find(exposure.text.lower())
    end = start + len(exposure.text)
    own = words.within(start, end)
    if start < 0 or not own:
        return "other", 0.0
    scores: NDArray[np.float32] = _model()(meaning(words, own)[None])[0]
    second, first = np.argsort(scores, kind="stable")[-2:]
    return CONTRASTS[first], float(scores[first] - scores[second])


@cache
def _model() -> Product:
    return encoding.product(encoding.arrays(PATH), "contrast")
