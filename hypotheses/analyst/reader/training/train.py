"""Makes the reader's model file: `python -m hypotheses.analyst.reader.training.train`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hypotheses.analyst.reader.model import PATH, Model
from hypotheses.analyst.reader.training.corpus import (
    Example,
    claims,
    frequent,
    is_held_out,
)
from hypotheses.analyst.reader.training.fit import (
    FittedTagger,
    class_features,
    crossed_spans,
    fit_classes,
    fit_tagger,
    token_rows,
)
from hypotheses.analyst.reader.words import Vocabulary

STRENGTHS = {"design": 0.3, "direction": 0.3, "veto": 1.0}
CLUSTERS = Path(__file__).parent / "data" / "clusters.json"


def clusters() -> dict[str, int]:
    """Words and their cluster."""
    if not CLUSTERS.exists():
        return {}
    made: dict[str, int] = json.loads(CLUSTERS.read_text(encoding="utf-8"))
    return made


def fit(examples: Sequence[Example]) -> tuple[Model, FittedTagger]:
    """A model from examples."""
    vocabulary = Vocabulary(frequent(examples), clusters())
    features = [token_rows(each, vocabulary) for each in examples]
    fitted = fit_tagger(examples, features)
    found = class_features(examples, crossed_spans(examples, features))
    parts = {
        name: fit_classes(found, [getattr(each, name) for each in examples], strength)
        for name, strength in STRENGTHS.items()
    }
    return Model(vocabulary, fitted.tagger, **parts), fitted


def save(model: Model, fitted: FittedTagger, path: Path) -> None:
    """The model as a file without times or names, so that equal models are equal bytes."""
    arrays: dict[str, np.ndarray] = {
        "frequent": np.array(" ".join(sorted(model.vocabulary.frequent))),
        "clustered": np.array(" ".join(model.vocabulary.clusters)),
        "clusters": np.array(list(model.vocabulary.clusters.values()), dtype=np.int16),
        "transitions": fitted.transitions,
    }
    for name, linear in (
        ("tagger", fitted.linear),
        *((each, getattr(model, each)) for each in STRENGTHS),
    ):
        arrays[f"{name}_labels"] = np.array(linear.labels)
        arrays[f"{name}_keys"] = linear.keys
        arrays[f"{name}_weights"] = linear.weights[:-1]
    np.savez_compressed(path, **arrays)


def main() -> None:
    """Fit and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=PATH)
    parser.add_argument("--hold-out", action="store_true", help="leave out what measures")
    options = parser.parse_args()
    examples = [each for each in claims() if not (options.hold_out and is_held_out(each.id))]
    model, fitted = fit(examples)
    options.output.parent.mkdir(exist_ok=True)
    save(model, fitted, options.output)


if __name__ == "__main__":
    main()
