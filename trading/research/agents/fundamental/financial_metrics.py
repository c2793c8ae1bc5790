"""Financial metrics: growth of revenue, change of margin, return on equity."""

from __future__ import annotations

from trading.research.agents.base import Agent
from trading.research.agents.fundamental.reports import over_a_year, ratio, report, source
from trading.research.auxiliary import per_year, read
from trading.research.drafts import FindingDraft
from trading.research.types import Focus, Material

SOURCE = source("revenue", "net_income", "total_equity")


def look(material: Material, focus: Focus) -> list[FindingDraft]:
    """Three figures of the newest report beside those a year before."""
    rows = read(material, SOURCE)
    if isinstance(rows, FindingDraft):
        return [rows]
    year = per_year(rows)
    revenue, income = rows["revenue"].to_numpy(), rows["net_income"].to_numpy()
    growth = float(ratio(revenue, rows["revenue"].shift(year).to_numpy())[-1] - 1.0)
    margin = ratio(income, revenue)
    change = float(margin[-1] - margin[-1 - year])
    equity = rows["total_equity"].to_numpy()
    returned = float(ratio(over_a_year(rows, "net_income"), equity)[-1])
    return [
        report("revenue_growth", rows, ("revenue",), growth, growth / 0.2, style="change"),
        report("margin_change", rows, ("net_income", "revenue"), change, change / 0.05,
               style="change"),
        report("return_on_equity", rows, ("net_income", "total_equity"), returned,
               (returned - 0.1) / 0.2),
    ]  # fmt: skip


AGENT = Agent("financial_metrics", "fundamental", look)
