"""The rows of a round of research."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trading.models import FactSheet, Finding, Reading, Strategy
from trading.services.reading.course import RESEARCH, steps_of


@dataclass(frozen=True)
class RoundResearch:
    """The findings of one round of research, and the fact sheets of all."""

    number: int
    findings: Sequence[Finding]
    sheets: Sequence[FactSheet]
    adjusted: Mapping[tuple[str, str], float | None]
    """The p-values after correction over the tests of an agent, by agent and figure: rows of
    findings do not hold them, the steps that made these do."""
    readings: Sequence[Reading]


def research_of(strategy: Strategy, number: int = 0) -> RoundResearch:
    """A round of research; the newest one without a number, or with one that there is not."""
    sheets = list(strategy.fact_sheets.order_by("research_iteration", "id"))
    rounds = {sheet.research_iteration for sheet in sheets}
    shown = number if number in rounds else max(rounds, default=1)
    findings = strategy.findings.filter(research_iteration=shown).defer("params").order_by("id")
    outputs = (
        steps_of(strategy)
        .filter(node=RESEARCH, iteration=shown, item__startswith="agent ")
        .values_list("output", flat=True)
    )
    adjusted = {
        (row["agent"], row["name"]): row.get("p_adjusted")
        for output in outputs
        for row in (output or {}).get("findings", [])
    }
    readings = list(strategy.readings.filter(research_iteration=shown).order_by("id"))
    return RoundResearch(shown, list(findings), sheets, adjusted, readings)
