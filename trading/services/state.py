"""How a strategy stands now, in a few words: for whoever came too late."""

from __future__ import annotations

from typing import Any

from trading.models import Strategy


def state_of(*, strategy_id: int) -> dict[str, Any]:
    """Its status, and the decision in force."""
    strategy: Any = Strategy.objects.with_status().get(pk=strategy_id)  # with its annotations
    decision = strategy.decisions.filter(current=True).first()
    return {
        "strategy": strategy.pk,
        "status": strategy.status,
        "decision": decision
        and {"id": decision.pk, "source": decision.source, "after": decision.after},
    }
