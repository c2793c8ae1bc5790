"""Features of a whole text, for its design, direction and vetoes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.spans import Span
from hypotheses.analyst.reader.words import Words, bare, checksum
from hypotheses.domain.types import Language

_SHORT = {"exposure": "E", "outcome": "O", "quantity": "O", "relation": "R", "comparator": "C"}


def _said(words: Words) -> list[str]:
    return [bare(word) if word[0].isalpha() else word for word in words.lower]


def _grams(prefix: str, said: Sequence[str], longest: int) -> Iterator[str]:
    for size in range(1, longest + 1):
        for first in range(len(said) - size + 1):
            yield f"{prefix}{' '.join(said[first : first + size])}"


def _names(words: Words, spans: Sequence[Span], language: Language) -> Iterator[str]:
    said = _said(words)
    yield "bias"
    yield from _grams(f"{language} ", said, 3)
    for word in said:
        yield f"{language} stem {word[:5]}"
    yield f"{language} first {' '.join(said[:2])}"
    yield f"{language} last {' '.join(said[-2:])}"
    tags = [span.tag for span in spans]
    order = "".join(_SHORT.get(tag, "") for tag in tags)
    yield f"order {order}"
    yield f"{language} order {order}"
    for tag in sorted(set(tags)):
        yield f"has {tag}"
        yield f"has {tag} {tags.count(tag) > 1}"
    for absent in ("exposure", "relation", "comparator", "margin", "unit"):
        if absent not in tags:
            yield f"no {absent}"
    yield f"no outcome {'outcome' not in tags and 'quantity' not in tags}"
    relation: list[str] = []
    for span in spans:
        inner = said[span.first : span.end]
        if span.tag == "relation":
            relation += inner
            before = "".join(said[max(0, span.first - 1) : span.first])
            yield f"{language} before relation {before}"
        if span.tag in ("relation", "veto", "margin", "outcome", "quantity"):
            yield from _grams(f"{language} {span.tag} ", inner, 3)
            for word in inner:
                yield f"{language} {span.tag} stem {word[:5]}"
    yield f"{language} relation whole {' '.join(relation)}"


def text_features(words: Words, spans: Sequence[Span], language: Language) -> NDArray[np.uint32]:
    """The distinct features of a text, sorted."""
    made = {checksum("text", name) for name in _names(words, spans, language)}
    return np.array(sorted(made), dtype=np.uint32)
