"""Advisory notes, never gates: FINER, a drafted H0 and H1, what would refute the claim, a split."""

from __future__ import annotations

import itertools

from hypotheses.analyst.assess import Findings
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.reading import Span
from hypotheses.domain.types import Element

_CLOSING = ".!?; "
_LONGEST = 12  # words
_LIVING_FIELDS = frozenset(
    ("medicine", "psychology", "education", "sports", "nutrition", "sociology", "marketing")
)


def notes(
    findings: Findings, elements: tuple[Element, ...] = (), claim: Findings | None = None
) -> list[dict[str, str]]:
    """The notes as `{kind, text}` on a version; H0 and H1 only where both variables are known.

    `claim` is the version without the parts that were put into it, if it differs.
    """
    claim = claim or findings
    words = messages_for(findings.reading.lexicon.language)
    said = {element.kind: element.text for element in elements}
    population = said.get("population") or words.text("notes.a_population")
    found = [("feasible", words.text("notes.feasible", population=population))]
    values = _hypotheses(claim, said)
    if values:
        relation = f"{values['independent']} / {values['dependent']}"
        found.append(("novel", words.text("notes.novel", relation=relation)))
    if findings.offer.field in _LIVING_FIELDS:
        found.append(("ethical", words.text("notes.ethical")))
    if values:
        found += [(kind, words.text(f"notes.{kind}", **values)) for kind in ("h0", "h1", "refuted")]
    if outcomes := two_outcomes(claim):
        found.append(("split", words.text("notes.split", outcomes=", ".join(outcomes))))
    return [{"kind": kind, "text": text} for kind, text in found]


def _hypotheses(claim: Findings, said: dict[str, str]) -> dict[str, str]:
    """What H0 and H1 speak of; empty unless both variables are definite."""
    relation = claim.variables.relation
    if relation is None or claim.variables.score < 2:
        return {}
    language = claim.reading.lexicon.language
    words = messages_for(language)
    idea = " ".join(claim.reading.words.text.split()).rstrip(_CLOSING)
    opening = words.text("question.extent", claim="").rstrip(_CLOSING)
    idea = idea.removeprefix(opening).strip()
    measured = said.get("metric") or _named(claim, relation.dependent)
    independent = _named(claim, relation.independent)
    if not measured or not independent:
        return {}
    comparator = said.get("comparator") or words.text("notes.the_comparator")
    return {
        "dependent": measured,
        "independent": independent,
        "comparator": comparator,
        "claim": idea,
    }


def _named(claim: Findings, span: Span | None) -> str:
    """A variable's own words, when they are short enough to stand in a sentence."""
    if span is None:
        return ""
    start, end = claim.reading.trim(span)
    return claim.reading.quote((start, end)) if 0 < end - start <= _LONGEST else ""


def two_outcomes(findings: Findings) -> list[str]:
    """The outcomes joined by `and` in the dependent variable, when there are two."""
    relation, reading = findings.variables.relation, findings.reading
    if relation is None or relation.dependent is None:
        return []
    inside = [
        cue
        for cue in reading.all("constructs")
        if relation.dependent[0] <= cue.start < relation.dependent[1]
    ]
    for first, second in itertools.pairwise(inside):
        between = reading.keys[first.end : second.start]
        if "and" in between or "e" in between:
            return [reading.quote(first[:2]), reading.quote(second[:2])]
    return []
