"""The experiment log of a development: a line for each of its rounds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext as _

from config.desk.refusals import Missing
from trading.models import Iteration, Strategy

INITIAL = "INITIAL_DESIGN"
"""What the first round carried out, for which nothing was decided before."""

_TOLD = ("subject", "judge", "verdict", "text", "degraded")


def find_strategy(strategy_id: int) -> Strategy:
    """A strategy by its number. Raises Missing."""
    strategy = Strategy.objects.filter(pk=strategy_id).first()
    if strategy is None:
        raise Missing(_("there is no strategy %(id)s") % {"id": strategy_id})
    return strategy


def experiment_log(strategy: Strategy) -> Iterator[dict[str, Any]]:
    """One entry a round, in order; plain JSON.

    Scores are 0..1, Sharpe ratios annual and of validation. `improvement` is the change of the
    best score against the round before, None for the first; `trials` counts the parameter sets
    that the development had tried by the end of the round.
    """
    kinds: dict[int, list[tuple[str, str]]] = defaultdict(list)
    variants = strategy.variants.order_by("iteration", "index")
    for number, approach, template in variants.values_list("iteration", "approach", "template"):
        kinds[number].append((approach, template))
    iterations = strategy.iterations.select_related("best_variant").order_by("number")
    rows = list(iterations.prefetch_related("verdicts"))
    tried = Counter(strategy.trials.order_by().values_list("iteration", flat=True))
    totals = list(accumulate(tried[n] for n in range(max((r.number for r in rows), default=0) + 1)))
    for row in rows:
        yield {
            "strategy": strategy.pk,
            "ticker": strategy.ticker,
            **_entry(row),
            "kinds": [approach for approach, _template in kinds[row.number]],
            "templates": [template for _approach, template in kinds[row.number]],
            "trials": totals[row.number],
        }


def _entry(row: Iteration) -> dict[str, Any]:
    best = row.best_variant
    return {
        "timestamp": row.timestamp.isoformat(timespec="seconds"),
        "iteration": row.number,
        "research_iteration": row.research_iteration,
        "strategy_iteration": row.strategy_iteration,
        "action_taken": row.action or INITIAL,
        "best_variant_index": best.index if best else None,
        "best_variant": best.name if best else None,
        "best_parameters": best.parameters if best else None,
        "best_score": row.best_score,
        "best_sharpe": row.best_sharpe,
        "improvement": row.improvement,
        "parameters_changed": row.parameters_changed,
        "failure_class": row.failure_class or None,
        "cause": row.failure.get("cause"),
        "convergence": row.convergence or None,
        "next_action": row.next_action,
        "reasoning": row.reasoning,
        **_judged(row),
    }


def _judged(row: Iteration) -> dict[str, Any]:
    """What the judges said of a round; nobody disputes where no model was asked."""
    rows = list(row.verdicts.all())
    verdicts = {(told.subject, told.verdict) for told in rows}
    return {
        "disputed": len(verdicts) > len({told.subject for told in rows}),
        "judges": [{name: getattr(told, name) for name in _TOLD} for told in rows],
    }
