"""Makes the reader's file from trained weights: `python -m tests.lab.reader.export WEIGHTS.npz`.

Weights become whole numbers within +-127, one scale for each row; the table of pieces stays as it
came, at 4 bits a number.
"""

from __future__ import annotations

import io
import math
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.model import CLASSES, CORE
from hypotheses.analyst.syntax.encoding import PATH

Arrays = dict[str, NDArray[np.generic]]
_STEP, _GELU, _EXPONENTIAL = 64, 8, 20  # entries a whole number, and the tables' reach
PARTS = {
    "q": "query", "k": "key", "v": "value", "ao": "attended", "fi": "wide", "fo": "narrow",
}  # fmt: skip


def product(weights: NDArray[np.float32], bias: NDArray[np.float32], name: str) -> Arrays:
    """A linear layer of shape (outputs, inputs) in whole numbers."""
    scale = np.maximum(np.abs(weights).max(axis=1), 1e-9) / 127
    levels = np.rint(weights / scale[:, None]).astype(np.int8)
    return {
        f"{name}.weights": levels,
        f"{name}.scale": scale.astype(np.float32),
        f"{name}.bias": bias.astype(np.float32),
    }


def gelu() -> Arrays:
    """x times the normal distribution's share below x."""
    at = np.arange(-_GELU * _STEP, _GELU * _STEP + 1) / _STEP
    values = [x * (1 + math.erf(x / math.sqrt(2))) / 2 for x in at]
    return {"gelu": np.array(values, dtype=np.float32), "gelu.least": np.array(-_GELU)}


def exponential() -> Arrays:
    """exp(x) for x from -20 to 0."""
    at = np.arange(-_EXPONENTIAL * _STEP, 1) / _STEP
    values = np.array([math.exp(x) for x in at], dtype=np.float32)
    return {"exponential": values, "exponential.least": np.array(-_EXPONENTIAL)}


def arrays(trained: Mapping[str, NDArray[np.generic]]) -> Arrays:
    """All that the file holds, from what `train` saved."""
    weight = {name: np.asarray(array) for name, array in trained.items()}
    layers = int(weight["layers"])
    made: Arrays = {**gelu(), **exponential(), "least_sure": np.zeros((2, len(CORE) + 1))}
    for name in ("tags", "pieces", "piece_scores", "unknown", "packed", "packed_scales", "heads"):
        made[name] = weight[name]
    made["layers"] = np.array(layers)
    made["positions"] = (weight["emb.pos"][:256] + weight["emb.type"]).astype(np.float32)
    made |= {"first.weight": weight["emb.ln.w"], "first.bias": weight["emb.ln.b"]}
    for at in range(layers):
        for short, name in PARTS.items():
            made |= product(weight[f"l{at}.{short}.w"], weight[f"l{at}.{short}.b"], f"{at}.{name}")
        for short, name in (("aln", "after_attention"), ("oln", "after_dense")):
            made[f"{at}.{name}.weight"] = weight[f"l{at}.{short}.w"]
            made[f"{at}.{name}.bias"] = weight[f"l{at}.{short}.b"]
    for name in ("tag", "statement"):
        made |= product(weight[f"h.{name}.w"], weight[f"h.{name}.b"], name)
    for name in CLASSES:
        made |= product(weight[f"h.{name}.w"], weight[f"h.{name}.b"], name)
        telling = weight[f"h.att.{name}"][None]
        made |= product(telling, np.zeros(1, dtype=np.float32), f"{name}.telling")
        made[f"{name}.labels"] = weight[f"{name}.labels"]
    return made


def save(made: Arrays, path: Path) -> None:
    """An npz file without times, so that equal models are equal bytes."""
    path.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as file:
        for name in sorted(made):
            held = io.BytesIO()
            np.save(held, np.asarray(made[name], order="C"), allow_pickle=False)
            file.writestr(zipfile.ZipInfo(f"{name}.npy"), held.getvalue())


def calibrate(least: Sequence[Sequence[float]], path: Path = PATH) -> None:
    """Store from which mean probability on a slot is sure (`Model.least_sure`)."""
    with np.load(path, allow_pickle=False) as file:
        made = {name: file[name] for name in file.files}
    save(made | {"least_sure": np.array(least)}, path)


def main(arguments: Sequence[str]) -> None:
    """Write the reader's file."""
    with np.load(arguments[0], allow_pickle=False) as trained:
        save(arrays({name: trained[name] for name in trained.files}), PATH)


if __name__ == "__main__":
    main(sys.argv[1:])
