"""The analyst's sentences, in the language of the text they speak about."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypotheses.analyst.text import SLOT

if TYPE_CHECKING:
    from hypotheses.analyst.assess import Findings

FOLDER = Path(__file__).parent


class Messages:
    """Sentences of one language; a missing key or variable raises KeyError."""

    def __init__(self, language: str, folder: Path = FOLDER) -> None:
        path = folder / f"{language}.toml"
        self.tree: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        self._sentence = cache(self._at)

    def text(self, path: str, **values: str) -> str:
        """The sentence at a dotted path, filled in."""
        return self._sentence(path).format(**values)

    def _at(self, path: str) -> str:
        node: Any = self.tree
        for part in path.split("."):
            node = node[part]
        return str(node)

    def veto(self, kind: str, quote: str) -> str:
        """Why a veto holds."""
        return self.text(f"vetoes.{kind}", quote=quote)

    def gap(self, aspect: str, code: str, findings: Findings, quote: str | None) -> str:
        """What is missing, said of this text."""
        said = quote or _claim(findings.reading.words.text)
        return self.text(f"gaps.{aspect}.{code}", quote=said)

    def suggestion(self, aspect: str, code: str, findings: Findings) -> str:
        """How to fill a gap: a proposal where the lexicon has one, else a question."""
        offer = findings.offer
        offered = {
            "population": offer.population,
            "metrics": offer.measure,
            "testability": offer.comparator if code == "no_comparator" else None,
        }.get(aspect)
        if offered:
            return self.text(f"proposals.{aspect}", offered=offered)
        return self.question(aspect, code, findings)

    def question(self, aspect: str, code: str, findings: Findings) -> str:
        """The question that only the author can answer."""
        unit = findings.population.unit
        construct = findings.metrics.span
        reading = findings.reading
        claim = _claim(findings.reading.words.text)
        return self.text(
            f"questions.{aspect}.{code}",
            unit=reading.quote(unit[:2]) if unit else "",
            construct=reading.quote(construct) if construct else claim,
            claim=claim,
            hedge=reading.quote(findings.testability.hedges[0])
            if findings.testability.hedges
            else "",
        )


@lru_cache(maxsize=8)  # the sentences on one text say it again and again
def _claim(text: str) -> str:
    """What a text claims, cut where it is long."""
    text = " ".join((SLOT.sub("", text) if "[" in text else text).split())
    return text if len(text) <= 80 else text[:77].rsplit(" ", 1)[0] + " ..."


@cache
def messages_for(language: str) -> Messages:
    """The messages of `en` or `pt`."""
    return Messages(language)
