"""The swarm with language models beside it: they read its findings, they change none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from config.llm.talk import Talk
from trading.model_analyst.masking import Masking

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


class ModelResearcher:
    """Implements `trading.graph.context.Researcher`."""

    def __init__(self, inner: Inner, talk: Talk, masking: Masking) -> None:
        self.inner = inner
        self.talk = talk
        self.masking = masking
        self.agents = inner.agents
        self.domains = inner.domains

    def focus(self, research_iteration: int, failure: Mapping[str, Any] | None) -> Document:
        """Where a round looks."""
        return self.inner.focus(research_iteration, failure)

    async def examine(self, agent: str, focus: Document, language: str) -> list[Document]:
        """An agent's findings."""
        return await self.inner.examine(agent, focus, language)

    async def synthesize(
        self, domain: str, findings: Sequence[Document], language: str
    ) -> Document:
        """A domain's fact sheet."""
        return await self.inner.synthesize(domain, findings, language)

    async def lead(
        self,
        objective: str,
        sheets: Mapping[str, Document],
        findings: Sequence[Document],
        language: str,
        research_iteration: int,
    ) -> Document:
        """What all say together."""
        return await self.inner.lead(objective, sheets, findings, language, research_iteration)
