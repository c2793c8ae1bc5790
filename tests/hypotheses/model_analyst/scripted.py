"""An asker that answers as it is told, and checks as the real one does."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from config.llm.asker import Answered, ModelFailed, Prompt
from hypotheses.domain.types import ASPECTS

GOOD = {"quote": "", "gap": "It says nothing of it.", "suggestion": "Say it.", "score": 0}
SOUND = {"unscientific": False, "basis_quote": "", "reason": ""}
FITS: dict[str, Any] = {"parts": [], "gap": "", "question": "", "fits": True}


class Scripted:
    """Answers by the name of the answer's shape: a dict, an error, or a list of them in turn.

    `faults` keeps what the checks said; an answer with a fault fails, as after all repairs.
    """

    def __init__(self, *, agents: tuple[str, ...] = (), **answers: Any) -> None:
        self.answers = answers
        self.agents = agents
        self.asked: list[Prompt] = []
        self.faults: list[str] = []

    def serves(self, agent: str) -> bool:
        return not self.agents or agent in self.agents

    async def ask(
        self,
        *,
        agent: str,
        node: str,
        prompt: Prompt,
        schema: Any,
        check: Any = None,
        salvage: Any = None,
    ) -> Answered[Any]:
        self.asked.append(prompt)
        answer = self.answers[schema.__name__]
        if isinstance(answer, list):
            answer = answer.pop(0)
        if isinstance(answer, Exception):
            raise answer
        value = schema.model_validate(answer)
        fault = check(value) if check else ""
        if fault:
            self.faults.append(fault)
            raise ModelFailed("failed", agent=agent, why=fault)
        return Answered(value, "model-1", False)


def judged(fit: dict[str, Any] = FITS, **aspects: dict[str, Any]) -> Scripted:
    """A methodologist who says this of each aspect; of the others, that they are missing."""
    told = [{**GOOD, **aspects.get(aspect, {})} for aspect in ASPECTS]
    return Scripted(
        agents=("methodologist",),
        AspectAnswer=told[:3],
        TestabilityAnswer={**told[3], **{k: v for k, v in SOUND.items() if k not in told[3]}},
        FitAnswer=fit,
    )


def done(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)
