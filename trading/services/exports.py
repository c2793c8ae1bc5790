"""A strategy's rows as files, line by line: nothing is held whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from config.desk.spreadsheets import csv_lines
from trading.models import Strategy
from trading.services.experiments import experiment_log

_FINDING = (
    "id", "research_iteration", "agent", "domain", "status", "name", "value", "unit", "n_obs",
    "signal", "confidence", "p_value", "significant", "interpretation", "data_ref", "params",
)  # fmt: skip
_TRIAL = (
    "id", "iteration", "source", "segment", "kind", "rules_hash", "parameters", "sharpe_ratio",
    "total_trades",
)  # fmt: skip
_VARIANT = (
    "id", "iteration", "index", "name", "approach", "template", "complexity", "spec_hash",
    "parameters", "gate_score", "passed", "designed_by",
)  # fmt: skip
_FIGURES = (
    "sharpe_ratio", "annual_return", "max_drawdown", "win_rate", "profit_factor", "total_trades",
)  # fmt: skip
_SEGMENTS = ("train", "validation")


def experiments_jsonl(strategy: Strategy) -> Iterator[str]:
    """The experiment log: a JSON object a round."""
    return (_line(entry) for entry in experiment_log(strategy))


def findings_jsonl(strategy: Strategy) -> Iterator[str]:
    """What research found: a JSON object a finding."""
    rows = strategy.findings.order_by("id").values(*_FINDING)
    return (_line({"strategy": strategy.pk, **row}) for row in rows.iterator(500))


def trials_csv(strategy: Strategy) -> Iterator[str]:
    """Every parameter set that was tried."""
    rows = strategy.trials.order_by("id").values_list(*_TRIAL)
    return csv_lines(_TRIAL, rows.iterator(500))


def variants_csv(strategy: Strategy) -> Iterator[str]:
    """The variants with their figures of train and validation; the holdout's are not among them."""
    header = [*_VARIANT, *(f"{segment}_{name}" for segment in _SEGMENTS for name in _FIGURES)]
    rows = strategy.variants.with_verdict().order_by("iteration", "index")
    return csv_lines(header, (_variant(row) for row in rows.prefetch_related("backtests")))


def _variant(row: Any) -> list[Any]:
    played = {each.segment: each for each in row.backtests.all()}
    figures = [
        getattr(played.get(segment), name, None) for segment in _SEGMENTS for name in _FIGURES
    ]
    return [*(getattr(row, name) for name in _VARIANT), *figures]


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"
