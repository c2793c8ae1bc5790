"""Verdicts on a development: appended, one of them in force."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from config.desk.decisions import put_in_force
from trading.models import Decision, Strategy, Variant


def verdict(strategy: Strategy, state: Mapping[str, Any], asked_at: datetime) -> Decision:
    """What the gates, or the limits, made of a development: its run's own decision.

    The variant is the one that passed; an end without a strategy names none.
    """
    passed = strategy.final_status == Strategy.Final.SUCCESS
    forced = strategy.final_status == Strategy.Final.MAX_ITERATIONS
    return put_in_force(
        strategy.decisions,
        source=Decision.Source.FORCED if forced else Decision.Source.AGENT,
        after=strategy.final_status,
        reason=strategy.final_message,
        variant=_passed(strategy, state) if passed else None,
        yields_to_persons_since=asked_at,
    )


def _passed(strategy: Strategy, state: Mapping[str, Any]) -> Variant:
    return strategy.variants.get(
        iteration=state["current_iteration"], index=state["best_variant_index"]
    )
