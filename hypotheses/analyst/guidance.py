"""What a reviewer's guidance names in full: a measure, a comparison, a population."""

from __future__ import annotations

import re

from hypotheses.analyst import answers
from hypotheses.analyst.assess import examine
from hypotheses.analyst.lexicon.compile import Addition
from hypotheses.domain.types import Language

_REST = r"\s+(?P<named>[^.;,]+)"
# `measure it by ...`: the words behind such a frame are the part, up to the next stop.
_FRAMES = {
    "en": {
        "population": r"\b(?:study|consider|take|(?:limit|restrict) it to|among)" + _REST,
        "metric": r"\bmeasur(?:e|ed|ing)\b(?:\s+\w+)?\s+(?:by|with|as|using)" + _REST,
        "comparator": r"\bcompar(?:e|ed|ing)\b(?:\s+it)?\s+(?:with|to|against)" + _REST,
    },
    "pt": {
        "population": r"\b(?:estude|considere|tome|(?:limite|restrinja)-?[oa]? a|entre)" + _REST,
        "metric": r"\b(?:meça|meçam|medir|medid[oa]s?|mensure|mensurar)\b(?:\s+\w+)?\s+"
        r"(?:por|pel[oa]s?|com|usando)" + _REST,
        "comparator": r"\bcompar(?:e|em|ar|ad[oa]s?)\b(?:\s+[oa]s?)?\s+(?:com|a|ao|à)" + _REST,
    },
}


def guided(
    guidance: str, language: Language, additions: frozenset[Addition] = frozenset()
) -> dict[str, str]:
    """The parts that the guidance names, for the structurer to suggest; not the author's words."""
    found = {
        kind: re.search(frame, guidance, re.IGNORECASE) for kind, frame in _FRAMES[language].items()
    }
    named = {
        kind: answers.without_frame(match["named"].strip(), kind, language)
        for kind, match in found.items()
        if match
    }
    group = named.get("population", "")
    if group and examine(group, language, additions).population.score < 2:
        del named["population"]
    return named
