"""The built-in structurer: writes V1 from a vague idea, and answers every gap it can in V2, V3."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hypotheses.analyst import portuguese
from hypotheses.analyst.assess import Findings, examine
from hypotheses.analyst.compose import compose, fits, without_slots
from hypotheses.analyst.hedging import unhedged
from hypotheses.analyst.lexicon.compile import Addition
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.openers import without_opener
from hypotheses.domain.types import Aspect, Clarification, Element, Language

# The parts that may be put into a claim, with the aspect each serves.
PARTS: dict[str, Aspect] = {
    "population": "population",
    "metric": "metrics",
    "comparator": "testability",
    "window": "testability",
}
CLAIM = "claim"
_FRAMES = {
    "population": re.compile(r"^(?:in|among|em|entre)\s+", re.IGNORECASE),
    "metric": re.compile(
        r"^(?:as\s+)?(?:measured|assessed|medid[oa]s?|avaliad[oa]s?)\s+(?:by|with|using|por|com)?\s*",
        re.IGNORECASE,
    ),
    "comparator": re.compile(
        r"^(?:(?:when\s+)?compared\s+(?:with|to)|than|versus|vs\.?|em\s+compara[cç][aã]o\s+com"
        r"|comparad[oa]s?\s+(?:com|a)|do\s+que)\s+",
        re.IGNORECASE,
    ),
    "window": re.compile(r"^(?!)"),
}


@dataclass(frozen=True, slots=True)
class Draft:
    """A version: its question, where each element came from, and what only the author can say."""

    question: str
    elements: tuple[Element, ...]
    asks: tuple[Clarification, ...] = ()


@dataclass(frozen=True, slots=True)
class Brief:
    """What the structurer is given. `answers` are the author's words by part or aspect."""

    original: str
    language: Language
    previous: str | None = None
    elements: tuple[Element, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    iteration: int = 0
    additions: frozenset[Addition] = frozenset()


def structure(brief: Brief) -> Draft:
    """The first version, or the next one that answers the gaps of the previous."""
    if brief.previous is None:
        return first_version(brief.original, brief.language, brief.additions)
    return _refine(brief)


def first_version(
    text: str, language: Language, additions: frozenset[Addition] = frozenset()
) -> Draft:
    """A vague idea as a question that keeps the user's words."""
    question = as_question(text, language, additions)
    findings = examine(question, language, additions)
    return Draft(question, (_claim(question), *user_elements(findings)))


def verbatim(text: str, language: Language, additions: frozenset[Addition] = frozenset()) -> Draft:
    """The user's words as V1."""
    findings = examine(text, language, additions)
    return Draft(text, (_claim(text), *user_elements(findings)))


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
    if len(first) > 1 and first[1:].islower():
        findings = examine(claim, language, additions)
        lowered = first.lower()
        if language == "pt" and rest and _takes_article(findings):
            article = portuguese.article(lowered)
            return f"{article} {lowered} {rest}" if article else f"{lowered} {rest}"
        return f"{lowered} {rest}".strip()
    return claim


def _takes_article(findings: Findings) -> bool:
    """Whether the first word is a noun that a listed term opens with."""
    reading = findings.reading
    return (
        reading.size > 0
        and reading.is_content(0)
        and any(
            reading.starting(category, 0)
            for category in ("factors", "units", "constructs", "measures")
        )
        and not reading.keys[0].endswith(("ar", "er", "ir", "mente"))
    )


def _claim(text: str) -> Element:
    return Element("variables", CLAIM, text, "user")


def user_elements(findings: Findings) -> list[Element]:
    """What the text itself says of each aspect, with the user as origin."""
    reading, found = findings.reading, []
    if findings.population.span:
        found.append(
            Element("population", "population", reading.quote(findings.population.span), "user")
        )
    relation = findings.variables.relation
    if relation is not None:
        for kind, span in (
            ("independent_variable", relation.independent),
            ("dependent_variable", relation.dependent),
        ):
            trimmed = reading.trim(span) if span else (0, 0)
            if trimmed[0] < trimmed[1]:
                found.append(Element("variables", kind, reading.quote(trimmed), "user"))
    if findings.metrics.score == 2 and findings.metrics.span:
        found.append(Element("metrics", "metric", reading.quote(findings.metrics.span), "user"))
    for kind, span in (
        ("comparator", findings.testability.comparator),
        ("window", findings.testability.window),
    ):
        if span:
            found.append(Element("testability", kind, reading.quote(span), "user"))
    return found


def _refine(brief: Brief) -> Draft:
    claim, parts = _unpack(brief)
    _take_answers(brief.answers, parts, brief.language)
    claim = _settle_claim(brief, claim)
    findings = examine(claim, brief.language, brief.additions)
    _fill(findings, parts)
    asks = tuple(_asks(findings, parts))
    question = compose(
        findings,
        {name: text for name, (text, _) in parts.items()},
        _slots(asks, brief.language, brief.iteration),
    )
    added = [Element(PARTS[name], name, text, origin) for name, (text, origin) in parts.items()]
    kept = [e for e in user_elements(findings) if e.kind not in parts]
    return Draft(question, (_claim_of(brief, claim), *kept, *added), asks)


def _unpack(brief: Brief) -> tuple[str, dict[str, tuple[str, str]]]:
    """The bare claim of the previous version and the parts that were put into it."""
    claim = next((e.text for e in brief.elements if e.kind == CLAIM), brief.previous or "")
    parts = {
        e.kind: (e.text, e.origin) for e in brief.elements if e.kind in PARTS and e.origin != "user"
    }
    return without_slots(claim), parts


def _claim_of(brief: Brief, claim: str) -> Element:
    before = next((e for e in brief.elements if e.kind == CLAIM), None)
    if brief.answers.get("variables", "").strip():
        return Element("variables", CLAIM, claim, "confirmed")
    if before is not None and before.text != claim:
        return Element("variables", CLAIM, claim, "suggested")
    return Element("variables", CLAIM, claim, before.origin if before else "user")


def _take_answers(
    answers: Mapping[str, str], parts: dict[str, tuple[str, str]], language: Language
) -> None:
    """The author's answers: an empty one confirms the suggestion, words replace it."""
    for name in PARTS:
        if name not in answers:
            continue
        words = _without_frame(answers[name], name, language)
        if words:
            parts[name] = (words, "confirmed")
        elif name in parts:
            parts[name] = (parts[name][0], "confirmed")


def _without_frame(words: str, name: str, language: Language) -> str:
    """An answer without the words that the question puts before it: `measured by`, `em`."""
    bare = _FRAMES[name].sub("", words.strip())
    return portuguese.uncontract(bare) if language == "pt" else bare


def _settle_claim(brief: Brief, claim: str) -> str:
    """The claim as the author restated it, or with its hedges taken out."""
    if restated := brief.answers.get("variables", "").strip():
        return restated
    findings = examine(claim, brief.language, brief.additions)
    if findings.testability.hedges and not findings.variables.placeholder:
        return unhedged(findings.reading, findings.testability.hedges) or claim
    return claim


def _fill(findings: Findings, parts: dict[str, tuple[str, str]]) -> None:
    """Put in what the lexicon offers for each gap that no part answers yet."""
    if findings.variables.placeholder or findings.variables.score == 0:
        return
    offer = findings.offer
    if (
        findings.population.score < 2
        and "population" not in parts
        and (offer.population and fits(findings, offer.population))
    ):
        parts["population"] = (offer.population, "suggested")
    if findings.metrics.score < 2 and "metric" not in parts and offer.measure:
        parts["metric"] = (offer.measure, "suggested")
    compared = findings.testability.comparator or findings.testability.window
    if not compared and not {"comparator", "window"} & set(parts):
        if comparator := offer.comparator or _absence(findings) or offer.fallback:
            parts["comparator"] = (comparator, "suggested")


def _absence(findings: Findings) -> str | None:
    """`the absence of TDD`: a comparison that invents nothing, for a short noun phrase."""
    relation, reading = findings.variables.relation, findings.reading
    if relation is None or relation.form not in ("verb", "effect") or relation.independent is None:
        return None
    start, end = relation.independent
    if relation.form == "verb":
        start, end = reading.trim((start, end))
    content = [i for i in range(start, end) if reading.is_content(i)]
    if not content or len(content) > 4 or findings.variables.independent != "ok":
        return None
    start, end = reading.trim((start, end))
    phrase = reading.quote((start, end))
    if reading.lexicon.language == "pt":
        return f"a ausência {portuguese.contract('de', phrase)}"
    return messages_for("en").text("question.absence", value=phrase)


def _asks(findings: Findings, parts: Mapping[str, object]) -> list[Clarification]:
    """Questions for the gaps that nothing answers."""
    words = messages_for(findings.reading.lexicon.language)
    tested = findings.testability
    compared = tested.comparator or tested.window or {"comparator", "window"} & set(parts)
    open_points: list[tuple[Aspect, str, bool]] = [
        ("population", findings.population.code, "population" in parts),
        ("metrics", findings.metrics.code, "metric" in parts),
        ("variables", findings.variables.code, False),
        ("testability", tested.code, bool(tested.direction and compared and not tested.hedges)),
    ]
    return [
        Clarification(aspect, words.question(aspect, code, findings))
        for aspect, code, answered in open_points
        if code and not answered
    ]


def _slots(asks: Sequence[Clarification], language: Language, iteration: int) -> str:
    """What the version leaves to be defined, named in the text itself."""
    if not asks:
        return ""
    words = messages_for(language)
    named = "; ".join(words.text(f"question.slot_{ask.aspect}") for ask in asks)
    return words.text("question.slot_again" if iteration > 1 else "question.slot", value=named)
