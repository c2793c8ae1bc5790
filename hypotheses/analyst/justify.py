"""Why a version was judged as it was, in one or two sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypotheses.analyst.messages import Messages, messages_for
from hypotheses.domain.types import ASPECTS


def justify(
    language: str,
    status: str,
    *,
    wanting: Iterable[str],
    reasons: Sequence[str],
    conditions: int,
) -> str:
    """The justification of a verdict.

    `wanting` are the aspects of open slots, `reasons` those of the vetoes, `conditions` the number
    of proposals that the author has yet to confirm.
    """
    words = messages_for(language)
    names = _names(words, wanting)
    if status == "rejected":
        return words.text("justifications.rejected", reasons=" ".join(reasons))
    if status == "needs_refinement":
        return words.text("justifications.needs_refinement", aspects=names)
    if conditions:
        key = "condition" if conditions == 1 else "conditions"
        return words.text(f"justifications.{key}", count=str(conditions))
    return words.text(f"justifications.{'approved_minor' if names else 'approved'}", aspects=names)


def justify_forced(language: str, status: str, wanting: Iterable[str]) -> str:
    """The justification of a decision at the limit."""
    words = messages_for(language)
    return words.text(f"justifications.forced_{status}", aspects=_names(words, wanting))


def _names(words: Messages, aspects: Iterable[str]) -> str:
    named = set(aspects)
    return ", ".join(words.text(f"aspects.{each}") for each in ASPECTS if each in named)
