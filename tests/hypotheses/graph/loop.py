"""Runs the refinement graph in memory, and analysts that do not do as they should."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from config.llm.analyst import AnalystDraft, AnalystReview
from hypotheses.analyst.builtin import BuiltinAnalyst
from hypotheses.analyst.reader import read
from hypotheses.analyst.writer import statements
from hypotheses.domain.claim import from_dict
from hypotheses.domain.types import Language
from hypotheses.graph import HypothesisContext, create_multi_agent_graph

GRAPH = create_multi_agent_graph()


def refine(text: str, analyst: Any = None, **state: Any) -> dict[str, Any]:
    """The graph's final state."""
    return states(text, analyst, **state)[-1]


def states(text: str, analyst: Any = None, **state: Any) -> list[dict[str, Any]]:
    """The state after each node."""

    async def drive() -> list[dict[str, Any]]:
        context = HypothesisContext(analyst=analyst or BuiltinAnalyst())
        start = {"user_input": text, **state}
        return [values async for values in GRAPH.astream(start, context=context,
                                                         stream_mode="values")]  # fmt: skip

    return asyncio.run(drive())


def last(text: str, language: Language) -> dict[str, Any]:
    """The loop's last version, with its H0 and H1."""
    state = refine(text, language=language)
    version = state["hypothesis_versions"][-1]
    made = statements(from_dict(state["claim"]), language, version["question"])
    return {**version, "null": made.null, "alternative": made.alternative}


class Rewording(BuiltinAnalyst):
    """Its structurer writes something else than it was given."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    async def structure(self, brief: Mapping[str, Any]) -> AnalystDraft:
        claim = read(self.question, brief["language"]).claim
        return {"question": self.question, "claim": claim.as_dict(), "proposals": [], "asks": []}


class Answering(BuiltinAnalyst):
    """Changes its answers of one kind, `review` or `decide`, before it gives them."""

    def __init__(self, kind: str, **changes: Any) -> None:
        super().__init__()
        self.kind, self.changes = kind, changes

    async def review(self, brief: Mapping[str, Any]) -> AnalystReview:
        return self._changed("review", await super().review(brief))

    async def decide(self, brief: Mapping[str, Any]) -> AnalystReview:
        return self._changed("decide", await super().decide(brief))

    def _changed(self, kind: str, review: AnalystReview) -> AnalystReview:
        if kind != self.kind:
            return review
        return {**review, **self.changes}  # type: ignore[typeddict-item]  # wrong on purpose


class Listening(BuiltinAnalyst):
    """Keeps the briefs its structurer was given."""

    def __init__(self) -> None:
        super().__init__()
        self.briefs: list[Mapping[str, Any]] = []

    async def structure(self, brief: Mapping[str, Any]) -> AnalystDraft:
        self.briefs.append(brief)
        return await super().structure(brief)
