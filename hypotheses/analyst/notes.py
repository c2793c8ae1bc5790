"""Advisory notes on a version, never gates: H0 and H1, what would refute it, how to study it."""

from __future__ import annotations

from collections.abc import Iterable

from hypotheses.analyst import writer
from hypotheses.analyst.messages import messages_for
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language


def on_claim(claim: Claim, language: Language, text: str) -> list[dict[str, str]]:
    """`{kind, text}` of H0, H1, what would refute the claim and its estimand, where it has them.

    `text` is the version that the slots' offsets point into.
    """
    made = writer.statements(claim, language, text)
    texts = {
        "h0": made.null,
        "h1": made.alternative,
        "refuted": made.refuted,
        "estimand": made.estimand,
    }
    return [{"kind": kind, "text": text} for kind, text in texts.items() if text]


def on_guidance(not_understood: Iterable[str], language: Language) -> list[dict[str, str]]:
    """What of a reviewer's guidance named no slot, quoted back."""
    words = messages_for(language)
    return [
        {"kind": "guidance", "text": words.text("notes.not_understood", quote=part)}
        for part in not_understood
    ]
