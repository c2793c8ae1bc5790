"""The fifteen agents, five a domain, in their fixed order."""

from __future__ import annotations

from trading.research.agents.base import Agent
from trading.research.agents.fundamental import (
    balance_sheet,
    cash_flow,
    financial_metrics,
    industry,
    valuation,
)
from trading.research.agents.sentiment import analyst_ratings, insider, news, options_flow, social
from trading.research.agents.technical import momentum, pattern, trend, volatility, volume

AGENTS: tuple[Agent, ...] = (
    trend.AGENT,
    momentum.AGENT,
    volatility.AGENT,
    volume.AGENT,
    pattern.AGENT,
    financial_metrics.AGENT,
    valuation.AGENT,
    balance_sheet.AGENT,
    cash_flow.AGENT,
    industry.AGENT,
    news.AGENT,
    social.AGENT,
    analyst_ratings.AGENT,
    options_flow.AGENT,
    insider.AGENT,
)

__all__ = ["AGENTS", "Agent"]
