"""Advisory notes on a version, never gates: H0 and H1, what would refute it, how to study it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hypotheses.analyst import writer
from hypotheses.analyst.messages import messages_for
from hypotheses.domain.claim import ASPECT_OF, Claim, SlotName
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
    """The parts of a reviewer's guidance that named no slot, quoted back."""
    words = messages_for(language)
    return [
        {"kind": "guidance", "text": words.text("notes.not_understood", quote=part)}
        for part in not_understood
    ]


def questions_of_guidance(
    asked: Mapping[SlotName, str], language: Language
) -> list[dict[str, str]]:
    """A reviewer's requests to the author as questions, by slot.

    Unit and bound share the question of the population.
    """
    quotes: dict[str, list[str]] = {}
    for slot, quote in asked.items():
        quotes.setdefault("population" if slot in ("unit", "bound") else slot, []).append(quote)
    aspects: dict[str, str] = {str(name): aspect for name, aspect in ASPECT_OF.items()}
    words = messages_for(language)
    return [
        {
            "slot": name,
            "aspect": aspects.get(name, "population"),
            "question": words.text("notes.reviewer_asks", quote="; ".join(found)),
        }
        for name, found in quotes.items()
    ]
