"""Which field of research a text is of, by the beginnings of its words.

The weights are those of a complement naive Bayes classifier (Rennie et al. 2003), rounded to
integers, trained by `tests.lab.reader.fields`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.syntax.tokens import bare, split
from hypotheses.domain.types import Language

PATH = Path(__file__).parent / "fields.npz"
_LETTERS = 6
_SHORTEST = 3


def beginnings(text: str, language: Language) -> Iterator[str]:
    """The words of a text as the classifier knows them: language and first letters."""
    for word in split(text).lower:
        if word[0].isalpha() and len(word) >= _SHORTEST:
            yield f"{language}{beginning(word)}"


def beginning(word: str) -> str:
    """What of a word is looked at: its first letters, without accents."""
    return bare(word)[:_LETTERS]


def field_of(text: str, language: Language) -> str:
    """The likeliest field by its name; empty when no word of the text tells one."""
    names, weights = _model()
    rows = [weights[word] for word in set(beginnings(text, language)) if word in weights]
    if not rows:
        return ""
    return names[int(np.sum(rows, axis=0).argmax())]


def field_names() -> tuple[str, ...]:
    """The fields that texts are told apart by."""
    return _model()[0]


@cache
def _model() -> tuple[tuple[str, ...], dict[str, NDArray[np.int64]]]:
    with np.load(PATH) as file:
        words = str(file["words"]).split()
        weights = file["weights"].astype(np.int64)
        return tuple(str(file["names"]).split()), dict(zip(words, weights, strict=True))
