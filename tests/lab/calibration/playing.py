"""One development of a calibration: the services that everybody uses, and what came of it."""

from __future__ import annotations

import time
from typing import Any

from config.runs.execution import execute
from config.runs.models import Run
from tests.lab.calibration.plan import Case, frame_for
from trading.domain.gates import NOT_REACHED as UNREACHED
from trading.domain.limits import Limits
from trading.market.prices import Prices
from trading.memory import trial_count
from trading.models import Evidence, GateOutcome, HoldoutOpening, Strategy, Variant
from trading.services.submit import start_development
from trading.storage import store_prices

TICKER = "CALIBRATION"
LIMITS = Limits()
"""Those that everybody has by default: fewer rounds would be fewer chances to be fooled.
The seed is the case's."""

PASSED, MISSED, NOT_REACHED = "passed", "missed", "not reached"


def play(case: Case, *, bars: int, profile: str) -> dict[str, Any]:
    """Develop on the prices of a case, in this process and its database, and say how it went.

    Holdout included. A run that fails says so in `error`. Raises what starting one raises.
    """
    begun = time.perf_counter()
    prices = Prices(frame_for(case, bars), frequency="1d", bars_per_year=252.0, adjusted=False)
    store_prices(ticker=TICKER, prices=prices, source="calibration")
    asked = start_development(
        ticker=TICKER,
        limits=LIMITS._replace(seed=case.seed),
        profile=profile,
        memory="none",
        wake=False,
    )
    run = execute(asked.run.pk)
    if run.status == Run.Status.DONE:
        found = outcome(Strategy.objects.get(pk=asked.strategy.pk))
    else:
        found = {"error": run.error or run.get_status_display()}
    return found | {"seconds": round(time.perf_counter() - begun, 3)}


def outcome(strategy: Strategy) -> dict[str, Any]:
    """What a development that has ended came to; plain JSON."""
    state = strategy.state
    opened = HoldoutOpening.objects.filter(sha256=strategy.dataset.sha256).exists()
    best = _best(strategy)
    counts = strategy.trial_counts.order_by("-iteration").first()
    return {
        "status": strategy.final_status,
        "passed": bool(state["passed_quality_gates"]),
        "opened": opened,
        "held": bool(opened and state["holdout"] and state["holdout"]["holds"]),
        "rounds": state["current_iteration"],
        "variants": strategy.variants.count(),
        "trials": trial_count(strategy)["total"],
        "effective": counts.effective if counts else None,
        "examined": Evidence.objects.filter(variant__strategy=strategy).count(),
        "best": best.approach if best else "",
        "gates": _gates(best) if best else {},
    }


def _best(strategy: Strategy) -> Variant | None:
    """The variant that passed, or else the one with the highest gate score of any round."""
    rounds = strategy.iterations.filter(best_variant__isnull=False).select_related("best_variant")
    if strategy.state["passed_quality_gates"]:
        last = rounds.order_by("-number").first()
        return last.best_variant if last else None
    scored = rounds.filter(best_score__isnull=False).order_by("-best_score", "number").first()
    return scored.best_variant if scored else None


def _gates(variant: Variant) -> dict[str, dict[str, Any]]:
    """Each gate of a variant, `figure of segment` -> verdict, value and whether it is required."""
    return {
        f"{row.name} of {row.segment}": {
            "verdict": _verdict(row),
            "value": row.value,
            "required": row.required,
        }
        for row in variant.gates.order_by("pk")
    }


def _verdict(row: GateOutcome) -> str:
    if row.passed:
        return PASSED
    return NOT_REACHED if row.reason == UNREACHED else MISSED
