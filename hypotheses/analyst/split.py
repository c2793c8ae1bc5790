"""Finds several independent hypotheses in one text, and near-duplicates between texts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hypotheses.analyst.assess import Findings, examine
from hypotheses.analyst.lexicon.compile import Addition
from hypotheses.domain.types import Language

_SHARED = 0.34  # two claims that share more of their key terms speak of the same thing
_ALIKE = 0.75
_JOINTS = {
    "en": re.compile(r"\s*(?:,\s*and|;|\band\b|\bwhile\b|\bwhereas\b)\s+", re.IGNORECASE),
    "pt": re.compile(r"\s*(?:,\s*e|;|\be\b|\benquanto\b|\bao passo que\b)\s+", re.IGNORECASE),
}


def split_ideas(
    text: str, language: Language, additions: frozenset[Addition] = frozenset()
) -> list[str]:
    """The independent hypotheses of a text, verbatim; one item when it is one hypothesis."""
    ideas: list[str] = []
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text.strip()):
        ideas += _claims(sentence.strip(), language, additions)
    claims = [(idea, claim) for idea in ideas if (claim := _claim(idea, language, additions))]
    if len(claims) < 2 or len(claims) < len(ideas):
        return [text]
    terms = [claim for _, claim in claims]
    independent = all(
        alike(terms[i], terms[j]) <= _SHARED for i in range(len(terms)) for j in range(i)
    )
    return [idea for idea, _ in claims] if independent else [text]


def _claims(sentence: str, language: Language, additions: frozenset[Addition]) -> list[str]:
    """The parts of a sentence that are claims of their own, or the sentence."""
    for joint in _JOINTS[language].finditer(sentence):
        left, right = sentence[: joint.start()], sentence[joint.end() :]
        if _claim(left, language, additions) and _claim(right, language, additions):
            return [left, *_claims(right, language, additions)]
    return [sentence] if sentence else []


def _claim(text: str, language: Language, additions: frozenset[Addition]) -> list[str]:
    """The key terms of a text that is a whole claim of its own; empty when it is none."""
    if len(text.split()) < 3:
        return []
    findings = examine(text, language, additions)
    relation = findings.variables.relation
    whole = (
        findings.variables.score == 2
        and relation is not None
        and relation.form in ("verb", "effect", "associated", "pair")
        and findings.testability.direction is not None
    )
    return key_terms(findings) if whole else []


def key_terms(findings: Findings) -> list[str]:
    """The content words of a text, each once, in order of the alphabet."""
    reading = findings.reading
    return sorted({reading.keys[i] for i in range(reading.size) if reading.is_content(i)})


def alike(first: Iterable[str], second: Iterable[str]) -> float:
    """How much two sets of key terms share: their Jaccard index, 0 to 1."""
    a, b = set(first), set(second)
    return len(a & b) / len(a | b) if a | b else 0.0


def near(terms: Iterable[str], other: Iterable[str]) -> bool:
    """Whether two ideas are near-duplicates."""
    return alike(terms, other) >= _ALIKE
