"""Makes the file of the question's writer: `python -m tests.lab.question.export WEIGHTS.npz`.

Weights become whole numbers within +-127, one scale for each row.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.question import PATH
from hypotheses.domain.types import LANGUAGES, Language
from tests.lab.question.alignment import target
from tests.lab.question.corpus import pairs
from tests.lab.reader.export import PARTS, Arrays, product, save

_BLOCK = {
    "sq": "query", "sk": "key", "sv": "value", "so": "written", "cq": "seeking",
    "ck": "text_key", "cv": "text_value", "co": "sought", "fi": "wide", "fo": "narrow",
}  # fmt: skip
_NORMS = {"n1": "after_written", "n2": "after_sought", "n3": "after_dense"}
END = 0
"""The number of the word that ends a question."""


def arrays(trained: Mapping[str, NDArray[np.generic]]) -> Arrays:
    """All that the file holds, from what `train` saved."""
    weight = {name: np.asarray(array) for name, array in trained.items()}
    layers, blocks = int(weight["own"]), int(weight["dec"])
    made: Arrays = {"layers": np.array(layers), "blocks": np.array(blocks)}

    def add(short: str, name: str) -> None:
        made.update(product(weight[f"{short}.w"], weight[f"{short}.b"], name))

    def add_norm(short: str, name: str) -> None:
        made.update({f"{name}.weight": weight[f"{short}.w"], f"{name}.bias": weight[f"{short}.b"]})

    for at in range(layers):
        for short, name in PARTS.items():
            add(f"l{at}.{short}", f"{at}.{name}")
        for short, name in (("aln", "after_attention"), ("oln", "after_dense")):
            add_norm(f"l{at}.{short}", f"{at}.{name}")
    for at in range(blocks):
        for short, name in _BLOCK.items():
            add(f"d{at}.{short}", f"block{at}.{name}")
        for short, name in _NORMS.items():
            add_norm(f"d{at}.{short}", f"block{at}.{name}")
    for name in ("in", "next", "key", "go", "gen", "form"):
        add(name, name)
    add_norm("en", "entered")
    made |= {"entries": weight["emb.gen"], "places": weight["emb.pos"]}
    made |= {"words": weight["gen"], "forms": weight["forms"]}
    made |= {f"words.{name}": each for name, each in spoken(str(weight["gen"])).items()}
    return made


def spoken(listed: str) -> dict[Language, NDArray[np.uint8]]:
    """Which words of the list the questions of each language use; one ends all."""
    words = listed.split("\n")
    made = {name: np.zeros(len(words), np.uint8) for name in LANGUAGES}
    places = {word: at for at, word in enumerate(words)}
    for pair in pairs():
        for each in target(pair.text, pair.question, pair.language):
            if isinstance(each, str) and each in places:
                made[pair.language][places[each]] = 1
    for told in made.values():
        told[END] = 1
    return made


def main(arguments: Sequence[str]) -> None:
    """Write the file."""
    with np.load(arguments[0], allow_pickle=False) as trained:
        save(arrays({name: trained[name] for name in trained.files}), PATH)


if __name__ == "__main__":
    main(sys.argv[1:])
