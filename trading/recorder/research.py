"""The rows of a round of research."""

from __future__ import annotations

from config.runs.port import Rows
from trading.graph.context import Document
from trading.models import Domain, FactSheet, Finding

_FINDING = (
    "agent", "domain", "status", "name", "value", "unit", "n_obs", "signal", "confidence",
    "p_value", "significant", "interpretation", "data_ref", "params",
)  # fmt: skip


class ResearchRows:
    """Findings and fact sheets of one strategy; the ledger inserts those of all agents at once."""

    strategy_id: int

    def examined(self, output: Document) -> Rows:
        """One agent's findings."""
        return Rows(
            Finding(
                strategy_id=self.strategy_id,
                research_iteration=output["research_iteration"],
                **{name: finding[name] for name in _FINDING},
            )
            for finding in output["findings"]
        )

    def synthesized(self, output: Document) -> Rows:
        """One domain's fact sheet."""
        sheet = output["sheet"]
        row = FactSheet(
            strategy_id=self.strategy_id,
            research_iteration=output["research_iteration"],
            domain=sheet["domain"],
            with_data=sheet["coverage"]["with_data"],
            of=sheet["coverage"]["of"],
            signal=sheet["signal"],
            confidence=sheet["confidence"],
            text=sheet["text"],
            content=sheet,
        )
        return Rows([row])

    def led(self, output: Document) -> Rows:
        """What all domains come to together."""
        number = output["research_iteration"]
        sheets = FactSheet.objects.filter(strategy_id=self.strategy_id, research_iteration=number)
        counts = list(sheets.order_by().values_list("with_data", "of"))
        row = FactSheet(
            strategy_id=self.strategy_id,
            research_iteration=number,
            domain=Domain.OVERALL,
            with_data=sum(seen for seen, _ in counts),
            of=sum(of for _, of in counts),
            confidence=output["lead"]["confidence"],
            text=output["lead"]["synthesis"],
            content=output["lead"],
        )
        return Rows([row])
