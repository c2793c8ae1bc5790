"""Verdicts on a development: appended, one of them in force."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from trading.models import Decision, Strategy, Variant


def put_in_force(
    *,
    strategy_id: int,
    source: str,
    after: str,
    reason: str,
    variant: Variant | None = None,
    user_id: int | None = None,
    actor: str = "",
    yields_to_persons_since: datetime | None = None,
) -> Decision:
    """Append a decision and put it in force instead of the one before.

    With `yields_to_persons_since`, a person's decision made after that moment stays in force: the
    new one is kept as history. The caller holds the lock on the strategy.
    """
    decisions = Decision.objects.filter(strategy_id=strategy_id)
    before = decisions.filter(current=True).first()
    yields = (
        before is not None
        and yields_to_persons_since is not None
        and before.source == Decision.Source.HUMAN
        and before.created_at > yields_to_persons_since
    )
    if not yields:
        decisions.filter(current=True).update(current=False)
    return Decision.objects.create(
        strategy_id=strategy_id,
        source=source,
        variant=variant,
        user_id=user_id,
        actor=actor,
        before=before.after if before else "",
        after=after,
        reason=reason,
        current=not yields,
    )


def verdict(strategy: Strategy, state: Mapping[str, Any], asked_at: datetime) -> Decision:
    """What the gates, or the limits, made of a development: its run's own decision.

    The variant is the one that passed; an end without a strategy names none.
    """
    passed = strategy.final_status == Strategy.Final.SUCCESS
    forced = strategy.final_status == Strategy.Final.MAX_ITERATIONS
    return put_in_force(
        strategy_id=strategy.pk,
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
