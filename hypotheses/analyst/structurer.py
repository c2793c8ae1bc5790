"""The built-in structurer: writes V1 from a vague idea, and answers every gap it can in V2, V3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hypotheses.analyst import answers, elements
from hypotheses.analyst.asks import asks, slots
from hypotheses.analyst.assess import Findings, examine
from hypotheses.analyst.compose import compose, without_slots
from hypotheses.analyst.elements import CLAIM
from hypotheses.analyst.guidance import guided
from hypotheses.analyst.hedging import unhedged
from hypotheses.analyst.lexicon.compile import Addition
from hypotheses.analyst.parts import PARTS, Part, fill
from hypotheses.analyst.question import as_question
from hypotheses.domain.types import Clarification, Element, Language, Origin


@dataclass(frozen=True, slots=True)
class Draft:
    """A version: its question, where each element came from, and what only the author can say."""

    question: str
    elements: tuple[Element, ...]
    asks: tuple[Clarification, ...] = ()


@dataclass(frozen=True, slots=True)
class Brief:
    """What the structurer is given.

    `answers` are the author's words by part or aspect, `declined` the parts that the author does
    not want suggested again, `guidance` a reviewer's words on what to mend.
    """

    original: str
    language: Language
    previous: str | None = None
    elements: tuple[Element, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    iteration: int = 0
    additions: frozenset[Addition] = frozenset()
    declined: frozenset[str] = frozenset()
    guidance: str = ""

    @property
    def claim(self) -> Element | None:
        """The bare claim of the previous version."""
        return next((e for e in self.elements if e.kind == CLAIM), None)

    @property
    def restated(self) -> str:
        """The claim as the author says it anew; empty if unchanged."""
        return self.answers.get("variables", "").strip()


def structure(brief: Brief) -> Draft:
    """The first version, or the next one that answers the gaps of the previous."""
    if brief.previous is None:
        return first_version(brief.original, brief.language, brief.additions)
    return _refine(brief, brief.previous)


def first_version(
    text: str, language: Language, additions: frozenset[Addition] = frozenset()
) -> Draft:
    """A vague idea as a question that keeps the user's words."""
    return verbatim(as_question(text, language, additions), language, additions)


def verbatim(text: str, language: Language, additions: frozenset[Addition] = frozenset()) -> Draft:
    """The user's words as V1."""
    claim = Element("variables", CLAIM, text, "user")
    return Draft(text, (claim, *elements.of_text(examine(text, language, additions))))


def _refine(brief: Brief, previous: str) -> Draft:
    parts = {
        e.kind: Part(e.text, e.origin)
        for e in brief.elements
        if e.kind in PARTS and e.origin != "user"
    }
    answers.take(brief.answers, parts, brief.language)
    named = guided(brief.guidance, brief.language, brief.additions)
    for name in (*brief.declined, *named):
        if name in parts and parts[name].origin == "suggested":
            del parts[name]
    findings = _settled(brief, without_slots(brief.claim.text if brief.claim else previous))
    fill(findings, parts, named, brief.declined)
    open_asks = asks(findings, parts)
    question = compose(
        findings,
        {name: part.text for name, part in parts.items()},
        slots(open_asks, brief.language, brief.iteration),
    )
    claim = Element("variables", CLAIM, findings.reading.words.text, _origin(brief, findings))
    kept = [e for e in elements.of_text(findings) if e.kind not in parts]
    added = [Element(PARTS[name], name, *part) for name, part in parts.items()]
    return Draft(question, (claim, *kept, *added), open_asks)


def _settled(brief: Brief, claim: str) -> Findings:
    """The claim as the author restated it, or with its hedges taken out."""
    findings = examine(brief.restated or claim, brief.language, brief.additions)
    hedges = findings.testability.hedges
    if brief.restated or not hedges or findings.variables.placeholder:
        return findings
    plain = unhedged(findings.reading, hedges)
    return examine(plain, brief.language, brief.additions) if plain else findings


def _origin(brief: Brief, findings: Findings) -> Origin:
    """Where the claim comes from: ours where a hedge was taken out, unless the author agreed."""
    if "variables" in brief.answers:
        return "confirmed"
    if brief.claim is None:
        return "user"
    return brief.claim.origin if brief.claim.text == findings.reading.words.text else "suggested"
