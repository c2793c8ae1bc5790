"""A vague idea as a question that keeps its words."""

from __future__ import annotations

import re

from hypotheses.analyst import portuguese
from hypotheses.analyst.assess import Findings, examine
from hypotheses.analyst.lexicon.compile import Addition
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.openers import without_opener
from hypotheses.domain.types import Language

_ARTICLES = frozenset(("A", "O"))
_TERMS = frozenset(("factors", "units", "constructs", "measures"))


def as_question(text: str, language: Language, additions: frozenset[Addition]) -> str:
    """`Método incremental é mais rápido` -> `Em que medida o método incremental é mais rápido?`."""
    claim = " ".join(text.split())
    if claim.endswith("?") or re.search(r"[.!?;]\s+\S", claim):
        return claim
    claim = without_opener(claim, language).rstrip(".!?;, ")
    claim = _inside_sentence(claim, language, additions)
    return messages_for(language).text("question.extent", claim=claim)


def _inside_sentence(claim: str, language: Language, additions: frozenset[Addition]) -> str:
    """The claim as it stands behind other words: small initial, in Portuguese an article."""
    first, _, rest = claim.partition(" ")
    if rest and first in _ARTICLES:
        return f"{first.lower()} {rest}"
    if len(first) < 2 or not first[1:].islower():
        return claim
    lowered = first.lower()
    if language == "pt" and rest and _takes_article(examine(claim, language, additions)):
        article = portuguese.article(lowered)
        return f"{article} {lowered} {rest}" if article else f"{lowered} {rest}"
    return f"{lowered} {rest}".strip()


def _takes_article(findings: Findings) -> bool:
    """Whether the first word is a noun that a listed term opens with."""
    reading = findings.reading
    return (
        reading.size > 0
        and reading.is_content(0)
        and reading.opens(_TERMS, 0)
        and not reading.keys[0].endswith(("ar", "er", "ir", "mente"))
    )
