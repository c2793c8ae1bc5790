"""The rows of a round of research."""

from __future__ import annotations

from trading.graph.context import Document
from trading.models import Domain, FactSheet, Finding

_FINDING = (
    "agent", "domain", "status", "name", "value", "unit", "n_obs", "signal", "confidence",
    "p_value", "significant", "interpretation", "data_ref", "params",
)  # fmt: skip


class ResearchRows:
    """Findings and fact sheets of one strategy."""

    strategy_id: int

    def examined(self, output: Document) -> None:
        """One agent's findings."""
        Finding.objects.bulk_create(
            Finding(
                strategy_id=self.strategy_id,
                research_iteration=output["research_iteration"],
                **{name: finding[name] for name in _FINDING},
            )
            for finding in output["findings"]
        )

    def synthesized(self, output: Document) -> None:
        """One domain's fact sheet."""
        sheet = output["sheet"]
        FactSheet.objects.create(
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

    def led(self, output: Document) -> None:
        """What all domains come to together."""
        number = output["research_iteration"]
        sheets = FactSheet.objects.filter(
            strategy_id=self.strategy_id, research_iteration=number
        ).values_list("with_data", "of")
        counts = list(sheets)
        FactSheet.objects.create(
            strategy_id=self.strategy_id,
            research_iteration=number,
            domain=Domain.OVERALL,
            with_data=sum(seen for seen, _ in counts),
            of=sum(of for _, of in counts),
            confidence=output["lead"]["confidence"],
            text=output["lead"]["synthesis"],
            content=output["lead"],
        )
