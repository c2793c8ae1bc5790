"""Train the classifier of fields: python -m tests.lab.reader.fields

It prints its share of right fields in five-fold cross-validation by pair, and writes its file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import ComplementNB

from hypotheses.analyst.fields import PATH, beginnings
from hypotheses.domain.types import LANGUAGES, Language

PAIRS = Path(__file__).parents[1] / "evaluation" / "data"
# The fields' names in the pairs that were written first.
_NAMES = {
    "physics/materials": "materials",
    "machine learning": "machine_learning",
    "software engineering": "software",
    "financial markets": "markets",
    "sports science": "sports",
}
_SCALE, _FOLDS, _SMOOTHING = 16, 5, 0.3


def _rows() -> tuple[list[dict[Language, str]], list[str]]:
    files = sorted(PAIRS.glob("pairs_*.jsonl"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in map(json.loads, lines) if row["field"] != "general"]
    documents = [
        {language: " ".join(beginnings(row[language], language)) for language in LANGUAGES}
        for row in rows
    ]
    return documents, [_NAMES.get(row["field"], row["field"]) for row in rows]


def _fitted(texts: list[str], fields: list[str]) -> tuple[CountVectorizer, ComplementNB]:
    counts = CountVectorizer(analyzer=str.split, binary=True)
    return counts, ComplementNB(alpha=_SMOOTHING).fit(counts.fit_transform(texts), fields)


def _share_right(documents: list[dict[Language, str]], fields: list[str]) -> float:
    right = 0
    for fold in range(_FOLDS):
        learned = [i for i in range(len(fields)) if i % _FOLDS != fold]
        counts, model = _fitted(
            [documents[i][language] for i in learned for language in LANGUAGES],
            [fields[i] for i in learned for _language in LANGUAGES],
        )
        for i in range(fold, len(fields), _FOLDS):
            texts = counts.transform([documents[i][language] for language in LANGUAGES])
            right += int((model.predict(texts) == fields[i]).sum())
    return right / (len(fields) * len(LANGUAGES))


def main() -> None:
    """Measure, train on all and write."""
    documents, fields = _rows()
    sys.stdout.write(f"right in cross-validation: {_share_right(documents, fields):.3f}\n")
    counts, model = _fitted(
        [each[language] for each in documents for language in LANGUAGES],
        [field for field in fields for _language in LANGUAGES],
    )
    weights: NDArray[np.float64] = model.feature_log_prob_.T
    centred = weights - weights.mean(axis=1, keepdims=True)
    np.savez_compressed(
        PATH,
        names=" ".join(model.classes_),
        words=" ".join(counts.get_feature_names_out()),
        weights=np.clip(np.rint(centred * _SCALE), -127, 127).astype(np.int8),
    )


if __name__ == "__main__":
    main()
