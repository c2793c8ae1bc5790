"""The fifteen agents, five a domain, in their fixed order."""

from __future__ import annotations

from trading.research.agents import fundamental, sentiment
from trading.research.agents.base import Agent
from trading.research.agents.technical import momentum, pattern, trend, volatility, volume

AGENTS: tuple[Agent, ...] = (
    trend.AGENT,
    momentum.AGENT,
    volatility.AGENT,
    volume.AGENT,
    pattern.AGENT,
    fundamental.FINANCIAL_METRICS,
    fundamental.VALUATION,
    fundamental.BALANCE_SHEET,
    fundamental.CASH_FLOW,
    fundamental.INDUSTRY,
    sentiment.NEWS,
    sentiment.SOCIAL,
    sentiment.ANALYST_RATINGS,
    sentiment.OPTIONS_FLOW,
    sentiment.INSIDER,
)

__all__ = ["AGENTS", "Agent"]
