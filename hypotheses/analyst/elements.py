"""The elements of a version that its own words state."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.assess import Findings
from hypotheses.analyst.reading import Span
from hypotheses.domain.types import Aspect, Element

CLAIM = "claim"


def of_text(findings: Findings) -> list[Element]:
    """What a text says of each aspect, with the user as origin."""
    quote = findings.reading.quote
    return [Element(aspect, kind, quote(span), "user") for aspect, kind, span in _stated(findings)]


def _stated(findings: Findings) -> Iterator[tuple[Aspect, str, Span]]:
    if findings.population.span:
        yield "population", "population", findings.population.span
    relation = findings.variables.relation
    if relation is not None:
        for kind, span in (
            ("independent_variable", relation.independent),
            ("dependent_variable", relation.dependent),
        ):
            trimmed = findings.reading.trim(span) if span else (0, 0)
            if trimmed[0] < trimmed[1]:
                yield "variables", kind, trimmed
    if findings.metrics.score == 2 and findings.metrics.span:
        yield "metrics", "metric", findings.metrics.span
    for kind, span in (
        ("comparator", findings.testability.comparator),
        ("window", findings.testability.window),
    ):
        if span:
            yield "testability", kind, span
