"""Finds several independent hypotheses in one text, and near-duplicates between texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from config.text.language import tongue
from config.text.lazy_regex import lazy_regex
from config.text.tokens import fold, split
from hypotheses.analyst.proposals.stems import stem
from hypotheses.analyst.reader import read
from hypotheses.domain.types import Language

_SHARED = 0.34  # two claims whose key terms overlap by more than this are about the same thing
_ALIKE = 0.75
_JOINTS = {
    "en": lazy_regex(r"(?<!\s)\s*(?:,\s*and|;|\band\b|\bwhile\b|\bwhereas\b)\s+", re.IGNORECASE),
    "pt": lazy_regex(
        r"(?<!\s)\s*(?:,\s*e|;|\be\b|\benquanto\b|\bao passo que\b)\s+", re.IGNORECASE
    ),
}
_SENTENCE = lazy_regex(r"(?<=[.!?])\s+|\n+")
# A limit on the parts of one text: each takes as much time as a text of its own.
_MOST_PARTS = 24  # sentences, and joints within them
_LONGEST_JOINED = 400  # characters of a sentence in which joints are looked for


def split_ideas(text: str, language: Language) -> list[str]:
    """The independent hypotheses of a text, verbatim; one item when it is a single hypothesis.

    A text of more than _MOST_PARTS parts is prose and stays whole.
    """
    sentences = [sentence.strip() for sentence in _SENTENCE.split(text.strip())]
    joints = [_joints(sentence, language) for sentence in sentences]
    if not 1 < len(sentences) + sum(map(len, joints)) <= _MOST_PARTS:
        return [text]
    ideas: list[str] = []
    for sentence, between in zip(sentences, joints, strict=True):
        parts = _claims(sentence, between, language)
        if not all(_is_claim(part, language) for part in parts):
            return [text]
        ideas += parts
    terms = [key_terms(idea, language) for idea in ideas]
    independent = all(
        alike(terms[i], terms[j]) <= _SHARED for i in range(len(terms)) for j in range(i)
    )
    return ideas if independent else [text]


def _joints(sentence: str, language: Language) -> list[re.Match[str]]:
    """The places where a sentence may join two claims."""
    if len(sentence) > _LONGEST_JOINED:
        return []
    return list(_JOINTS[language].finditer(sentence))


def _claims(sentence: str, joints: Iterable[re.Match[str]], language: Language) -> list[str]:
    """The parts of a sentence that are separate claims, or the whole sentence."""
    parts, start = [], 0
    for joint in joints:
        left, right = sentence[start : joint.start()], sentence[joint.end() :]
        if _is_claim(left, language) and _is_claim(right, language):
            parts.append(left)
            start = joint.end()
    rest = sentence[start:]
    return [*parts, rest] if rest else parts


def _is_claim(text: str, language: Language) -> bool:
    """Whether a text by itself states a relation between two things."""
    claim = read(text, language).claim
    both = claim.exposure is not None and claim.outcome is not None
    return both and bool(claim.relation) and claim.direction != "unspecified"


@cache
def _function_words(language: Language) -> frozenset[str]:
    return frozenset(map(fold, tongue(language).function_words))


def key_terms(text: str, language: Language) -> list[str]:
    """The stems of a text's content words without repetition, in alphabetical order."""
    functions = _function_words(language)
    found = (f for f in split(text).folds if f[0].isalpha() and f not in functions)
    return sorted({stem(each, language) for each in found})


def alike(first: Iterable[str], second: Iterable[str]) -> float:
    """How much two sets of key terms share: their Jaccard index, 0 to 1."""
    a, b = set(first), set(second)
    return len(a & b) / len(a | b) if a | b else 0.0


def near(terms: Iterable[str], other: Iterable[str]) -> bool:
    """Whether two ideas are near-duplicates."""
    return alike(terms, other) >= _ALIKE
