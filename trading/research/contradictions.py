"""Findings that cannot both be followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from trading.research.edges import FADING, FOLLOWING
from trading.research.sentences import Text, as_document, say
from trading.research.types import FindingDocument, Language

CONFIDENT = 0.4  # about p = .05 after correction


class Contradiction(TypedDict):
    """Two camps, each by the references of its findings, and the sentence that names them."""

    one: list[str]
    other: list[str]
    text: str
    sentence: dict[str, Any]


def reference(finding: FindingDocument) -> str:
    """agent/name: unique in a run of the swarm."""
    return f"{finding['agent']}/{finding['name']}"


def contradictions(findings: Sequence[FindingDocument], language: Language) -> list[Contradiction]:
    """Significant tests that follow moves beside ones that fade them, and opposite directions."""
    sure = [one for one in findings if (one["confidence"] or 0.0) >= CONFIDENT]
    following = [one for one in sure if one["edge"] in FOLLOWING and one["significant"]]
    fading = [one for one in sure if one["edge"] in FADING and one["significant"]]
    up = [one for one in sure if (one["signal"] or 0.0) > 0.0]
    down = [one for one in sure if (one["signal"] or 0.0) < 0.0]
    found = []
    for key, one, other in (("kinds", following, fading), ("signals", up, down)):
        if one and other:
            found.append(_named(key, one, other, language))
    return found


def _named(
    key: str, one: Sequence[FindingDocument], other: Sequence[FindingDocument], language: Language
) -> Contradiction:
    first, second = [reference(f) for f in one], [reference(f) for f in other]
    text = Text(f"contradictions.{key}", {"one": ", ".join(first), "other": ", ".join(second)})
    return {
        "one": first,
        "other": second,
        "text": say(text, language),
        "sentence": as_document(text),
    }
