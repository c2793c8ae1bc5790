"""Gates in reading order: what was asked, what was reached, by how much."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trading.models import GateOutcome


@dataclass(frozen=True)
class Verdict:
    """All gates of a variant: its score, how many it passed, the required ones it failed."""

    gates: list[GateOutcome]
    score: float | None
    pass_score: float

    @property
    def passed(self) -> list[GateOutcome]:
        return [gate for gate in self.gates if gate.passed]

    @property
    def failed(self) -> list[GateOutcome]:
        """The required ones that were not passed."""
        return [gate for gate in self.gates if gate.required and not gate.passed]

    @property
    def through(self) -> bool:
        """Whether the variant passed: every required gate, and the weighted score."""
        return bool(self.gates) and not self.failed and (self.score or 0.0) >= self.pass_score


def verdict_of(gates: Iterable[GateOutcome], pass_score: float) -> Verdict:
    """The verdict on a variant; without gates there is none yet."""
    rows = list(gates)
    total = sum(gate.weight for gate in rows)
    score = sum(gate.score * gate.weight for gate in rows) / total if total else None
    return Verdict(rows, score, pass_score)
