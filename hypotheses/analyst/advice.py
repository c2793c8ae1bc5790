"""Advisory notes, never gates: FINER, a drafted H0 and H1, what would refute the claim, a split."""

from __future__ import annotations

from hypotheses.analyst.assess import Findings
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.reading import Span
from hypotheses.domain.types import Element

_LIVING_FIELDS = frozenset(
    ("medicine", "psychology", "education", "sports", "nutrition", "sociology", "marketing")
)


def notes(findings: Findings, elements: tuple[Element, ...] = ()) -> list[dict[str, str]]:
    """The notes as `{kind, text}`; H0 and H1 only where both variables are known."""
    words = messages_for(findings.reading.lexicon.language)
    said = {element.kind: element.text for element in elements}
    independent = _variable(findings, "independent", said)
    dependent = _variable(findings, "dependent", said)
    population = said.get("population") or words.text("notes.a_population")
    claim = " ".join(findings.reading.words.text.split()).rstrip(".!?;")
    found = [("feasible", words.text("notes.feasible", population=population))]
    relation = " / ".join(part for part in (independent, dependent) if part)
    if relation:
        found.append(("novel", words.text("notes.novel", relation=relation)))
    if findings.offer.field in _LIVING_FIELDS:
        found.append(("ethical", words.text("notes.ethical")))
    if independent and dependent:
        comparator = said.get("comparator") or words.text("notes.the_comparator")
        values = {
            "dependent": dependent, "independent": independent,
            "comparator": comparator, "claim": claim,
        }
        found += [(kind, words.text(f"notes.{kind}", **values)) for kind in ("h0", "h1", "refuted")]
    if outcomes := two_outcomes(findings):
        found.append(("split", words.text("notes.split", outcomes=", ".join(outcomes))))
    return [{"kind": kind, "text": text} for kind, text in found]


def _variable(findings: Findings, side: str, said: dict[str, str]) -> str:
    relation = findings.variables.relation
    span: Span | None = getattr(relation, side) if relation else None
    if span is None or findings.variables.score < 2:
        return said.get(f"{side}_variable", "")
    trimmed = findings.reading.trim(span)
    return findings.reading.quote(trimmed) if trimmed[0] < trimmed[1] else ""


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
    for first, second in zip(inside, inside[1:], strict=False):
        between = reading.keys[first.end : second.start]
        if "and" in between or "e" in between:
            return [reading.quote(first[:2]), reading.quote(second[:2])]
    return []
