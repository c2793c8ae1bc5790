"""The analyst's sentences, in the language of the text they speak about."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from hypotheses.domain.claim import Claim

FOLDER = Path(__file__).parent
_LONGEST = 80  # characters of a text that a sentence quotes


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

    def veto(self, code: str, quote: str) -> str:
        """Why a veto holds."""
        return self.text(f"vetoes.{code}", quote=quote)

    def gap(self, slot: str, code: str, claim: Claim, source: str) -> str:
        """What is missing in a slot, said of this claim."""
        quoted = {"population": claim.unit, "measure": claim.outcome}.get(slot)
        if code == "placeholder":
            quoted = getattr(claim, slot)
        if code == "hedged":
            return self.text("gaps.hedge.hedged", quote=claim.hedges[0])
        return self.text(
            f"gaps.{slot}.{code}", quote=quoted.text if quoted is not None else _short(source)
        )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3].rsplit(" ", 1)[0] + " ..."


@cache
def messages_for(language: str) -> Messages:
    """The messages of `en` or `pt`."""
    return Messages(language)
