"""Why a version was judged as it was, in one or two sentences."""

from __future__ import annotations

from collections.abc import Sequence

from hypotheses.analyst.messages import messages_for


def justify(
    language: str, status: str, wanting: Sequence[str], reasons: Sequence[str], assumed: int
) -> str:
    """The justification of a verdict.

    `wanting` are the aspects below 2, `reasons` those of the vetoes, `assumed` says on how many
    suggestions the version rests.
    """
    words = messages_for(language)
    names = ", ".join(words.text(f"aspects.{aspect}") for aspect in wanting)
    if status == "rejected":
        return words.text("justifications.rejected", reasons=" ".join(reasons))
    if status == "needs_refinement":
        return words.text("justifications.needs_refinement", aspects=names)
    kind = "approved_minor" if names else "approved"
    said = words.text(f"justifications.{kind}", aspects=names)
    if assumed:
        key = "assumption" if assumed == 1 else "assumptions"
        said += " " + words.text(f"justifications.{key}", count=str(assumed))
    return said
