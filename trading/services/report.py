"""A development as one JSON object: what `develop --json` prints."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from config.desk.refusals import Missing
from config.desk.spreadsheets import csv_lines
from config.runs.model_usage import usage_of
from config.runs.models import Run
from trading.memory import trial_count
from trading.models import Finding, RoundVerdict, Strategy, StrategyDecision
from trading.services.experiments import experiment_log
from trading.services.opening_marks import data_marks, later_mark, look_row, looks_of
from trading.services.page_facts import preregistration_of
from trading.services.submit import KIND
from trading.services.wording import log_in_words, state_in_words, wording


def strategy_report(*, strategy_id: int, reader: User | None = None) -> dict[str, Any]:
    """The workflow's state after its last node, with `id`, `trials` and what a run failed of; what
    it says is in the reader's language.

    `trials` counts the parameter sets evaluated on real prices, those inherited among them;
    `trial_counts` tells them apart; `trial_ledger` is what they come to, once the gates asked
    (`trading.evidence.tally`); `decisions` are the verdicts in their order; `usage` is what all
    its runs took of models. Raises Missing.
    """
    strategy = Strategy.objects.filter(pk=strategy_id).first()
    if strategy is None:
        raise Missing(_("there is no strategy %(id)s") % {"id": strategy_id})
    counts = trial_count(strategy)
    runs = list(Run.objects.filter(kind=KIND, subject_id=strategy_id).with_usage().order_by("pk"))
    errors = [f"run: {run.error}" for run in runs if run.error]
    usage = usage_of(runs)
    took = {"total_llm_calls": usage["llm_calls"], "total_cost": usage["cost_usd"]}
    state = state_in_words(strategy.state, strategy) | _synthesis(strategy)
    request = {"ticker": strategy.ticker, "user_objective": strategy.objective}
    return {
        "id": strategy.pk,
        **request,
        **state,
        # Only where it was requested: otherwise the report is as without the option.
        **({"masked": True} if strategy.masked else {}),
        **(took if state else {}),
        "error_log": [*state.get("error_log", []), *errors],
        "trials": counts["total"],
        "trial_counts": dict(counts),
        "trial_ledger": state.get("trial_ledger"),
        "data": {
            "sha256": strategy.dataset.sha256,
            "version": strategy.dataset.version,
            "from": strategy.date_from and strategy.date_from.isoformat(),
            "to": strategy.date_to and strategy.date_to.isoformat(),
            **({"marks": marks} if (marks := data_marks(strategy.dataset)) else {}),
        },
        "gates": strategy.profile,
        "preregistration": preregistration_of(strategy, reader),
        "decisions": [_decision(row, strategy) for row in _decisions(strategy)],
        **_looks(strategy),
        **_disputes(strategy),
        "usage": usage,
    }


def _synthesis(strategy: Strategy) -> dict[str, Any]:
    """What the lead researcher made of the last research."""
    sheets = strategy.fact_sheets.filter(text=strategy.state.get("research_synthesis", ""))
    sheet = sheets.exclude(text="").first()
    return {"research_synthesis": wording(sheet, strategy).text} if sheet else {}


def _disputes(strategy: Strategy) -> dict[str, Any]:
    """The rounds on which the judges differ; empty where no model was asked."""
    verdicts = RoundVerdict.objects.filter(iteration__strategy=strategy)
    if not verdicts.exists():
        return {}
    rounds = strategy.iterations.filter(pk__in=verdicts.disputed())
    return {"disputed_iterations": list(rounds.values_list("number", flat=True))}


def _looks(strategy: Strategy) -> dict[str, Any]:
    """Second looks, and the mark of a holdout that was opened before; empty without either."""
    looks = [look_row(row) for row in looks_of(strategy)]
    first = (strategy.state.get("holdout") or {}).get("openings_before", 0)
    mark = {"holdout_mark": later_mark(first)} if first else {}
    return mark | ({"second_looks": looks} if looks else {})


def _decisions(strategy: Strategy) -> Any:
    return strategy.decisions.select_related("user", "variant")


def _decision(row: StrategyDecision, strategy: Strategy) -> dict[str, Any]:
    return {
        "source": row.source,
        "who": row.user.get_username() if row.user else row.actor,
        "before": row.before or None,
        "after": row.after,
        "variant": row.variant_id,
        "variant_name": wording(row.variant, strategy).text if row.variant else None,
        "reason": wording(row, strategy).text,
        "current": row.current,
        **({"withdrawn": True} if row.withdrawn_at else {}),
    }


# A strategy's rows as files, streamed line by line.

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
    "buy_hold_sharpe",
)  # fmt: skip
_SEGMENTS = ("train", "validation")


def experiments_said(strategy: Strategy) -> Iterator[dict[str, Any]]:
    """The experiment log, its sentences and names in the reader's language."""
    return log_in_words(experiment_log(strategy), strategy)


def experiments_jsonl(strategy: Strategy) -> Iterator[str]:
    """The experiment log: a JSON object per round."""
    return _spoken(_line(entry) for entry in experiments_said(strategy))


def findings_jsonl(strategy: Strategy) -> Iterator[str]:
    """The findings of research: a JSON object per finding."""
    rows = strategy.findings.order_by("id").iterator(500)
    return _spoken(_line({"strategy": strategy.pk, **_finding(row, strategy)}) for row in rows)


def _finding(row: Finding, strategy: Strategy) -> dict[str, Any]:
    stored = {name: getattr(row, name) for name in _FINDING}
    return stored | {"interpretation": wording(row, strategy).text}


def trials_csv(strategy: Strategy) -> Iterator[str]:
    """Every parameter set that was tried."""
    rows = strategy.trials.order_by("id").values_list(*_TRIAL)
    return csv_lines(_TRIAL, rows.iterator(500))


def variants_csv(strategy: Strategy) -> Iterator[str]:
    """The variants with their figures of train and validation, without the holdout's."""
    header = [*_VARIANT, *(f"{segment}_{name}" for segment in _SEGMENTS for name in _FIGURES)]
    rows = strategy.variants.with_verdict().order_by("iteration", "index")
    rows = rows.prefetch_related("backtests")
    return _spoken(csv_lines(header, (_variant(row, strategy) for row in rows)))


def _variant(row: Any, strategy: Strategy) -> list[Any]:
    played = {each.segment: {**each.metrics, **vars(each)} for each in row.backtests.all()}
    figures = [played.get(segment, {}).get(name) for segment in _SEGMENTS for name in _FIGURES]
    own = {name: getattr(row, name) for name in _VARIANT} | {"name": wording(row, strategy).text}
    return [*own.values(), *figures]


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"


def _spoken(lines: Iterable[str]) -> Iterator[str]:
    """Lines that are made while they are sent, in the language of whoever asked."""
    return _spoken_in(get_language(), lines)


def _spoken_in(language: str | None, lines: Iterable[str]) -> Iterator[str]:
    with override(language):
        yield from lines
