"""Makes the reader's model file: `python -m tests.lab.reader.train`."""

from __future__ import annotations

import argparse
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hypotheses.analyst.reader.linear import arranged
from hypotheses.analyst.reader.model import PATH
from hypotheses.analyst.reader.tokens import Vocabulary
from tests.lab.reader.corpus import Example, claims, frequent, is_held_out
from tests.lab.reader.fit import (
    FittedTagger,
    Table,
    class_features,
    crossed,
    fit_classes,
    fit_tagger,
    generated,
    token_rows,
)

CLUSTERS = Path(__file__).parent / "data" / "clusters.txt"
STRENGTHS = {"design": (0.3, 0.0), "direction": (1.0, 0.0), "veto": (1.0, 1.6)}


@dataclass(frozen=True, slots=True)
class Fitted:
    """A model as its file needs it."""

    vocabulary: Vocabulary
    tagger: FittedTagger
    classes: dict[str, Table]


def clusters(path: Path = CLUSTERS) -> dict[str, int]:
    """Words and their cluster; a line is a cluster's number and its words."""
    made = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        number, *words = line.split()
        made.update(dict.fromkeys(words, int(number)))
    return made


def fit(examples: Sequence[Example]) -> Fitted:
    """A model from claims marked by hand and the sentences generated from them."""
    vocabulary = Vocabulary(frequent(examples), clusters())
    learned = [*examples, *examples, *generated(examples, 2500, 1000, 1)]
    tagger = fit_tagger(learned, [token_rows(each, vocabulary) for each in learned])
    texts, found = zip(*crossed(examples, vocabulary), strict=True)
    features = class_features(texts, found, vocabulary)
    classes = {
        name: fit_classes(features, [getattr(each, name) for each in texts], *strength)
        for name, strength in STRENGTHS.items()
    }
    return Fitted(vocabulary, tagger, classes)


def arrays(fitted: Fitted) -> dict[str, np.ndarray]:
    """What the model's file holds."""
    known = sorted(fitted.vocabulary.clusters)
    made: dict[str, np.ndarray] = {
        "frequent": np.array(" ".join(sorted(fitted.vocabulary.frequent))),
        "clustered": np.array(" ".join(known)),
        "clusters": np.array([fitted.vocabulary.clusters[w] for w in known], dtype=np.int16),
        "moves": fitted.tagger.moves,
        "last": fitted.tagger.last,
    }
    tagger = {"emitted": fitted.tagger.emitted, "recalled": fitted.tagger.recalled}
    for name, table in {**tagger, **fitted.classes}.items():
        at, bits = arranged(table.keys)
        made[f"{name}_labels"] = np.array(" ".join(table.labels))
        made[f"{name}_keys"], made[f"{name}_weights"] = table.keys, table.weights
        made[f"{name}_at"], made[f"{name}_bits"] = at.astype(np.int32), np.array(bits)
    return made


def save(fitted: Fitted, path: Path) -> None:
    """The model as an npz file without times, so that equal models are equal bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, array in arrays(fitted).items():
            held = io.BytesIO()
            np.save(held, array, allow_pickle=False)
            file.writestr(zipfile.ZipInfo(f"{name}.npy"), held.getvalue(), zipfile.ZIP_DEFLATED)


def main() -> None:
    """Fit and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=PATH)
    parser.add_argument("--hold-out", action="store_true", help="leave out what measures")
    options = parser.parse_args()
    examples = [each for each in claims() if not (options.hold_out and is_held_out(each.id))]
    options.output.parent.mkdir(exist_ok=True)
    save(fit(examples), options.output)


if __name__ == "__main__":
    main()
