"""The built-in methodologist's reading of one text: four scores, vetoes, a verdict."""

from __future__ import annotations

from typing import NamedTuple

from hypotheses.analyst import metrics, population, suggest, testability, variables, vetoes
from hypotheses.analyst.language import detect
from hypotheses.analyst.lexicon.compile import Addition, load
from hypotheses.analyst.messages import Messages, messages_for
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.sections import Sections
from hypotheses.domain.types import (
    Aspect,
    AspectScore,
    Assessment,
    Kind,
    Language,
    Verdict,
    Veto,
)

AspectFinding = (
    population.Population | metrics.Metrics | variables.Variables | testability.Testability
)

_SHOWN = 14  # how many words of a comparison are shown as evidence


class Findings(NamedTuple):
    """What the rules found in a text; the structurer builds on the same findings."""

    reading: Reading
    population: population.Population
    metrics: metrics.Metrics
    variables: variables.Variables
    testability: testability.Testability
    vetoes: tuple[tuple[str, Span], ...]
    offer: suggest.Offer

    @property
    def aspects(self) -> dict[Aspect, AspectFinding]:
        """What was found of each aspect."""
        return {
            "population": self.population,
            "metrics": self.metrics,
            "variables": self.variables,
            "testability": self.testability,
        }

    @property
    def points(self) -> dict[Aspect, int]:
        """Each aspect's score."""
        return {aspect: found.score for aspect, found in self.aspects.items()}


def examine(
    text: str, language: Language, additions: frozenset[Addition] = frozenset()
) -> Findings:
    """Apply all rules to a text in a known language."""
    reading = Reading(text, load(language, additions))
    sections = Sections(reading)
    related = variables.find(reading)
    who = population.find(reading, related.relation)
    measured = metrics.find(reading, related, sections)
    tested = testability.find(sections, related.relation)
    rejected = vetoes.find(reading, related, measured.score == 2, tested)
    offer = suggest.offer(reading, measured.construct, who.unit)
    return Findings(reading, who, measured, related, tested, tuple(rejected), offer)


def assess(
    text: str, language: str = "auto", additions: frozenset[Addition] = frozenset()
) -> Assessment:
    """Assess one text. `language` is auto, en or pt. Raises LanguageError when auto cannot tell."""
    told: Language = detect(text) if language == "auto" else language  # type: ignore[assignment]
    return conclude(examine(text, told, additions))


def conclude(findings: Findings) -> Assessment:
    """The verdict and its sentences, from what the rules found."""
    reading = findings.reading
    language: Language = reading.lexicon.language  # type: ignore[assignment]
    words = messages_for(language)
    hedges = tuple(reading.quote(span) for span in findings.testability.hedges)
    quoted = [(kind, reading.quote(span)) for kind, span in findings.vetoes]
    found = tuple(Veto(kind, quote, words.veto(kind, quote)) for kind, quote in quoted)
    verdict = judge(findings.points, bool(found), bool(hedges))
    return Assessment(
        text=reading.words.text,
        language=language,
        kind=_kind(findings, verdict),
        verdict=verdict,
        scores=_scores(findings, words),
        vetoes=found,
        hedges=hedges,
        fields=tuple(reading.fields),
    )


def judge(points: dict[Aspect, int], vetoed: bool, hedged: bool) -> Verdict:
    """Rejected on a veto; approved when all are 2, or one is 1 and nothing is hedged."""
    if vetoed:
        return "rejected"
    missing = [2 - score for score in points.values()]
    if sum(missing) == 0 or (sum(missing) == 1 and not hedged):
        return "approved"
    return "needs_refinement"


def _kind(findings: Findings, verdict: Verdict) -> Kind:
    if verdict == "approved":
        return "complete"
    grounded = findings.population.score >= 1 or findings.metrics.score == 2
    related = findings.variables.relation is not None and findings.variables.code != "one_side"
    return "semi_formed" if grounded and related else "vague"


def _scores(findings: Findings, words: Messages) -> tuple[AspectScore, ...]:
    evidence: dict[Aspect, Span | None] = {
        "population": findings.population.span,
        "metrics": findings.metrics.span,
        "variables": variables.evidence(findings.reading, findings.variables),
        "testability": _testability_span(findings.reading, findings.testability),
    }
    found = findings.aspects
    return tuple(
        _score(findings, words, aspect, found[aspect], span) for aspect, span in evidence.items()
    )


def _score(
    findings: Findings, words: Messages, aspect: Aspect, found: AspectFinding, span: Span | None
) -> AspectScore:
    quote = findings.reading.quote(span) if span and span[0] < span[1] else None
    if found.score == 2:
        return AspectScore(aspect, 2, quote, found.code)
    gap = words.gap(aspect, found.code, findings, quote)
    advice = words.suggestion(aspect, found.code, findings)
    return AspectScore(aspect, found.score, quote if found.score else None, found.code, gap, advice)


def _testability_span(reading: Reading, found: testability.Testability) -> Span | None:
    """What to show for testability: the hedge where that is the gap, else the comparison, whole."""
    if found.code == "hedged" and found.hedges:
        return found.hedges[0]
    if found.comparator is None:
        return found.span
    start, end = found.comparator
    limit = min(reading.sentence_span(start)[1], end + _SHOWN)
    while end < limit and reading.is_word(end):
        end += 1
    return start, max(found.comparator[1], reading.trim((start, end))[1])
