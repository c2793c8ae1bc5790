"""Cash flow: free cash flow to revenue, accruals (Sloan 1996: low accruals, better earnings)."""

from __future__ import annotations

from trading.research.agents.base import Agent
from trading.research.agents.fundamental.reports import over_a_year, ratio, report, source
from trading.research.auxiliary import read
from trading.research.drafts import FindingDraft
from trading.research.types import Focus, Material

SOURCE = source(
    "operating_cash_flow", "capital_expenditure", "revenue", "net_income", "total_assets"
)


def look(material: Material, focus: Focus) -> list[FindingDraft]:
    """Two figures over the last year of reports; capital expenditure counts by its size."""
    rows = read(material, SOURCE)
    if isinstance(rows, FindingDraft):
        return [rows]
    operating = over_a_year(rows, "operating_cash_flow")
    spent = over_a_year(rows.assign(spent=rows["capital_expenditure"].abs()), "spent")
    free = float(ratio(operating - spent, over_a_year(rows, "revenue"))[-1])
    earned = over_a_year(rows, "net_income")
    accruals = float(ratio(earned - operating, rows["total_assets"].to_numpy())[-1])
    return [
        report("free_cash_flow", rows, ("operating_cash_flow", "capital_expenditure", "revenue"),
               free, free / 0.2),
        report("accruals", rows, ("net_income", "operating_cash_flow", "total_assets"), accruals,
               -accruals / 0.1, style="change"),
    ]  # fmt: skip


AGENT = Agent("cash_flow", "fundamental", look)
