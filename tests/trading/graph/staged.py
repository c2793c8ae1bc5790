"""Ports for gates that ask for evidence: what an examination finds is written down."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from tests.trading.graph.fakes import Bench, Document, context
from trading.domain.gates import RIGOROUS
from trading.graph import Context

WALKED: Document = {
    "sharpe_ratio": 1.2, "psr": 0.99, "permutation_p": 0.01, "efficiency": 0.8,
    "double_cost_sharpe": 0.9, "enough_evidence": 1.0, "total_trades": 60,
    "max_drawdown": -0.1, "total_return": 0.5, "moments": [0.08, 1_500, 0.0, 3.0],
}  # fmt: skip
SOLID: Document = {"plateau": 0.9, "look_ahead": 0.0}


def answer(value: float | None, reason: str = "", **details: float) -> Document:
    """As `Answer.as_plain` gives it."""
    return {"value": value, "reason": reason, "details": details}


def finds(
    *, error: str = "", trials: int = 3, before: Document | None = None,
    answers: Document | None = None, **walked: Any,
) -> Document:  # fmt: skip
    """What an examination finds: good figures but for those given."""
    segments = {"walk_forward": WALKED | walked, "before_holdout": SOLID | (before or {})}
    return {
        "error": error,
        "attempts": [],
        "segments": {} if error else segments,
        "answers": answers or {},
        "rolling": {},
        "folds": [],
        "trials": [
            {"kind": "trend", "rules_hash": "r", "parameters": {"n": n}, "sharpe_ratio": 1.0,
             "total_trades": 9, "source": "neighbour"}
            for n in range(trials)
        ],
    }  # fmt: skip


class Examiner(Bench):
    """Finds what is written down for a variant's name, else what is good."""

    def __init__(self, found: Mapping[str, Document] | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.found = found or {}
        self.examined: list[tuple[str, int]] = []
        self.most_examined = self._examining = 0

    async def examine(self, variant: Document, seed: int) -> Document:
        self.examined.append((variant["name"], seed))
        self._examining += 1
        self.most_examined = max(self.most_examined, self._examining)
        await asyncio.sleep(0.001)
        self._examining -= 1
        return self.found.get(variant["name"], finds())


class Ledger:
    """Counts nothing: a deflated ratio for every variant, one probability of overfitting."""

    def __init__(self, dsr: float | None = 0.97, pbo: float | None = 0.1) -> None:
        self.dsr, self.pbo = dsr, pbo
        self.asked: list[dict[str, Sequence[float] | None]] = []

    async def count(self, judged: Mapping[str, Sequence[float] | None]) -> Document:
        self.asked.append(dict(judged))
        return {
            "raw": 40, "distinct": 30, "inherited": 0, "effective": 6, "unplayed": 0, "luck": 0.4,
            "pbo": answer(self.pbo, "" if self.pbo is not None else "one_trial"),
            "clusters": [],
            "variants": {name: answer(self.dsr, luck=0.04, trials=6) for name in judged},
        }  # fmt: skip


def staged(*rounds: Sequence[Document], **ports: Any) -> Context:
    """A context under the gates of `rigorous`."""
    return context(
        *rounds, **({"bench": Examiner(), "ledger": Ledger(), "profile": RIGOROUS} | ports)
    )
