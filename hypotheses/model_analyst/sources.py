"""Where words of a version may come from: the author, or nobody yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hypotheses.analyst.answers import without_frame
from hypotheses.analyst.elements import CLAIM
from hypotheses.analyst.parts import PARTS
from hypotheses.domain.types import Origin
from hypotheses.model_analyst.figures import given
from hypotheses.model_analyst.quoting import says


@dataclass(frozen=True)
class Sources:
    """What a structurer was given, as far as it tells who said what.

    `answers` are the author's words by part; an empty answer has become the words it confirms.
    """

    original: str
    language: Any
    previous: str
    guidance: str
    answers: Mapping[str, str]
    confirmed: frozenset[str]
    declined: frozenset[str]
    elements: Mapping[str, Mapping[str, str]]

    @classmethod
    def of(cls, brief: Mapping[str, Any]) -> Sources:
        """The sources in a structurer's brief."""
        elements = {element["kind"]: element for element in brief.get("elements", ())}
        answers = {}
        for name, words in (brief.get("answers") or {}).items():
            bare = without_frame(words, name, brief["language"]) if name in PARTS else words.strip()
            before = elements.get(CLAIM if name == "variables" else name, {}).get("text", "")
            answers[name] = bare or before
        return cls(
            original=brief["original"],
            language=brief["language"],
            previous=brief.get("previous") or "",
            guidance=brief.get("guidance", ""),
            answers={name: words for name, words in answers.items() if words},
            confirmed=frozenset(answers),
            declined=frozenset(brief.get("declined", ())) - answers.keys(),
            elements=elements,
        )

    @property
    def figures(self) -> frozenset[str]:
        """The numbers that somebody gave; what stands in the version before was held to it."""
        return given((self.original, self.previous, self.guidance, *self.answers.values()))

    @property
    def opening(self) -> str:
        """The words in which the claim may be said again without being another."""
        return self.answers.get("variables", self.original)

    def origin(self, kind: str, text: str) -> Origin:
        """Who said the words of a part."""
        before = self.elements.get(kind)
        name = "variables" if kind == CLAIM else kind
        if name in self.answers and says(self.answers[name], text):
            return "confirmed"
        if before is not None and before["origin"] != "suggested" and says(before["text"], text):
            return "confirmed" if before["origin"] == "confirmed" else "user"
        return "user" if says(self.original, text) else "suggested"
