"""What the author answers to a clarification, as a part of the claim."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hypotheses.analyst import portuguese
from hypotheses.analyst.parts import PARTS, Part
from hypotheses.domain.types import Language

_FRAMES = {
    "population": re.compile(r"^(?:in|among|em|entre)\s+", re.IGNORECASE),
    "metric": re.compile(
        r"^(?:as\s+)?(?:measured|assessed|medid[oa]s?|avaliad[oa]s?)\s+(?:by|with|using|por|com)?\s*",
        re.IGNORECASE,
    ),
    "comparator": re.compile(
        r"^(?:(?:when\s+)?compared\s+(?:with|to)|than|versus|vs\.?|em\s+compara[cç][aã]o\s+com"
        r"|comparad[oa]s?\s+(?:com|a)|do\s+que)\s+",
        re.IGNORECASE,
    ),
    "window": re.compile(r"^(?!)"),  # no words stand before a window
}


def take(answers: Mapping[str, str], parts: dict[str, Part], language: Language) -> None:
    """Put the answers in: an empty one confirms the suggestion, words replace it."""
    for name in PARTS:
        if name not in answers:
            continue
        words = without_frame(answers[name], name, language)
        if words:
            parts[name] = Part(words, "confirmed")
        elif name in parts:
            parts[name] = Part(parts[name].text, "confirmed")


def without_frame(words: str, name: str, language: Language) -> str:
    """An answer without the words that the question puts before it: `measured by`, `em`."""
    bare = _FRAMES[name].sub("", words.strip())
    return portuguese.uncontract(bare) if language == "pt" else bare
