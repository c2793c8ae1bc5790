"""Balance sheet: debt to equity, its change over a year, current ratio."""

from __future__ import annotations

from trading.research.agents.base import Agent
from trading.research.agents.fundamental.reports import ratio, report, source
from trading.research.auxiliary import per_year, read
from trading.research.drafts import FindingDraft
from trading.research.types import Focus, Material

SOURCE = source("total_debt", "total_equity", "current_assets", "current_liabilities")


def look(material: Material, focus: Focus) -> list[FindingDraft]:
    """Solidity of the newest report."""
    rows = read(material, SOURCE)
    if isinstance(rows, FindingDraft):
        return [rows]
    debt = ratio(rows["total_debt"].to_numpy(), rows["total_equity"].to_numpy())
    change = float(debt[-1] - debt[-1 - per_year(rows)]) if len(rows) > per_year(rows) else 0.0
    current = ratio(rows["current_assets"].to_numpy(), rows["current_liabilities"].to_numpy())
    columns = ("total_debt", "total_equity")
    return [
        report("debt_to_equity", rows, columns, float(debt[-1]), 1.0 - float(debt[-1]),
               style="number"),
        report("debt_change", rows, columns, change, -change / 0.25, style="change"),
        report("current_ratio", rows, ("current_assets", "current_liabilities"),
               float(current[-1]), float(current[-1]) - 1.0, style="number"),
    ]  # fmt: skip


AGENT = Agent("balance_sheet", "fundamental", look)
