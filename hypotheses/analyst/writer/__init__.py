"""A claim as text. Stands in until the writer is merged."""

from __future__ import annotations

from typing import NamedTuple

from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language


class Statements(NamedTuple):
    null: str = ""
    alternative: str = ""
    refuted: str = ""
    estimand: str = ""


def question(claim: Claim, language: Language, source: str = "") -> str | None:
    return None


def listing(claim: Claim, sentence: str, language: Language) -> str:
    added = [f"{name}: {slot.text}" for name, slot in claim.items() if slot.text not in sentence]
    return f"{sentence} ({'; '.join(added)})" if added else sentence


def statements(claim: Claim, language: Language) -> Statements:
    return Statements()


def extent(text: str, language: Language) -> str:
    from hypotheses.analyst.question import as_question

    return as_question(text, language, frozenset())
