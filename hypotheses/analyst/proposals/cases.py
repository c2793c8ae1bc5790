"""What is observed one by one, where a claim names it without saying so: the films, in `the
duration of a film and its rating`.

A linear model over the encoder's rows of a noun, fitted by `tests.lab.reader.cases` on texts in
which a person marked it, or said that no word names it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from hypotheses.analyst.proposals.meaning import rows
from hypotheses.analyst.syntax import encoding
from hypotheses.analyst.syntax.encoder import Floats, Product
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import Words

PATH = Path(__file__).parent / "data" / "case.npz"
LEAST = -0.75
"""The lowest score (log odds) of a noun that is proposed."""


def nouns(words: Words) -> list[int]:
    """The places of a text's nouns."""
    tags = parsed(words).tags
    return [at for at, tag in enumerate(tags) if tag[0] == "N" and tag[:3] != "NUM"]


def case(words: Words) -> int | None:
    """The place of the noun that names what is observed; None where no noun is likely to."""
    places = nouns(words)
    best = likeliest(words, places) if places else None
    return None if best is None or _scores(words, [best])[0] < LEAST else best


def likeliest(words: Words, places: Sequence[int]) -> int:
    """The one of some nouns that is likeliest to name what is observed."""
    return places[int(_scores(words, places).argmax())]


def _scores(words: Words, places: Sequence[int]) -> Floats:
    late, early = rows(words)
    at = list(places)
    return _model()(np.concatenate([late[at], early[at]], axis=1))[:, 0]


@cache
def _model() -> Product:
    return encoding.product(encoding.arrays(PATH), "case")
