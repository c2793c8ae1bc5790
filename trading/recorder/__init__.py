"""Turns the graph's output into rows. The only writer of what a development produced."""

from __future__ import annotations

from typing import Any

from trading.models import Strategy
from trading.recorder.rounds import EvidenceRows, ResearchRows, RoundRows


class StrategyRecorder(ResearchRows, RoundRows, EvidenceRows):
    """Records one run of one strategy. Each method runs in its step's transaction."""

    def __init__(self, strategy_id: int, run_id: int) -> None:
        self.strategy_id = strategy_id
        self.run_id = run_id


def keep_state(strategy_id: int, state: Any) -> None:
    """The workflow's state after a node, for people and for a later extension."""
    Strategy.objects.filter(pk=strategy_id).update(state=dict(state))
