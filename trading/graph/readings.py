"""What language models read in a round of research, beside its findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Document = dict[str, Any]


class NoReadings:
    """A researcher without models: nothing is read, nobody is asked."""

    async def read_agent(
        self, agent: str, findings: Sequence[Document], language: str, before: Document | None
    ) -> Document | None:
        """Nothing."""
        return None

    async def read_sheet(
        self,
        sheet: Document,
        readings: Mapping[str, Document],
        language: str,
        before: Document | None,
    ) -> Document | None:
        """Nothing."""
        return None

    async def read_lead(
        self,
        objective: str,
        lead: Document,
        readings: Mapping[str, Document],
        language: str,
        before: Document | None,
    ) -> Document | None:
        """Nothing."""
        return None


def of_round(
    reports: Sequence[Document], sheets: Sequence[Document], lead: Document
) -> dict[str, Any]:
    """The readings of a round by whose they are; empty where there is none."""
    agents = {one["agent"]: one["reading"] for one in reports if "reading" in one}
    domains = {one["sheet"]["domain"]: one["reading"] for one in sheets if "reading" in one}
    overall = lead.get("reading")
    if not (agents or domains or overall):
        return {}
    return {"agents": agents, "sheets": domains, "lead": overall}
