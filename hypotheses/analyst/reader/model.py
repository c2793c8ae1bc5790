"""The shipped model, from its file.

All that decides is integer arithmetic, so that a text is read alike on any CPU.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.linear import Linear
from hypotheses.analyst.reader.tagger import Tagger
from hypotheses.analyst.reader.tokens import Vocabulary

PATH = Path(__file__).parent / "model" / "reader.npz"
PARTS = ("emitted", "recalled", "design", "direction", "veto")


@dataclass(frozen=True, slots=True)
class Model:
    """All that reading needs."""

    vocabulary: Vocabulary
    tagger: Tagger
    design: Linear
    direction: Linear
    veto: Linear


def _linear(file: Mapping[str, NDArray[np.generic]], name: str) -> Linear:
    return Linear.of(
        tuple(str(file[f"{name}_labels"]).split()),
        np.asarray(file[f"{name}_keys"], dtype=np.uint32),
        np.asarray(file[f"{name}_weights"], dtype=np.int16),
        np.asarray(file[f"{name}_at"], dtype=np.int64),
        int(np.asarray(file[f"{name}_bits"])),
    )


@cache
def load(path: Path = PATH) -> Model:
    """The model of a file."""
    with np.load(path, allow_pickle=False) as file:
        words = str(file["clustered"]).split()
        clusters = dict(zip(words, np.asarray(file["clusters"]).tolist(), strict=True))
        parts = {name: _linear(file, name) for name in PARTS}
        return Model(
            Vocabulary(frozenset(str(file["frequent"]).split()), clusters),
            Tagger.of(
                parts["emitted"],
                parts["recalled"],
                np.asarray(file["moves"], dtype=np.int32),
                np.asarray(file["last"], dtype=np.int32),
            ),
            parts["design"],
            parts["direction"],
            parts["veto"],
        )
