"""Reads a research claim: text -> frame, by a statistical model of labelled spans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from hypotheses.analyst.reader.classes import text_features
from hypotheses.analyst.reader.features import token_features
from hypotheses.analyst.reader.frame import claim
from hypotheses.analyst.reader.model import Linear, load
from hypotheses.analyst.reader.spans import spans
from hypotheses.analyst.reader.words import split
from hypotheses.domain.claim import Claim, Design, Direction
from hypotheses.domain.types import Language

__all__ = ["FoundVeto", "Reading", "read"]


@dataclass(frozen=True, slots=True)
class FoundVeto:
    """A reason to reject a claim: its code, and the verbatim words that show it."""

    code: str
    quote: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text claims."""

    text: str
    language: Language
    claim: Claim
    vetoes: tuple[FoundVeto, ...] = ()


def read(text: str, language: Language) -> Reading:
    """The claim of a text. Each slot is a verbatim quote; what is not there stays None."""
    model = load()
    words = split(text)
    if not len(words):
        return Reading(text, language, Claim())
    rows = [
        model.vocabulary.row(text[start:end], language)
        for start, end in zip(words.starts, words.ends, strict=True)
    ]
    found = spans(model.tagger.tags(token_features(words, rows)))
    features = text_features(words, found, language)
    design = cast("Design", _best(model.design, features))
    direction = cast("Direction", _best(model.direction, features))
    code = _best(model.veto, features)
    vetoes: tuple[FoundVeto, ...] = ()
    if code != "none":
        quoted = next((span for span in found if span.tag == "veto"), None)
        quote = words.quote(quoted.first, quoted.end) if quoted else text.strip()
        vetoes = (FoundVeto(code, quote),)
    return Reading(text, language, claim(words, found, design, direction), vetoes)


def _best(linear: Linear, features: np.ndarray) -> str:
    return linear.labels[int(linear.scores(features).argmax())]
