"""The built-in researcher, as the one with models sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Document = dict[str, Any]


class Inner(Protocol):
    """The built-in researcher; as `trading.graph.context.Researcher`."""

    agents: Sequence[str]
    domains: Sequence[str]

    def focus(self, research_iteration: int, failure: Mapping[str, Any] | None) -> Document: ...

    async def examine(self, agent: str, focus: Document, language: str) -> list[Document]: ...

    async def synthesize(
        self, domain: str, findings: Sequence[Document], language: str
    ) -> Document: ...

    async def lead(
        self,
        objective: str,
        sheets: Mapping[str, Document],
        findings: Sequence[Document],
        language: str,
        research_iteration: int,
    ) -> Document: ...
