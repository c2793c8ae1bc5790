"""Makes the parser's file from trained weights: `python -m tests.lab.parser.export WEIGHTS.npz`.

Weights become whole numbers within +-127, one scale for each row, as in `tests.lab.reader.export`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.syntax.parser import PATH
from tests.lab.parser.train import NORMS
from tests.lab.reader.export import PARTS, Arrays, product, save


def arrays(weight: Mapping[str, NDArray[np.float32]]) -> Arrays:
    """All that the file holds, from what `train` saved."""
    layers = 1 + max(int(name[1 : name.index(".")]) for name in weight if name[:2] in _LAYERS)
    made: Arrays = {name: weight[name] for name in ("tags", "relations")}
    made["layers"] = np.array(layers)
    for at in range(layers):
        for short, name in PARTS.items():
            made |= product(weight[f"l{at}.{short}.w"], weight[f"l{at}.{short}.b"], f"{at}.{name}")
        for short, name in NORMS.items():
            made[f"{at}.{name}.weight"] = weight[f"l{at}.{short}.w"]
            made[f"{at}.{name}.bias"] = weight[f"l{at}.{short}.b"]
    for name in ("arc.word", "arc.head", "arc.alike", "rel.word", "rel.head", "rel", "tag"):
        made |= product(weight[f"h.{name}.w"], weight[f"h.{name}.b"], name)
    return made


_LAYERS = tuple(f"l{at}" for at in range(10))


def main(arguments: Sequence[str]) -> None:
    """Write the parser's file."""
    with np.load(arguments[0], allow_pickle=False) as trained:
        save(arrays({name: trained[name] for name in trained.files}), PATH)


if __name__ == "__main__":
    main(sys.argv[1:])
