"""The rows of a round of research."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Model

from config.runs.port import Rows
from trading.graph.context import Document
from trading.models import Domain, ErrorEntry, FactSheet, Finding, Reading
from trading.research.sentences import in_other_languages

_FINDING = (
    "agent", "domain", "status", "name", "value", "unit", "n_obs", "signal", "confidence",
    "p_value", "significant", "interpretation", "data_ref", "params",
)  # fmt: skip
_READING = ("judge", "points", "text", "caution", "struck", "degraded", "carried")


class ResearchRows:
    """Findings and fact sheets of one strategy; the ledger inserts those of all agents at once."""

    strategy_id: int

    def examined(self, output: Document) -> Rows:
        """One agent's findings, and what a model read in them."""
        rows: Rows = Rows(
            Finding(
                strategy_id=self.strategy_id,
                research_iteration=output["research_iteration"],
                sentence=(sentence := finding.get("sentence", {})),  # the cache may have none
                words=in_other_languages(finding["interpretation"], sentence),
                **{name: finding[name] for name in _FINDING},
            )
            for finding in output["findings"]
        )
        return Rows([*rows, *self._read(output, Reading.Part.AGENT, output["agent"])])

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
        return Rows([row, *self._read(output, Reading.Part.SHEET, sheet["domain"])])

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
        return Rows([row, *self._read(output, Reading.Part.LEAD, Domain.OVERALL)])

    def _read(self, output: Document, part: Reading.Part, name: str) -> Iterator[Model]:
        """A reading and, where something is to be said of it, a line of the error log."""
        reading = output.get("reading")
        if reading is None:
            return
        yield Reading(
            strategy_id=self.strategy_id,
            research_iteration=output["research_iteration"],
            part=part,
            name=name,
            **{field: reading[field] for field in _READING},
        )
        if reading["note"] and not reading["carried"]:
            yield ErrorEntry(
                strategy_id=self.strategy_id,
                iteration=output["iteration"],
                node="research_swarm",
                message=reading["note"],
            )
